// credit_card: 13 to 19 digits, alone or in groups, that pass the Luhn check.
// Tested by tests/intents/contact_types_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/entities/digit_groups.h"
#include "intents/entities/spoken_digits.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMinCardDigits = 13;
constexpr std::size_t kMaxCardDigits = 19;

bool passes_luhn(std::string_view digits) {
  int sum = 0;
  bool is_doubled = false;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, is_doubled = !is_doubled) {
    const int value = *digit - '0';
    sum += !is_doubled ? value : value < 5 ? 2 * value : 2 * value - 9;
  }
  return sum % 10 == 0;
}

class CreditCard : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    if (std::count_if(text.begin(), text.end(), base::is_digit) < static_cast<std::ptrdiff_t>(kMinCardDigits)) {
      if (reading.for_param && reading.asked) add_spoken(text, out);
      return;
    }
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t before = out.size();
      const std::size_t end = base::is_digit(text[at]) && text[at] != '0' && !base::letter_before(text, at) &&
                                      !(base::char_before(text, at, '-') && base::letter_before(text, at - 1))
                                  ? read_card(reading, at, out)
                                  : at;
      // A part of a longer number is not a value of a param. In a search for private values it counts.
      if (reading.for_param && out.size() > before && (is_tail_of_number(text, at) || digits_go_on(text, end))) {
        out.pop_back();
      }
      at = end > at ? end : at + 1;
    }
  }

 private:
  // Adds a number that the answer says in words.
  static void add_spoken(std::string_view text, std::vector<Found>& out) {
    for (SpokenDigits& spoken : spoken_digits(text)) {
      const std::size_t size = spoken.digits.size();
      const bool is_card = spoken.is_complete && size >= kMinCardDigits && size <= kMaxCardDigits &&
                           base::is_digit(spoken.digits.front()) && passes_luhn(spoken.digits);
      if (is_card) out.push_back({Value(std::move(spoken.digits)), spoken.begin, spoken.end});
    }
  }

  // Reads the longest card number that begins at `begin`. More digits may follow, such as an expiry date.
  static std::size_t read_card(const Reading& reading, std::size_t begin, std::vector<Found>& out) {
    const std::string_view text = reading.text;
    std::string digits;
    std::string card;
    std::size_t end = begin, wrong_end = begin;
    for (std::size_t at = begin; digits.size() < kMaxCardDigits && read_grouped(text, at, digits, base::is_digit);) {
      if (digits.size() < kMinCardDigits || base::letter_at(text, at)) continue;
      wrong_end = at;
      if (!passes_luhn(digits)) continue;
      card = digits;
      end = at;
    }
    if (end > begin) {
      out.push_back({Value(std::move(card)), begin, end});
    } else if (wrong_end > begin && reading.asked && reading.with_impossible) {
      out.push_back({Value(), begin, wrong_end, false, kWrongCheckDigits});
      return wrong_end;
    }
    return end;
  }
};

}  // namespace

std::unique_ptr<const Recogniser> make_credit_card() { return std::make_unique<CreditCard>(); }

}  // namespace parley::intents
