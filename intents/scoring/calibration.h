// Calibration: from what the weights say to probabilities, and from which probability on an intent is taken. Both are
// chosen on sentences that were held aside: a model is surer of what it was trained on than it should be.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace parley::intents::scoring {

// A sentence held aside: its margins, and which of them is right. None: its intent was held aside with all its
// sentences, so that the sentence is what a message out of scope will be.
struct HeldAside {
  std::vector<float> margins;
  std::optional<std::size_t> intent;
};

struct Calibration {
  float sharpness = 3;  // a softmax over the margins times this
  float nothing = 0;    // in which "none of them" takes part with this as its margin
  float threshold = 0;

  // What came of it on the sentences held aside. Zero where there were none.
  std::size_t in_scope = 0;      // sentences
  std::size_t out_of_scope = 0;  // sentences
  float right = 0;               // of those in scope: best intent right, and taken
  float refused = 0;             // of those out of scope

  std::vector<float> probabilities(const std::vector<float>& margins) const;
};

// The sharpness and the margin of nothing under which `held_aside` is likeliest; then the highest threshold that
// refuses at most `loss` of the sentences in scope whose best intent is right.
Calibration calibrate(const std::vector<HeldAside>& held_aside, double loss);

}  // namespace parley::intents::scoring
