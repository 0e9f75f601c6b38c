// Tested by tests/intents/dialog_acts_test.cc.
#include "intents/english_lexicon.h"

#include <string_view>

#include "intents/lexicon.h"
#include "intents/word_patterns.h"

namespace parley::intents::english {
namespace {

// The words of the acts are in lexicon/en/acts.lex. This file says where in a message they count.
const lexicon::Acts& acts() { return lexicon::kEn.acts; }

std::string group(const char* name, std::string_view words) { return concat({"(?P<", name, ">", words, ")"}); }

// Matches what may follow: `more` and polite words.
std::string followed_by(std::string_view more) { return concat({"(?: (?:", acts().joint, " )?", more, ")*"}); }

// The user may repeat a yes or no: "yes, that's right".
std::string yes() {
  return group("yes", acts().yes) + followed_by(either(acts().yes, either(acts().after_yes, acts().after)));
}
std::string no() {
  return any_before(acts().before_no) + group("no", acts().no) + followed_by(either(acts().no, acts().after));
}

// In a folded message, any non-letters may separate two words.
std::string with_punctuation(std::string_view regex) {
  std::string out;
  for (const char c : regex) {
    if (c == ' ') {
      out += R"(\W+)";
    } else {
      out += c;
    }
  }
  return out;
}

// Matches a message that begins with the words, after any of `before`.
std::string begins(std::string_view before, std::string_view words) {
  return "^" + any_before(before) + ends_word(words);
}

}  // namespace

std::vector<ActRegex> commands() {
  const auto command = [](Act act, std::string_view words) {  // "no, cancel"
    return ActRegex{act, concat({"(?:", acts().no_before_command, " )?", words, followed_by(acts().after)})};
  };
  // "Never mind, leave it." More words would make the automaton too large.
  const std::string cancel = concat({acts().cancel, "(?: ", acts().after_cancel, ")?"});
  return {
      command(Act::kCancelAll, acts().cancel_all), command(Act::kCancel, cancel), command(Act::kReset, acts().reset),
      command(Act::kHuman, acts().human),          {Act::kAffirm, yes()},         {Act::kDeny, no()}};
}

std::vector<ActRegex> answers() {
  const std::string after = followed_by(acts().after);
  return {{Act::kAffirm, concat({acts().no_objection, after})}, {Act::kDeny, concat({acts().emphatic_no, after})}};
}

std::vector<ActRegex> asides() {
  const auto aside = [](Act act, std::string_view words) {
    return ActRegex{act, concat({words, followed_by(acts().after)})};
  };
  return {aside(Act::kInform, acts().not_why), aside(Act::kRepeat, acts().repeat), aside(Act::kWhy, acts().why),
          aside(Act::kSkip, acts().skip), aside(Act::kDontKnow, acts().dont_know)};
}

std::vector<ActRegex> courtesies() {
  const auto courtesy = [](Act act, std::string_view words, std::string_view after) {
    return ActRegex{act, concat({words, followed_by(after)})};
  };
  return {courtesy(Act::kGoodbye, acts().goodbye, acts().after_goodbye),
          courtesy(Act::kThank, acts().thanks, acts().after_thanks),
          {Act::kGreet, std::string(acts().greeting)},
          courtesy(Act::kReact, acts().reaction, acts().reaction)};
}

std::string emoji() { return R"([\x{1F300}-\x{1FAFF}\x{2600}-\x{27BF}\x{2190}-\x{21FF}\x{FE0F}\x{200D} ]+)"; }

std::string any_of(const std::vector<ActRegex>& all) {
  std::string any;
  for (const ActRegex& one : all) any += (any.empty() ? "" : "|") + one.regex;
  return any;
}

std::string whole_message(const std::string& words) { return "^" + any_before(acts().before) + "(?:" + words + ")$"; }

std::string whole_yes_no() { return whole_message(yes() + "|" + no()); }

std::string first_yes_no() {
  const std::string no = any_before(acts().before_no) + group("no", acts().clear_no);
  const std::string no_or_yes = either(no, group("clear_yes", acts().clear_yes));
  const std::string yes = any_before(acts().before_no) + group("yes", acts().yes_with_no);
  return begins(acts().before_answer, either(yes, no_or_yes));
}

std::string agrees_and_goes_on() {
  const std::string more = concat({"(?: ", acts().after_agreement, ")"});
  return concat({"^", acts().agreement, "(?:", more, "* ", acts().goes_on, " |", more, "+ )"});
}

std::string keeps() { return begins(acts().before, acts().keep); }

std::string pauses() {
  const std::string more = any_after(either(acts().pause, acts().after_pause));
  return concat({"^", any_before(acts().before_pause), acts().pause, more, "$"});
}

std::string begins_unknown() { return begins(acts().before_unknown, acts().unknown); }

std::string nothing_to_change() {
  const std::string_view nothing = acts().nothing;
  return concat({"^", any_before(acts().before_nothing), nothing, "(?: (?:", acts().beside_nothing, " |", nothing,
                 "| )*", either(nothing, acts().after_nothing), ")?$"});
}

std::string presence() {
  const std::string asks = either(acts().hello, acts().presence) + any_after(acts().after_presence);
  return "^(?:" + any_before(acts().before) + ends_word(asks) + ")+$";
}

std::string bare_cancel() {
  return whole_message(concat({acts().bare_no, " .*|", acts().bare_cancel, followed_by(acts().after)}));
}

std::string stop() { return begins(acts().before_stop, acts().stop); }

std::string hesitation() { return begins(acts().before_hesitation, acts().hesitation); }

std::string before_command() { return with_punctuation("^(?:\\W*" + any_before(acts().before) + ")\\W*"); }
std::string after_command() { return with_punctuation(any_after(acts().after) + "\\W*$"); }

}  // namespace parley::intents::english
