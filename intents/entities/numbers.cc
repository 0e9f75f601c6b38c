#include "intents/entities/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "base/text.h"
#include "intents/entities/edges.h"

namespace parley::intents {
namespace {

struct NumberWord {
  std::string_view word;
  long long value;
};

constexpr std::array<NumberWord, 29> kSmall = {{
    {"zero", 0},      {"one", 1},       {"two", 2},       {"three", 3},    {"four", 4},     {"five", 5},
    {"six", 6},       {"seven", 7},     {"eight", 8},     {"nine", 9},     {"ten", 10},     {"eleven", 11},
    {"twelve", 12},   {"thirteen", 13}, {"fourteen", 14}, {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17},
    {"eighteen", 18}, {"nineteen", 19}, {"twenty", 20},   {"thirty", 30},  {"forty", 40},   {"fourty", 40},
    {"fifty", 50},    {"sixty", 60},    {"seventy", 70},  {"eighty", 80},  {"ninety", 90},
}};

constexpr std::array<NumberWord, 4> kScales = {
    {{"dozen", 12}, {"hundred", 100}, {"thousand", 1000}, {"million", 1000000}}};

template <std::size_t N>
const NumberWord* find_word(const std::array<NumberWord, N>& words, std::string_view word) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const NumberWord& w) { return w.word == word; });
  return found == words.end() ? nullptr : &*found;
}

// The word at `at`, in lower case; empty when no letter stands there. The longest number word has nine letters.
struct Word {
  std::string text;
  std::size_t end = 0;
};
Word word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && base::is_word_byte(text[end]) && !is_digit(text[end]) && text[end] != '_') ++end;
  if (digit_at(text, end) || char_at(text, end, '_') || end - at > 9) return {};
  return {base::lower_ascii(text.substr(at, end - at)), end};
}

// Where the next word starts, after spaces or one hyphen; `at` itself when there is no gap.
std::size_t skip_gap(std::string_view text, std::size_t at) {
  if (char_at(text, at, '-')) return at + 1;
  while (char_at(text, at, ' ')) ++at;
  return at;
}

// "two hundred and five thousand" is read word by word. Each word must be of a smaller kind than what stands before
// it, so "twenty five" is one number and "five twenty" two.
class WordReader {
 public:
  WordReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::optional<ReadNumber> read() {
    read_article();
    while (read_small() || read_scale()) {
    }
    if (!has_value_) return std::nullopt;
    return ReadNumber{Value(static_cast<std::int64_t>(total_ + group_)), end_};
  }

 private:
  // "a hundred", "half a dozen": an article is one only before a scale.
  void read_article() {
    const Word word = word_at(text_, at_);
    if (word.text == "half") {
      const Word article = word_at(text_, skip_gap(text_, word.end));
      const Word scale = article.text == "a" ? word_at(text_, skip_gap(text_, article.end)) : Word{};
      if (scale.text != "dozen") return;
      total_ = 6;
      return finish(scale.end);
    }
    if (word.text != "a" && word.text != "an") return;
    const std::size_t next = skip_gap(text_, word.end);
    if (next == word.end || !find_word(kScales, word_at(text_, next).text)) return;
    group_ = 1;
    at_ = next;
  }

  bool read_small() {
    if (is_done_) return false;
    std::size_t at = at_;
    Word word = word_at(text_, at);
    if (word.text == "and" && limit_ >= 100 && has_value_ && !is_small_) {
      at = skip_gap(text_, word.end);
      word = word_at(text_, at);
    }
    const NumberWord* small = find_word(kSmall, word.text);
    if (!small || small->value >= limit_) return false;
    group_ += small->value;
    limit_ = small->value >= 20 ? 10 : 0;
    is_small_ = true;
    return advance(word.end);
  }

  bool read_scale() {
    if (is_done_) return false;
    const Word word = word_at(text_, at_);
    const NumberWord* scale = find_word(kScales, word.text);
    if (!scale || group_ == 0 || scale->value >= largest_scale_) return false;
    if (scale->value == 100 || scale->value == 12) {
      if (group_ >= 100) return false;
      group_ *= scale->value;
      limit_ = scale->value == 100 ? 100 : 0;
    } else {
      total_ += group_ * scale->value;
      group_ = 0;
      largest_scale_ = scale->value;
      limit_ = 1000;
    }
    is_small_ = false;
    return advance(word.end);
  }

  bool advance(std::size_t end) {
    has_value_ = true;
    end_ = end;
    at_ = skip_gap(text_, end);
    is_done_ = at_ == end;
    return true;
  }

  void finish(std::size_t end) {
    has_value_ = true;
    is_done_ = true;
    end_ = end;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t end_ = 0;
  long long total_ = 0;     // of the groups that a scale closed
  long long group_ = 0;     // below a thousand, still open
  long long limit_ = 1000;  // the next small word must be below
  long long largest_scale_ = 1'000'000'000;
  bool has_value_ = false;
  bool is_small_ = false;  // the last word was a small one
  bool is_done_ = false;
};

// "1,250.50": thousands in threes, or no commas at all.
struct Digits {
  std::string plain;
  std::size_t end = 0;
  bool has_fraction = false;
};
Digits digits_at(std::string_view text, std::size_t at) {
  Digits read{{}, at, false};
  while (digit_at(text, read.end)) read.plain += text[read.end++];
  const std::size_t leading = read.plain.size();
  while (leading >= 1 && leading <= 3 && char_at(text, read.end, ',') && digit_at(text, read.end + 1) &&
         digit_at(text, read.end + 2) && digit_at(text, read.end + 3) && !digit_at(text, read.end + 4)) {
    read.plain += text.substr(read.end + 1, 3);
    read.end += 4;
  }
  if (char_at(text, read.end, '.') && digit_at(text, read.end + 1)) {
    read.has_fraction = true;
    do {
      read.plain += text[read.end++];
    } while (digit_at(text, read.end));
  }
  return read;
}

Value scaled(const Value& value, long long scale) {
  if (const std::int64_t* whole = value.if_int()) {
    if (*whole <= INT64_MAX / scale) return Value(*whole * static_cast<std::int64_t>(scale));
  }
  double number = 0;
  value.get_number(number);
  number *= static_cast<double>(scale);
  const bool is_whole = number == std::floor(number) && std::fabs(number) < 1e15;
  return is_whole ? Value(static_cast<std::int64_t>(number)) : Value(number);
}

// "thousand", "k", ... after a number in digits.
long long scale_after(std::string_view text, std::size_t& end) {
  if ((char_at(text, end, 'k') || char_at(text, end, 'K')) && !letter_at(text, end + 1)) {
    ++end;
    return 1000;
  }
  const std::size_t next = skip_gap(text, end);
  if (next == end || text[end] == '-') return 1;
  const Word word = word_at(text, next);
  const NumberWord* scale = find_word(kScales, word.text);
  if (!scale) return 1;
  end = word.end;
  return scale->value;
}

}  // namespace

std::optional<ReadNumber> read_number_words(std::string_view text, std::size_t at) {
  return WordReader(text, at).read();
}

std::optional<ReadNumber> read_number(std::string_view text, std::size_t at) {
  const bool starts_with_point = char_at(text, at, '.') && digit_at(text, at + 1);
  if (!digit_at(text, at) && !starts_with_point) return read_number_words(text, at);
  Digits digits = digits_at(text, at);
  Value value;
  if (digits.has_fraction) {
    double number = 0;
    if (starts_with_point) digits.plain.insert(0, 1, '0');
    std::from_chars(digits.plain.data(), digits.plain.data() + digits.plain.size(), number);
    value = Value(number);
  } else {
    const long long whole = to_integer(digits.plain);
    if (whole < 0) return std::nullopt;
    value = Value(static_cast<std::int64_t>(whole));
  }
  const long long scale = scale_after(text, digits.end);
  return ReadNumber{scale == 1 ? value : scaled(value, scale), digits.end};
}

Value negative(const Value& number) {
  if (const std::int64_t* whole = number.if_int()) return Value(-*whole);
  double value = 0;
  number.get_number(value);
  return Value(-value);
}

long long to_integer(std::string_view digits) {
  long long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? value : -1;
}

}  // namespace parley::intents
