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

// Returns true for courtesies that surround a request: "hello", "thank you", "can you help me".
bool is_courtesy(std::string_view plain_clause);

}  // namespace parley::intents
