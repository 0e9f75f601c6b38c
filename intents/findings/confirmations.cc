// Tested by tests/intents/refusal_test.cc and dialog_acts_test.cc.
#include "intents/findings/confirmations.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/fold.h"
#include "intents/act_clauses.h"
#include "intents/agreement.h"
#include "intents/clauses.h"
#include "intents/correction.h"
#include "intents/dialog_acts.h"
#include "intents/inquiry_forms.h"
#include "intents/lexicon.h"
#include "intents/split_message.h"
#include "intents/topic_words.h"

namespace parley::intents {
namespace {

// Returns the verb of an order after a weak agreement: "ok, send it please". An order alone only repeats the request.
std::optional<std::string_view> ordered_verb(const Words& words) {
  const lexicon::Agreement& english = lexicon::kEn.agreement;
  std::size_t verb = 0;
  while (verb < words.size() && english.before_order.has(words.text(verb, 1))) ++verb;
  const bool agrees = verb > 0 && is_weak_agreement(words.text(0, 1));
  if (!agrees || verb + 1 >= words.size() || !english.order_objects.has(words.text(verb + 1, 1))) return std::nullopt;
  for (std::size_t word = verb + 2; word < words.size(); ++word) {
    if (!english.after_order.has(words.text(word, 1))) return std::nullopt;
  }
  return words.text(verb, 1);
}

// Calls visit(words) for each wording of the question.
template <class Visit>
void for_each_question(const config::Confirmation& confirm, const Visit& visit) {
  for (const config::TextVariants& ask : confirm.ask) {
    config::for_each_variant(ask, [&](const config::Template& text) { visit(Words(base::fold(text.source))); });
  }
}

bool asks_for_word(const config::Confirmation& confirm, std::string_view word) {
  bool is_asked = false;
  for_each_question(confirm, [&](const Words& question) {
    for (std::size_t i = 0; i < question.size(); ++i) is_asked = is_asked || question.text(i, 1) == word;
  });
  return is_asked;
}

// "Yes but don't forget the invoice" agrees. The reminder is about an intent that waits, or comes later.
bool agrees_and_reminds(const Dialog& dialog, const Message& message) {
  const auto joint = joint_at_reminder(message.words);
  if (!joint) return false;
  const std::string_view before = message.text.text().substr(0, joint->begin);
  return dialog.bot.acts.read(Words(before), before, {}) == Act::kAffirm;
}

bool withdraws_agreement(const Dialog& dialog, const Message& message, const config::Confirmation& confirm,
                         const std::vector<Evidence>& found) {
  if (message.words.size() < 2) return false;
  const bool names_open =
      std::any_of(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == dialog.open; });
  for (std::size_t i = 0; i < message.words.size() && !names_open; ++i) {
    const std::string_view word = message.words.text(i, 1);
    if (lexicon::kEn.agreement.withdrawing_verbs.has(word) && !asks_for_word(confirm, word)) return true;
  }
  return false;
}

bool agrees_by_verb(const Message& message, const config::Confirmation& confirm) {
  const std::optional<std::string_view> verb = ordered_verb(message.words);
  return verb && asks_for_word(confirm, *verb);
}

}  // namespace

bool refuses_confirmation(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found) {
  const auto own =
      std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == dialog.open; });
  if (own == found.end() || own->kind != Evidence::Kind::kRule) return false;
  if (own->is_refused) return true;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    if (lexicon::kEn.agreement.refusals.has(message.words.text(i, 1))) return true;
  }
  return false;
}

// "Keep it" is a no, unless the bot asks whether it shall keep something.
Act answer_to_confirmation(const Dialog& dialog, Act act, const Message& message, const std::vector<Evidence>& found) {
  const auto& confirm = dialog.bot.definition_of(dialog.open).confirm;
  const bool may_withdraw =
      act == Act::kAffirm && confirm && !DialogActs::only_agrees(message.words, message.text.text());
  const bool keeps = may_withdraw && dialog.bot.acts.agrees_to_keep(message.words) && !asks_for_word(*confirm, "keep");
  if (keeps || (may_withdraw && withdraws_agreement(dialog, message, *confirm, found))) return Act::kInform;
  if (act == Act::kInform && agrees_and_reminds(dialog, message)) return Act::kAffirm;
  const bool may_keep = act == Act::kInform || act == Act::kSkip;  // "keep it open" also skips a question
  if (!may_keep || !confirm) return act;
  if (!dialog.bot.acts.keeps(message.words, message.text.text())) {
    return act == Act::kInform && agrees_by_verb(message, *confirm) ? Act::kAffirm : act;
  }
  return asks_for_word(*confirm, "keep") ? act : Act::kDeny;
}

bool leaves_number(const Message& message, const MessageReading& reading) {
  const Reply& reply = reading.reply;
  const acts::Request* now = reading.request_now();
  const bool asks_for_more = reading.has_request(acts::Request::Role::kNext) || !reply.others.empty();
  if (asks_for_more || !reply.ambiguous.empty()) return false;
  const std::vector<InquiryForm> inquiries = find_inquiries(message.words, message.text.text());
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    if (word == "100" || word.find_first_of("0123456789") == std::string_view::npos) continue;
    const Words::Place& folded = message.words[i];
    const Span place = message.text.original_span(folded.begin, folded.end);
    const auto is_in = [&](const auto& list) {
      return std::any_of(list.begin(), list.end(), [&](const auto& taken) {
        return taken.span.begin < place.end && place.begin < taken.span.end;
      });
    };
    const bool is_asked = std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
      return inquiry.contains(folded.begin, folded.end);
    });
    const auto is_named = [&](const Candidate& candidate) {
      return candidate.span.begin < place.end && place.begin < candidate.span.end;
    };
    const bool is_requested =
        now && (is_in(now->wanted.params) || is_named(now->wanted.candidate) || is_in(now->weaker));
    const bool is_taken =
        is_asked || is_requested || is_in(reply.values) || is_in(reply.mentioned) || is_in(reading.elsewhere);
    if (!is_taken) return true;
  }
  return false;
}

bool has_remark(const Dialog& dialog, const Message& message, const MessageReading& reading) {
  constexpr std::size_t kWordsOfRemark = 2;
  const Reply& reply = reading.reply;
  const bool is_taken = reading.has_request(acts::Request::Role::kNext) || !reading.inquiries.empty() ||
                        !reply.others.empty() || !reply.values.empty() || !reply.named.empty() ||
                        !reply.ambiguous.empty();
  if (!dialog.context.confirming || dialog.open < 0 || is_taken || !dialog.bot.types.is_english() ||
      message.words.size() < 2) {
    return false;
  }
  const bool agrees = reply.act == Act::kAffirm;
  if (agrees ? !adds_wish(message.words) : reply.act != Act::kInform) return false;
  std::string said;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    const Span place = message.text.original_span(message.words[i].begin, message.words[i].end);
    const bool is_mentioned = std::any_of(reply.mentioned.begin(), reply.mentioned.end(), [&](const auto& value) {
      return value.span.begin < place.end && place.begin < value.span.end;
    });
    if (!is_mentioned && !only_agrees(word)) said.append(word).append(" ");
  }
  static const TopicWords kEnglish;
  std::set<std::string> stems = kEnglish.stems_in(Words(said));
  const auto& confirm = dialog.bot.definition_of(dialog.open).confirm;
  if (agrees && confirm) {
    for_each_question(*confirm, [&](const Words& question) {
      for (const std::string& stem : kEnglish.stems_in(question)) stems.erase(stem);
    });
  }
  return stems.size() >= (agrees ? 1 : kWordsOfRemark);
}

Act agreement_beside_other_intent(Act act, const Message& message) {
  if (act != Act::kAffirm && act != Act::kInform) return act;
  const bool agrees = act == Act::kAffirm || is_weak_agreement(message.words.text(0, 1)) ||
                      YesNo(YesNo::Where::kFirstWords).find(message.words).has_value();
  return agrees && says_instead(message.words) ? Act::kDeny : act;
}

}  // namespace parley::intents
