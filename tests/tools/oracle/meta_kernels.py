"""Shape rules for operators that PyTorch 1.13 cannot run on the meta device. Each gives what the CUDA kernel allocates and returns."""
import warnings

import torch

LIBRARY = torch.library.Library('aten', 'IMPL')


def meta(name, replace=False):
    def register(function):
        if replace:
            warnings.filterwarnings('ignore', message='Overriding a previously registered kernel')
            torch.library._impls.discard(f'aten/{name}/Meta')
        if replace or not torch._C._dispatch_has_kernel_for_dispatch_key('aten::' + name, 'Meta'):
            LIBRARY.impl(name, function, 'Meta')
        return function
    return register


@meta('nll_loss2d_forward')
def nll_loss2d_forward(self, target, weight, reduction, ignore_index):
    out = self.new_empty(target.shape if reduction == 0 else ())
    return out, self.new_empty(())


@meta('nll_loss2d_backward')
def nll_loss2d_backward(grad_output, self, target, weight, reduction, ignore_index, total_weight):
    return torch.empty_like(self)


@meta('_adaptive_avg_pool2d_backward')
def adaptive_avg_pool2d_backward(grad_output, self):
    return torch.empty_like(self)


@meta('grid_sampler_2d_backward')
def grid_sampler_2d_backward(grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask):
    return (torch.empty_like(input) if output_mask[0] else None), torch.empty_like(grid)


HITS = {}  # shape of a mask -> how many of its elements are set


@meta('nonzero')
def nonzero(self):
    # The number of hits is data: every element counts as set unless HITS knows.
    return torch.empty(HITS.get(tuple(self.shape), self.numel()), self.dim(), dtype=torch.int64, device='meta')


@meta('convolution_backward')
def convolution_backward(grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask):
    return (torch.empty_like(input) if output_mask[0] else None, torch.empty_like(weight) if output_mask[1] else None,
            weight.new_empty(bias_sizes) if output_mask[2] else None)


# PyTorch's own rule divides by the count less one, which fails for a pooled map at batch 1.
@meta('native_batch_norm', replace=True)
def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    statistics = [torch.empty(input.shape[1] if training else 0, dtype=torch.float32, device='meta') for _ in range(2)]
    return torch.empty_like(input), *statistics


ANSWERS = []  # whole numbers that Python code asks of tensors, in order; a tensor that is asked again gives the same
GIVEN = []


@meta('_local_scalar_dense')
def local_scalar_dense(self):
    # A number is data: without an answer it is one, and comparisons with it come out true.
    where = (self.storage()._cdata, self.storage_offset())
    for tensor, place, answer in GIVEN:
        if place == where:
            return answer
    if not ANSWERS or self.dtype != torch.int64:
        return 1
    GIVEN.append((self, where, ANSWERS.pop(0)))
    return GIVEN[-1][2]
