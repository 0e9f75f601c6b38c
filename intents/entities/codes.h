// Finds out whether digits belong to something that is no quantity: a part of a longer code ("TK-05-03-2026-A"), or
// digits that number something ("policy number 12-03-2026"). A wrong date or time costs more than none.
#pragma once

#include <cstddef>
#include <string_view>

namespace parley::intents {

// Returns true if `-`, `/`, `_`, `#`, `.` or `@` joins the span to a letter or a digit: "A-12", "5.3.2026.pdf",
// "12-05-2026-7". A point before an upper-case letter ends a sentence.
bool is_part_of_code(std::string_view text, std::size_t begin, std::size_t end);

// Returns true for one group of a longer number: "0171 12 05 80". False for "20260503 10:30".
bool has_digits_beside(std::string_view text, std::size_t begin, std::size_t end);

// Returns true for a group of digits between blanks that belongs to a number of more than four digits.
bool is_group_of_long_number(std::string_view text, std::size_t begin, std::size_t end);

// How much the words before the digits must say.
enum class NumberLabel {
  kStrong,  // "order number", "version": whatever follows is no date
  kAny,     // also "order", "account", "flight BA": digits without separators are no date
};

// Returns true if the words before `begin` say that the digits number something.
bool is_after_number_label(std::string_view text, std::size_t begin, NumberLabel label);

}  // namespace parley::intents
