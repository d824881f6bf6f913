// SPRT: stops a match as soon as its results favour one of two hypotheses clearly enough.
#pragma once

#include <optional>

#include "match/statistics.h"

namespace castellan {

enum class SprtModel {
    logistic,    // the hypotheses are Elo differences
    normalized,  // they are normalised Elo differences
};

struct SprtSettings {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;  // how often the gain may be believed though there is none
    double beta = 0.05;   // how often a gain may be missed
    SprtModel model = SprtModel::normalized;
};

enum class SprtVerdict { undecided, accept_h0, accept_h1 };

struct SprtStatus {
    double llr = 0;  // log-likelihood ratio of H1 to H0
    double lower = 0;
    double upper = 0;
    SprtVerdict verdict = SprtVerdict::undecided;
};

SprtStatus sprt_status(const SprtSettings& settings, const Outcomes& outcomes);

}  // namespace castellan
