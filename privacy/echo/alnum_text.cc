#include "privacy/echo/alnum_text.h"

#include <array>

#include "base/fold.h"
#include "base/text.h"
#include "privacy/mask.h"

namespace parley::privacy {
namespace {

// The kind of each byte: the symbol itself, or one of these constants.
constexpr char kDropped = 1;
constexpr char kBrace = 2;
constexpr char kEscape = 3;
constexpr char kNotAscii = 4;

constexpr std::array<char, 256> kinds_of_bytes() {
  std::array<char, 256> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const bool is_small = i >= 'a' && i <= 'z';
    const bool is_capital = i >= 'A' && i <= 'Z';
    const bool is_digit = i >= '0' && i <= '9';
    kinds[i] = i >= 0x80              ? kNotAscii
               : is_small || is_digit ? static_cast<char>(i)
               : is_capital           ? static_cast<char>(i + 0x20)
                                      : kDropped;
  }
  kinds['{'] = kBrace;
  for (const char mark : {'\\', '%', '+', '&'}) kinds[static_cast<unsigned char>(mark)] = kEscape;
  return kinds;
}
constexpr std::array<char, 256> kKinds = kinds_of_bytes();

enum class Nature { kNothing, kOther, kDigit, kLetter, kWithoutBlanks };
bool is_of_token(Nature nature) { return nature == Nature::kDigit || nature == Nature::kLetter; }

Nature nature_of(char32_t code_point) {
  if (code_point < 0x80) {
    const char kind = kKinds[code_point];
    return kind <= kNotAscii ? Nature::kOther : kind <= '9' ? Nature::kDigit : Nature::kLetter;
  }
  if (base::is_written_without_blanks(code_point)) return Nature::kWithoutBlanks;
  std::string plain;
  base::append_plain(plain, code_point, base::LetterCase::kFolded);
  if (plain.empty()) return Nature::kNothing;
  std::size_t at = 0;
  const char32_t first = base::next_code_point(plain, at);
  if (first < 0x80) return nature_of(first);
  return base::is_letter_or_digit(first) ? Nature::kLetter : Nature::kOther;
}

// Returns the kind of the code point before a position. Combining marks and invisible characters are skipped.
Nature nature_before(std::string_view text, std::size_t at) {
  while (at > 0) {
    do --at;
    while (at > 0 && base::is_continuation_byte(text[at]));
    std::size_t next = at;
    const Nature nature = nature_of(base::next_code_point(text, next));
    if (nature != Nature::kNothing) return nature;
  }
  return Nature::kOther;
}

Nature nature_at(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Nature nature = nature_of(base::next_code_point(text, at));
    if (nature != Nature::kNothing) return nature;
  }
  return Nature::kOther;
}

}  // namespace

AlnumText::AlnumText(std::string_view text, const std::vector<std::string_view>& labels)
    : text_(text), symbols_(text.size(), '\0'), places_(text.size()) {
  for (std::size_t at = 0; at < text.size();) {
    const char kind = kKinds[static_cast<unsigned char>(text[at])];
    if (kind > kNotAscii) {
      symbols_[size_] = kind;
      places_[size_++] = static_cast<std::uint32_t>(at++);
    } else if (kind == kNotAscii) {
      read_other(at);
    } else if (kind == kBrace && !labels.empty()) {
      const std::size_t end = end_of_mask(text, at, labels);
      if (end != std::string_view::npos) {
        masks_.push_back({at, end});
        append('\0', at);
      }
      at = end != std::string_view::npos ? end : at + 1;
    } else {
      has_escapes_ |= kind == kEscape;
      ++at;
    }
  }
}

void AlnumText::append(char symbol, std::size_t place) {
  if (size_ == symbols_.size()) {
    symbols_.resize(size_ + size_ / 2 + 32);
    places_.resize(symbols_.size());
  }
  symbols_[size_] = symbol;
  places_[size_++] = static_cast<std::uint32_t>(place);
}

// One code point may yield several symbols: a ligature yields its letters, and folding may lengthen a letter from three
// bytes to four.
void AlnumText::read_other(std::size_t& at) {
  const std::size_t place = at;
  std::string plain;
  base::append_plain(plain, base::next_code_point(text_, at), base::LetterCase::kFolded);
  for (std::size_t next = 0; next < plain.size();) {
    const std::size_t begin = next;
    if (!base::is_letter_or_digit(base::next_code_point(plain, next))) continue;
    for (std::size_t i = begin; i < next; ++i) append(plain[i], place);
  }
  // Folding may have used space reserved for the rest of the text.
  if (symbols_.size() < size_ + (text_.size() - at)) {
    symbols_.resize(size_ + (text_.size() - at));
    places_.resize(symbols_.size());
  }
}

std::size_t AlnumText::end_of(std::size_t symbol) const {
  std::size_t end = places_[symbol];
  base::next_code_point(text_, end);
  while (end < text_.size() && static_cast<unsigned char>(text_[end]) >= 0x80) {
    std::size_t next = end;
    if (nature_of(base::next_code_point(text_, next)) != Nature::kNothing) break;
    end = next;
  }
  return end;
}

std::size_t AlnumText::gap_after(std::size_t symbol) const {
  const std::size_t next = places_[symbol + 1];
  if (next <= places_[symbol] + std::size_t{1}) return 0;
  const std::size_t end = end_of(symbol);
  return next > end ? base::count_code_points(text_.substr(end, next - end)) : 0;
}

bool is_word_border(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size()) return true;
  const Nature before = nature_before(text, at);
  const Nature after = nature_at(text, at);
  return before != after || !is_of_token(before);
}

bool is_token_border(std::string_view text, std::size_t at) {
  return at == 0 || at >= text.size() || !is_of_token(nature_before(text, at)) || !is_of_token(nature_at(text, at));
}

}  // namespace parley::privacy
