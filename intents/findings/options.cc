// Tested by tests/intents/option_words_test.cc and ambiguity_test.cc.
#include "intents/findings/options.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "intents/choice_resolution.h"
#include "intents/findings/values.h"
#include "intents/lexicon.h"
#include "intents/option_refusal.h"
#include "intents/option_words.h"

namespace parley::intents {
namespace {

using Meaning = acts::Choose::Meaning;

constexpr std::size_t kMostOptions = 10;  // as many as a question lists

// Returns the message without words such as "no wait" at its beginning.
std::string_view choice_words(const Message& message) {
  const Words& words = message.words;
  std::size_t first = 0;
  while (first < words.size() && lexicon::kEn.options.before_choice.has(words.text(first, 1))) ++first;
  return first < words.size() ? message.text.text().substr(words[first].begin) : std::string_view();
}

bool says_position(const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (lexicon::kEn.options.positions.has(words.text(i, 1))) return true;
  }
  return false;
}

// Words that pick an option are no value of another param: "the 9th" is the day of the option.
bool is_of_label(const ParamValue& value, std::string_view label) {
  const FoldedText folded(label);
  const Words label_words(folded.text());
  const auto has = [&](std::string_view word) {
    for (std::size_t i = 0; i < label_words.size(); ++i) {
      if (word_form(label_words.text(i, 1)) == word_form(word)) return true;
    }
    return lexicon::kEn.options.around_label.has(word);
  };
  const FoldedText raw(value.raw);
  const Words words(raw.text());
  bool is_all = words.size() > 0 && !value.whole_message;
  for (std::size_t i = 0; i < words.size(); ++i) is_all = is_all && has(words.text(i, 1));
  return is_all;
}

// Reads the message and the labels as values of each param of the open intent.
std::optional<int> choice_by_value(const Dialog& dialog, const Message& message) {
  if (dialog.open < 0) return std::nullopt;
  const auto index = static_cast<std::size_t>(dialog.open);
  std::vector<int> same;
  for (const config::Param& param : dialog.bot.definition.intents[index].params) {
    const auto meant = dialog.bot.intents[index].extractor.answer(message.text, param.id.value, dialog.now());
    if (!meant) continue;
    for (std::size_t i = 0; i < dialog.context.choices.size(); ++i) {
      const FoldedText label(dialog.context.choices[i]);
      const auto offered = dialog.bot.intents[index].extractor.answer(label, param.id.value, dialog.now());
      const int picked = static_cast<int>(i);
      const bool is_new = std::find(same.begin(), same.end(), picked) == same.end();
      if (offered && offered->value == meant->value && is_new) same.push_back(picked);
    }
  }
  return same.size() == 1 ? std::optional(same.front()) : std::nullopt;
}

// Finds the offered intent that the message names by a word of its own: "correct it obviously". The word may be a
// command elsewhere.
std::optional<int> choice_of_offered(const Dialog& dialog, const Message& message, Act act) {
  const std::vector<std::string>& choices = dialog.context.choices;
  const OptionAnswer answer = read_option_answer(message.words, choices);
  if (answer.named.size() != 1) return std::nullopt;
  const auto named = static_cast<std::size_t>(answer.named.front());
  const bool is_small_act = act == Act::kAffirm || act == Act::kDeny || act == Act::kCancel;
  if (act != Act::kInform && !is_small_act) return std::nullopt;
  if (act == Act::kDeny && named + 1 < choices.size()) return std::nullopt;
  return answer.named.front();
}

// Finds the options of a question that the message names. A value of the param that the message says takes precedence
// over a word of a label. "I don't know, the blue one" picks an option.
std::optional<Choice> choice_of_option(const Dialog& dialog, const Message& message, const Reply& reply) {
  const bool is_unknown = reply.act == Act::kDontKnow;
  if (reply.act != Act::kInform && !is_unknown) return std::nullopt;
  const auto [answer, excludes] = read_chosen_options(message, dialog.context.choices);
  if (is_unknown && answer.named.size() != 1) return std::nullopt;
  const bool has_value = std::any_of(reply.values.begin(), reply.values.end(), [&](const ParamValue& value) {
    return value.param == dialog.context.waiting_for_param && value.valid && !value.whole_message && !value.misspelt;
  });
  if (has_value && !answer.is_certain) return std::nullopt;
  Choice choice;
  choice.says_nothing_else = answer.is_certain || answer.refuses;
  choice.is_answer = true;
  if (!answer.named.empty()) {
    choice.picked = acts::Choose{Meaning::kThese, answer.named};
  } else if (!answer.possible.empty()) {
    choice.picked = acts::Choose{Meaning::kOneOfThese, answer.possible};
  } else if (answer.refuses) {
    choice.picked = acts::Choose{Meaning::kNone, {}};
  } else if (!excludes) {
    return std::nullopt;
  }
  return choice;
}

}  // namespace

bool is_part_of(const Choice& choice, const ParamValue& value, const NluContext& context) {
  if (choice.says_nothing_else) return true;
  if (!context.lists_options) return false;
  if (value.param == context.waiting_for_param) return true;
  const bool is_one = choice.picked && choice.picked->meaning == Meaning::kThese && choice.picked->options.size() == 1;
  return is_one && is_of_label(value, context.choices[static_cast<std::size_t>(choice.picked->options.front())]);
}

std::optional<Choice> find_choice(const Dialog& dialog, const Message& message, const Reply& reply) {
  if (dialog.context.choices.empty()) return std::nullopt;
  if (dialog.context.lists_options) return choice_of_option(dialog, message, reply);
  Choice choice;
  if (const auto place = resolve_choice(message.words, dialog.context.choices)) {
    choice.picked = acts::Choose{Meaning::kThese, {place->index}};
    choice.says_nothing_else = place->says_nothing_else;
    return choice;
  }
  const auto meant =
      dialog.context.offered.empty() ? choice_by_value(dialog, message) : choice_of_offered(dialog, message, reply.act);
  if (!meant) return std::nullopt;
  choice.picked = acts::Choose{Meaning::kThese, {*meant}};
  choice.says_nothing_else = false;
  choice.is_answer = !dialog.context.offered.empty();
  return choice;
}

std::optional<ParamValue> find_earlier_option(const Dialog& dialog, const Message& message) {
  if (!dialog.context.confirming || !says_position(message.words)) return std::nullopt;
  const config::Intent& intent = *dialog.open_intent();
  const config::Entity* entity = nullptr;
  const config::Param* param = nullptr;
  for (const config::Param& one : intent.params) {
    const config::Entity* values = dialog.bot.definition.find_entity(one.type.value);
    const bool has_options = values && !values->values.empty() && values->values.size() <= kMostOptions && !one.list;
    if (!has_options || !dialog.is_filled(one.id.value)) continue;
    if (!param || dialog.context.filled_last != param->id.value) {  // else the last declared one
      param = &one;
      entity = values;
    }
  }
  if (!param) return std::nullopt;
  std::vector<std::string> positions(entity->values.size());  // without words, so that only a position counts
  const auto picked = resolve_choice(Words(choice_words(message)), positions);
  if (!picked || !picked->says_nothing_else) return std::nullopt;
  const config::EntityValue& option = entity->values[static_cast<std::size_t>(picked->index)];
  return judge(dialog, intent.id.value, param->id.value, option.value);
}

}  // namespace parley::intents
