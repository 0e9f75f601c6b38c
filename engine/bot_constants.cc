#include "engine/bot_constants.h"

#include <algorithm>

#include "base/boundaries.h"
#include "base/text.h"
#include "config/bot_texts.h"

namespace parley::engine {
namespace {

constexpr std::string_view kMarks = "0123456789@";

bool has_form(std::string_view value) {
  constexpr std::ptrdiff_t kShortest = 6;
  return value.find_first_of(kMarks) != std::string_view::npos &&
         std::count_if(value.begin(), value.end(), base::is_word_byte) >= kShortest;
}

// Whether the number or the address goes on beside a value: before "smith@" in "anna.smith@", before "123 4567" in
// "0800 123 4567". `edge` is the outermost character of the value; `at` runs away from it.
template <class Iterator>
bool goes_on(Iterator at, Iterator end, char edge) {
  bool is_joined = false, needs_digits = false;
  for (const std::string_view marks : {" /.+-_%", ")"}) {
    if (at == end || marks.find(*at) == std::string_view::npos) continue;
    is_joined = true;
    needs_digits = needs_digits || *at == ' ' || *at == '/' || *at == ')';
    ++at;
  }
  if (!is_joined || at == end || !base::is_word_byte(*at)) return false;
  return !needs_digits || (base::is_digit(edge) && base::is_digit(*at));
}

bool is_whole(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view before = text.substr(0, begin), after = text.substr(end);
  return base::stands_alone(text, begin, end) && !goes_on(before.rbegin(), before.rend(), text[begin]) &&
         !goes_on(after.begin(), after.end(), text[end - 1]);
}

}  // namespace

void BotConstants::add(std::string_view text) {
  if (text.find_first_of(kMarks) != std::string_view::npos) texts_.append(text).append("\n");
}

void BotConstants::add(const std::vector<config::Template::Piece>& pieces) {
  for (const config::Template::Piece& piece : pieces) {
    add(piece.literal);
    for (const config::Template::Branch& branch : piece.branches) add(branch.pieces);
  }
}

void BotConstants::add(const std::vector<config::KnowledgePassage>& passages) {
  for (const config::KnowledgePassage& passage : passages) {
    for (const std::string* text : {&passage.heading, &passage.above, &passage.text}) add(*text);
  }
}

void BotConstants::add_texts(const config::BotDefinition& bot) {
  config::for_each_text(bot, [&](const config::Template& text) { add(text.pieces); });
  const auto add_arguments = [&](const config::StepDefinition& step) {
    for (const auto& with : step.with) {
      if (with.origin.text) add(with.origin.text->pieces);
      if (const std::string* constant = with.origin.constant.if_string()) add(*constant);
    }
  };
  for (const config::Intent& intent : bot.intents) {
    config::for_each_step(intent.steps, add_arguments);
    for (const config::Param& param : intent.params) config::for_each_step_of(param, add_arguments);
  }
}

void BotConstants::add_pages(const config::BotDefinition& bot) {
  if (!bot.knowledge) return;
  add(bot.knowledge->passages);
  for (const auto& [language, passages] : bot.knowledge->translations) add(passages);
}

bool BotConstants::has(std::string_view value) const {
  if (!has_form(value)) return false;
  for (std::size_t at = texts_.find(value); at != std::string::npos; at = texts_.find(value, at + 1)) {
    if (is_whole(texts_, at, at + value.size())) return true;
  }
  return false;
}

}  // namespace parley::engine
