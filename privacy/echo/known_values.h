// KnownValues finds echoes of known values in a text, in the forms that a value can take.
//
//   six letters and digits or more   anywhere, in any case, width and accents, with up to three blanks or punctuation
//                                    marks between any two: "4111-1111-1111-1111"; also inside base64 and hex
//   three to five                    as above, but only as separate words, and split only where the value has a gap:
//                                    "O-12"
//   fewer, and words like "yes"      exact text, as separate words
//   a number of three digits or more also with a decimal comma, thousands separators and redundant zeros
//
// find() also finds each form in a text that is escaped as JSON, URL or HTML, or escaped twice in these ways.
//
// Immutable and safe to share between threads. The engine builds one for each turn, so building reads each value only
// once. find() reads the text once for all values, and again only if it contains escapes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"
#include "privacy/number_text.h"

namespace parley::privacy {

// A value and the label of its masks.
struct KnownValue {
  std::string label;
  std::vector<std::string> texts;  // the canonical text first, then the texts the user wrote
};

// The position of an echo and the canonical text of its value. The views point into the KnownValues.
struct Echo {
  Span span;
  std::string_view label;
  std::string_view value;
};

class AlnumText;
class DecodedText;

class KnownValues {
 public:
  explicit KnownValues(std::vector<KnownValue> values);
  KnownValues(KnownValues&&) = default;
  KnownValues& operator=(KnownValues&&) = default;

  bool is_empty() const { return values_.empty(); }

  // Returns echoes ordered by position. Echoes of the same value never overlap; those of different values may. Masks
  // that carry one of the labels (privacy/mask.h) are skipped.
  std::vector<Echo> find(std::string_view text) const;

 private:
  enum class Kind : std::uint8_t { kAnywhere, kWord, kNumber, kBase64, kHex };

  // A sequence of symbols to search for.
  struct Form {
    std::uint32_t begin;  // in symbols_
    std::uint32_t size;
    std::uint32_t value;
    std::uint32_t detail;  // kWord: bit i is set if a gap is allowed before byte i; kNumber: index in numbers_
    std::uint16_t gap;     // maximum gap between two symbols, in code points
    std::uint16_t next;    // next form in the same bucket, counted from 1; 0 ends the list
    Kind kind;
    bool is_partly_before;  // kBase64 only (privacy/encodings.h)
    bool is_partly_after;
    std::string_view before;  // punctuation at the start and the end of the value
    std::string_view after;
  };
  struct Exact {
    std::string_view text;
    std::uint32_t value;
  };
  struct Place {
    Span span;
    std::uint32_t value;
  };
  // Gaps between the symbols of a text, as far as they were examined.
  struct Gaps {
    std::size_t examined_to = 0;      // gaps before this symbol were examined
    std::size_t after_last_wide = 0;  // the symbol after the last gap that was too wide
  };

  void add_text(std::string_view text, std::uint32_t value);
  void add_encoded(std::string_view text, std::uint32_t value);
  void add_exact(std::string_view text, std::uint32_t value);
  void add_symbols(std::string_view text, const AlnumText& symbols, bool anywhere, std::uint32_t value);
  void add_number(const PlainNumber& number, std::uint32_t value);
  void add_form(Form form, std::string_view symbols);

  void find_in(const DecodedText& view, int depth, std::vector<Place>& out) const;
  void find_exact(const DecodedText& view, const AlnumText& symbols, std::vector<Place>& out) const;
  void find_forms(const DecodedText& view, const AlnumText& symbols, std::vector<Place>& out) const;
  static bool allows_gaps(const Form& form, std::size_t at, const AlnumText& symbols, Gaps& gaps);
  static std::optional<Span> place_of_number(const PlainNumber& number, std::size_t begin, std::string_view text);
  std::optional<Span> place_of(const Form& form, std::size_t at, std::string_view text, const AlnumText& symbols) const;

  static constexpr std::size_t kBuckets = 512;
  static std::size_t bucket_of(const char* symbols);

  std::vector<KnownValue> values_;
  std::vector<std::string_view> labels_;
  std::string symbols_;
  std::vector<Form> forms_;
  std::vector<Exact> exact_;
  std::vector<PlainNumber> numbers_;
  bool has_escaped_values_ = false;                // some value has a character that JSON or URLs escape
  std::array<std::uint16_t, kBuckets> buckets_{};  // first form of each bucket, counted from 1
};

}  // namespace parley::privacy
