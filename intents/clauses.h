// Finds the places where a message may change from one request to another: "cancel my order and tell me my balance", "I
// want a refund. Also, where is my parcel?"
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

// Joint is one way to split a folded message in two. The first part ends at `begin`; the second part starts at `end`.
struct Joint {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns joints from left to right, at most the first kMaxJoints. Returns an empty list for a long message.
inline constexpr std::size_t kMaxJoints = 16;
std::vector<Joint> joints_of(std::string_view text);

// Returns the joints of a longer text, which may tell a story: "my number is O-12345, but it never came". A clause of a
// story also begins with "but", "because", "so" and the like. At most the first kMaxJointsOfStory; none for a text over
// 2,000 bytes.
inline constexpr std::size_t kMaxJointsOfStory = 32;
std::vector<Joint> joints_of_story(std::string_view text);

// Returns the joint after words that abandon the current subject, with or without a comma: "never mind | I want to
// ...".
std::optional<Joint> joint_after_cancellation(const Words& words);

// Returns the joint before words that remind of another wish: "yes, but don't forget | the invoice".
std::optional<Joint> joint_at_reminder(const Words& words);

// Returns true for words that put what follows in the place of the open intent: "ok then just a refund instead",
// "I would rather have a refund", "yes, actually ...".
bool says_instead(const Words& words);

// Returns true if the text between two clauses joins them: " and ", ", also ", " then please ".
bool joins_clauses(std::string_view between, std::string_view next);

// Returns true for courtesies that surround a request: "hello", "thank you", "can you help me".
bool is_courtesy(std::string_view plain_clause);

}  // namespace parley::intents
