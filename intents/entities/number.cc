// number: "3", "1,250.50", "-4", "two hundred and five", "half a dozen", "5k".
//
// Digits that are part of something else are not a number: an id (O-12345), a date, a time, a phone number, a version.
// Tested by tests/intents/numbers_test.cc.
#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/signed_numbers.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

// Returns true if "one" is a pronoun: "the one I bought", "no one", "one of them". As an answer, "just the one" is a
// number, but "the other one" is not.
bool is_pronoun(std::string_view text, const Found& found, bool asked) {
  if (base::lower_ascii(text.substr(found.begin, found.end - found.begin)) != "one") return false;
  static constexpr std::array<std::string_view, 14> kDeterminers = {
      "the", "this", "that", "no", "any", "every", "each", "which", "another", "last", "first", "new", "other", "some"};
  static constexpr std::array<std::string_view, 5> kNeverCounting = {"this", "that", "which", "other", "wrong"};
  std::string_view before = base::trim(text.substr(0, found.begin));
  std::size_t start = before.size();
  while (start > 0 && base::is_word_byte(before[start - 1])) --start;
  const std::string word = base::lower_ascii(before.substr(start));
  if (asked) return std::find(kNeverCounting.begin(), kNeverCounting.end(), word) != kNeverCounting.end();
  return base::lower_ascii(text.substr(found.end, 4)) == " of " ||
         std::find(kDeterminers.begin(), kDeterminers.end(), word) != kDeterminers.end();
}

class Number : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    for (Found& number : signed_numbers(reading.text)) {
      if (!ends_well(reading, number) || is_pronoun(reading.text, number, reading.asked)) continue;
      found.push_back(std::move(number));
    }
    if (!found.empty()) drop_dated(reading, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override { return value.if_int() || value.if_double(); }

 private:
  // Drops numbers that belong to a date or a time. "5ish" is not a time when the bot asks for a number.
  void drop_dated(const Reading& reading, std::vector<Found>& found) const {
    const Reading strict{reading.text, reading.now, false};
    std::vector<Found> dated;
    date_->find(strict, dated);
    time_->find(strict, dated);
    const auto is_dated = [&](const Found& number) {
      if (reading.asked && is_about(reading.text, number.end)) return false;
      return std::any_of(dated.begin(), dated.end(),
                         [&](const Found& other) { return number.begin < other.end && other.begin < number.end; });
    };
    found.erase(std::remove_if(found.begin(), found.end(), is_dated), found.end());
  }

  // An answer may include its unit: "5kg", "3pcs".
  static bool ends_well(const Reading& reading, const Found& number) {
    const bool has_unit =
        reading.asked && base::digit_before(reading.text, number.end) && unit_at(reading.text, number.end);
    const bool is_vague = reading.asked && is_about(reading.text, number.end);
    return has_unit || is_vague || ends_alone(reading.text, number.end);
  }

  std::unique_ptr<const Recogniser> date_ = make_date();
  std::unique_ptr<const Recogniser> time_ = make_time();
};

}  // namespace

std::unique_ptr<const Recogniser> make_number() { return std::make_unique<Number>(); }

}  // namespace parley::intents
