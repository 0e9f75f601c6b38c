// Finds the act of a message that consists of several acts, or of an act and words without content: "never mind about
// it all, goodbye dear", "YES omg", "ok stop, forget everything".
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "intents/words.h"
#include "parley/understanding.h"

namespace parley::intents {

// One clause of a message, without interjections at its beginning and forms of address at its end.
struct ActClause {
  std::size_t first = 0;  // index of its first word
  std::size_t count = 0;  // of its words; 0 if all were dropped
};

// `words` must be the words of `text`, a folded message. Clauses end at punctuation, and before "and" and "but".
std::vector<ActClause> act_clauses(const Words& words, std::string_view text);

// Returns true for "ok", "fine then": words that agree, and also begin messages that do not agree.
bool is_weak_agreement(std::string_view plain);

using ReadClause = std::function<Act(const ActClause&)>;

// Returns the act of a message, if `read` finds an act in each of its clauses. Returns nothing if the acts exclude each
// other, such as a yes and a no, or if the message is longer than 16 words.
std::optional<Act> read_compound(const Words& words, std::string_view text, bool confirming, const ReadClause& read);

}  // namespace parley::intents
