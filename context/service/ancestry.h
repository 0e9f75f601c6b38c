// Ancestry reads the current conversation of a session, and the conversations that it continues, as one conversation.
// In this example, desk:3 continues phone:7, which continues web:1. The second line shows the numbers of the messages:
//
//   web:1 (6 messages)  <- phone:7 (2 messages, trimmed 0)  <- desk:3
//   1 2 3 4 5 6            7 8                                 9 ...
//
// Invariants
//   1. Messages and turns are numbered from 1 without gaps. The messages of an older session come before those of a
//      younger one. Trimmed messages keep their numbers.
//   2. Each session contributes one conversation. For the youngest session this is the current conversation; for an
//      older one, the conversation that the younger session continued. With `history`, the earlier conversations of the
//      same session are read as well.
//   3. At most kMaxSessions sessions are read, all of the same user. The chain ends before a session that was erased or
//      whose conversation was trimmed completely, and after a session that has trimmed its oldest messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "context/service/context_service.h"

namespace parley::context {

struct ContextService::Ancestry {
  static constexpr std::size_t kMaxSessions = 8;

  // Covers only the session's own conversation, without the conversations that it continues.
  static Result<Ancestry> alone(TurnStore& store, const SessionState& state, bool history = false);
  static Result<Ancestry> of(TurnStore& store, const SessionState& youngest, bool history = false);

  // Convert the seq of a message of the youngest session to its number in the ancestry, and back.
  std::int64_t number_of(std::int64_t seq) const { return seq - own().first + 1 + own().messages_before; }
  std::int64_t seq_of(std::int64_t number) const { return number - own().messages_before + own().first - 1; }
  std::int64_t first_seq() const { return own().first; }  // in the youngest session

  // The private texts of the sessions that the youngest one continues, whose messages are shown with it.
  const std::vector<PrivateText>& private_texts() const { return private_texts_; }

  // Reads messages like a HistoryReader.
  Result<std::vector<Message>> read(TurnStore& store, std::int64_t before, std::size_t limit) const;

 private:
  struct Part {
    std::string session;
    std::int64_t first = 1;       // the seq of its first message, even if that message was trimmed
    std::int64_t first_turn = 1;  // the turn of that message
    std::int64_t end = 1;         // one past the seq of its last message
    std::int64_t messages_before = 0;
    std::int64_t turns_before = 0;
  };
  const Part& own() const { return parts_.front(); }
  // Returns the part of `parent` that `child` continues; empty when that conversation is unknown.
  static Result<std::optional<Part>> part_of(TurnStore& store, const SessionState& parent, const SessionState& child,
                                             bool history);
  static Result<std::int64_t> turns_of(TurnStore& store, const SessionState& state, const Part& part);

  std::vector<Part> parts_;  // the youngest first
  std::vector<PrivateText> private_texts_;
};

}  // namespace parley::context
