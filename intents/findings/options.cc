// Tested by tests/intents/option_words_test.cc and ambiguity_test.cc.
#include "intents/findings/options.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "intents/choice_resolution.h"
#include "intents/findings/values.h"
#include "intents/lexicon.h"
#include "intents/option_words.h"

namespace parley::intents {
namespace {

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
void drop_label_values(const NluContext& context, MessageReading& result) {
  if (!result.choice || result.answers.empty()) return;
  const FoldedText label(context.choices[static_cast<std::size_t>(*result.choice)]);
  const Words label_words(label.text());
  const auto is_of_label = [&](std::string_view word) {
    for (std::size_t i = 0; i < label_words.size(); ++i) {
      if (word_form(label_words.text(i, 1)) == word_form(word)) return true;
    }
    return lexicon::kEn.options.around_label.has(word);
  };
  std::erase_if(result.answers, [&](const ParamValue& value) {
    const FoldedText raw(value.raw);
    const Words words(raw.text());
    bool is_all = words.size() > 0 && !value.whole_message;
    for (std::size_t i = 0; i < words.size(); ++i) is_all = is_all && is_of_label(words.text(i, 1));
    return is_all;
  });
}

// Finds the offered intent that the message names by a word of its own: "correct it obviously". The word may be a
// command elsewhere.
void choose_offered(const Dialog& dialog, const Message& message, MessageReading& result) {
  const OptionAnswer answer = read_option_answer(message.words, dialog.context.choices);
  if (answer.named.size() != 1) return;
  const auto named = static_cast<std::size_t>(answer.named.front());
  const bool is_small_act = result.act == Act::kAffirm || result.act == Act::kDeny || result.act == Act::kCancel;
  if (result.act != Act::kInform && !is_small_act) return;
  if (result.act == Act::kDeny && named + 1 < dialog.context.choices.size()) return;
  result.choice = answer.named.front();
  result.act = Act::kInform;
}

// Finds the options of a question that the message names. A value of the param that the message says takes precedence
// over a word of a label.
void choose_options(const Dialog& dialog, const Message& message, MessageReading& result) {
  const bool is_unknown = result.act == Act::kDontKnow;
  if (result.act != Act::kInform && !is_unknown) return;
  const std::optional<std::string> left = message.polarity().words_left(message.words);
  const Words positive(left ? std::string_view(*left) : message.words.text());
  OptionAnswer answer = read_option_answer(positive, dialog.context.choices);
  if (left && answer.named.empty() && answer.possible.empty()) answer.refuses = true;  // "not that order"
  if (is_unknown && answer.named.size() != 1) return;
  result.act = Act::kInform;  // "I don't know, the blue one" picks an option
  const auto is_asked = [&](const ParamValue& value) { return value.param == dialog.context.waiting_for_param; };
  const bool has_value = std::any_of(result.answers.begin(), result.answers.end(), [&](const ParamValue& value) {
    return is_asked(value) && value.valid && !value.whole_message && !value.misspelt;
  });
  if (has_value && !answer.is_certain) return;
  result.refuses_options = answer.refuses;
  if (answer.named.size() == 1) result.choice = answer.named.front();
  if (answer.named.size() > 1) result.several = answer.named;
  result.possible = answer.possible;
  if (answer.named.empty() && answer.possible.empty() && !answer.refuses) return;
  if (answer.is_certain || answer.refuses) {
    result.answers.clear();
    result.ambiguous_answers.clear();
    result.named.clear();
    result.corrects = false;
  } else {
    std::erase_if(result.answers, is_asked);
    drop_label_values(dialog.context, result);
  }
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

}  // namespace

// Finds a choice by its position or its words. These words then are not a value of a param: "the second one" is not a
// quantity.
void choose(const Dialog& dialog, const Message& message, MessageReading& result) {
  if (dialog.context.lists_options) return choose_options(dialog, message, result);
  const auto choice = resolve_choice(message.words, dialog.context.choices);
  if (!choice && !dialog.context.offered.empty()) return choose_offered(dialog, message, result);
  if (!choice) {
    result.choice = choice_by_value(dialog, message);
    return;
  }
  result.choice = choice->index;
  if (!choice->says_nothing_else) return;
  result.answers.clear();
  result.ambiguous_answers.clear();
  result.named.clear();
  result.corrects = false;
}

// While the bot shows the values for confirmation, "no, the first one" picks an option of the last question that listed
// its options.
void pick_earlier_option(const Dialog& dialog, const Message& message, MessageReading& result) {
  if (!dialog.context.confirming || !says_position(message.words)) return;
  const config::Intent& intent = *dialog.open_intent();
  const config::Entity* entity = nullptr;
  const config::Param* param = nullptr;
  for (const config::Param& one : intent.params) {
    const config::Entity* values = dialog.bot.definition.find_entity(one.type.value);
    const bool has_options = values && !values->values.empty() && values->values.size() <= kMostOptions && !one.list;
    const auto& filled = dialog.context.filled;
    if (!has_options || std::find(filled.begin(), filled.end(), one.id.value) == filled.end()) continue;
    if (!param || dialog.context.filled_last != param->id.value) {  // else the last declared one
      param = &one;
      entity = values;
    }
  }
  if (!param) return;
  std::vector<std::string> positions(entity->values.size());  // without words, so that only a position counts
  const auto picked = resolve_choice(Words(choice_words(message)), positions);
  if (!picked || !picked->says_nothing_else) return;
  const config::EntityValue& option = entity->values[static_cast<std::size_t>(picked->index)];
  result.answers.assign(1, judge(dialog, intent.id.value, param->id.value, option.value));
  result.act = Act::kInform;
  result.corrects = true;
}

}  // namespace parley::intents
