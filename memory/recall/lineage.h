// A session and those that it goes on from, read as one conversation.
//
//   web:1 (6 messages)  <- phone:7 (2 messages, trimmed 0)  <- desk:3
//   1 2 3 4 5 6            7 8                                 9 ...
//
// Invariants
//   1. Messages are numbered densely from 1, as are turns; those of an older session come before those of a younger
//   one.
//   2. At most kMost sessions are read, all of one user's. One that was forgotten, or has trimmed its oldest messages,
//      is where the conversation begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/recall/recall.h"

namespace parley::memory {

struct Recall::Lineage {
  static constexpr std::size_t kMost = 8;

  explicit Lineage(const SessionState& alone);
  static Result<Lineage> of(SessionStore& store, const SessionState& youngest);

  // Of the ancestors' together.
  std::int64_t messages_before() const { return parts_.front().messages_before; }

  // As HistoryReader.
  Result<std::vector<Message>> read(SessionStore& store, std::int64_t before, std::size_t limit) const;

 private:
  struct Part {
    std::string session;
    std::int64_t end = INT64_MAX;  // above its last message; an ancestor may go on meanwhile, unread
    std::int64_t messages_before = 0;
    std::int64_t turns_before = 0;
  };
  std::vector<Part> parts_;  // the youngest first
};

}  // namespace parley::memory
