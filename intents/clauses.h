// Clauses: where a message may ask for one thing and then for another. "cancel my order and tell me my balance",
// "I want a refund. Also, where is my parcel?"
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

// One way to take a folded message as two: what ends before the joint, and what begins behind it.
struct Joint {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// From left to right, at most the first kMostJoints; none in a long message.
inline constexpr std::size_t kMostJoints = 16;
std::vector<Joint> joints_of(std::string_view text);

// Behind words with which people leave what they are at, comma or not: "never mind | I want to ...".
std::optional<Joint> joint_behind_leaving(const Words& words);

// "hello", "thank you", "can you help me": said around what is asked for.
bool is_courtesy(std::string_view plain_clause);

}  // namespace parley::intents
