// Composes the statement that writes a turn or a whole session, with its values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/postgres/connection.h"
#include "parley/store.h"

namespace parley::memory::postgres {

// Returns the notes as columns of a session's row: title, user, tags, metadata, archived. Borrows `notes` and
// `metadata`.
std::vector<Bound> notes_columns(const SessionNotes& notes, const std::string& metadata);
std::string metadata_json(const SessionNotes& notes);

// Returns items as four arrays: names, versions, expiries, bytes.
std::vector<Bound> item_columns(const std::vector<Item>& items);

// Returns the hashes of a text's words, without duplicates. The search index of messages consists of these hashes.
std::vector<std::int64_t> word_hashes(std::string_view text);

// Borrows the commit or the record. Not movable, because the call borrows from it.
class WrittenRows {
 public:
  explicit WrittenRows(const Commit& commit);
  explicit WrittenRows(const SessionRecord& record);
  WrittenRows(const WrittenRows&) = delete;
  WrittenRows& operator=(const WrittenRows&) = delete;

  const Call& call() const { return call_; }
  const std::vector<Call>& further_calls() const { return further_; }  // after call(), in the same transaction
  const std::string& state() const { return state_; }                  // as JSON
  std::string_view answer() const { return answers_.front(); }         // of a commit's turn, as JSON

 private:
  void add_session(const SessionState& state);
  void add_messages(const std::vector<Message>& messages);
  void add_calls(const std::vector<CallRecord>& calls);
  void add_turns(const std::vector<const StoredTurn*>& turns);
  void add_notes(const SessionNotes& notes);
  void add_items(const std::vector<Item>& items);
  void add_ended(const std::vector<EndedConversation>& ended);

  std::string state_;
  std::optional<std::string> waiting_for_param_;
  std::optional<std::string> handoff_reason_;
  std::vector<std::string> details_;
  std::vector<std::string> answers_;
  std::string metadata_;
  Call call_;
  std::vector<Call> further_;
};

}  // namespace parley::memory::postgres
