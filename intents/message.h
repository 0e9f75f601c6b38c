// Message holds one message in the forms that the stages of understanding read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "intents/folded_text.h"
#include "intents/polarity.h"
#include "intents/prefilter.h"
#include "intents/words.h"

namespace parley::intents {

// Whether candidates say which rule or example matched, and where the bot file has it. For people, not for the planner.
enum class Sources { kNamed, kOmitted };

struct Message {
  // `original` and `prefilter` must outlive the message.
  Message(std::string_view original, const Prefilter& prefilter, Sources sources = Sources::kNamed)
      : text(original), words(text.text()), passed(prefilter.pass(text.text())), sources(sources) {}
  // Reads a part of another message in the same way. The requests of the parts are ordered by their places.
  Message(std::string_view part, const Message& whole) : Message(part, whole.passed.filter(), whole.sources) {
    needs_places = true;
  }

  // Which words are negated. Read at the first call, and not safe to share between threads.
  const Polarity& polarity() const {
    if (!polarity_) polarity_.emplace(words, text.text());
    return *polarity_;
  }

  FoldedText text;
  Words words;
  Prefilter::Passed passed;  // which of the bot's patterns may match
  Sources sources;
  // Whether the place of a match counts if nothing else matches. Finding it takes longer than finding the match.
  bool needs_places = true;

 private:
  mutable std::optional<Polarity> polarity_;
};

// Returns how many steps (base/work_budget.h) reading the message may take. Above that limit the engine does not
// understand the message.
inline std::uint64_t step_limit(std::string_view message) {
  constexpr std::uint64_t kBaseSteps = 100'000'000;
  constexpr std::uint64_t kStepsPerByte = 6'000;
  return std::max(kBaseSteps, kStepsPerByte * message.size());
}

}  // namespace parley::intents
