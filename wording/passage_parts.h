// Names of the exact parts of a passage: {passage.2} is its second part. A stored answer has these names for parts that
// look private, such as an address of the company. A mask in the store, or an invented value in a recording, would
// otherwise replace them, and the answer could not be replayed.
// Tested by tests/wording/passage_parts_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::wording {

// `parts` are the ExactParts of the passage. Returns the text with names for the words that are a part with a digit or
// a mark, such as an address.
std::string with_part_names(std::string_view text, const std::vector<std::string>& parts);

// Returns the part with the name "{passage.2}". Unset: it is not such a name.
std::optional<std::string> part_named(std::string_view name, const std::vector<std::string>& parts);

}  // namespace parley::wording
