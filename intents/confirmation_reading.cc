// Part of Classifier: answers to a confirmation.
// Tested by tests/intents/refusal_test.cc and dialog_acts_test.cc.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/fold.h"
#include "intents/act_clauses.h"
#include "intents/classifier.h"
#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/dialog_acts.h"

namespace parley::intents {
namespace {

// Returns the verb of an order after a weak agreement: "ok, send it please". An order alone only repeats the request.
std::optional<std::string_view> ordered_verb(const Words& words) {
  constexpr std::string_view kBefore[] = {"ok",   "okay",   "k",    "kk",  "fine", "alright", "well", "great", "good",
                                          "then", "please", "just", "now", "so",   "and",     "cool", "right"};
  constexpr std::string_view kObjects[] = {"it", "that", "this", "them", "those", "these"};
  constexpr std::string_view kAfter[] = {"please", "then", "now", "thanks", "ok", "pls", "already", "asap"};
  const auto is_in = [&](const auto& list, std::size_t word) {
    return std::find(std::begin(list), std::end(list), words.text(word, 1)) != std::end(list);
  };
  std::size_t verb = 0;
  while (verb < words.size() && is_in(kBefore, verb)) ++verb;
  const bool agrees = verb > 0 && is_weak_agreement(words.text(0, 1));
  if (!agrees || verb + 1 >= words.size() || !is_in(kObjects, verb + 1)) return std::nullopt;
  for (std::size_t word = verb + 2; word < words.size(); ++word) {
    if (!is_in(kAfter, word)) return std::nullopt;
  }
  return words.text(verb, 1);
}
}  // namespace

bool Classifier::refuses_confirmation(const Message& message, int open, const std::vector<Evidence>& found) const {
  const auto own = std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == open; });
  if (own == found.end() || own->kind != Evidence::Kind::kRule) return false;
  if (is_refused_in(message, *own)) return true;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    if (word == "no" || word == "nope" || word == "never") return true;
  }
  return false;
}

// "Yes but don't forget the invoice" agrees. The reminder is about an intent that waits, or comes later.
bool Classifier::agrees_and_reminds(const Message& message) const {
  const auto joint = joint_at_reminder(message.words);
  if (!joint) return false;
  const std::string_view before = message.text.text().substr(0, joint->begin);
  return acts_.read(Words(before), before, {}) == Act::kAffirm;
}

// "Keep it" is a no, unless the bot asks whether it shall keep something.
Act Classifier::answer_to_confirmation(Act act, const Message& message, int open) const {
  const auto& confirm = bot_.intents[static_cast<std::size_t>(open)].confirm;
  if (act == Act::kInform && agrees_and_reminds(message)) return Act::kAffirm;
  const bool may_keep = act == Act::kInform || act == Act::kSkip;  // "keep it open" also skips a question
  if (!may_keep || !confirm) return act;
  if (!acts_.keeps(message.words)) {
    return act == Act::kInform && agrees_by_verb(message, *confirm) ? Act::kAffirm : act;
  }
  bool asks_to_keep = false;
  for (const config::TextVariants& ask : confirm->ask) {
    config::for_each_variant(ask, [&](const config::Template& text) {
      asks_to_keep = asks_to_keep || base::fold(text.source).find("keep") != std::string::npos;
    });
  }
  return asks_to_keep ? act : Act::kDeny;
}

bool Classifier::agrees_by_verb(const Message& message, const config::Confirmation& confirm) const {
  const std::optional<std::string_view> verb = ordered_verb(message.words);
  if (!verb || confirm.ask.empty()) return false;
  bool is_asked = false;
  config::for_each_variant(confirm.ask.front(), [&](const config::Template& text) {
    const Words words(base::fold(text.source));
    for (std::size_t i = 0; i < words.size(); ++i) is_asked = is_asked || words.text(i, 1) == *verb;
  });
  return is_asked;
}

Act Classifier::agreement_beside_other_intent(Act act, const Message& message) {
  if (act != Act::kAffirm && act != Act::kInform) return act;
  const bool agrees = act == Act::kAffirm || is_weak_agreement(message.words.text(0, 1)) ||
                      YesNo(YesNo::Where::kFirstWords).find(message.words).has_value();
  return agrees && says_instead(message.words) ? Act::kDeny : act;
}
}  // namespace parley::intents
