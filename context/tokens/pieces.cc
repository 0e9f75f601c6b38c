// The regular expressions of the encodings, from tiktoken. They differ in how they split words. X is
// (?i:'s|'t|'re|'ve|'m|'ll|'d):
//
//   cl100k_base  X | [^\r\n\p{L}\p{N}]?\p{L}+
//   o200k_base   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+X?
//                | [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*X?
//   both         | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
//                (o200k_base also accepts slashes after symbols: [\r\n/]*)
//
// Tested by tests/context/tokens/pieces_test.cc.
#include "context/tokens/pieces.h"

#include <array>
#include <optional>

#include "base/letter_class.h"
#include "base/text.h"

namespace parley::context {
namespace {

using base::LetterClass;

struct Character {
  LetterClass kind;
  std::size_t end;
};

bool is_letter(LetterClass kind) {
  return kind == LetterClass::kUpper || kind == LetterClass::kLower || kind == LetterClass::kLetter;
}
bool is_line_end(char c) { return c == '\r' || c == '\n'; }

class Pieces {
 public:
  Pieces(std::string_view text, std::size_t at, Encoding encoding) : text_(text), at_(at), encoding_(encoding) {}

  std::size_t end() const {
    const std::optional<std::size_t> word = encoding_ == Encoding::kCl100kBase ? cl100k_word() : o200k_word();
    if (word) return *word;
    const Character first = read(at_);
    if (first.kind == LetterClass::kNumber) return numbers();
    if (const auto end = symbols(first)) return *end;
    return blanks();
  }

 private:
  Character read(std::size_t at) const {
    const char32_t c = base::next_code_point(text_, at);
    return {base::letter_class(c), at};
  }

  template <class Belongs>
  std::size_t run(std::size_t at, const Belongs& belongs) const {
    while (at < text_.size()) {
      const Character next = read(at);
      if (!belongs(next.kind)) break;
      at = next.end;
    }
    return at;
  }

  // Returns the end of X, or `at` if X does not match. Case folding also matches U+017F, the long s, with s.
  std::size_t contraction(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '\'') return at;
    const std::string_view rest = text_.substr(at + 1, 2);
    const auto letter = [&](std::size_t i) { return i < rest.size() ? static_cast<char>(rest[i] | 0x20) : '\0'; };
    switch (letter(0)) {
      case 's':
      case 't':
      case 'm':
      case 'd': return at + 2;
      case 'r':
      case 'v':
        if (letter(1) == 'e') return at + 3;
        break;
      case 'l':
        if (letter(1) == 'l') return at + 3;
        break;
      default: break;
    }
    return rest == "\xC5\xBF" ? at + 3 : at;
  }

  // Returns the end of [^\r\n\p{L}\p{N}]?, or `at_` if no character matches.
  std::size_t before_word() const {
    const Character first = read(at_);
    const bool may = !is_line_end(text_[at_]) && !is_letter(first.kind) && first.kind != LetterClass::kNumber;
    return may ? first.end : at_;
  }

  std::optional<std::size_t> cl100k_word() const {
    if (const std::size_t end = contraction(at_); end > at_) return end;
    const std::size_t begin = before_word();
    const std::size_t end = run(begin, is_letter);
    return end > begin ? std::optional(end) : std::nullopt;
  }

  std::optional<std::size_t> o200k_word() const {
    const std::size_t begin = before_word();
    for (const std::size_t from : {begin, at_}) {
      if (const auto end = lower_word(from)) return contraction(*end);
      if (begin == at_) break;
    }
    for (const std::size_t from : {begin, at_}) {
      if (const auto end = upper_word(from)) return contraction(*end);
    }
    return std::nullopt;
  }

  static bool is_either(LetterClass kind) { return kind == LetterClass::kLetter || kind == LetterClass::kMark; }
  static bool is_upper(LetterClass kind) { return kind == LetterClass::kUpper || is_either(kind); }
  static bool is_lower(LetterClass kind) { return kind == LetterClass::kLower || is_either(kind); }

  // Returns the end of `upper* lower+`, where `upper` and `lower` are the bracketed classes of o200k_base. Letters
  // without case match both. If no lower-case letter follows them, lower+ takes the last of these letters, and the word
  // ends there.
  std::optional<std::size_t> lower_word(std::size_t from) const {
    std::size_t at = from, after_either = from;
    while (at < text_.size()) {
      const Character next = read(at);
      if (!is_upper(next.kind)) break;
      at = next.end;
      if (is_either(next.kind)) after_either = at;
    }
    const std::size_t end = run(at, is_lower);
    if (end > at) return end;
    return after_either > from ? std::optional(after_either) : std::nullopt;
  }

  // Returns the end of `upper+ lower*`.
  std::optional<std::size_t> upper_word(std::size_t from) const {
    const std::size_t at = run(from, is_upper);
    return at > from ? std::optional(run(at, is_lower)) : std::nullopt;
  }

  std::size_t numbers() const {
    std::size_t at = at_;
    for (int i = 0; i < 3 && at < text_.size(); ++i) {
      const Character next = read(at);
      if (next.kind != LetterClass::kNumber) break;
      at = next.end;
    }
    return at;
  }

  std::optional<std::size_t> symbols(const Character& first) const {
    const auto is_symbol = [](LetterClass kind) { return kind == LetterClass::kOther || kind == LetterClass::kMark; };
    const std::size_t begin = text_[at_] == ' ' ? first.end : at_;
    std::size_t end = run(begin, is_symbol);
    if (end == begin) return std::nullopt;
    const bool slashes = encoding_ == Encoding::kO200kBase;
    while (end < text_.size() && (is_line_end(text_[end]) || (slashes && text_[end] == '/'))) ++end;
    return end;
  }

  // Returns the end of the blanks: after their last line end (\s*[\r\n]+). If they have no line end, returns the end of
  // all blanks, but excludes the last blank if other text follows.
  std::size_t blanks() const {
    std::size_t at = at_, last = at_, after_line_end = at_;
    while (at < text_.size()) {
      const Character next = read(at);
      if (next.kind != LetterClass::kBlank) break;
      last = at;
      if (is_line_end(text_[at])) after_line_end = next.end;
      at = next.end;
    }
    if (after_line_end > at_) return after_line_end;
    return at < text_.size() && last > at_ ? last : at;
  }

  std::string_view text_;
  std::size_t at_;
  Encoding encoding_;
};

}  // namespace

std::size_t piece_end(Encoding encoding, std::string_view text, std::size_t at) {
  return Pieces(text, at, encoding).end();
}

}  // namespace parley::context
