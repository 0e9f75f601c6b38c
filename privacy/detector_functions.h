// Detector functions behind detect(), one per type. Each appends the spans of its type in plain text (plain_text.h).
// The spans are unordered and may overlap.
// Tested by tests/privacy/detectors_test.cc.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::privacy {

using Spans = std::vector<Span>;

// The byte that replaces each byte of a mask and of a value that was already found. No value contains it. A detector
// does not look for context words beyond it.
inline constexpr char kHidden = '\x01';

// Returns up to `most` bytes before `at`, without crossing a mask.
inline std::string_view text_before(std::string_view plain, std::size_t at, std::size_t most) {
  const std::string_view near = plain.substr(at > most ? at - most : 0, std::min(at, most));
  const std::size_t mask = near.rfind(kHidden);
  return mask == std::string_view::npos ? near : near.substr(mask + 1);
}

// Returns up to `most` bytes from `at` on, without crossing a mask.
inline std::string_view text_after(std::string_view plain, std::size_t at, std::size_t most) {
  const std::string_view near = plain.substr(at, most);
  return near.substr(0, near.find(kHidden));
}

void find_emails(std::string_view plain, Spans& out);
void find_phones(std::string_view plain, Spans& out);
void find_cards(std::string_view plain, Spans& out);
void find_ibans(std::string_view plain, Spans& out);
void find_us_ssns(std::string_view plain, Spans& out);
void find_ips(std::string_view plain, Spans& out);
void find_urls_with_credentials(std::string_view plain, Spans& out);
void find_secrets(std::string_view plain, Spans& out);
void find_uk_postcodes(std::string_view plain, Spans& out);
void find_birth_dates(std::string_view plain, Spans& out);

// The two parts of find_secrets().
void find_keys(std::string_view plain, Spans& out);  // recognized by their own shape
void find_contextual_secrets(std::string_view plain,
                             Spans& out);  // recognized by the words before them: "password: hunter2"

}  // namespace parley::privacy
