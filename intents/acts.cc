#include "intents/acts.h"

#include <utility>

#include "intents/english.h"

namespace parley::intents {

Acts::Acts(const config::Commands& commands, config::Findings& findings)
    : built_in_(english::acts(), Pattern::Case::kCounts),
      own_(PatternSet::Match::kWhole),
      first_words_(YesNo::Where::kFirstWords) {
  add(Act::kCancel, commands.cancel, findings);
  add(Act::kReset, commands.reset, findings);
  add(Act::kHuman, commands.human, findings);
  add(Act::kAffirm, commands.affirm, findings);
  add(Act::kDeny, commands.deny, findings);
  own_.compile();
}

void Acts::add(Act act, const std::vector<config::Text>& regexes, config::Findings& findings) {
  for (const config::Text& regex : regexes) {
    auto pattern = compile_pattern(regex, findings, MatchingNothing::kRefused, english::before_command(),
                                   english::after_command());
    if (!pattern) continue;
    own_.add(std::move(*pattern));
    own_acts_.push_back(act);
  }
}

Act Acts::read(const Words& words, std::string_view text, bool confirming) const {
  if (own_.size() > 0) {
    thread_local std::vector<int> hits;  // kept between messages for its memory alone
    own_.hits(text, hits);
    if (!hits.empty()) return own_acts_[static_cast<std::size_t>(hits.front())];
  }
  const Act act = built_in(words);
  if (act != Act::kInform || !confirming) return act;
  const auto answer = first_words_.find(words);
  return !answer ? Act::kInform : answer->is_yes ? Act::kAffirm : Act::kDeny;
}

Act Acts::built_in(const Words& words) const {
  // Most messages are no command, and to see that costs less than to find groups.
  if (!built_in_.occurs_in(words.text())) return Act::kInform;
  Pattern::Groups groups;
  built_in_.find(words.text(), 0, groups);
  for (const auto& [name, act] : {std::pair{"cancel", Act::kCancel}, std::pair{"reset", Act::kReset},
                                  std::pair{"human", Act::kHuman}, std::pair{"yes", Act::kAffirm}}) {
    if (built_in_.group(groups, name).data()) return act;
  }
  return Act::kDeny;
}

}  // namespace parley::intents
