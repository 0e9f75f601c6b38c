#include "intents/dialog_acts.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "intents/agreement.h"
#include "intents/english_lexicon.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kLongestSmallTalk = 8;  // words; a longer message says something

bool begins_with_symbol(std::string_view text) { return !text.empty() && static_cast<unsigned char>(text[0]) >= 0x80; }

Pattern whole_message(const std::string& regex) {
  return Pattern(english::whole_message(regex), Pattern::Case::kCounts);
}

// Acts with their built-in words. Most messages are none of them, and one search for all of them is cheaper than one
// search for each.
class EnglishActs {
 public:
  explicit EnglishActs(const std::vector<english::ActRegex>& all) : any_(whole_message(english::any_of(all))) {
    for (const english::ActRegex& one : all) acts_.push_back({one.act, whole_message(one.regex)});
  }

  // Returns the first act that the whole message is; kInform if it is none.
  Act read(const Words& words) const {
    if (!any_.occurs_in(words.text())) return Act::kInform;
    for (const Compiled& one : acts_) {
      if (one.pattern.occurs_in(words.text())) return one.act;
    }
    return Act::kInform;
  }

 private:
  struct Compiled {
    Act act;
    Pattern pattern;
  };
  Pattern any_;
  std::vector<Compiled> acts_;
};

// The built-in words. They do not depend on the bot, so they are compiled once. One search for the acts of all lists
// would need too large an automaton.
struct English {
  EnglishActs commands = EnglishActs(english::commands());
  EnglishActs answers = EnglishActs(english::answers());
  EnglishActs asides = EnglishActs(english::asides());
  EnglishActs courtesies = EnglishActs(english::courtesies());
  Pattern emoji = whole_message(english::emoji());
};

const English& built_in() {
  static const English compiled;
  return compiled;
}

}  // namespace

bool is_aside(Act act) { return act == Act::kRepeat || act == Act::kWhy || act == Act::kSkip || act == Act::kDontKnow; }

bool is_courtesy(Act act) {
  return act == Act::kThank || act == Act::kGreet || act == Act::kGoodbye || act == Act::kReact;
}

bool is_small_talk(Act act) { return act == Act::kAffirm || act == Act::kDeny || is_courtesy(act); }

DialogActs::DialogActs(const config::Commands& commands, const config::Replies& replies, config::Diagnostics& findings)
    : own_(PatternSet::Match::kWhole),
      first_words_(YesNo::Where::kFirstWords),
      nothing_to_change_(english::nothing_to_change(), Pattern::Case::kCounts),
      presence_(english::presence(), Pattern::Case::kCounts),
      bare_cancel_(english::bare_cancel(), Pattern::Case::kCounts),
      stop_(english::stop(), Pattern::Case::kCounts),
      hesitation_(english::hesitation(), Pattern::Case::kCounts),
      agrees_and_goes_on_(english::agrees_and_goes_on(), Pattern::Case::kCounts),
      keeps_(english::keeps(), Pattern::Case::kCounts),
      pauses_(english::pauses(), Pattern::Case::kCounts),
      unknown_(english::begins_unknown(), Pattern::Case::kCounts) {
  add(Act::kCancelAll, commands.cancel_all, findings);
  add(Act::kCancel, commands.cancel, findings);
  add(Act::kReset, commands.reset, findings);
  add(Act::kHuman, commands.human, findings);
  add(Act::kRepeat, commands.repeat, findings);
  add(Act::kWhy, commands.why, findings);
  add(Act::kSkip, commands.skip, findings);
  add(Act::kDontKnow, commands.dont_know, findings);
  add(Act::kAffirm, commands.affirm, findings);
  add(Act::kDeny, commands.deny, findings);
  add_quick_reply(Act::kAffirm, replies.yes, findings);
  add_quick_reply(Act::kDeny, replies.no, findings);
  add(Act::kThank, commands.thank, findings);
  add(Act::kGreet, commands.greet, findings);
  add(Act::kGoodbye, commands.goodbye, findings);
  own_.compile();
  (void)built_in();  // the first message does not wait for them
}

void DialogActs::add(Act act, const std::vector<config::Text>& regexes, config::Diagnostics& findings) {
  for (const config::Text& regex : regexes) {
    auto pattern = compile_pattern(regex, findings, MatchingNothing::kRefused, english::before_command(),
                                   english::after_command());
    if (!pattern) continue;
    own_.add(std::move(*pattern));
    own_acts_.push_back(act);
  }
}

void DialogActs::add_quick_reply(Act act, const config::TextVariants& reply, config::Diagnostics& findings) {
  const config::Template& label = reply.any.front();
  const std::string_view text = std::string_view(label.source).substr(0, label.source.find_last_not_of(".! ") + 1);
  if (text.empty() || built_in().commands.read(Words(text)) == act) return;
  std::string regex;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x80 && !base::is_word_byte(c) && c != ' ') regex += '\\';
    regex += c;
  }
  add(act, {config::Text{regex, label.mark}}, findings);
}

bool DialogActs::only_agrees(const Words& words, std::string_view text) {
  const auto agrees = [](const Words& said) {
    return built_in().commands.read(said) == Act::kAffirm || built_in().answers.read(said) == Act::kAffirm;
  };
  if (agrees(words)) return true;
  const std::vector<ActClause> clauses = act_clauses(words, text);
  return clauses.size() > 1 && std::all_of(clauses.begin(), clauses.end(), [&](const ActClause& clause) {
           return clause.count == 0 || agrees(Words(words.text(clause.first, clause.count)));
         });
}

bool DialogActs::denies_emphatically(const Words& words) { return built_in().answers.read(words) == Act::kDeny; }

bool DialogActs::keeps(const Words& words, std::string_view text) const {
  if (keeps_.occurs_in(words.text())) return true;
  const std::vector<ActClause> clauses = act_clauses(words, text);
  if (clauses.size() < 2 || clauses.front().count == 0) return false;
  if (act_of(clauses.front(), words, text, true, true) == Act::kAffirm) return false;
  return std::any_of(clauses.begin() + 1, clauses.end(), [&](const ActClause& clause) {
    return clause.count > 0 && keeps_.occurs_in(words.text(clause.first, clause.count));
  });
}

bool DialogActs::agrees_to_keep(const Words& words) const {
  const auto answer = first_words_.find(words);
  if (!answer || !answer->is_yes) return false;
  std::size_t word = 0;
  while (word < words.size() && words[word].begin < answer->span.end) ++word;
  const bool goes_on = word < words.size() && !lexicon::kEn.clauses.adding.has(words.text(word, 1));
  return goes_on && keeps_.occurs_in(words.text(word, words.size() - word));
}

Act DialogActs::read(const Words& words, std::string_view text, const NluContext& nlu_context) const {
  const bool is_open = !nlu_context.intent.empty();
  if (const Act act = own(words, text, is_open); act != Act::kInform) return act;
  if (nlu_context.changing && changes_nothing(words, text)) return Act::kDeny;
  const English& english = built_in();
  if (nlu_context.confirming) {
    if (const Act answer = english.answers.read(words); answer != Act::kInform) return answer;
  }
  const Act act = english.commands.read(words);
  const bool is_answer = act == Act::kAffirm || act == Act::kDeny;
  if (act != Act::kInform && (!is_answer || nlu_context.confirming)) return act;
  const bool is_short = words.size() <= kLongestSmallTalk;
  const bool is_puzzled = words.size() == 0 && text.find('?') != std::string_view::npos;
  const Act aside = is_puzzled ? Act::kRepeat : is_open || is_short ? english.asides.read(words) : Act::kInform;
  // "I'd rather not" is a no only while the bot waits for a yes or no.
  if (aside != Act::kInform && (is_open || aside == Act::kRepeat)) return aside;
  if (act == Act::kInform && is_short && !nlu_context.confirming) {
    const Act courtesy = english.courtesies.read(words);
    if (courtesy != Act::kInform) return courtesy;
    if (begins_with_symbol(words.text()) && english.emoji.occurs_in(words.text())) return Act::kReact;
  }
  if (act == Act::kInform && nlu_context.confirming && asks_if_there(words, text)) return Act::kGreet;
  if (act == Act::kInform) {
    if (const auto several = compound(words, text, nlu_context)) return *several;
  }
  // "Is it the lamp?" is answered like a confirmation.
  const bool offers_one = nlu_context.lists_options && nlu_context.choices.size() == 1;
  if (is_answer || (!nlu_context.confirming && !offers_one)) return act;
  return longer_answer(words, text);
}

Act DialogActs::longer_answer(const Words& words, std::string_view text) const {
  const auto answer = first_words_.find(words);
  if (answer && !answer->is_yes) return Act::kDeny;
  if (!answer && !ends_with_yes(words, text)) return objects(words) ? Act::kDeny : Act::kInform;
  // The words before the yes doubt nothing: "on second thought, yes".
  const bool is_doubtful = answer ? doubts(Words(text.substr(answer->span.begin))) : doubts(words);
  return is_doubtful ? Act::kInform : Act::kAffirm;
}

// "Nothing!", "leave my account alone. I only want to know ...".
bool DialogActs::changes_nothing(const Words& words, std::string_view text) const {
  const std::vector<ActClause> clauses = act_clauses(words, text);
  if (clauses.empty() || clauses.front().count == 0) return false;
  const auto [first, count] = clauses.front();
  const bool excepts = first + count < words.size() && words.text(first + count, 1) == "but";  // "nothing but the date"
  return !excepts && nothing_to_change_.occurs_in(words.text(first, count));
}

std::optional<Act> DialogActs::compound(const Words& words, std::string_view text,
                                        const NluContext& nlu_context) const {
  const bool is_open = !nlu_context.intent.empty();
  return read_compound(words, text, nlu_context.confirming, [&](const ActClause& clause) {
    return act_of(clause, words, text, is_open, nlu_context.confirming);
  });
}

Act DialogActs::act_of(const ActClause& clause, const Words& words, std::string_view text, bool is_open,
                       bool confirming) const {
  const std::size_t begin = words[clause.first].begin;
  const std::string_view piece = text.substr(begin, words[clause.first + clause.count - 1].end - begin);
  if (const Act act = own(piece, is_open); act != Act::kInform) return act;
  const Words own_words(piece);
  const English& english = built_in();
  if (const Act act = confirming ? english.answers.read(own_words) : Act::kInform; act != Act::kInform) return act;
  if (const Act act = english.commands.read(own_words); act != Act::kInform) return act;
  if (const Act act = is_open ? english.asides.read(own_words) : Act::kInform; act != Act::kInform) return act;
  if (const Act act = english.courtesies.read(own_words); act != Act::kInform) return act;
  const bool is_emoji = begins_with_symbol(own_words.text()) && english.emoji.occurs_in(own_words.text());
  return is_emoji ? Act::kReact : Act::kInform;
}

Words::Place DialogActs::words_of(Act act, const Words& words, std::string_view text, bool is_open) const {
  if (words.size() == 0) return {0, text.size()};
  for (const ActClause& clause : act_clauses(words, text)) {
    if (clause.count == 0 || act_of(clause, words, text, is_open, true) != act) continue;
    return {words[clause.first].begin, words[clause.first + clause.count - 1].end};
  }
  const auto answer = first_words_.find(words);
  if (answer && (answer->is_yes ? Act::kAffirm : Act::kDeny) == act) {
    return words.place_of(words.text().substr(answer->span.begin, answer->span.end - answer->span.begin));
  }
  return {words[0].begin, words[words.size() - 1].end};
}

bool DialogActs::asks_if_there(const Words& words, std::string_view text) const {
  constexpr std::size_t kLongest = 16;  // words
  if (words.size() == 0 || words.size() > kLongest || !presence_.occurs_in(words.text())) return false;
  const bool only_greets = words.size() == 1 || words.text() == "hello there" || words.text() == "hi there";
  return !only_greets || text.find('?') != std::string_view::npos;
}

bool DialogActs::says_unknown(const Words& words, std::string_view text) const {
  const std::vector<ActClause> clauses = act_clauses(words, text);
  return std::any_of(clauses.begin(), clauses.end(), [&](const ActClause& clause) {
    return clause.count > 0 && unknown_.occurs_in(words.text(clause.first, clause.count));
  });
}

bool DialogActs::ends_with_goodbye(const Words& words, std::string_view text) const {
  const std::vector<ActClause> clauses = act_clauses(words, text);
  return clauses.size() > 1 && clauses.back().count > 0 &&
         act_of(clauses.back(), words, text, false, false) == Act::kGoodbye;
}

// The bot's words are written without punctuation, and users type some: "yeah, right".
Act DialogActs::own(const Words& words, std::string_view text, bool is_open) const {
  const Act act = own(text, is_open);
  const bool is_punctuated = text.find_first_of(",.;:!?-") != std::string_view::npos;
  return act == Act::kInform && is_punctuated ? own(words.text(), is_open) : act;
}

Act DialogActs::own(std::string_view text, bool is_open) const {
  if (own_.size() == 0) return Act::kInform;
  thread_local std::vector<int> hits;  // reuses memory between messages
  own_.hits(text, hits);
  for (const int hit : hits) {
    const Act act = own_acts_[static_cast<std::size_t>(hit)];
    if (is_open || !is_aside(act) || act == Act::kRepeat) return act;
  }
  return Act::kInform;
}

}  // namespace parley::intents
