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
//   3. At most kMaxSessions sessions are read, and never one of another user. The chain ends before a session that was
//      erased, even if a new session has its name. It also ends before a session whose conversation was trimmed
//      completely, and after a session that has trimmed its oldest messages.
//   4. If only one of two sessions has a user by now, the older one is shown as it was when the younger one began.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

  // ---- what a summary covers. A covered message has been given to the summarizer, or to that of an earlier summary.

  // Returns the number up to which the summary covers all messages. An older session may have new messages since.
  std::int64_t covered_upto(const StoredSummary& summary) const;
  bool is_covered(std::int64_t number, const StoredSummary& summary) const;
  // Adds the messages up to `number` to those that `summary` covers.
  void cover(std::int64_t number, StoredSummary& summary) const;
  // Returns when the last summary was made, in numbers of the ancestry.
  LastSummary last(const StoredSummary& summary) const;

  // Returns whether the sessions whose messages are in the summary still exist and may be shown with `state`.
  static Result<bool> has_parents_of(TurnStore& store, const StoredSummary& summary, const SessionState& state);

  // The private texts of the sessions that the youngest one continues, whose messages are shown with it.
  const std::vector<PrivateText>& private_texts() const { return private_texts_; }

  // Reads messages like a HistoryReader.
  Result<std::vector<Message>> read(TurnStore& store, std::int64_t before, std::size_t limit) const;

 private:
  struct Part {
    std::string session;
    std::string conversation;     // its continuation id
    TimeMs begun_at = 0;          // SessionState::created_at
    std::int64_t first = 1;       // the seq of its first message, even if that message was trimmed
    std::int64_t first_turn = 1;  // the turn of that message
    std::int64_t end = 1;         // one past the seq of its last message
    std::int64_t messages_before = 0;
    std::int64_t turns_before = 0;
  };
  const Part& own() const { return parts_.front(); }
  // Returns the seq in the part's session up to which the summary covers the part.
  std::int64_t covered_seq(const Part& part, const StoredSummary& summary) const;
  static std::int64_t number_in(const Part& part, std::int64_t seq) {
    return seq - part.first + 1 + part.messages_before;
  }
  // Returns the part of `parent` that `child` continues; empty when that conversation is unknown. `grows`: what the
  // conversation said after `child` began belongs to the part, even if the conversation is over by now.
  static Result<std::optional<Part>> part_of(TurnStore& store, const SessionState& parent, const SessionState& child,
                                             bool grows, bool history);
  static Result<std::int64_t> turns_of(TurnStore& store, const SessionState& state, const Part& part);

  std::vector<Part> parts_;  // the youngest first
  std::vector<PrivateText> private_texts_;
};

}  // namespace parley::context
