// GPU memory of validation: forward only, in fp32, one image at a time, whole or by sliding window.
//
// Rules: mmsegmentation 1.2.2 models/segmentors/encoder_decoder.py and base.py (whole_inference, slide_inference, postprocess_result),
// mmengine runner/loops.py (validation runs in fp32 unless asked otherwise).
#pragma once

#include "plan/workload.h"
#include "units/units.h"
#include "zoo/inference.h"

#include <optional>
#include <string>

namespace segplan {

// Peak of tensors that a validation step adds to what stays on the card (weights, optimizer states).
struct ValidationReplay {
    ValidationMode mode = ValidationMode::Whole;
    int height = 0, width = 0; // of the stored image
    int windowHeight = 0, windowWidth = 0; // of what goes through the network at once
    Bytes image; // the image on the card
    Bytes forward; // peak of the network's forward pass, image or window included
    Bytes logits; // one fp32 copy of all classes at full resolution
    Bytes peak; // all of it
    bool atLogits = false; // the peak is where full-resolution logits are made, not inside the network
    std::string peakLayer; // module path, when inside the network
};

// How the workload would be validated: what it says, else whole images (plain transformers: windows of the crop's size) of the given size.
// Nothing when validation is switched off or the image's size is not known.
std::optional<Validation> validationOf(const Workload &workload, std::optional<int> imageHeight, std::optional<int> imageWidth);

// Traces the workload's network at batch 1 and plays its forward pass without autograd. Nothing when the network cannot take the size.
std::optional<ValidationReplay> replayValidation(const Workload &workload, const Validation &validation);

} // namespace segplan
