// The current conversation of a session and those that it goes on from, read as one.
//
//   web:1 (6 messages)  <- phone:7 (2 messages, trimmed 0)  <- desk:3
//   1 2 3 4 5 6            7 8                                 9 ...
//
// Invariants
//   1. Messages are numbered densely from 1, as are turns; those of an older session come before those of a younger
//      one. Messages that were trimmed keep their numbers.
//   2. Of each session one conversation is read: the current one of the youngest, and of an older one that which the
//      younger session went on from. With `history` the ended conversations before it are read as well.
//   3. At most kMost sessions are read, all of one user's. One that was forgotten, has trimmed its oldest messages, or
//      has begun anew since is where the conversation begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "context/service/context_service.h"

namespace parley::context {

struct ContextService::Ancestry {
  static constexpr std::size_t kMost = 8;

  // The session's own conversation, without those that it goes on from.
  static Result<Ancestry> alone(SessionStore& store, const SessionState& state, bool history = false);
  static Result<Ancestry> of(SessionStore& store, const SessionState& youngest, bool history = false);

  // The number here of a message of the youngest session, and back.
  std::int64_t number_of(std::int64_t seq) const { return seq - own().first + 1 + own().messages_before; }
  std::int64_t seq_of(std::int64_t number) const { return number - own().messages_before + own().first - 1; }
  std::int64_t first_seq() const { return own().first; }  // of the youngest's messages

  // As HistoryReader.
  Result<std::vector<Message>> read(SessionStore& store, std::int64_t before, std::size_t limit) const;

 private:
  struct Part {
    std::string session;
    std::int64_t first = 1;       // the seq of its first message, as if none was trimmed
    std::int64_t first_turn = 1;  // and its turn
    std::int64_t end = 1;         // above its last message
    std::int64_t messages_before = 0;
    std::int64_t turns_before = 0;
  };
  const Part& own() const { return parts_.front(); }
  // The part of `parent` that `child` goes on from; none: it is not known which that was.
  static Result<std::optional<Part>> part_of(SessionStore& store, const SessionState& parent, const SessionState& child,
                                             bool history);
  static Result<std::int64_t> turns_of(SessionStore& store, const SessionState& state, const Part& part);

  std::vector<Part> parts_;  // the youngest first
};

}  // namespace parley::context
