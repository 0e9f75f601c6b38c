// Calibration maps the margins of a sentence to probabilities and holds the threshold from which an intent is taken.
// Both are fitted on held-out sentences, because a model is too confident about the sentences that it was trained on.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace parley::intents::scoring {

// HeldAside is a sentence that training left out: its margins and its correct intent. `intent` is unset if all
// sentences of its intent were held out; the sentence then represents an out-of-scope message.
struct HeldAside {
  std::vector<float> margins;
  std::optional<std::size_t> intent;
};

struct Calibration {
  float sharpness = 3;  // multiplies the margins before the softmax
  float nothing = 0;    // margin of the additional class "no intent" in the softmax
  float threshold = 0;

  // Results on the held-out sentences. Zero without held-out sentences.
  std::size_t in_scope = 0;      // number of sentences
  std::size_t out_of_scope = 0;  // number of sentences
  float right = 0;               // share of in-scope sentences whose best intent is correct and taken
  float refused = 0;             // share of out-of-scope sentences that are refused

  std::vector<float> probabilities(const std::vector<float>& margins) const;
};

// Fits `sharpness` and `nothing` to maximize the likelihood of `held_aside`. Then chooses the highest threshold that
// refuses at most the share `loss` of the in-scope sentences whose best intent is correct.
Calibration calibrate(const std::vector<HeldAside>& held_aside, double loss);

}  // namespace parley::intents::scoring
