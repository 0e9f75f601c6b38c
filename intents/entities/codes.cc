// Tested by tests/intents/wrong_readings_test.cc.
#include "intents/entities/codes.h"

#include <algorithm>

#include "base/boundaries.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

constexpr std::size_t kLabelReach = 40;  // bytes before the digits

// "number" and its kin, and nouns that are never followed by a date.
const Pattern& strong_label() {
  static const Pattern compiled(
      R"((?:\b(?:numbers?|no\.?|nr\.?|code|pin|otp|id|ref(?:erence)?|phone|mobile|telephone|tel|fax|iban|imei|serial|)"
      R"(isbn|sku|version|release|firmware|build|model|part|item|article|section|paragraph|chapter|policy|tracking|)"
      R"(acct|plate|[a-z]*nummer|kennzeichen)|#)(?:,? (?:no|nr)\b\.?)?(?: is| was| it's| ist)?[:=.]? *$)");
  return compiled;
}

// Nouns that a date may follow ("booking 12/05/2026"), but not a date without separators.
const Pattern& weak_label() {
  static const Pattern compiled(
      R"(\b(?:account|card|order|customer|invoice|ticket|booking|member(?:ship)?|contract|case|parcel|meter|flight|)"
      R"(train|bus|line|gate|seat|flat|apartment|room|windows|konto|kunde|vertrag|rechnung|bestellung|auftrag))"
      R"((?: is| was| it's| ist)?[:=]? *$)");
  return compiled;
}

// Returns true for a code of capitals before the digits: "BA 2026", "B-MA 2026". Not for a word: "IN 2026".
bool ends_with_capitals(std::string_view before) {
  static const Pattern capitals("(?:^|[ -])([A-Z]{1,3}) $", Pattern::Case::kCounts);
  static const Pattern word(
      "(?:in|of|by|to|for|the|and|or|on|at|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ab|bis|i)");
  Pattern::Groups groups;
  return capitals.find(before, 0, groups) && !word.covers(groups[1]);
}

bool joins_codes(char c) { return std::string_view("-/_#.@").find(c) != std::string_view::npos; }

}  // namespace

bool is_part_of_code(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin > 1 && joins_codes(text[begin - 1]) && base::letter_before(text, begin - 1)) return true;
  if (begin > 0 && text[begin - 1] == '#') return true;
  if (end >= text.size() || !joins_codes(text[end]) || !base::letter_at(text, end + 1)) return false;
  const char next = text[end + 1];
  return text[end] != '.' || next < 'A' || next > 'Z';
}

bool has_digits_beside(std::string_view text, std::size_t begin, std::size_t end) {
  if (base::char_before(text, begin, ' ') && base::digit_before(text, begin - 1)) return true;
  if (!base::char_at(text, end, ' ') || !base::digit_at(text, end + 1)) return false;
  std::size_t next = end + 1;
  while (base::digit_at(text, next)) ++next;
  return !base::char_at(text, next, ':') && !base::letter_at(text, next);
}

bool is_group_of_long_number(std::string_view text, std::size_t begin, std::size_t end) {
  if (!has_digits_beside(text, begin, end)) return false;
  const auto is_inside = [&](std::size_t at) { return base::is_digit(text[at]) || text[at] == ' '; };
  while (begin > 0 && is_inside(begin - 1)) --begin;
  while (end < text.size() && is_inside(end)) ++end;
  const std::string_view run = text.substr(begin, end - begin);
  return std::count_if(run.begin(), run.end(), base::is_digit) > 4;
}

bool is_after_number_label(std::string_view text, std::size_t begin, NumberLabel label) {
  const std::size_t from = begin - std::min(begin, kLabelReach);
  const std::string_view before = text.substr(from, begin - from);
  if (strong_label().occurs_in(before)) return true;
  return label == NumberLabel::kAny && (weak_label().occurs_in(before) || ends_with_capitals(before));
}

}  // namespace parley::intents
