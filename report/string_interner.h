// StringInterner maps names to small numbers, so that the data of a session stay small.
//
// Invariant: there are at most kMaxNames names of at most kLongestName bytes each, whatever the input. Further names
// share the number kOtherNames.
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
  static constexpr std::size_t kMaxNames = 50'000;
  static constexpr std::size_t kLongestName = 128;

  StringInterner();
  StringInterner(const StringInterner&) = delete;  // ids_ holds views of names_
  StringInterner& operator=(const StringInterner&) = delete;

  NameId id_of(std::string_view name);  // a name that is too long is cut at a code point boundary
  const std::string& to_string(NameId id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;  // a deque never moves its elements
  std::unordered_map<std::string_view, NameId> ids_;
};

// Returns at most `most` bytes of a text, cut at a code point boundary.
std::string_view cut_bytes(std::string_view text, std::size_t most);

}  // namespace parley::report
