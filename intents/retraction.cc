// Tested by tests/intents/retraction_test.cc.
#include "intents/retraction.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/fold.h"
#include "intents/lexicon.h"
#include "intents/option_words.h"
#include "intents/pattern.h"
#include "intents/quantifiers.h"
#include "intents/topic_words.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostWordsOfRetraction = 14;

using Stems = std::set<std::string>;

const TopicWords& english_words() {
  static const TopicWords kEnglish;
  return kEnglish;
}

void add_stems(std::string_view text, Stems& stems) {
  stems.merge(english_words().stems_in(Words(base::fold(std::string(text)))));
}

// The words of the questions for a param, and of its name.
void add_topic(const config::Param& param, Stems& stems) {
  add_stems(config::shown_name(param.name, param.id), stems);
  for (const config::TextVariants& ask : param.ask) {
    config::for_each_variant(ask, [&](const config::Template& text) { add_stems(text.source, stems); });
  }
}

bool is_among(const std::string& stem, const Stems& stems) {
  return stems.count(stem) != 0 ||
         std::any_of(stems.begin(), stems.end(), [&](const std::string& other) { return is_typo(stem, other); });
}

// Whether the message negates something, and its words are only about the topic.
bool negates_topic(const Message& message, const Stems& topic) {
  if (!message.polarity().words_left(message.words)) return false;
  bool is_about_topic = false;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    if (lexicon::kEn.retractions.at_hand.has(word)) return false;
    const std::string stem = english_words().stem_of(word);
    if (stem.empty() || lexicon::kEn.retractions.beside.has(word)) continue;
    if (!is_among(stem, topic)) return false;
    is_about_topic = true;
  }
  return is_about_topic;
}

bool has_none(const Words& words) {
  static const Pattern kHasNone(concat({"^", lexicon::kEn.retractions.has_none, "$"}), Pattern::Case::kCounts);
  return kHasNone.occurs_in(words.text());
}

// Whether the condition can hold only while the param is true.
bool requires_yes(const config::Condition& condition, std::string_view param) {
  using Kind = config::Condition::Kind;
  if (condition.kind == Kind::kCompare) {
    return condition.path == param && condition.op == config::Condition::Op::kEq && condition.operand == Value(true);
  }
  return condition.kind == Kind::kAll &&
         std::any_of(condition.children.begin(), condition.children.end(),
                     [&](const config::Condition& child) { return requires_yes(child, param); });
}

// Whether the message says no to the question for a param, which asks for no yes or no.
bool denies_question(const Message& message, const config::Param& asked, const Reply& said) {
  if (said.act == Act::kDeny || has_none(message.words)) return true;
  return !asked.list && read_quantifier(message.words) == Quantifier::kNone;
}

// Returns the yes-or-no param that becomes false.
std::optional<std::string> retracted_yes(const Message& message, const config::Intent& intent,
                                         const NluContext& nlu_context, const Reply& said) {
  const bool has_value = std::any_of(said.values.begin(), said.values.end(),
                                     [](const ParamValue& value) { return value.valid && !value.whole_message; });
  const bool may_deny = said.act == Act::kInform || said.act == Act::kDeny || said.act == Act::kDontKnow;
  if (has_value || !may_deny || message.words.size() == 0 || message.words.size() > kMostWordsOfRetraction)
    return std::nullopt;
  if (message.text.text().find('?') != std::string_view::npos) return std::nullopt;
  const config::Param* asked = intent.find_param(nlu_context.waiting_for_param);
  if (!nlu_context.confirming && (!asked || !asked->when)) return std::nullopt;
  for (const config::Param& param : intent.params) {
    const Value* value = nlu_context.values.find(param.id.value);
    if (param.type.value != "boolean" || !value || *value != Value(true)) continue;
    Stems topic;
    if (!nlu_context.confirming) {
      if (!requires_yes(*asked->when, param.id.value)) continue;
      if (denies_question(message, *asked, said)) return param.id.value;
      add_topic(*asked, topic);
    }
    add_topic(param, topic);
    if (said.act != Act::kDontKnow && negates_topic(message, topic)) return param.id.value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ParamValue> find_retracted_yes(const Dialog& dialog, const Message& message, const Reply& reply) {
  if (!dialog.bot.types.is_english()) return std::nullopt;
  const auto param = retracted_yes(message, *dialog.open_intent(), dialog.context, reply);
  if (!param) return std::nullopt;
  ParamValue value = dialog.bot.at(dialog.open).extractor.judge(*param, Value(false), dialog.now());
  value.raw.clear();  // the message does not say "false"
  value.span = {};
  return value;
}

}  // namespace parley::intents
