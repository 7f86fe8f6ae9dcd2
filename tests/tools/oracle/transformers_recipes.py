"""Subjects from the transformers package, in the configurations that its conversion scripts give the published checkpoints."""
import functools

from measure import Subject

IMPL = 'huggingface/transformers@66ab300'
NOTE = 'measured by this project with PyTorch 1.13 on the meta device'
STAGES = ['stage1', 'stage2', 'stage3', 'stage4']

# Depths, then decoder_hidden_size; B0 has the configuration's default widths.
MIT = {'B0': ([2, 2, 2, 2], 256), 'B1': ([2, 2, 2, 2], 256), 'B2': ([3, 4, 6, 3], 768), 'B3': ([3, 4, 18, 3], 768),
       'B4': ([3, 8, 27, 3], 768), 'B5': ([3, 6, 40, 3], 768)}
# Depths, width of the first stage.
CONVNEXT = {'T': ([3, 3, 9, 3], 96), 'S': ([3, 3, 27, 3], 96), 'B': ([3, 3, 27, 3], 128), 'L': ([3, 3, 27, 3], 192),
            'XL': ([3, 3, 27, 3], 256)}
# Depths, width, heads of the first stage, window.
SWIN = {'T': ([2, 2, 6, 2], 96, 3, 7), 'S': ([2, 2, 18, 2], 96, 3, 7), 'B': ([2, 2, 18, 2], 128, 4, 12), 'L': ([2, 2, 18, 2], 192, 6, 12)}


def step(module, images, labels):
    """As Trainer.compute_loss: the outputs end with the function, only the loss goes on."""
    outputs = module(pixel_values=images, labels=labels)
    return outputs['loss'], None


def on_meta(make):
    """Weights are not filled: only their sizes count."""
    from transformers.modeling_utils import PreTrainedModel
    plain = PreTrainedModel.init_weights
    PreTrainedModel.init_weights = lambda self: None
    try:
        return make().to('meta')
    finally:
        PreTrainedModel.init_weights = plain


def segformer(size, height, width, classes):
    from transformers import SegformerConfig, SegformerForSemanticSegmentation
    depths, hidden = MIT[size]
    wide = {} if size == 'B0' else {'hidden_sizes': [64, 128, 320, 512]}
    config = SegformerConfig(num_labels=classes, depths=depths, decoder_hidden_size=hidden, **wide)
    return Subject('SegFormer', f'MiT-{size}', 'SegformerDecodeHead', IMPL, height, width, classes, 0,
                   on_meta(lambda: SegformerForSemanticSegmentation(config)), step, [NOTE])


def upernet(name, backbone, channels, height, width, classes, aux=True):
    from transformers import UperNetConfig, UperNetForSemanticSegmentation
    config = UperNetConfig(backbone_config=backbone, auxiliary_in_channels=channels, use_auxiliary_head=aux, num_labels=classes)
    return Subject('UPerNet', name, 'UperNetHead', IMPL, height, width, classes, int(aux),
                   on_meta(lambda: UperNetForSemanticSegmentation(config)), step, [NOTE])


def upernet_convnext(size, height, width, classes, aux=True):
    from transformers import ConvNextConfig
    depths, first = CONVNEXT[size]
    backbone = ConvNextConfig(depths=depths, hidden_sizes=[first << i for i in range(4)], out_features=STAGES)
    return upernet(f'ConvNeXt-{size}', backbone, 4 * first, height, width, classes, aux)


def upernet_swin(size, height, width, classes, aux=True):
    from transformers import SwinConfig
    depths, first, heads, window = SWIN[size]
    backbone = SwinConfig(embed_dim=first, depths=depths, num_heads=[heads << i for i in range(4)], window_size=window, out_features=STAGES)
    return upernet(f'Swin-{size}', backbone, 4 * first, height, width, classes, aux)


def beit(size, side, classes):
    """BEiT under UPerNet. Its attention's position index is a tensor of the host, not counted here: one stored number stands for it."""
    import torch
    from transformers import BeitConfig, BeitForSemanticSegmentation
    from transformers.models.beit.modeling_beit import BeitRelativePositionBias
    large = dict(hidden_size=1024, intermediate_size=4096, num_hidden_layers=24, num_attention_heads=16, out_indices=[7, 11, 15, 23])
    config = BeitConfig(image_size=side, use_relative_position_bias=True, num_labels=classes,
                        **(large if size == 'L' else {'out_indices': [3, 5, 7, 11]}))
    module = on_meta(lambda: BeitForSemanticSegmentation(config))
    grid = side // 16
    module.register_buffer('host_index', torch.zeros(1, dtype=torch.int64, device='meta'))
    for part in module.modules():
        if isinstance(part, BeitRelativePositionBias):
            part.relative_position_indices[(grid, grid)] = module.host_index.expand(grid * grid + 1, grid * grid + 1)
    return Subject('UPerNet', f'BEiT-{size}', 'BeitUperHead', IMPL, side, side, classes, 1, module, step,
                   ['position index on the host not counted', NOTE])


def deeplab(height, width, classes, output_stride=8):
    from transformers import MobileNetV2Config, MobileNetV2ForSemanticSegmentation
    config = MobileNetV2Config(output_stride=output_stride, num_labels=classes)
    return Subject('DeepLabV3', f'MobileNetV2-D{output_stride}', 'MobileNetV2DeepLabV3Plus', IMPL, height, width, classes, 0,
                   on_meta(lambda: MobileNetV2ForSemanticSegmentation(config)), step, [NOTE])


class MaskSubject(Subject):
    """Labels are masks, which the step makes."""

    def batch(self, size):
        images, _ = super().batch(size)
        return images, images.new_empty(0)


def data_free(module_of_model):
    """Stand-ins for what depends on data in the set losses: the first queries match, no value is infinite."""
    import torch

    def first_match(costs):
        return torch.arange(min(costs.shape)), torch.arange(min(costs.shape))

    class No:
        def __init__(self, values):
            self.values = values

        def any(self):
            self.values.any()
            return False

    def promoting(input, grid, **options):  # autocast runs it in the widest type of its arguments
        wide = torch.promote_types(input.dtype, grid.dtype)
        return grid_sample(input.to(wide), grid.to(wide), **options)

    isinf, isnan, grid_sample = torch.isinf, torch.isnan, torch.nn.functional.grid_sample
    return [(module_of_model, 'linear_sum_assignment', first_match), (torch.Tensor, 'cpu', lambda tensor: tensor),
            (torch.nn.functional, 'grid_sample', promoting), (torch, 'isinf', lambda tensor: No(isinf(tensor))),
            (torch, 'isnan', lambda tensor: No(isnan(tensor)))]


def mask_classifier(title, code, model_class, config_class, backbone, height, width, classes, segments):
    """Segments are given per image as float masks and class ids, as the image processors make them."""
    import torch
    from emulation import patched
    from transformers import ResNetConfig, SwinConfig
    if backbone.startswith('ResNet'):
        made = ResNetConfig(depths={'ResNet50': [3, 4, 6, 3], 'ResNet101': [3, 4, 23, 3]}[backbone], out_features=STAGES)
    else:
        depths, first, heads, window = SWIN[backbone[-1]]
        made = SwinConfig(embed_dim=first, depths=depths, num_heads=[heads << i for i in range(4)], window_size=window, out_features=STAGES,
                          drop_path_rate=0.3)
    module = on_meta(lambda: model_class(config_class(backbone_config=made, num_labels=classes)))

    def run(module, images, labels):
        masks = [torch.empty(segments, height, width, device='meta') for _ in images]
        ids = [torch.empty(segments, dtype=torch.int64, device='meta') for _ in images]
        with patched(data_free(code)):
            outputs = module(pixel_values=images, mask_labels=masks, class_labels=ids)
        return outputs['loss'], None

    return MaskSubject(title, backbone, model_class.__name__, IMPL, height, width, classes, 0, module, run, [f'segments={segments}', NOTE])


def mask2former(backbone, height, width, classes, segments=10):
    from transformers import Mask2FormerConfig, Mask2FormerForUniversalSegmentation
    from transformers.models.mask2former import modeling_mask2former as code
    return mask_classifier('Mask2Former', code, Mask2FormerForUniversalSegmentation, Mask2FormerConfig, backbone, height, width, classes,
                           segments)


def maskformer(backbone, height, width, classes, segments=10):
    from transformers import MaskFormerConfig, MaskFormerForInstanceSegmentation
    from transformers.models.maskformer import modeling_maskformer as code
    return mask_classifier('MaskFormer', code, MaskFormerForInstanceSegmentation, MaskFormerConfig, backbone, height, width, classes,
                           segments)


def rows():
    """What tests/data/oracle_transformers.csv holds: functions that make a subject."""
    part = functools.partial
    return ([part(segformer, size, 512, 512, 150) for size in MIT] + [part(segformer, 'B0', 512, 1024, 19), part(segformer, 'B2', 1024, 1024, 19)]
            + [part(upernet_convnext, size, side, side, 150) for size, side in (('T', 512), ('S', 512), ('B', 512), ('L', 640), ('XL', 640))]
            + [part(upernet_convnext, 'T', 512, 1024, 19, False)]
            + [part(upernet_swin, size, 512, 512, 150) for size in SWIN] + [part(upernet_swin, 'T', 512, 1024, 19)]
            + [part(beit, 'B', 512, 150), part(beit, 'L', 640, 150), part(deeplab, 513, 513, 21), part(deeplab, 512, 1024, 19)]
            + [part(mask2former, 'Swin-T', 512, 512, 150), part(mask2former, 'Swin-T', 512, 1024, 19), part(mask2former, 'Swin-B', 640, 640, 150)]
            + [part(maskformer, 'Swin-T', 512, 512, 150), part(maskformer, 'Swin-T', 512, 1024, 19), part(maskformer, 'Swin-B', 640, 640, 150),
               part(maskformer, 'ResNet50', 512, 512, 150), part(maskformer, 'ResNet101', 512, 1024, 19)])
