// The backbones of the transformers library as its Python writes them: the layers of Mix Transformer, ConvNeXt, Swin and BEiT are those of the
// papers, but the library composes norms from elementary operations, keeps every stage's output in a tuple until the backbone returns,
// and holds a layer's intermediate results in local variables.
#pragma once

#include "zoo/backbones/beit.h"
#include "zoo/backbones/convnext.h"
#include "zoo/backbones/mit.h"
#include "zoo/backbones/swin.h"

namespace segplan::zoo {

// SegformerModel: the hidden states of its encoder, strides 4, 8, 16, 32. Scope "segformer.encoder".
FeatureMaps transformersMit(Tracer &t, const MitSpec &spec, const Tensor &image);

// ConvNextBackbone with stages 1 to 4 as features; its configuration has no stochastic depth. Scope "backbone".
FeatureMaps transformersConvNext(Tracer &t, const ConvNextSpec &spec, const Tensor &image);

// SwinBackbone with stages 1 to 4 as features. Scope "backbone".
FeatureMaps transformersSwin(Tracer &t, const SwinSpec &spec, const Tensor &image);

// MaskFormerSwinBackbone: the same layers inside a classification model, whose final norm and pooling run unused.
FeatureMaps transformersMaskFormerSwin(Tracer &t, const SwinSpec &spec, const Tensor &image);

// ResNetBackbone with stages 1 to 4 as features, from "resnet50" or "resnet101". Scope "encoder" in the present one.
FeatureMaps transformersResNet(Tracer &t, const std::string &id, const Tensor &image);

// BeitModel, eager attention: the embeddings and the output of every layer, [N, tokens, C]. Scope "beit".
FeatureMaps transformersBeit(Tracer &t, const BeitSpec &spec, const Tensor &image);

} // namespace segplan::zoo
