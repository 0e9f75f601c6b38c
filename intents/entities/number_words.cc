#include "intents/entities/number_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "intents/entities/edges.h"

namespace parley::intents {
namespace {

struct NumberWord {
  std::string_view word;
  long long value;
};

constexpr std::array kSmall = {
    NumberWord{"zero", 0},      NumberWord{"nought", 0},   NumberWord{"one", 1},        NumberWord{"two", 2},
    NumberWord{"three", 3},     NumberWord{"four", 4},     NumberWord{"five", 5},       NumberWord{"six", 6},
    NumberWord{"seven", 7},     NumberWord{"eight", 8},    NumberWord{"nine", 9},       NumberWord{"ten", 10},
    NumberWord{"eleven", 11},   NumberWord{"twelve", 12},  NumberWord{"thirteen", 13},  NumberWord{"fourteen", 14},
    NumberWord{"fifteen", 15},  NumberWord{"sixteen", 16}, NumberWord{"seventeen", 17}, NumberWord{"eighteen", 18},
    NumberWord{"nineteen", 19}, NumberWord{"twenty", 20},  NumberWord{"thirty", 30},    NumberWord{"forty", 40},
    NumberWord{"fourty", 40},   NumberWord{"fifty", 50},   NumberWord{"sixty", 60},     NumberWord{"seventy", 70},
    NumberWord{"eighty", 80},   NumberWord{"ninety", 90},
};
constexpr std::array kScales = {
    NumberWord{"dozen", 12},          NumberWord{"hundred", 100},           NumberWord{"thousand", 1'000},
    NumberWord{"million", 1'000'000}, NumberWord{"billion", 1'000'000'000},
};
constexpr std::size_t kLongestWord = 9;  // "seventeen"

template <std::size_t N>
const NumberWord* find_word(const std::array<NumberWord, N>& words, std::string_view word) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const NumberWord& w) { return w.word == word; });
  return found == words.end() ? nullptr : &*found;
}

// Word by word. Each must be of a smaller kind than what stands before it: "twenty five" is one number, "five twenty"
// two.
class WordReader {
 public:
  WordReader(std::string_view text, std::size_t at) : text_(text), word_(word_at(text, at)) {}

  std::optional<ReadNumber> read() {
    if (word_.text == "half") return read_half_a_dozen();
    read_article();
    while (read_small() || read_scale()) {
    }
    if (end_ == 0) return std::nullopt;
    ReadNumber number{Value(static_cast<std::int64_t>(total_ + group_)), end_};
    read_point(number);
    return number;
  }

 private:
  std::optional<ReadNumber> read_half_a_dozen() const {
    const Word article = next_word(text_, word_.end);
    const Word dozen = next_word(text_, article.end);
    if (article.text != "a" || dozen.text != "dozen") return std::nullopt;
    return ReadNumber{Value(6), dozen.end};
  }

  // "a hundred": an article is one only before a scale.
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
      if (group_ >= 100) return false;
      group_ *= scale;
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

  // "five point two five"
  void read_point(ReadNumber& number) const {
    if (word_.text != "point") return;
    std::string digits = number.value.to_text() + ".";
    std::size_t end = word_.end;
    for (Word word = next_word(text_, end); !word.text.empty(); word = next_word(text_, end)) {
      const NumberWord* digit = find_word(kSmall, word.text);
      if (!digit || digit->value > 9) break;
      digits += std::to_string(digit->value);
      end = word.end;
    }
    if (digits.back() != '.') number = {Value(to_double(digits)), end};
  }

  std::string_view text_;
  Word word_;               // the next one
  std::size_t end_ = 0;     // of the last one that was taken
  long long total_ = 0;     // of the groups that a scale closed
  long long group_ = 0;     // below a thousand, still open
  long long limit_ = 1000;  // the next small word must be below
  long long largest_scale_ = 1'000'000'000'000;
  bool follows_scale_ = false;
};

}  // namespace

std::optional<ReadNumber> read_number_words(std::string_view text, std::size_t at) {
  return WordReader(text, at).read();
}

Word word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && base::is_word_byte(text[end]) && !is_digit(text[end]) && text[end] != '_') ++end;
  if (digit_at(text, end) || char_at(text, end, '_') || end - at > kLongestWord) return {{}, at};
  return {base::lower_ascii(text.substr(at, end - at)), end};
}

Word next_word(std::string_view text, std::size_t end) {
  std::size_t at = end;
  while (char_at(text, at, ' ')) ++at;
  if (at == end && char_at(text, at, '-')) ++at;
  return at == end ? Word{{}, end} : word_at(text, at);
}

long long scale_of(std::string_view word) {
  const NumberWord* scale = find_word(kScales, word);
  return scale ? scale->value : 0;
}

}  // namespace parley::intents
