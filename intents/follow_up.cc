// Tested by tests/intents/follow_up_test.cc.
#include "intents/follow_up.h"

#include <string>

#include "intents/pattern.h"

namespace parley::intents {
namespace {

constexpr auto kLead =
    R"(^(?:(?:oh|ok|okay|um+|hm+|great|good|cool|perfect|thanks|thank you|please|sorry|yes|yeah|no|nope|hey|alright|)"
    R"(well) )*)";

constexpr auto kAskingLead =
    R"(^(?:(?:oh|ok|okay|um+|hm+|great|good|cool|thanks|thank you|please|sorry|yes|yeah|no|hey|hi|hello|well|but|so|and|)"
    R"(wait|hang on|hold on|excuse me|just) )*)";

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
  // A question or a complaint about what was done. Questions such as "is it free?" are not about it.
  Pattern asks{
      std::string(kAskingLead) +
          std::string(
              R"((?:(?:did|didnt) (?:you|u|it|that|this|they|my|the|everything)\b|)"
              R"((?:have|havent) (?:you|u) (?:already |really |now |actually )?(?:\w+ed|sent|done|made|put|taken|got it)\b|)"
              R"((?:has|hasnt|have|havent|was|were|wasnt|werent) (?:it|that|this|they|my|everything)\b|)"
              R"((?:so )?(?:is|are|isnt|arent|its|thats) (?:it|that|this|they|everything|my \w+)?(?: ?\b(?:all|now|already|really|)"
              R"(actually|still|definitely|for sure))* ?\b(?:done|off|on|gone|out|through|set|settled|sent|cancell?ed|booked|ordered|)"
              R"(changed|activated?|deactivated|active|blocked|closed|deleted|removed|updated|fixed|confirmed|complete[d]?|)"
              R"(finished|correct|right|paid|refunded|stopped|over)(?: now| yet| already| then| the right \w+)*$|)"
              R"((?:are )?(?:you|u) sure(?: about (?:that|this|it))?$|(?:really|for real|for sure)$|)"
              R"((?:i |we )?(?:still )?(?:just )?(?:didnt|did not|havent|have not|never|dont|do not|cant|cannot) )"
              R"((?:get|got|gotten|receive|received|see|find|hear|heard|have)\b(?: (?:any|the|a|an|it|that|my|your|anything|)"
              R"(nothing|one|no)\b.*)?$|)"
              R"((?:i |we )?(?:still )?(?:got|received|have|see) (?:no|nothing)\b.*|)"
              R"(nothing (?:came|arrived|happened|has happened|changed|has changed|works?|worked)\b.*|)"
              R"((?:it|its|it is|that|thats|this|they)(?: is| has| was)? (?:still|didnt|did not|doesnt|does not|isnt|is not|)"
              R"(wasnt|hasnt|has not|not|wrong|the wrong)\b.*|)"
              R"(no (?:e ?)?(?:mail|message|sms|text|confirmation|letter|code|link|call)\b(?: yet| came| arrived| received| here)*$|)"
              R"((?:wheres|where is) (?:the|my) (?:e ?)?(?:mail|confirmation|message|sms|code|link|receipt)\b.*|)"
              R"((?:you |u )(?:\w+ed|did|sent|made|took) the wrong \w+.*))"),
      Pattern::Case::kCounts};
  Pattern adds{
      after_lead(
          R"((?:and|also|plus)(?: also| the same(?: for)?| for)? |(?:and |do )*(?:the )?same (?:thing )?(?:for|with|to|on) )") +
          R"(| (?:too|as well|also)(?: please| pls| thanks| thank you)*$)",
      Pattern::Case::kCounts};
  Pattern replaces{R"(\b(?:instead|rather|no|not|dont|nope|actually|wait|meant|mean|wrong|change)\b)",
                   Pattern::Case::kCounts};
  Pattern undoes{
      std::string(kAskingLead) +
          std::string(
              R"((?:(?:can|could|would|will) you |i want to |id like to |i need to )?)"
              R"((?:(?:undo|revert|reverse|take back) (?:it|that|this)|take (?:it|that|this) back)(?: please| pls)*$)"),
      Pattern::Case::kCounts};
  Pattern waves_off{R"(\b(?:never ?mind|nvm|forget (?:it|that|this|about (?:it|that|this))|leave it|drop it)\b)",
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
