// Part of Extractor: numbers that no param reads, but that one param must mean.
// Tested by tests/intents/bare_numbers_test.cc.
#include <algorithm>

#include "intents/entities/codes.h"
#include "intents/extract.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostDigits = 6;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the only word of the message with a digit, if it is a number that stands alone.
std::optional<Words::Place> only_number(const Message& message) {
  const std::string_view text = message.text.text();
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    if (std::none_of(word.begin(), word.end(), is_digit)) continue;
    if (only || word.size() > kMostDigits || !std::all_of(word.begin(), word.end(), is_digit)) return std::nullopt;
    only = i;
  }
  if (!only) return std::nullopt;
  const Words::Place place = message.words[*only];
  const bool is_free =
      (place.begin == 0 || text[place.begin - 1] == ' ') &&
      (place.end == text.size() || std::string_view(" .,!?").find(text[place.end]) != std::string_view::npos);
  const bool counts =
      *only + 1 < message.words.size() && !lexicon::kEn.texts.after_amount.has(message.words.text(*only + 1, 1));
  if (!is_free || counts || is_after_number_label(text, place.begin, NumberLabel::kAny)) return std::nullopt;
  return place;
}

bool has_reading_for(const Extraction& said, const std::string& param) {
  const auto is_it = [&](const ParamValue& value) { return value.param == param; };
  return std::any_of(said.values.begin(), said.values.end(), is_it) ||
         std::any_of(said.ambiguous.begin(), said.ambiguous.end(), [&](const std::vector<ParamValue>& readings) {
           return std::any_of(readings.begin(), readings.end(), is_it);
         });
}

bool is_value_at(const Extraction& said, const Span& place) {
  const auto meets = [&](const ParamValue& value) {
    return !value.whole_message && value.span.begin < place.end && place.begin < value.span.end;
  };
  return std::any_of(said.values.begin(), said.values.end(), meets) ||
         std::any_of(said.ambiguous.begin(), said.ambiguous.end(), [&](const std::vector<ParamValue>& readings) {
           return std::any_of(readings.begin(), readings.end(), meets);
         });
}

}  // namespace

std::optional<ParamValue> Extractor::bare_amount(const Message& message, const Extraction& said, const Now& now) const {
  const auto may_be_meant = [&](const Slot& slot) {
    return slot.type_name == "money" && slot.param->required && !has_reading_for(said, slot.param->id.value);
  };
  const auto slot = std::find_if(slots_.begin(), slots_.end(), may_be_meant);
  if (slot == slots_.end() || std::count_if(slots_.begin(), slots_.end(), may_be_meant) > 1) return std::nullopt;
  const auto place = only_number(message);
  if (!place) return std::nullopt;
  const Span span = message.text.original_span(place->begin, place->end);
  if (is_value_at(said, span)) return std::nullopt;
  const FoldedText number(message.text.original(span));
  const bool fits_other = std::any_of(slots_.begin(), slots_.end(), [&](const Slot& other) {
    return &other != &*slot && answer(number, other.param->id.value, now).has_value();
  });
  auto amount = fits_other ? std::nullopt : answer(number, slot->param->id.value, now);
  if (amount) amount->span = span;
  return amount;
}

void Extractor::take_bare_number(const Message& message, const std::vector<std::string>& filled, const Now& now,
                                 Extraction& said) const {
  const auto place = only_number(message);
  if (!place) return;
  const Span span = message.text.original_span(place->begin, place->end);
  if (is_value_at(said, span)) return;
  std::vector<const Slot*> meant;
  for (const Slot& slot : slots_) {
    const bool is_kind = slot.type_name == "money" || slot.type_name == "number";
    const std::string& id = slot.param->id.value;
    const bool has_value = std::find(filled.begin(), filled.end(), id) != filled.end();
    if (is_kind && has_value && !slot.param->list && !has_reading_for(said, id)) meant.push_back(&slot);
  }
  const FoldedText number(message.text.original(span));
  auto value = meant.size() == 1 ? answer(number, meant.front()->param->id.value, now) : std::nullopt;
  if (value) {
    value->span = span;
    said.values.push_back(std::move(*value));
    return;
  }
  for (const Slot* slot : meant) said.named.push_back(slot->param->id.value);
}

}  // namespace parley::intents
