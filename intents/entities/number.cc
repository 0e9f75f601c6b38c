// number: "3", "1,250.50", "-4", "two hundred and five", "half a dozen", "5k".
//
// Not a number: digits that are part of something else, an id (O-12345), a date, a time, a phone number, a version.
#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/edges.h"
#include "intents/entities/numbers.h"

namespace parley::intents {
namespace {

// What makes one token of the digits around it: "5/3", "19:30", "555-1234", "1.2.3", "#12", "v2_1".
bool joins(char c) { return std::string_view("-/:.,#_'").find(c) != std::string_view::npos; }

bool starts_alone(std::string_view text, std::size_t at) {
  if (letter_before(text, at)) return false;
  if (at == 0 || !joins(text[at - 1])) return true;
  const char before = text[at - 1];
  return before == '\'' || (before != '#' && !letter_before(text, at - 1));
}

bool ends_alone(std::string_view text, std::size_t at) {
  if (letter_at(text, at)) return false;
  return at >= text.size() || !joins(text[at]) || !letter_at(text, at + 1);
}

// "the one I bought", "no one", "one of them": no count.
bool is_pronoun(std::string_view text, const Found& found) {
  if (base::lower_ascii(text.substr(found.begin, found.end - found.begin)) != "one") return false;
  static constexpr std::array<std::string_view, 14> kDeterminers = {
      "the", "this", "that", "no", "any", "every", "each", "which", "another", "last", "first", "new", "other", "some"};
  std::string_view before = base::trim(text.substr(0, found.begin));
  std::size_t start = before.size();
  while (start > 0 && base::is_word_byte(before[start - 1])) --start;
  const std::string word = base::lower_ascii(before.substr(start));
  return base::lower_ascii(text.substr(found.end, 4)) == " of " ||
         std::find(kDeterminers.begin(), kDeterminers.end(), word) != kDeterminers.end();
}

class Number : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    for (std::size_t at = 0; at < reading.text.size() && found.size() < kMaxFound;) {
      const auto number = read_at(reading, at);
      if (number && (reading.asked || !is_pronoun(reading.text, *number))) found.push_back(*number);
      at = number ? number->end : next_token(reading.text, at);
    }
    if (!found.empty()) drop_dated(reading, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override { return value.if_int() || value.if_double(); }

 private:
  // What belongs to a date or a time.
  void drop_dated(const Reading& reading, std::vector<Found>& found) const {
    const Reading strict{reading.text, reading.now_ms, false};
    std::vector<Found> dated;
    date_->find(strict, dated);
    time_->find(strict, dated);
    const auto is_dated = [&](const Found& number) {
      return std::any_of(dated.begin(), dated.end(),
                         [&](const Found& other) { return number.begin < other.end && other.begin < number.end; });
    };
    found.erase(std::remove_if(found.begin(), found.end(), is_dated), found.end());
  }

  static std::optional<Found> read_at(const Reading& reading, std::size_t at) {
    const std::string_view text = reading.text;
    std::size_t digits = at;
    if (char_at(text, at, '-') || char_at(text, at, '+')) ++digits;
    if (digits != at && !digit_at(text, digits) && !char_at(text, digits, '.')) return std::nullopt;
    if (!starts_alone(text, at) || (digits != at && letter_before(text, at))) return std::nullopt;
    if (const std::size_t words = skip_minus_word(text, at); words != at) {
      const auto number = read_number(text, words);
      if (!number || !ends_alone(text, number->end)) return std::nullopt;
      return Found{negative(number->value), at, number->end};
    }
    const auto number = read_number(text, digits);
    if (!number) return std::nullopt;
    // An answer may name its unit: "5kg", "3pcs".
    const bool has_unit = reading.asked && digit_before(text, number->end) && letter_at(text, number->end);
    if (!has_unit && !ends_alone(text, number->end)) return std::nullopt;
    return Found{char_at(text, at, '-') ? negative(number->value) : number->value, at, number->end};
  }

  static std::size_t skip_minus_word(std::string_view text, std::size_t at) {
    if (at >= text.size() || std::string_view("mMnN").find(text[at]) == std::string_view::npos) return at;
    for (const std::string_view word : {"minus ", "negative "}) {
      if (base::lower_ascii(text.substr(at, word.size())) == word) return at + word.size();
    }
    return at;
  }

  // Past the token at `at`, so that no tail of a refused one is read as a number.
  static std::size_t next_token(std::string_view text, std::size_t at) {
    const bool is_token = letter_at(text, at);
    const bool is_digits = is_digit(text[at]);
    base::next_code_point(text, at);
    if (!is_token) return at;
    while (at < text.size() && (base::is_word_byte(text[at]) || (is_digits && joins(text[at])))) ++at;
    return at;
  }

  std::unique_ptr<const Recogniser> date_ = make_date();
  std::unique_ptr<const Recogniser> time_ = make_time();
};

}  // namespace

std::unique_ptr<const Recogniser> make_number() { return std::make_unique<Number>(); }

}  // namespace parley::intents
