#include "memory/sqlite/old_turns.h"

#include <string>
#include <utility>

#include "memory/codec.h"
#include "memory/sqlite/reading.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {

Result<Message> old_message_in(const Database& database, const Rows& rows) {
  Message message{rows.number(0), rows.number(1), Role::kUser, std::string(rows.text(4)), rows.number(3)};
  if (!read_name(rows.text(2), message.role, {Role::kUser, Role::kAssistant, Role::kTool, Role::kCall})) {
    return database.failure(ErrorCode::kStoreCorrupt, "message: unknown role");
  }
  if (const std::string_view json = rows.text(5); !json.empty()) {
    Result<MessageDetails> details = details_from_json(json);
    if (!details) return database.failure(ErrorCode::kStoreCorrupt, details.error().message);
    message.details = std::move(*details);
  }
  return message;
}

Result<void> OldTurns::prepare(bool has_details) {
  return database_.prepare(
      {{messages_, has_details ? sql::kReadAllMessages : sql::kReadMessagesBefore3}, {turns_, sql::kReadOldTurns}});
}

Result<void> OldTurns::all(std::int64_t session, SessionRecord& record) {
  auto read = messages_.query({session}).each([&](Rows& row) -> Result<void> {
    auto message = old_message_in(database_, row);
    if (!message) return Unexpected(message.error());
    record.messages.push_back(std::move(*message));
    return {};
  });
  if (!read) return read;
  return turns_.query({session}).each([&](Rows& row) -> Result<void> {
    const std::string message_id(row.text(3));
    auto turn = turn_from_json(row.text(2), record.state.session, message_id, row.number(0));
    if (!turn) return database_.failure(ErrorCode::kStoreCorrupt, turn.error().message);
    turn->complete = row.number(1) != 0;
    record.turns.push_back(std::move(*turn));
    return {};
  });
}

}  // namespace parley::memory
