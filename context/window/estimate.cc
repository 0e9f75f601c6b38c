// Estimates token counts: adds a price for each code point, in hundredths of a token, and a price for each seam inside
// a word. Tokenizers cut ids, hashes and encoded bytes into smaller parts than words. The prices were fitted to
// benchmarks/tokens/tune.tsv.
// Tested by tests/context/window/tokens_test.cc; measured by scripts/check_tokens.
#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"
#include "parley/tokens.h"

namespace parley {
namespace {

constexpr std::int64_t kLetterPrice = 33, kDigitPrice = 50, kMarkPrice = 65, kBlankPrice = 5, kLineEndPrice = 60,
                       kSeamPrice = 45;
constexpr std::int64_t kUnknownPrice = 200;  // scripts that are rare in tokenizers' training data, symbols, emoji

enum class Kind { kSmall, kCapital, kDigit, kOther };

constexpr Kind kind_of(char32_t c) {
  if (c >= 'a' && c <= 'z') return Kind::kSmall;
  if (c >= 'A' && c <= 'Z') return Kind::kCapital;
  if (c >= '0' && c <= '9') return Kind::kDigit;
  return Kind::kOther;
}

constexpr std::int64_t ascii_price(char32_t c) {
  if (c == '\n') return kLineEndPrice;
  if (c <= ' ') return kBlankPrice;
  switch (kind_of(c)) {
    case Kind::kDigit: return kDigitPrice;
    case Kind::kOther: return kMarkPrice;
    default: return kLetterPrice;
  }
}

// A table for ASCII makes counting faster: most text is ASCII, and parley counts the same text several times.
struct Ascii {
  std::array<std::int64_t, 128> price{};
  std::array<Kind, 128> kind{};
  constexpr Ascii() {
    for (char32_t c = 0; c < 128; ++c) {
      price[c] = ascii_price(c);
      kind[c] = kind_of(c);
    }
  }
};
constexpr Ascii kAscii;

struct Script {
  char32_t first, last;
  std::int64_t price;
};
// Ordered by code point.
constexpr Script kScripts[] = {
    {0x80, 0xBF, 80},       // Latin-1 signs
    {0xC0, 0x24F, 90},      // Latin letters with accents
    {0x300, 0x36F, 60},     // combining accents
    {0x370, 0x3FF, 50},     // Greek
    {0x400, 0x52F, 43},     // Cyrillic
    {0x530, 0x58F, 50},     // Armenian
    {0x590, 0x5FF, 50},     // Hebrew
    {0x600, 0x77F, 44},     // Arabic
    {0x900, 0xDFF, 50},     // Devanagari, Bengali and other Indic scripts
    {0xE00, 0xE7F, 48},     // Thai
    {0x1000, 0x109F, 70},   // Burmese
    {0x10A0, 0x10FF, 50},   // Georgian
    {0x1100, 0x11FF, 80},   // Hangul Jamo
    {0x1780, 0x17FF, 80},   // Khmer
    {0x1E00, 0x1EFF, 90},   // Latin letters, mostly Vietnamese
    {0x1F00, 0x1FFF, 90},   // Greek with accents
    {0x2000, 0x206F, 80},   // dashes and quotes
    {0x3000, 0x303F, 80},   // East Asian punctuation
    {0x3040, 0x30FF, 62},   // Kana
    {0x4E00, 0x9FFF, 100},  // Han
    {0xAC00, 0xD7AF, 80},   // Hangul
    {0xFF00, 0xFFEF, 100},  // full and half width
};

std::int64_t price_beyond_ascii(char32_t c) {
  const auto* script = std::lower_bound(std::begin(kScripts), std::end(kScripts), c,
                                        [](const Script& s, char32_t at) { return s.last < at; });
  return script != std::end(kScripts) && c >= script->first ? script->price : kUnknownPrice;
}

// Returns whether a word has a seam here: a letter next to a digit, or a capital after a small letter.
bool is_seam(Kind before, Kind now) {
  if (before == Kind::kOther || now == Kind::kOther || before == now) return false;
  return before == Kind::kDigit || now == Kind::kDigit || now == Kind::kCapital;
}

}  // namespace

std::int64_t estimate_tokens(std::string_view text) {
  std::int64_t hundredths = 0;
  Kind before = Kind::kOther;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      hundredths += price_beyond_ascii(base::next_code_point(text, at));
      before = Kind::kOther;
      continue;
    }
    const Kind now = kAscii.kind[byte];
    hundredths += kAscii.price[byte] + (is_seam(before, now) ? kSeamPrice : 0);
    before = now;
    ++at;
  }
  return (hundredths + 99) / 100;
}

}  // namespace parley
