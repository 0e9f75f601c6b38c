// KnownValues: finds values that are known wherever a text echoes them, in the forms that a value takes.
//
//   six letters and digits or more   anywhere, in any case, width and accents, with up to three blanks or marks between
//                                    any two: "4111-1111-1111-1111"; and inside base64 and hex
//   three to five                    the same as words of their own, apart only where the value itself is: "O-12"
//   fewer, and words like "yes"      as words of their own, and exactly so
//   a number of three digits or more also with a decimal comma, groups of thousands and idle zeros
//
// All of it also where the text is escaped as JSON, in a URL or in HTML, or in two of these.
//
// Immutable and safe to share between threads. Made for each turn anew: building looks at each value once, and find()
// reads the text once for all values, and again only where it holds escapes.
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

struct KnownValue {
  std::string label;
  std::vector<std::string> texts;  // the canonical one first, then as it was said
};

// Where a value is echoed, and its canonical text. The views are into the KnownValues.
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

  // In order of place; those of one value do not overlap, those of two may. Masks that carry one of the labels
  // (mask.h) are passed over.
  std::vector<Echo> find(std::string_view text) const;

 private:
  enum class Kind : std::uint8_t { kAnywhere, kWord, kNumber, kBase64, kHex };

  // A run of symbols to look for.
  struct Form {
    std::uint32_t begin;  // in symbols_
    std::uint32_t size;
    std::uint32_t value;
    std::uint32_t detail;  // of a word: a bit for each byte before which it may be apart; of a number: which
    std::uint16_t gap;     // the most that may stand between two symbols
    std::uint16_t next;    // form of the same first bytes, counted from 1
    Kind kind;
    bool is_partly_before;  // of base64 (encodings.h)
    bool is_partly_behind;
    std::string_view before;  // marks that the value begins and ends with
    std::string_view behind;
  };
  struct Exact {
    std::string_view text;
    std::uint32_t value;
  };
  struct Place {
    Span span;
    std::uint32_t value;
  };
  // What is known of the gaps between the symbols of a text.
  struct Gaps {
    std::size_t looked_to = 0;         // the symbol before which all were looked at
    std::size_t behind_last_wide = 0;  // the symbol behind the last one that was too wide
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
  static bool has_its_gaps(const Form& form, std::size_t at, const AlnumText& symbols, Gaps& gaps);
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
  bool has_escaped_values_ = false;                // some value has a mark that JSON or a URL writes in another way
  std::array<std::uint16_t, kBuckets> buckets_{};  // the first form of each, counted from 1
};

}  // namespace parley::privacy
