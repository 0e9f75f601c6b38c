// Tested by tests/intents/numbers_test.cc.
#include "intents/entities/number_words.h"

#include <algorithm>
#include <array>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace parley::intents {
namespace {

struct NumberWord {
  std::string_view word;
  long long value;
};

constexpr std::array kSmall = {
    NumberWord{"zero", 0},      NumberWord{"nought", 0},    NumberWord{"naught", 0},   NumberWord{"one", 1},
    NumberWord{"two", 2},       NumberWord{"three", 3},     NumberWord{"four", 4},     NumberWord{"five", 5},
    NumberWord{"six", 6},       NumberWord{"seven", 7},     NumberWord{"eight", 8},    NumberWord{"nine", 9},
    NumberWord{"ten", 10},      NumberWord{"eleven", 11},   NumberWord{"twelve", 12},  NumberWord{"thirteen", 13},
    NumberWord{"fourteen", 14}, NumberWord{"fifteen", 15},  NumberWord{"sixteen", 16}, NumberWord{"seventeen", 17},
    NumberWord{"eighteen", 18}, NumberWord{"nineteen", 19}, NumberWord{"twenty", 20},  NumberWord{"thirty", 30},
    NumberWord{"forty", 40},    NumberWord{"fourty", 40},   NumberWord{"fifty", 50},   NumberWord{"sixty", 60},
    NumberWord{"seventy", 70},  NumberWord{"eighty", 80},   NumberWord{"ninety", 90},
};
constexpr std::array kScales = {
    NumberWord{"dozen", 12},
    NumberWord{"dozens", 12},
    NumberWord{"dz", 12},
    NumberWord{"dzs", 12},
    NumberWord{"doz", 12},
    NumberWord{"dozs", 12},
    NumberWord{"hundred", 100},
    NumberWord{"thousand", 1'000},
    NumberWord{"million", 1'000'000},
    NumberWord{"billion", 1'000'000'000},
    NumberWord{"trillion", 1'000'000'000'000},
};
// Ordinals that are not the cardinal plus "th".
constexpr std::array kIrregular = {
    NumberWord{"first", 1},  NumberWord{"second", 2}, NumberWord{"third", 3},    NumberWord{"fifth", 5},
    NumberWord{"eighth", 8}, NumberWord{"ninth", 9},  NumberWord{"twelfth", 12},
};
constexpr std::size_t kMaxNumberWordBytes = 12;  // "seventeenths"
constexpr std::size_t kMaxWords = 40;            // per number; no number has more

template <std::size_t N>
const NumberWord* find_word(const std::array<NumberWord, N>& words, std::string_view word) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const NumberWord& w) { return w.word == word; });
  return found == words.end() ? nullptr : &*found;
}

// Reads word by word. Each word must be of a smaller kind than the one before it: "twenty five" is one number, "five
// twenty" is two.
class WordReader {
 public:
  WordReader(std::string_view text, std::size_t at) : text_(text), word_(word_at(text, at)) {}

  std::optional<NumberInWords> read() {
    if (word_.text == "half") {
      const auto half = read_half_a_dozen();
      return half ? std::optional(NumberInWords{*half, std::nullopt}) : std::nullopt;
    }
    read_article();
    while (read_small() || read_scale()) {
    }
    if (end_ == 0) return std::nullopt;
    ReadNumber number{Value(static_cast<std::int64_t>(total_ + group_)), end_};
    read_point(number);
    return NumberInWords{number, before_and_};
  }

 private:
  std::optional<ReadNumber> read_half_a_dozen() const {
    const Word article = next_word(text_, word_.end);
    const Word dozen = next_word(text_, article.end);
    if (article.text != "a" || dozen.text != "dozen") return std::nullopt;
    return ReadNumber{Value(6), dozen.end};
  }

  // "a hundred": "a" counts only before a scale word.
  void read_article() {
    if (word_.text != "a" && word_.text != "an") return;
    Word scale = next_word(text_, word_.end);
    if (scale_of(scale.text) == 0) return;
    group_ = 1;
    word_ = std::move(scale);
  }

  bool read_small() {
    Word word = word_.text == "and" && follows_scale_ ? next_word(text_, word_.end) : word_;
    const NumberWord* small = find_word(kSmall, word.text);
    if (!small || small->value >= limit_) return false;
    if (word_.text == "and") before_and_ = ReadNumber{Value(static_cast<std::int64_t>(total_ + group_)), end_};
    group_ += small->value;
    limit_ = small->value >= 20 ? 10 : 0;
    follows_scale_ = false;
    go_on_after(word);
    return true;
  }

  bool read_scale() {
    const long long scale = scale_of(word_.text);
    if (scale == 0 || group_ == 0 || scale >= largest_scale_) return false;
    if (scale <= 100) {
      if (group_ >= 100 && (scale == 100 || group_ % 100 == 0)) return false;
      group_ = scale == 12 ? group_ / 100 * 100 + group_ % 100 * 12 : group_ * scale;
      limit_ = scale == 100 ? 100 : 0;
    } else {
      total_ += group_ * scale;
      group_ = 0;
      largest_scale_ = scale;
      limit_ = 1'000;
    }
    follows_scale_ = limit_ > 0;
    go_on_after(word_);
    return true;
  }

  void go_on_after(const Word& word) {
    end_ = word.end;
    word_ = next_word(text_, end_);
  }

  // Reads "five point two five".
  void read_point(ReadNumber& number) const {
    if (word_.text != "point") return;
    std::string digits = number.value.to_text() + ".";
    std::size_t end = word_.end;
    for (Word word = next_word(text_, end); !word.text.empty(); word = next_word(text_, end)) {
      const NumberWord* digit = find_word(kSmall, word.text);
      if (!digit) break;
      digits += std::to_string(digit->value);
      end = word.end;
    }
    if (digits.back() != '.') number = {Value(to_double(digits)), end};
  }

  std::string_view text_;
  Word word_;               // the next word
  std::size_t end_ = 0;     // end of the last word taken
  long long total_ = 0;     // sum of the groups that a scale word closed
  long long group_ = 0;     // the open group, below a thousand
  long long limit_ = 1000;  // the next small word must be smaller
  long long largest_scale_ = 1'000'000'000'000'000;
  bool follows_scale_ = false;
  std::optional<ReadNumber> before_and_;
};

std::string_view cardinal_of(long long value) {
  for (const auto& word : kSmall) {
    if (word.value == value) return word.word;
  }
  for (const auto& word : kScales) {
    if (word.value == value) return word.word;
  }
  return {};
}

}  // namespace

std::optional<NumberInWords> read_words(std::string_view text, std::size_t at) { return WordReader(text, at).read(); }

std::optional<ReadNumber> read_number_words(std::string_view text, std::size_t at) {
  const auto read = read_words(text, at);
  return read ? std::optional(read->whole) : std::nullopt;
}

long long ordinal_of(std::string_view word) {
  if (const NumberWord* irregular = find_word(kIrregular, word)) return irregular->value;
  if (word.size() < 5 || word.substr(word.size() - 2) != "th") return 0;
  std::string cardinal(word.substr(0, word.size() - 2));
  if (cardinal.size() > 2 && cardinal.substr(cardinal.size() - 2) == "ie")
    cardinal.replace(cardinal.size() - 2, 2, "y");
  const NumberWord* small = find_word(kSmall, cardinal);
  return small ? small->value : scale_of(cardinal);
}

std::optional<ReadNumber> read_ordinal_words(std::string_view text, std::size_t at) {
  // Words before the last must be cardinals; the last is the ordinal.
  Word last = word_at(text, at);
  std::string cardinal;
  for (std::size_t words = 0; !last.text.empty() && ordinal_of(last.text) == 0; ++words) {
    if (words == kMaxWords) return std::nullopt;
    const bool is_counted =
        last.text == "and" || last.text == "a" || scale_of(last.text) != 0 || find_word(kSmall, last.text) != nullptr;
    if (!is_counted) return std::nullopt;
    cardinal += (cardinal.empty() ? "" : " ") + last.text;
    last = next_word(text, last.end);
  }
  const long long closing = ordinal_of(last.text);
  if (closing == 0) return std::nullopt;
  if (cardinal.empty()) return ReadNumber{Value(std::int64_t{closing}), last.end};
  const std::string whole = cardinal.append(" ").append(cardinal_of(closing));
  const auto number = read_number_words(whole, 0);
  if (!number || number->end != whole.size() || !number->value.if_int()) return std::nullopt;
  return ReadNumber{number->value, last.end};
}

Word word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  const std::string_view near = text.substr(0, std::min(at, text.size()) + kMaxNumberWordBytes + 1);
  while (end < near.size() && base::is_word_byte(text[end]) && !base::is_digit(text[end]) && text[end] != '_') ++end;
  base::WorkBudget::spend(1 + end - at);
  if (base::digit_at(text, end) || base::char_at(text, end, '_') || end - at > kMaxNumberWordBytes) return {{}, at};
  return {base::lower_ascii(text.substr(at, end - at)), end};
}

Word next_word(std::string_view text, std::size_t end) {
  std::size_t at = end;
  while (base::char_at(text, at, ' ')) ++at;
  if (at == end && base::char_at(text, at, '-')) ++at;
  return at == end ? Word{{}, end} : word_at(text, at);
}

long long scale_of(std::string_view word) {
  const NumberWord* scale = find_word(kScales, word);
  return scale ? scale->value : 0;
}

}  // namespace parley::intents
