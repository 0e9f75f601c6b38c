// Finds texts that every match of a regex contains, so that a search for a few words can rule the regex out.
//
//   required_literals("\\b(?:cancel|stop) my orders?\\b")  // {{"cancel my order", "stop my order"}}
//   required_literals("money.*back")                       // {{"money"}, {"back"}}
//   required_literals("\\d{5}")                            // {}
//
// The method is that of Russ Cox, "Regular Expression Matching with a Trigram Index" (2012), with whole texts instead
// of trigrams.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley::intents {

// A list of alternatives: at least one of them occurs in each match. Sorted. No alternative contains another one.
using AnyOf = std::vector<std::string>;

inline constexpr std::size_t kMaxRequirements = 3;

// Returns at most kMaxRequirements requirements, the most selective first. Each match meets all of them. The texts are
// ASCII, and their letters are in lower case, so compare them with a message in lower case. Returns an empty list if
// the regex requires no text, or has a construct that this function does not know. Requires a regex that compiles.
std::vector<AnyOf> required_literals(std::string_view regex);

}  // namespace parley::intents
