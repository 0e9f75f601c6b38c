#include "privacy/detectors.h"

#include <algorithm>
#include <numeric>

#include "privacy/detector_functions.h"
#include "privacy/mask.h"
#include "privacy/plain_text.h"

namespace parley::privacy {
namespace {

struct Finder {
  const char* name;
  void (*find)(std::string_view plain, Spans& out);
  std::size_t min_digits;    // the type needs at least this many digits in the text
  const char* needs_one_of;  // the type needs one of these characters in the text; empty: no requirement
};

// Indexed by PrivateType.
constexpr std::array<Finder, kPrivateTypeCount> kFinders = {{
    {"email", find_emails, 0, "@%(["},
    {"phone", find_phones, 7, ""},
    {"credit_card", find_cards, 13, ""},
    {"iban", find_ibans, 6, ""},
    {"us_ssn", find_us_ssns, 9, ""},
    {"ip", find_ips, 0, ":."},
    {"url_with_credentials", find_urls_with_credentials, 0, ":"},
    {"secret", find_secrets, 0, ""},
    {"uk_postcode", find_uk_postcodes, 1, ""},
    {"date_of_birth", find_birth_dates, 1, ""},
}};

constexpr int kMaxRounds = 6;

// Counts of each byte in a text. They rule out types without running their detectors.
class Bytes {
 public:
  explicit Bytes(std::string_view text) {
    for (const char c : text) ++counts_[static_cast<unsigned char>(c)];
  }
  bool has_one_of(std::string_view bytes) const {
    return std::any_of(bytes.begin(), bytes.end(), [&](char c) { return counts_[static_cast<unsigned char>(c)] > 0; });
  }
  std::size_t digits() const { return std::accumulate(&counts_['0'], &counts_['9'] + 1, std::size_t{0}); }

 private:
  std::array<std::uint32_t, 256> counts_{};
};

// Merges overlapping spans into one. Sorts `spans` by begin.
void merge_overlapping(Spans& spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  Spans merged;
  for (const Span& span : spans) {
    if (merged.empty() || span.begin >= merged.back().end) {
      merged.push_back(span);
    } else {
      merged.back().end = std::max(merged.back().end, span.end);
    }
  }
  spans = std::move(merged);
}

void hide(std::string& text, const Span& span) {
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(span.begin),
            text.begin() + static_cast<std::ptrdiff_t>(span.end), kHidden);
}

// Hides masks. The visible part of a masked value must not count as a value. The label of a mask must not count as a
// context word, as in "{phone} 5551234".
void hide_masks(std::string& text) {
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at)) {
    const std::size_t end = end_of_any_mask(text, at);
    if (end != std::string::npos) hide(text, {at, end});
    at = end != std::string::npos ? end : at + 1;
  }
}

void find_all(std::string_view text, PrivateTypes types, std::vector<Detected>& out) {
  const Bytes bytes(text);
  const std::size_t digits = bytes.digits();
  Spans found;
  for (std::size_t i = 0; i < kFinders.size(); ++i) {
    const auto type = static_cast<PrivateType>(i);
    const Finder& finder = kFinders[i];
    if (!types.has(type) || digits < finder.min_digits) continue;
    if (*finder.needs_one_of && !bytes.has_one_of(finder.needs_one_of)) continue;
    found.clear();
    finder.find(text, found);
    merge_overlapping(found);
    for (const Span& span : found) out.push_back({span, type});
  }
}

}  // namespace

const char* to_string(PrivateType type) { return kFinders[static_cast<std::size_t>(type)].name; }

std::optional<PrivateType> private_type(std::string_view name) {
  for (std::size_t i = 0; i < kFinders.size(); ++i) {
    if (kFinders[i].name == name) return static_cast<PrivateType>(i);
  }
  return std::nullopt;
}

std::vector<Detected> detect(std::string_view text, PrivateTypes types) {
  std::vector<Detected> all;
  if (types.is_empty()) return all;
  const PlainText plain(text);
  std::string hidden;
  std::string_view searched = plain.text();
  if (searched.find('{') != std::string_view::npos) {
    hidden = searched;
    hide_masks(hidden);
    searched = hidden;
  }
  // A value can hide its neighbor, as when two phone numbers are read as one that is too long. So the loop searches
  // again with the found values hidden. As a result, masked text has no further matches.
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::size_t known = all.size();
    find_all(searched, types, all);
    if (all.size() == known) break;
    if (hidden.empty()) hidden = searched;
    for (std::size_t i = known; i < all.size(); ++i) hide(hidden, all[i].span);
    searched = hidden;
  }
  for (Detected& one : all) one.span = plain.original_span(one.span.begin, one.span.end);
  std::stable_sort(all.begin(), all.end(),
                   [](const Detected& a, const Detected& b) { return a.span.begin < b.span.begin; });
  return all;
}

}  // namespace parley::privacy
