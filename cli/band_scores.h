// Counts what a bot does with messages, by band: it starts an intent, it asks "did you mean", or it says the fallback.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::cli {

class BandScores {
 public:
  // `expected` is empty for a message that is out of scope.
  void add(const std::string& expected, const Understanding& understanding);

  // A band and how many of its messages were right: the intent that starts is the expected one, the question offers it,
  // or the message was out of scope.
  struct Band {
    std::int64_t lines = 0;
    std::int64_t right = 0;
  };
  const Band& act() const { return act_; }
  const Band& ask() const { return ask_; }
  const Band& fallback() const { return fallback_; }

  double found() const;    // share of in-scope messages that are right in the bands act and ask
  double refused() const;  // share of out-of-scope messages that get the fallback
  // Expected calibration error of the confidence, in ten bins, over the messages that start an intent or lead to a
  // question.
  double calibration_error() const;

  Value to_value() const;

 private:
  void add_confidence(const Candidate& best, const std::string& expected);

  Band act_, ask_, fallback_;
  std::int64_t in_scope_ = 0, out_of_scope_ = 0;
  std::array<double, 10> excess_{};  // by bin: the sum of confidences minus the number of right intents
};

}  // namespace parley::cli
