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
    if (base::stands_alone(texts_, at, at + value.size())) return true;
  }
  return false;
}

}  // namespace parley::engine
