// Tested by tests/intents/whole_values_test.cc and spoken_digits_test.cc.
#include "intents/entities/spoken_digits.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {
namespace {

struct DigitWord {
  std::string_view word;
  char digit;
};

constexpr std::array kDigitWords = {DigitWord{"zero", '0'},   DigitWord{"oh", '0'},    DigitWord{"o", '0'},
                                    DigitWord{"nought", '0'}, DigitWord{"one", '1'},   DigitWord{"two", '2'},
                                    DigitWord{"three", '3'},  DigitWord{"four", '4'},  DigitWord{"five", '5'},
                                    DigitWord{"six", '6'},    DigitWord{"seven", '7'}, DigitWord{"eight", '8'},
                                    DigitWord{"nine", '9'},   DigitWord{"niner", '9'}};

// Number words that represent several digits, or an uncertain number of digits.
constexpr std::array<std::string_view, 21> kLargeWords = {
    "ten",       "eleven",   "twelve",   "thirteen", "fourteen", "fifteen",  "sixteen",
    "seventeen", "eighteen", "nineteen", "twenty",   "thirty",   "forty",    "fifty",
    "sixty",     "seventy",  "eighty",   "ninety",   "hundred",  "thousand", "million"};

constexpr std::size_t kMaxDigitWordBytes = 9;  // "seventeen"

struct SpokenToken {
  enum class Kind { kDigits, kWord, kRepeat, kPlus, kLarge, kOther } kind = Kind::kOther;
  std::string digits;  // kDigits, kWord
  std::size_t times = 1;
  std::size_t begin = 0;
  std::size_t end = 0;
};

SpokenToken token_at(std::string_view text, std::size_t begin) {
  SpokenToken token;
  token.begin = token.end = begin;
  if (text[begin] == '+') {
    ++token.end;
    token.kind = SpokenToken::Kind::kPlus;
    return token;
  }
  while (base::letter_at(text, token.end)) base::next_code_point(text, token.end);
  const std::string_view token_text = text.substr(begin, token.end - begin);
  if (std::all_of(token_text.begin(), token_text.end(), base::is_digit)) {
    token.kind = SpokenToken::Kind::kDigits;
    token.digits = token_text;
    return token;
  }
  if (token_text.size() > kMaxDigitWordBytes) return token;
  const std::string word = base::lower_ascii(token_text);
  const auto digit =
      std::find_if(kDigitWords.begin(), kDigitWords.end(), [&](const DigitWord& one) { return one.word == word; });
  if (digit != kDigitWords.end()) {
    token.kind = SpokenToken::Kind::kWord;
    token.digits = digit->digit;
  } else if (word == "double" || word == "triple" || word == "treble") {
    token.kind = SpokenToken::Kind::kRepeat;
    token.times = word == "double" ? 2 : 3;
  } else if (word == "plus") {
    token.kind = SpokenToken::Kind::kPlus;
  } else if (std::find(kLargeWords.begin(), kLargeWords.end(), word) != kLargeWords.end()) {
    token.kind = SpokenToken::Kind::kLarge;
  }
  return token;
}

// Returns the digits of a number word below 100; empty for another word. "O" and "oh" are no digits in a text.
std::string digits_of_word(std::string_view word) {
  constexpr std::string_view kTens[] = {"ten",   "twenty",  "thirty", "forty", "fifty",
                                        "sixty", "seventy", "eighty", "ninety"};
  constexpr std::string_view kTeens[] = {"eleven",  "twelve",    "thirteen", "fourteen", "fifteen",
                                         "sixteen", "seventeen", "eighteen", "nineteen"};
  for (std::size_t i = 0; i < std::size(kTens); ++i) {
    if (word == kTens[i]) return std::to_string(10 * (i + 1));
    if (word == kTeens[i]) return std::to_string(11 + i);
  }
  for (const DigitWord& one : kDigitWords) {
    if (one.word == word && word != "o" && word != "oh") return std::string(1, one.digit);
  }
  return {};
}

bool is_gap(char c) { return std::string_view(" ,-./()").find(c) != std::string_view::npos; }

// Run is one run of digits, built token by token.
class Run {
 public:
  bool takes(const SpokenToken& token) const {
    return token.kind != SpokenToken::Kind::kOther && (token.kind != SpokenToken::Kind::kPlus || run_.digits.empty());
  }

  void add(const SpokenToken& token) {
    if (run_.end == 0) run_.begin = token.begin;
    run_.end = token.end;
    if (token.kind == SpokenToken::Kind::kPlus) run_.digits = "+";
    if (token.kind == SpokenToken::Kind::kRepeat) times_ = token.times;
    if (token.kind == SpokenToken::Kind::kLarge) run_.is_complete = false;
    if (token.digits.empty()) return;
    words_ += token.kind == SpokenToken::Kind::kWord ? 1 : 0;
    if (token.digits.size() > 1) times_ = 1;
    while (times_-- > 0) run_.digits += token.digits;
    times_ = 1;
  }

  // Ends the run. A single "one" before a number that is complete without it is skipped: "the other one 0171 2345678".
  void close(std::string_view text, std::vector<SpokenDigits>& out) {
    constexpr std::string_view kOne = "one";
    const std::string_view run_text = text.substr(run_.begin, run_.end - run_.begin);
    const std::size_t next = run_text.find_first_not_of(" ,", kOne.size());
    const bool is_pronoun = words_ == 1 && base::lower_ascii(run_text.substr(0, kOne.size())) == kOne &&
                            next != std::string_view::npos && (run_text[next] == '0' || run_text[next] == '+');
    const bool has_word = words_ > 0 || !run_.is_complete;
    if (has_word && !is_pronoun) out.push_back(std::move(run_));
    *this = Run();
  }

  bool is_empty() const { return run_.end == 0; }

 private:
  SpokenDigits run_;
  std::size_t words_ = 0;
  std::size_t times_ = 1;
};

}  // namespace

std::string with_digits(std::string_view text) {
  std::string out;
  bool joins = false;    // the last word was a digit or tens, and another digit may follow
  std::size_t tens = 0;  // the size of `out` before the 0 of "twenty"; 0: none
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && base::is_word_byte(text[end])) ++end;
    if (end == at) {
      if (text[at] != ' ') joins = false, tens = 0;
      out += text[at++];
      continue;
    }
    const std::string word = base::lower_ascii(text.substr(at, end - at));
    const std::string digits = digits_of_word(word);
    if (digits.empty()) {
      joins = false, tens = 0;
      out += text.substr(at, end - at);
    } else if (tens != 0 && digits.size() == 1 && digits != "0") {
      out.resize(tens);
      out += digits;
      tens = 0;
    } else {
      if (joins) out.pop_back();  // the space between two digits
      out += digits;
      tens = digits.size() == 2 && digits[1] == '0' && digits != "10" ? out.size() - 1 : 0;
    }
    joins = !digits.empty();
    at = end;
  }
  return out;
}

std::vector<SpokenDigits> spoken_digits(std::string_view text) {
  std::vector<SpokenDigits> all;
  Run run;
  for (std::size_t at = 0; at < text.size() && all.size() < kMaxFound;) {
    const bool is_token = base::letter_at(text, at) || text[at] == '+';
    if (!is_token) {
      if (!is_gap(text[at]) && !run.is_empty()) run.close(text, all);
      base::next_code_point(text, at);
      continue;
    }
    const SpokenToken token = token_at(text, at);
    if (!run.is_empty() && !run.takes(token)) run.close(text, all);
    if (run.takes(token)) run.add(token);
    at = token.end;
  }
  if (!run.is_empty()) run.close(text, all);
  return all;
}

}  // namespace parley::intents
