// Splits pages into passages: short pieces of text under one heading, each of which may answer a question.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "config/knowledge.h"
#include "config/markdown.h"

namespace parley::config {

inline constexpr std::size_t kLongestPassage = 120;  // words; only a single sentence may be longer

// `path` is the path of the page in the bot's folder. Sets no marks except their offsets. A page without a heading has
// the name of its file as its title.
std::vector<KnowledgePassage> passages_of(std::string_view page, const std::string& path);

// Returns the start of a text with at most `longest` characters, up to the end of a sentence or a line. If the first
// sentence is longer, it ends at a word, with "...".
std::string cut_at_sentence(std::string_view text, std::size_t longest);

// Returns the part of a URL that leads to a heading, as GitHub makes it: "what-is-included".
std::string anchor_of(std::string_view heading);

}  // namespace parley::config
