// The names of parley's own items beside a session (parley/store.h, Item).
//
// A session holds one conversation after the other, and each has items of its own: those of the first are "summary",
// "topics", "topic:p1" and "artifact:<sha256>", those of one that began with turn 7 "summary:7", "topics:7",
// "topic:7:p1" and "artifact:7:<sha256>". A database of before this has the short names alone: what they hold stays
// with the first conversation.
#pragma once

#include <string>
#include <string_view>

#include "parley/session.h"

namespace parley::memory {

inline constexpr char kSummaryItem[] = "summary";
inline constexpr char kTopicsItem[] = "topics";
inline constexpr char kPackItem[] = "topic:";         // and a name: packed messages of a topic
inline constexpr char kArtifactItem[] = "artifact:";  // and its SHA-256: a large result of a tool

inline bool is_first_conversation(const SessionState& state) { return state.began_turn <= 1; }

inline std::string summary_item(const SessionState& state) {
  return is_first_conversation(state) ? kSummaryItem : kSummaryItem + (":" + std::to_string(state.began_turn));
}
inline std::string topics_item(const SessionState& state) {
  return is_first_conversation(state) ? kTopicsItem : kTopicsItem + (":" + std::to_string(state.began_turn));
}
// What stands before a pack's or an artifact's own name.
inline std::string pack_prefix(const SessionState& state) {
  return is_first_conversation(state) ? kPackItem : kPackItem + std::to_string(state.began_turn) + ":";
}
inline std::string artifact_prefix(const SessionState& state) {
  return is_first_conversation(state) ? kArtifactItem : kArtifactItem + std::to_string(state.began_turn) + ":";
}

enum class ItemKind { kSummary, kTopics, kPack, kArtifact, kOther };  // kOther: a host's own
ItemKind kind_of_item(std::string_view name);

// Whether the item is one of parley's own, of another conversation than the current one.
bool is_of_ended_conversation(std::string_view name, const SessionState& state);

}  // namespace parley::memory
