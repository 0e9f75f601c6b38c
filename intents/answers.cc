// Tested by tests/intents/inquiry_reading_test.cc.
#include "intents/answers.h"

#include <algorithm>
#include <utility>

#include "config/visitors.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

// Without a value, a `select` says its branch `null`, and an `if` what follows `else`, or nothing.
bool need_no_value(const std::vector<config::Template::Piece>& pieces) {
  return std::all_of(pieces.begin(), pieces.end(), [](const config::Template::Piece& piece) {
    const std::string_view path = piece.placeholder;
    if (path.empty() || path.substr(0, path.find('.')) == "context") return true;
    const bool is_guard = piece.format == config::kIf;
    const auto none = std::find_if(
        piece.branches.begin(), piece.branches.end(),
        [&](const config::Template::Branch& branch) { return branch.key == (is_guard ? config::kElse : "null"); });
    return none == piece.branches.end() ? is_guard : need_no_value(none->pieces);
  });
}

}  // namespace

Answers::Answers(const config::BotDefinition& bot, config::Diagnostics& findings) : bot_(bot) {
  config::for_each_answer(bot, [&](const config::Intent& intent, const config::Param* param,
                                   const config::Answer& answer, std::size_t index) {
    Entry entry;
    entry.intent = static_cast<std::size_t>(&intent - bot.intents.data());
    if (param) entry.param = param->id.value;
    entry.index = index;
    entry.is_general = std::any_of(answer.say.any.begin(), answer.say.any.end(),
                                   [](const config::Template& text) { return need_no_value(text.pieces); });
    for (const config::Text& regex : answer.regexes) {
      if (auto pattern = compile_pattern(regex, findings)) entry.regexes.push_back(std::move(*pattern));
    }
    for (const config::Text& example : answer.examples) {
      const FoldedText folded(example.value);
      entry.examples.emplace_back(Words(folded.text()).text());
    }
    if (entry.is_general) general_.push_back(entries_.size());
    entries_.push_back(std::move(entry));
  });
}

Answers::Scope Answers::scope_of(const NluContext& nlu_context) const {
  Scope scope;
  const std::string_view asked = nlu_context.waiting_for_param;
  const auto add = [&](std::string_view intent, const auto& is_wanted) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (bot_.intents[entries_[i].intent].id.value == intent && is_wanted(entries_[i])) scope.push_back(i);
    }
  };
  if (!asked.empty()) add(nlu_context.intent, [&](const Entry& entry) { return entry.param == asked; });
  add(nlu_context.intent, [&](const Entry& entry) { return entry.param.empty(); });
  add(nlu_context.intent, [&](const Entry& entry) { return !entry.param.empty() && entry.param != asked; });
  for (const auto& interrupted : nlu_context.interrupted) {
    if (interrupted.first == nlu_context.intent) continue;
    add(interrupted.first, [](const Entry& entry) { return entry.is_general; });
  }
  return scope;
}

Answers::Scope Answers::general_of(std::size_t intent) const {
  Scope scope;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.intent == intent && entry.is_general && entry.param.empty()) scope.push_back(i);
  }
  return scope;
}

std::optional<std::size_t> Answers::find(const Scope& scope, std::string_view text, std::string_view words) const {
  for (const std::size_t number : scope) {
    const Entry& entry = entries_[number];
    const bool occurs = std::any_of(entry.regexes.begin(), entry.regexes.end(),
                                    [&](const Pattern& regex) { return regex.occurs_in(text); });
    if (occurs || std::find(entry.examples.begin(), entry.examples.end(), words) != entry.examples.end()) return number;
  }
  return std::nullopt;
}

std::optional<std::size_t> Answers::find_example(const Scope& scope, std::string_view words) const {
  const auto found = std::find_if(scope.begin(), scope.end(), [&](std::size_t number) {
    const auto& examples = entries_[number].examples;
    return std::find(examples.begin(), examples.end(), words) != examples.end();
  });
  return found == scope.end() ? std::nullopt : std::optional(*found);
}

Inquiry Answers::inquiry(std::size_t entry, const Span& span) const {
  const Entry& found = entries_[entry];
  return {span, bot_.intents[found.intent].id.value, found.param, found.index};
}

}  // namespace parley::intents
