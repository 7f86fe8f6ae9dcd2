"""What one training step keeps in memory, measured on PyTorch itself, operator by operator.

Everything runs on the meta device: the real autograd graph and the real operator calls, no arithmetic, no memory. PyTorch 1.13 or later.

    saved bytes   saved-tensor hooks around forward and loss; one count per storage; parameters and buffers excluded
    live bytes    a dispatch mode below autograd sees every operator, records each new storage with a weak reference and counts those
                  whose references have not run out; the peak is the largest count after any operator
    MACs          convolution, mm, addmm, bmm, baddbmm at batch 1

The hooks are never installed while the peak is measured: a packed output refers to its own node, so that storages outlive what the
step itself would keep.
"""
import contextlib
from dataclasses import dataclass, field
from typing import Callable, Optional

import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten

import meta_kernels  # noqa: F401 (registers)
from emulation import autocast_emulation, composed_one_hot, cuda_dropout, patched


@dataclass
class Subject:
    """A module on the meta device and the loss of one training step; the first fields are the row's first columns."""
    model: str
    backbone: str
    head: str
    impl: str
    height: int
    width: int
    classes: int
    aux: int
    module: torch.nn.Module
    # (module, images, labels) -> (scalar loss, whatever the training loop still holds during backward)
    step: Callable
    notes: list = field(default_factory=list)

    def batch(self, size):
        images = torch.empty(size, 3, self.height, self.width, device='meta')
        labels = torch.empty(size, self.height, self.width, dtype=torch.int64, device='meta')
        return images, labels


def storage_of(tensor):
    return tensor.storage()._storage if hasattr(tensor.storage(), '_storage') else tensor.untyped_storage()


def tensors_in(tree):
    return [leaf for leaf in tree_flatten(tree)[0] if isinstance(leaf, torch.Tensor)]


class Storages:
    """Storages that are still referenced. A weak reference pins the address, so that it names one storage only."""

    def __init__(self):
        self.bytes = 0  # of all not known to be dead: an upper bound until sweep()
        self.known = {}  # address -> (weak reference, bytes, label)

    def see(self, tensor, label=''):
        storage = storage_of(tensor)
        address = storage._cdata
        if address in self.known:
            return
        size = storage.nbytes()
        self.known[address] = (storage._weak_ref(), size, label)
        self.bytes += size

    def sweep(self):
        dead = [(address, entry) for address, entry in self.known.items() if torch.UntypedStorage._expired(entry[0])]
        for address, (reference, size, _) in dead:
            torch.UntypedStorage._free_weak_ref(reference)
            del self.known[address]
            self.bytes -= size
        return self.bytes

    def close(self):
        for reference, _, _ in self.known.values():
            torch.UntypedStorage._free_weak_ref(reference)
        self.known.clear()


class LiveMeter(TorchDispatchMode):
    """Peak of the live bytes. With `log`, a list, every operator is recorded as (phase, operator, live bytes, new bytes)."""

    def __init__(self, log=None, keep_census=False):
        super().__init__()
        self.storages = Storages()
        self.log = log
        self.keep_census = keep_census
        self.census = []  # sizes and makers of what is alive at the peak
        self.reset()
        self.phase = 'forward'

    def reset(self):
        self.peak, self.where = 0, ''
        self.phase_peaks = {'forward': 0, 'backward': 0, 'optimizer': 0}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        fills = name.startswith('index_put') and args[2].numel() == 1  # x[mask] = number is a masked fill
        if name in ('index', 'index_put', 'index_put_', '_index_put_impl_') and not fills:  # boolean indices become positions first
            for index in args[1]:
                if index is not None and index.dtype == torch.bool:
                    with self:
                        index.nonzero()
        out = func(*args, **(kwargs or {}))
        before = self.storages.bytes
        for tensor in tensors_in(out):
            self.storages.see(tensor, f'{self.phase}/{name}{list(tensor.shape)}')
        # The bound without a sweep is never too small: sweep only where it could set a new peak.
        if self.log is not None:
            fresh = self.storages.bytes - before
            self.log.append((self.phase, name, self.storages.sweep(), fresh, [list(t.shape) for t in tensors_in(out)]))
        if self.storages.bytes > min(self.peak, self.phase_peaks[self.phase]):
            live = self.storages.sweep()
            self.phase_peaks[self.phase] = max(self.phase_peaks[self.phase], live)
            if live > self.peak:
                self.peak, self.where = live, f'{self.phase}/{name}'
                if self.keep_census:
                    self.census = [(size, label) for _, size, label in self.storages.known.values()]
        return out


class MacCounter(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.macs = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        name = func.overloadpacket.__name__
        if name == 'convolution':
            x, weight, transposed = args[0], args[1], args[6]
            positions = x.numel() // x.shape[1] if transposed else out.numel() // out.shape[1]
            self.macs += positions * weight.numel()
        elif name in ('mm', 'bmm'):
            self.macs += args[0].numel() * args[1].shape[-1]
        elif name in ('addmm', 'baddbmm'):
            self.macs += args[1].numel() * args[2].shape[-1]
        return out


@contextlib.contextmanager
def precision(amp):
    # Batch 1 is measured even where a pooled batch norm would refuse it: only sizes matter here.
    with cuda_dropout(), composed_one_hot(), patched([(F, '_verify_batch_size', lambda size: None)]):
        if amp:
            with autocast_emulation():
                yield
        else:
            yield


def saved_bytes(subject, batch, amp, log=None):
    """(bytes, bytes of images and labels among them, storages) kept for backward after forward and loss."""
    own = {storage_of(t)._cdata for t in list(subject.module.parameters()) + list(subject.module.buffers())}
    images, labels = subject.batch(batch)
    seen = {}  # address -> tensor, which keeps the address taken

    def pack(tensor):
        address = storage_of(tensor)._cdata
        if address not in own and address not in seen:
            seen[address] = tensor.detach()
            if log is not None:
                log.append((storage_of(tensor).nbytes(), list(tensor.shape), str(tensor.dtype)))
        return tensor.detach()

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t), precision(amp):
        held = subject.step(subject.module, images, labels)
    total = sum(storage_of(t).nbytes() for t in seen.values())
    batch_bytes = sum(storage_of(t).nbytes() for t in (images, labels) if storage_of(t)._cdata in seen)
    del held
    return total, batch_bytes, len(seen)


def macs(subject, amp=False):
    images, labels = subject.batch(1)
    counter = MacCounter()
    with precision(amp), counter:
        subject.step(subject.module, images, labels)
    return counter.macs


def optimizer_for(name, parameters):
    if name == 'sgd':
        return torch.optim.SGD(parameters, lr=0.01, momentum=0.9, weight_decay=0.0005, foreach=False)
    return torch.optim.AdamW(parameters, lr=0.0001, weight_decay=0.01, foreach=False)


def peak(subject, batch, amp, optimizer='sgd', set_to_none=True, steps=2, log=None, keep_census=False):
    """The meter after the last of `steps` training steps, and the live bytes at that step's end of forward."""
    subject.module.zero_grad(set_to_none=True)
    update = optimizer_for(optimizer, [p for p in subject.module.parameters() if p.requires_grad])
    images, labels = subject.batch(batch)
    meter = LiveMeter(None, keep_census)
    for tensor in list(subject.module.parameters()) + list(subject.module.buffers()) + [images, labels]:
        meter.storages.see(tensor, 'weights and batch')
    at_forward_end = 0
    with meter:
        for step in range(steps):
            if step == steps - 1:
                meter.reset()
                meter.log = log
            meter.phase = 'optimizer'
            update.zero_grad(set_to_none=set_to_none)
            meter.phase = 'forward'
            with precision(amp):
                loss, held = subject.step(subject.module, images, labels)
            at_forward_end = meter.storages.sweep()
            meter.phase = 'backward'
            loss.backward()
            meter.phase = 'optimizer'
            del loss, held
            update.step()
    meter.storages.close()
    subject.module.zero_grad(set_to_none=True)
    return meter, at_forward_end


COLUMNS = ['model', 'backbone', 'head', 'impl', 'input_h', 'input_w', 'classes', 'batch', 'aux', 'precision', 'params', 'buffers', 'macs',
           'saved_bytes_b1', 'saved_bytes_b2', 'peak_bytes_sgd', 'peak_bytes_adamw', 'peak_where', 'notes']


def measure(subject, amp=False):
    """One row of oracle.csv, as a dictionary by column."""
    module = subject.module.train()
    parameters = list(module.parameters())
    saved1, _, _ = saved_bytes(subject, 1, amp)
    saved2, image2, storages2 = saved_bytes(subject, 2, amp)
    sgd, at_end = peak(subject, 2, amp, 'sgd')
    adamw, _ = peak(subject, 2, amp, 'adamw')
    kept, _ = peak(subject, 2, amp, 'sgd', set_to_none=False)
    notes = {'trainable': sum(p.numel() for p in parameters if p.requires_grad), 'live_at_forward_end_b2': at_end}
    notes['peak_sgd_b1'] = peak(subject, 1, amp, 'sgd')[0].peak
    notes['peak_adamw_b1'] = peak(subject, 1, amp, 'adamw')[0].peak
    notes.update(peak_sgd_grads_kept=kept.peak, peak_forward=sgd.phase_peaks['forward'], peak_backward=sgd.phase_peaks['backward'],
                 peak_optimizer=sgd.phase_peaks['optimizer'], saved_input_b2=image2, saved_storages=storages2)
    row = dict(model=subject.model, backbone=subject.backbone, head=subject.head, impl=subject.impl, input_h=subject.height,
               input_w=subject.width, classes=subject.classes, batch=2, aux=subject.aux,
               precision='amp-fp16-emulated' if amp else 'fp32', params=sum(p.numel() for p in parameters),
               buffers=sum(b.numel() for b in module.buffers()), macs=macs(subject, amp), saved_bytes_b1=saved1,
               saved_bytes_b2=saved2, peak_bytes_sgd=sgd.peak, peak_bytes_adamw=adamw.peak, peak_where=sgd.where,
               notes='; '.join([f'{k}={v}' for k, v in notes.items()] + subject.notes))
    return row
