// Tested by tests/intents/follow_up_test.cc.
#include "intents/follow_up.h"

#include <string>

#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

const lexicon::FollowUps& follow_ups() { return lexicon::kEn.follow_ups; }

std::string after_lead(std::string_view words) { return concat({"^", any_before(follow_ups().lead), words}); }
std::string after_asking_lead(std::string_view words) {
  return concat({"^", any_before(follow_ups().asking_lead), words});
}

// Matches the words as a whole message, with any of `before` and `after` around them.
std::string whole(std::string_view before, std::string_view words, std::string_view after) {
  return concat({"^", any_before(before), words, any_after(after), "$"});
}

std::string at_end(std::string_view words) { return concat({" ", words, any_after(follow_ups().polite), "$"}); }

std::string whole_word(std::string_view words) { return concat({"\\b", words, "\\b"}); }

struct FollowUpPatterns {
  Pattern begins{after_lead(follow_ups().continues) + " ", Pattern::Case::kCounts};
  Pattern ends{at_end(follow_ups().continues_at_end), Pattern::Case::kCounts};
  Pattern repeats{whole(follow_ups().before_repeat, follow_ups().repeats, follow_ups().after_repeat),
                  Pattern::Case::kCounts};
  Pattern another{after_lead(follow_ups().another), Pattern::Case::kCounts};
  Pattern asks{after_asking_lead(concat({"(?:", follow_ups().begins_to_ask, "\\b|", follow_ups().asks, "$)"})),
               Pattern::Case::kCounts};
  Pattern adds{concat({after_lead(follow_ups().adds), " |", at_end(follow_ups().adds_at_end)}), Pattern::Case::kCounts};
  Pattern replaces{whole_word(follow_ups().replaces), Pattern::Case::kCounts};
  Pattern undoes{whole(follow_ups().asking_lead, follow_ups().undoes, follow_ups().after_undo), Pattern::Case::kCounts};
  Pattern waves_off{whole_word(follow_ups().waves_off), Pattern::Case::kCounts};
  Pattern filler{concat({"^(?:", follow_ups().filler, " ?)*$"}), Pattern::Case::kCounts};
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
  found.asks = patterns().asks.occurs_in(words);
  return found;
}

bool adds_another(std::string_view words) {
  return patterns().adds.occurs_in(words) && !patterns().replaces.occurs_in(words);
}

Act act_about_done(Act act, std::string_view words) {
  if (act == Act::kInform && patterns().undoes.occurs_in(words)) return Act::kCancel;
  if (act == Act::kCancel && patterns().waves_off.occurs_in(words)) return Act::kReact;
  return act;
}

bool is_filler(std::string_view words) { return patterns().filler.covers(words); }

}  // namespace parley::intents
