// Tested by tests/intents/extract_test.cc and opening_text_test.cc.
#include "intents/findings/values.h"

#include <algorithm>
#include <utility>

#include "base/work_budget.h"
#include "intents/early_options.h"
#include "intents/inquiry_forms.h"
#include "intents/opening_text.h"

namespace parley::intents {
namespace {

// Returns the param for which the intent asks if there is only one; otherwise an empty text. After "what should I
// change?", the answer is about this param.
std::string_view only_question_of(const config::Intent& intent) {
  std::string_view only;
  for (const config::Param& param : intent.params) {
    if (param.ask.empty()) continue;
    if (!only.empty()) return {};
    only = param.id.value;
  }
  return only;
}

// Whether the message only asks the bot something, and describes nothing: "how do I complain about a driver?"
bool only_asks(const Message& message) {
  const std::vector<InquiryForm> inquiries = find_inquiries(message.words, message.text.text());
  return !inquiries.empty() && are_whole_message(inquiries, message.words) &&
         std::none_of(inquiries.begin(), inquiries.end(),
                      [](const InquiryForm& inquiry) { return inquiry.is_about_user; });
}

Span without_spaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? Span{} : Span{begin, text.find_last_not_of(" \t\r\n") + 1};
}

void add_opening_text(const Dialog& dialog, const Evidence& best, const Message& message, Extraction& params) {
  const auto index = static_cast<std::size_t>(best.intent);
  const std::vector<config::Param>& all = dialog.bot.definition.intents[index].params;
  const auto param = std::find_if(all.begin(), all.end(), [&](const config::Param& one) {
    return one.from_opening > 0 && std::none_of(params.values.begin(), params.values.end(),
                                                [&](const auto& value) { return value.param == one.id.value; });
  });
  if (param == all.end() || only_asks(message)) return;
  if (told_words(message, best.source->value, params.values, dialog.bot.topic_words) <
      static_cast<std::size_t>(param->from_opening)) {
    return;
  }
  const Span place = without_spaces(message.text.original());
  ParamValue text = dialog.bot.intents[index].extractor.judge(
      param->id.value, Value(message.text.original().substr(place.begin, place.end - place.begin)), dialog.now());
  if (!text.valid) return;
  text.span = place;
  params.values.push_back(std::move(text));
}

}  // namespace

// Sets the question only for the open intent, because the bot asked only that intent's question.
Extraction extract_params(const Dialog& dialog, int intent, const Message& message, std::vector<std::string>* notes) {
  const auto index = static_cast<std::size_t>(intent);
  Question question;
  question.now = dialog.now();
  if (dialog.bot.definition.intents[index].id.value == dialog.context.intent) {
    question.is_open = true;
    question.asked = dialog.context.waiting_for_param;
    if (dialog.context.changing && question.asked.empty())
      question.asked = only_question_of(dialog.bot.definition.intents[index]);
    question.confirming = dialog.context.confirming;
    question.changing = dialog.context.changing;
    question.filled = &dialog.context.filled;
    question.filled_last = dialog.context.filled_last;
    question.values = &dialog.context.values;
  }
  Extraction extraction = dialog.bot.intents[index].extractor.extract(message, question, notes);
  if (dialog.bot.intents[index].lists_options)
    drop_descriptions_of_items(message, dialog.bot.definition.intents[index], dialog.context, extraction.values);
  return extraction;
}

Extraction params_of(const Dialog& dialog, const Evidence& best, const Message& message,
                     const std::vector<ParamValue>& answers, std::vector<std::string>* notes) {
  const auto index = static_cast<std::size_t>(best.intent);
  const bool is_open = dialog.bot.definition.intents[index].id.value == dialog.context.intent;
  Extraction params;
  if (best.kind != Evidence::Kind::kTemplate) {
    if (is_open) {
      params.values = answers;
      return params;
    }
    params = extract_params(dialog, best.intent, message, notes);
    auto amount = dialog.bot.intents[index].confirms
                      ? dialog.bot.intents[index].extractor.bare_amount(message, params, dialog.now())
                      : std::optional<ParamValue>();
    if (amount) params.values.push_back(std::move(*amount));
    add_opening_text(dialog, best, message, params);
    return params;
  }
  for (const Captured& captured : best.captured) {
    params.values.push_back(dialog.bot.intents[index].extractor.accept(captured, message.text, dialog.now()));
  }
  if (!is_open) return params;
  for (const ParamValue& answer : answers) {
    const bool is_said = std::any_of(params.values.begin(), params.values.end(), [&](const ParamValue& value) {
      return value.param == answer.param || (value.span.begin < answer.span.end && answer.span.begin < value.span.end);
    });
    if (!is_said && answer.param == dialog.context.waiting_for_param) params.values.push_back(answer);
  }
  return params;
}

ParamValue judge(const Dialog& dialog, std::string_view intent, std::string_view param, const Value& value) {
  const int index = dialog.bot.index_of(intent);
  if (index >= 0) {
    const std::string* text = value.if_string();
    const base::WorkBudget work(step_limit(text ? *text : std::string_view()));
    ParamValue judged = dialog.bot.at(index).extractor.judge(param, value, dialog.now());
    judged.valid = judged.valid && !work.is_exceeded();
    return judged;
  }
  ParamValue unknown;
  unknown.param = param;
  unknown.value = value;
  unknown.valid = false;
  return unknown;
}

ParamValue judge_type(const Dialog& dialog, std::string_view intent, std::string_view param, const Value& value) {
  const int index = dialog.bot.index_of(intent);
  if (index < 0) return judge(dialog, intent, param, value);
  return dialog.bot.at(index).extractor.judge_type(param, value, dialog.now());
}

}  // namespace parley::intents
