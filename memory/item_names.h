// The names of the items that parley itself stores with a session (parley/store.h, Item).
//
// A session holds one conversation after another, and each has its own items. The items of the first conversation are
// "summary", "topics", "topic:p1" and "artifact:<sha256>". The items of a conversation that began with turn 7 are
// "summary:7", "topics:7", "topic:7:p1" and "artifact:7:<sha256>". Databases of versions before this scheme hold only
// the short names; those items belong to the first conversation. An heir belongs to the session.
#pragma once

#include <string>
#include <string_view>

#include "parley/session.h"

namespace parley::memory {

inline constexpr char kSummaryItem[] = "summary";
inline constexpr char kTopicsItem[] = "topics";
inline constexpr char kPackItem[] = "topic:";         // + a name: packed messages of a topic
inline constexpr char kArtifactItem[] = "artifact:";  // + a SHA-256: a large result of a tool

inline constexpr char kHeirItem[] = "heir:";  // + a hash: the place of a summary (memory/sessions/heirs.h)

inline bool is_first_conversation(const SessionState& state) { return state.began_turn <= 1; }

inline std::string summary_item(const SessionState& state) {
  return is_first_conversation(state) ? kSummaryItem : kSummaryItem + (":" + std::to_string(state.began_turn));
}
inline std::string topics_item(const SessionState& state) {
  return is_first_conversation(state) ? kTopicsItem : kTopicsItem + (":" + std::to_string(state.began_turn));
}
// Returns the prefix of the names of packs or artifacts.
inline std::string pack_prefix(const SessionState& state) {
  return is_first_conversation(state) ? kPackItem : kPackItem + std::to_string(state.began_turn) + ":";
}
inline std::string artifact_prefix(const SessionState& state) {
  return is_first_conversation(state) ? kArtifactItem : kArtifactItem + std::to_string(state.began_turn) + ":";
}

enum class ItemKind { kSummary, kTopics, kPack, kArtifact, kHeir, kOther };  // kOther: an item of the embedding program
ItemKind kind_of_item(std::string_view name);

// Returns whether parley stored the item for an earlier conversation than the current one.
bool is_of_ended_conversation(std::string_view name, const SessionState& state);

}  // namespace parley::memory
