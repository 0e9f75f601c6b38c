// What parley's own items beside a session are called (parley/store.h, Item).
#pragma once

namespace parley::memory {

inline constexpr char kSummaryItem[] = "summary";
inline constexpr char kTopicsItem[] = "topics";
inline constexpr char kPackItem[] = "topic:";         // and a name: packed messages of a topic
inline constexpr char kArtifactItem[] = "artifact:";  // and its SHA-256: a large result of a tool

}  // namespace parley::memory
