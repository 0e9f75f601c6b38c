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

bool is_ascii_word(char c) { return base::is_word_byte(c) && c != '_' && static_cast<unsigned char>(c) < 0x80; }

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_ascii_word(text[at])) ++at;
  return at;
}

// Calls visit(at) for each key of a text: the ASCII words with a digit or before an @, and each @ without such a word.
// A value that is whole in a text has whole keys of that text.
template <class Visit>
void for_each_key(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0, end; at < text.size(); at = end) {
    end = end_of_word(text, at);
    const bool is_word = end > at, is_before_at = end < text.size() && text[end] == '@';
    if (is_word ? is_before_at || text.substr(at, end - at).find_first_of(kMarks) != std::string_view::npos
                : is_before_at && (at == 0 || !is_ascii_word(text[at - 1]))) {
      visit(at);
    }
    end = std::max(end, at + 1);
  }
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

void BotConstants::add(const config::ValueExpr& value) {
  if (value.text) add(value.text->pieces);
  if (const std::string* constant = value.constant.if_string()) add(*constant);
}

void BotConstants::add(const std::vector<config::KnowledgePassage>& passages) {
  for (const config::KnowledgePassage& passage : passages) {
    for (const std::string* text : {&passage.heading, &passage.above, &passage.text}) add(*text);
  }
}

void BotConstants::add_texts(const config::BotDefinition& bot) {
  const auto add_text = [&](const config::Template& text) { add(text.pieces); };
  const auto add_wording = [&](const config::TextVariants& wording) { config::for_each_template(wording, add_text); };
  config::for_each_wording(bot, add_wording, add_text);
  const auto add_arguments = [&](const config::StepDefinition& step) {
    for (const config::Argument& with : arguments_in(step)) add(with.origin);
  };
  for (const config::Intent& intent : bot.intents) {
    config::for_each_step(intent.steps, add_arguments);
    for (const config::Param& param : intent.params) {
      config::for_each_step_of(param, add_arguments);
      if (param.prefill) add(*param.prefill);
      if (param.fallback) add(*param.fallback);
    }
  }
}

void BotConstants::add_pages(const config::BotDefinition& bot) {
  if (!bot.knowledge) return;
  add(bot.knowledge->passages);
  for (const auto& [language, passages] : bot.knowledge->translations) add(passages);
}

void BotConstants::index() {
  keys_.clear();
  for_each_key(texts_, [&](std::size_t at) { keys_.push_back(at); });
  std::sort(keys_.begin(), keys_.end(), [&](std::size_t a, std::size_t b) { return text_at(a) < text_at(b); });
}

std::string_view BotConstants::text_at(std::size_t key) const {
  return std::string_view(texts_).substr(key, kMostCompared);
}

bool BotConstants::has(std::string_view value) const {
  if (!has_form(value)) return false;
  std::size_t offset = std::string_view::npos;
  for_each_key(value, [&](std::size_t at) { offset = std::min(offset, at); });
  const std::string_view rest = value.substr(offset, kMostCompared);
  auto at = std::lower_bound(keys_.begin(), keys_.end(), rest,
                             [&](std::size_t one, std::string_view other) { return text_at(one) < other; });
  for (int places = 0; places < kMostPlaces && at != keys_.end() && text_at(*at).starts_with(rest); ++places, ++at) {
    if (*at < offset) continue;
    const std::size_t begin = *at - offset;
    const bool is_there = texts_.compare(begin, value.size(), value) == 0;
    if (is_there && is_whole(texts_, begin, begin + value.size())) return true;
  }
  return false;
}

}  // namespace parley::engine
