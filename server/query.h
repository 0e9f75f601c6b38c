// Percent-encoding (RFC 3986), and the parameters of a query.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::server {

// Decodes "%41". Unset: an incomplete or invalid escape, a NUL byte, or text that is not UTF-8.
std::optional<std::string> percent_decoded(std::string_view text);
std::string percent_encoded(std::string_view text);

class Query {
 public:
  // Reads "after=5&limit=10". Unset: invalid encoding, or a name twice.
  static std::optional<Query> parse(std::string_view text);

  const std::string* find(std::string_view name) const;  // null: absent
  const std::vector<std::pair<std::string, std::string>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

// Reads a whole number without a sign. Unset: another text, or a number above `most`.
std::optional<std::int64_t> parse_count(std::string_view text, std::int64_t most);

}  // namespace parley::server
