// Refuses a regex that would take RE2 long to read, before RE2 reads it.
//
// RE2 bounds the memory of a compiled program, but not the work that leads to it: ten thousand `\pL` in a row take
// seconds before RE2 says that the program is too large. The functions here read the regex once, byte by byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parley::intents {

inline constexpr std::size_t kMaxPatternBytes = 16 * 1024;
inline constexpr std::size_t kMaxUnicodeClasses = 32;  // `\pL`, `\p{Greek}`; each takes RE2 milliseconds
inline constexpr std::size_t kMaxWrittenOut = 20'000;  // characters, classes and groups, with repetitions written out
inline constexpr std::size_t kMaxRepeated = 1'000;  // times that nested repetitions repeat a piece; the limit is RE2's

struct PatternExcess {
  std::size_t at = 0;  // the byte of the regex that passes the limit
  std::string message;
  std::string hint;
};

// None: RE2 may read it. Reads a regex that does not compile without complaint.
std::optional<PatternExcess> find_excess(std::string_view regex);

}  // namespace parley::intents
