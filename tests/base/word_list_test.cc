#include "base/word_list.h"

#include <string>

#include <catch2/catch.hpp>

namespace {

using parley::base::WordList;

constexpr std::string_view kSorted[] = {
    "a", "as well", "i am", "no", "no problem", "nope", "ok", "\xC3\xA9t\xC3\xA9", "\xF0\x9F\x91\x8D"};

}  // namespace

TEST_CASE("a word list has exactly its words") {
  static constexpr WordList kList{kSorted};
  for (const std::string_view word : kSorted) {
    CAPTURE(word);
    CHECK(kList.has(word));
    for (std::size_t size = 0; size < word.size(); ++size) {
      const std::string_view begin = word.substr(0, size);
      CAPTURE(begin);
      CHECK(kList.has(begin) == (begin == "a" || begin == "no"));  // both are words of their own
    }
    CHECK_FALSE(kList.has(std::string(word) + "x"));
    CHECK(kList.may_begin_with(word.substr(0, word.find(' '))));
  }
  for (const std::string_view other : {"", "b", "ok ", "oK", "A", "on", "\xC3", "@", "`"}) {
    CAPTURE(other);
    CHECK_FALSE(kList.has(other));
  }
  for (const std::string_view other : {"", "b", "on", "quick"}) {
    CAPTURE(other);
    CHECK_FALSE(kList.may_begin_with(other));
  }
  CHECK(kList.size() == std::size(kSorted));
  CHECK(*kList.begin() == "a");
}
