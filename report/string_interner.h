// Names as small numbers, so that what is kept of each session is small.
//
// Invariant: there are never more than kMostNames of them, and none is longer than kLongestName bytes, whatever is in
// the lines; those beyond share one number, kOtherNames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace parley::report {

using NameId = std::uint32_t;
constexpr NameId kOtherNames = 0;

class StringInterner {
 public:
  static constexpr std::size_t kMostNames = 50'000;
  static constexpr std::size_t kLongestName = 128;

  StringInterner();
  StringInterner(const StringInterner&) = delete;  // the views look into the names
  StringInterner& operator=(const StringInterner&) = delete;

  NameId id_of(std::string_view name);  // one that is too long is cut where a letter ends
  const std::string& to_string(NameId id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;  // which never moves them
  std::unordered_map<std::string_view, NameId> ids_;
};

// At most so many bytes of a text, ending with a whole letter.
std::string_view cut_bytes(std::string_view text, std::size_t most);

}  // namespace parley::report
