"""What CUDA does and the meta device does not: autocast's operator lists, and dropout with a one-byte mask.

Autocast has no dispatch key for meta tensors, so the lists are applied to the Python functions. Inner calls of composite C++ functions
are not seen: cross-entropy is cast as a whole, hence its half logits, their fp32 cast and the log-softmax result meet in nll_loss
where CUDA has them in log_softmax - the same bytes one operator earlier.
"""
import contextlib

import torch
import torch.nn.functional as F

HALF = [(F, 'conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d linear prelu'),
        (torch, 'conv1d conv2d conv3d conv_transpose2d matmul bmm mm addmm baddbmm addbmm mv prelu einsum'),
        (torch.Tensor, 'matmul __matmul__ __rmatmul__ bmm mm addmm baddbmm mv')]
FLOAT = [(F, 'softmax log_softmax softmin cross_entropy nll_loss binary_cross_entropy_with_logits layer_norm group_norm mse_loss l1_loss '
             'smooth_l1_loss kl_div cosine_similarity softplus normalize'),
         (torch, 'softmax log_softmax pow sum exp log log2 log10 log1p expm1 norm cumsum cumprod prod reciprocal rsqrt layer_norm '
                 'group_norm binary_cross_entropy_with_logits'),
         (torch.Tensor, 'softmax log_softmax pow __pow__ __rpow__ sum exp log log2 log10 log1p expm1 norm cumsum cumprod prod reciprocal '
                        'rsqrt')]


PROMOTE = [(F, 'grid_sample bilinear'), (torch, 'grid_sampler bilinear addcmul addcdiv tensordot dot')]  # to the widest type among the arguments


@contextlib.contextmanager
def patched(replacements):
    originals = [(owner, name, owner.__dict__.get(name)) for owner, name, _ in replacements]
    for owner, name, function in replacements:
        setattr(owner, name, function)
    try:
        yield
    finally:
        for owner, name, original in reversed(originals):
            if original is None:
                delattr(owner, name)
            else:
                setattr(owner, name, original)


@contextlib.contextmanager
def autocast_emulation():
    cache = {}  # copies of trainable leaves, until autocast is left

    def to_half(value):
        if isinstance(value, (list, tuple)):
            return type(value)(to_half(v) for v in value)
        if not isinstance(value, torch.Tensor) or value.dtype != torch.float32 or value.device.type != 'meta':
            return value
        if value.is_leaf and value.requires_grad:
            if id(value) not in cache:
                cache[id(value)] = (value, value.to(torch.float16))
            return cache[id(value)][1]
        return value.to(torch.float16)

    def to_float(value):
        if isinstance(value, torch.Tensor) and value.dtype == torch.float16:
            return value.float()
        return value

    def wrap(function, convert):
        def call(*args, **kwargs):
            return function(*[convert(a) for a in args], **{k: convert(v) for k, v in kwargs.items()})
        return call

    replacements = []
    for table, convert in ((HALF, to_half), (FLOAT, to_float)):
        for owner, names in table:
            for name in names.split():
                if hasattr(owner, name):
                    replacements.append((owner, name, wrap(getattr(owner, name), convert)))
    def promoting(function):
        def call(*args, **kwargs):
            wide = any(isinstance(a, torch.Tensor) and a.dtype == torch.float32 for a in args)
            return function(*[to_float(a) if wide else a for a in args], **kwargs)
        return call

    for owner, names in PROMOTE:
        replacements += [(owner, name, promoting(getattr(owner, name))) for name in names.split() if hasattr(owner, name)]
    with patched(replacements):
        yield
    cache.clear()


@contextlib.contextmanager
def cuda_dropout():
    plain = F.dropout

    def dropout(input, p=0.5, training=True, inplace=False):
        if not training or p == 0 or inplace:
            return plain(input, p, training, inplace)
        return torch.native_dropout(input, p, True)[0]

    with patched([(F, 'dropout', dropout)]):
        yield


@contextlib.contextmanager
def composed_one_hot():
    """F.one_hot refuses meta tensors because it checks the labels' range; this is what it does afterwards."""
    def one_hot(tensor, num_classes=-1):
        out = torch.zeros(*tensor.shape, num_classes, dtype=torch.int64, device=tensor.device)
        return out.scatter_(-1, tensor.unsqueeze(-1), 1)

    with patched([(F, 'one_hot', one_hot)]):
        yield
