// Tested by tests/intents/amendment_test.cc.
#include "intents/amendment.h"

#include "intents/pattern.h"

namespace parley::intents {
namespace {

const Pattern& amendment() {
  static const Pattern compiled(
      R"(^(?:(?:oh|um+|uh+|well|wait|sorry) )*)"
      R"((?:(?:yes|yeah|yep|sure|ok|okay|correct|right)(?: please)? (?:but|only|except) |)"
      R"((?:no+|nope|nah) (?:(?:no|wait|sorry|actually|but|please|rather) )*(?:not (?:to |for |with )?\w+ )?))"
      R"((?:(?:its|it is|it should be|it should go|make it|send it|make that|rather|please) )*)"
      R"((?:(?:to|for|with|by|under) )?)",
      Pattern::Case::kCounts);
  return compiled;
}

}  // namespace

std::optional<std::size_t> amendment_begin(const Words& words) {
  const auto lead = amendment().find(words.text());
  if (!lead) return std::nullopt;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words.begin_of(i) >= lead->end) return words[i].begin;
  }
  return std::nullopt;
}

}  // namespace parley::intents
