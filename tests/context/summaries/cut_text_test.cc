// Tests that a cut text is never longer than requested or than the original, and that no character is split.
#include "context/summaries/cut_text.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"

using parley::context::cut_middle;
using parley::context::cut_middle_to_tokens;

TEST_CASE("X33, X34: a cut text is valid, and is no longer than requested and no longer than the original") {
  CHECK(rc::check([](const std::vector<std::uint16_t>& letters, std::uint8_t max) {
    std::string text;
    for (const std::uint16_t letter : letters) parley::base::append_code_point(text, 0x20u + letter % 0xD7DFu);
    const std::string cut = cut_middle(text, max);
    RC_ASSERT(cut.size() <= max);
    RC_ASSERT(cut.size() <= text.size());
    RC_ASSERT(parley::base::find_invalid_utf8(cut) == std::string::npos);
    RC_ASSERT((cut == text) == (text.size() <= max));
    const std::string to_tokens =
        cut_middle_to_tokens(text, max, [](std::string_view some) { return static_cast<std::int64_t>(some.size()); });
    RC_ASSERT(to_tokens.size() <= max);
  }));
}

TEST_CASE("the gap marker is in the middle") {
  CHECK(cut_middle("abcdefghijklmnop", 13) == "abc [...] nop");
  CHECK(cut_middle("abcdefghijklmnop", 7).empty());
  CHECK(cut_middle("abc", 3) == "abc");
  CHECK(cut_middle("", 0).empty());
}
