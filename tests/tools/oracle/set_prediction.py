"""Mask2Former and its like on the meta device: how many ground-truth segments an image has and which queries they match is data.

Ten segments per image unless told otherwise; the costs are computed as the matcher does, then the first queries match.
"""
import contextlib

import torch
from torch.autograd.function import Function, once_differentiable

import meta_kernels
from emulation import patched


class DeformableAttention(Function):
    """mmcv's CUDA operator: keeps value, locations and weights in the type of the value."""

    @staticmethod
    def forward(ctx, value, shapes, locations, weights):
        locations = locations.type_as(value)
        weights = weights.type_as(value)
        ctx.save_for_backward(value, shapes, locations, weights)
        return value.new_zeros(value.shape[0], locations.shape[1], value.shape[2] * value.shape[3])

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        value, _, locations, weights = ctx.saved_tensors
        gradients = [torch.zeros_like(t) for t in (value, locations, weights)]
        grad.contiguous()
        return gradients[0], None, gradients[1], gradients[2]


class Matched:
    def __init__(self, segments, queries, device):
        self.pos_inds = torch.empty(segments, dtype=torch.int64, device=device)
        self.neg_inds = torch.empty(queries - segments, dtype=torch.int64, device=device)
        self.pos_assigned_gt_inds = torch.empty(segments, dtype=torch.int64, device=device)
        self.avg_factor = segments


class Matcher:
    def __init__(self, assigner):
        self.match_costs = assigner.match_costs

    def assign(self, pred_instances, gt_instances, img_meta=None, **_):
        count = len(pred_instances)
        device = gt_instances.labels.device
        indices = torch.full((count,), -1, dtype=torch.long, device=device)
        labels = torch.full((count,), -1, dtype=torch.long, device=device)
        costs = [cost(pred_instances=pred_instances, gt_instances=gt_instances, img_meta=img_meta) for cost in self.match_costs]
        torch.stack(costs).sum(dim=0).detach()
        return indices, labels


class Sampler:
    @staticmethod
    def sample(assign_result, pred_instances, gt_instances, **_):
        return Matched(len(gt_instances), len(pred_instances), gt_instances.labels.device)


def prepare(head, segments=10):
    """Makes an mmsegmentation Mask2FormerHead independent of data. Give its loss to `step_with_segments`."""
    from mmengine.structures import InstanceData

    def instances(samples):
        made = []
        for sample in samples:
            labels = torch.empty(segments, dtype=torch.int64, device='meta')
            masks = [sample.gt_sem_seg.data == label for label in range(segments)]
            made.append(InstanceData(labels=labels, masks=torch.stack(masks).squeeze(1).long()))
        return made, [sample.metainfo for sample in samples]

    head._seg_data_to_instance_data = instances
    head.assigner = Matcher(head.assigner)
    head.sampler = Sampler()


@contextlib.contextmanager
def known_matches(head, images, segments=10):
    """Masks over all queries have one hit per segment; the pixel decoder asks a tensor for the sizes of its three maps."""
    from mmcv.ops import multi_scale_deform_attn as module
    batch, _, height, width = images.shape
    sizes = [(-(-height // stride), -(-width // stride)) for stride in (32, 16, 8)]
    meta_kernels.ANSWERS[:] = [h * w for h, w in sizes] + [side for size in sizes for side in size]
    meta_kernels.HITS[(batch, head.num_queries)] = batch * segments
    meta_kernels.HITS[(batch * head.num_queries,)] = batch * segments
    try:
        with patched([(module, 'multi_scale_deformable_attn_pytorch', DeformableAttention.apply)]):
            yield
    finally:
        meta_kernels.HITS.clear()
        meta_kernels.ANSWERS.clear()
        meta_kernels.GIVEN.clear()
