// Writes weights of the classical evaluation as the header that the program is built with.
#pragma once

#include <string>

#include "eval/classical/weights.h"

namespace castellan::training {

/// The text of src/eval/classical/tuned_weights.h.
std::string weights_header(const classical::Weights& weights);

}  // namespace castellan::training
