// Tested by tests/intents/follow_up_test.cc.
#include "intents/follow_up.h"

#include <string>

#include "intents/pattern.h"

namespace parley::intents {
namespace {

constexpr auto kLead =
    R"(^(?:(?:oh|ok|okay|um+|hm+|great|good|cool|perfect|thanks|thank you|please|sorry|yes|yeah|no|nope|hey|alright|)"
    R"(well) )*)";

std::string after_lead(std::string_view words) { return std::string(kLead) + "(?:" + std::string(words) + ")"; }

struct FollowUpPatterns {
  Pattern begins{
      after_lead(R"((?:and|also|plus|then)(?: also| now| what about| how about| the same)? |)"
                 R"((?:what|how) about |(?:the )?same (?:thing )?(?:for|with|to|but) |)"
                 R"((?:now |please )?(?:do|try|check|make|repeat) (?:it|that|this|the same|them)(?: again)? )"
                 R"((?:for|with|but|on|to) |again (?:for|with|but) |)"
                 R"((?:now|next|another one) (?:for|with) |)"
                 R"((?:wait|hold on|hang on|actually|oops|i mean|i meant|make (?:it|that)|rather|not) )"),
      Pattern::Case::kCounts};
  Pattern ends{R"( (?:too|as well|also|instead|next|again)(?: please| pls| thanks| thank you)*$)",
               Pattern::Case::kCounts};
  Pattern repeats{
      R"(^(?:(?:ok|okay|please|and|now|then|can you|could you|lets|yes|great|thanks) )*(?:(?:do|run|try|make|order|send|)"
      R"(book|check) (?:it|that|this|them|the same(?: thing)?|one) (?:again|once more|one more time|another time)|)"
      R"(once more|one more time|(?:the )?same (?:thing )?again|again the same|another of (?:those|these|the same)))"
      R"((?: please| pls| thanks)*$)",
      Pattern::Case::kCounts};
  Pattern another{
      after_lead(R"((?:(?:and|also|now|what about|how about|what of|i (?:meant|mean|want|need)|not that one|for|)"
                 R"(with|is|do|check|same for|not this one) )*(?:(?:the|my|our) (?:other|second|next) )"
                 R"((?:one|\w+)|another (?:one|\w+)|a different (?:one|\w+)|)"
                 R"((?:the )?same (?:thing )?(?:for|with|to|on) .+))"),
      Pattern::Case::kCounts};
  Pattern filler{
      R"(^(?:(?:and|or|also|too|as|well|for|with|on|to|at|in|of|from|by|the|a|an|my|our|please|pls|thanks|thank|you|it|)"
      R"(its|is|that|this|what|how|about|same|again|no|not|yes|wait|sorry|oh|ok|okay|actually|i|mean|meant|make|number|)"
      R"(now|then|one|instead|rather|um|hm|hmm|was|should|be|change|do|let|lets|us|have|try|check) ?)*$)",
      Pattern::Case::kCounts};
};

const FollowUpPatterns& patterns() {
  static const FollowUpPatterns all;
  return all;
}

}  // namespace

FollowUpWords follow_up_words(std::string_view words) {
  FollowUpWords found;
  found.continues = patterns().begins.occurs_in(words) || patterns().ends.occurs_in(words);
  found.repeats = patterns().repeats.occurs_in(words);
  found.is_about_another = patterns().another.covers(words);
  return found;
}

bool is_filler(std::string_view words) { return patterns().filler.covers(words); }

}  // namespace parley::intents
