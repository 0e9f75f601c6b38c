// Rejects regexes that RE2 would take long to parse, before RE2 parses them.
//
// RE2 limits the memory of a compiled program but not the work before that. For ten thousand `\pL` in a row, it takes
// RE2 seconds to report that the program is too large. These functions read the regex once, byte by byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parley::intents {

inline constexpr std::size_t kMaxPatternBytes = 16 * 1024;
inline constexpr std::size_t kMaxUnicodeClasses = 32;  // `\pL`, `\p{Greek}`; each costs RE2 milliseconds
inline constexpr std::size_t kMaxWrittenOut = 20'000;  // characters, classes and groups after expanding repetitions
inline constexpr std::size_t kMaxRepeated = 1'000;  // times that nested repetitions repeat a piece; the limit is RE2's

struct PatternExcess {
  std::size_t at = 0;  // the byte offset at which the regex exceeds the limit
  std::string message;
  std::string hint;
};

// Returns nullopt if RE2 may parse the regex. Does not report a regex that is merely invalid.
std::optional<PatternExcess> find_excess(std::string_view regex);

}  // namespace parley::intents
