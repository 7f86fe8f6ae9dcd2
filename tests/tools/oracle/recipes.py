"""Subjects built from checkouts of the reference implementations. Each function imports its package when called."""
import torch
import torch.nn.functional as F

from measure import Subject


def cross_entropy_of_dict(module, images, labels):
    """As torchvision's references/segmentation: the auxiliary output counts half."""
    outputs = module(images)
    loss = F.cross_entropy(outputs['out'], labels, ignore_index=255)
    if 'aux' in outputs:
        loss = loss + 0.5 * F.cross_entropy(outputs['aux'], labels, ignore_index=255)
    return loss, None


def torchvision(name, backbone, head, height, width, classes):
    """name: fcn_resnet50, deeplabv3_mobilenet_v3_large, lraspp_mobilenet_v3_large, ..."""
    from torchvision.models import segmentation
    has_aux = not name.startswith('lraspp')
    kwargs = dict(weights=None, weights_backbone=None, num_classes=classes)
    if has_aux:
        kwargs['aux_loss'] = True
    module = getattr(segmentation, name)(**kwargs).to('meta')
    titles = {'fcn': 'FCN', 'deeplabv3': 'DeepLabV3', 'lraspp': 'LRASPP'}
    return Subject(titles[name.split('_')[0]], backbone, head, 'pytorch/vision', height, width, classes, int(has_aux), module,
                   cross_entropy_of_dict)


def plain_cross_entropy(module, images, labels):
    return F.cross_entropy(module(images), labels, ignore_index=255), None


def milesial(height, width, classes, bilinear=False):
    from unet import UNet
    name = 'milesial-UNet-bilinear' if bilinear else 'milesial-UNet'
    return Subject('UNet', name, 'OutConv', 'milesial/Pytorch-UNet', height, width, classes, 0,
                   UNet(3, classes, bilinear).to('meta'), plain_cross_entropy)


def smp(architecture, encoder, height, width, classes):
    import segmentation_models_pytorch as package
    module = getattr(package, architecture)(encoder, encoder_weights=None, classes=classes).to('meta')
    return Subject(architecture, encoder, type(module.decoder).__name__, 'qubvel/segmentation_models.pytorch', height, width, classes, 0,
                   module, plain_cross_entropy)


def walk(node, change):
    if isinstance(node, dict):
        change(node)
        for value in node.values():
            walk(value, change)
    elif isinstance(node, (list, tuple)):
        for value in node:
            walk(value, change)


def mmseg_step(module, images, labels):
    """One iteration of mmengine's loop: the heads' own losses and accuracy; only their sum lives through backward."""
    from mmengine.structures import PixelData
    from mmseg.structures import SegDataSample
    samples = []
    for index in range(images.shape[0]):
        shape = tuple(images.shape[-2:])
        sample = SegDataSample(metainfo=dict(img_shape=shape, ori_shape=shape, pad_shape=shape))
        sample.gt_sem_seg = PixelData(data=labels[index:index + 1])
        if type(module.decode_head).__name__ == 'PIDHead':
            if getattr(module, 'edges', labels[:0]).shape != labels.shape:
                module.edges = torch.empty_like(labels)  # part of the batch, like the labels
            sample.gt_edge_map = PixelData(data=module.edges[index:index + 1])
        samples.append(sample)
    losses = module.loss(images, samples)
    return module.parse_losses(losses)[0], None


def mmseg(config, model, backbone, head, height, width, classes, change=None, impl='open-mmlab/mmsegmentation'):
    """config: a file of the repository's configs folder. change: edits the model's dictionary before it is built."""
    from mmengine.config import Config
    from mmengine.registry import init_default_scope
    from mmseg.registry import MODELS
    import mmseg.models  # noqa: F401 (registers)
    init_default_scope('mmseg')
    cfg = Config.fromfile(config).model

    def adapt(node):
        if node.get('type') == 'SyncBN':
            node['type'] = 'BN'
        if 'num_classes' in node and node.get('type') != 'STDCHead':  # that one tells boundaries from the rest
            node['num_classes'] = classes
        for key in ('pretrained', 'init_cfg'):
            if key in node:
                node[key] = None

    walk(cfg, adapt)
    if change:
        change(cfg)
    module = MODELS.build(cfg)
    del module.data_preprocessor  # mean and deviation belong to the loader
    module.to('meta')
    step = mmseg_step
    if type(module.decode_head).__name__ == 'Mask2FormerHead':
        import set_prediction
        set_prediction.prepare(module.decode_head)

        def step(module, images, labels):
            with set_prediction.known_matches(module.decode_head, images):
                return mmseg_step(module, images, labels)

    aux = cfg.get('auxiliary_head') or []
    return Subject(model, backbone, head, impl, height, width, classes, len(aux) if isinstance(aux, (list, tuple)) else 1, module, step)
