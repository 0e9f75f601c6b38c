// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/read_rows.h"

#include <initializer_list>
#include <optional>

#include "memory/codec.h"

namespace parley::memory::postgres {
namespace {

Unexpected corrupt(const char* what) { return Unexpected(ErrorCode::kStoreCorrupt, what); }

template <class Kind>
std::optional<Kind> named(std::string_view name, std::initializer_list<Kind> all) {
  for (Kind kind : all) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace

Result<Message> read_message(const Rows& rows, int row, int column) {
  const auto role = named(rows.text(row, column + 2), {Role::kUser, Role::kAssistant, Role::kTool, Role::kCall});
  if (!role) return corrupt("message: unknown role");
  auto details = details_from_json(rows.text(row, column + 5));
  if (!details) return Unexpected(details.error());
  return Message{
      rows.number(row, column),     rows.number(row, column + 1), *role, std::string(rows.text(row, column + 4)),
      rows.number(row, column + 3), std::move(*details)};
}

Result<StoredTurn> read_turn(const Rows& rows, int row, std::string_view session, std::string_view message_id) {
  auto turn = turn_from_json(rows.text(row, 2), session, message_id, rows.number(row, 0));
  if (turn) turn->complete = rows.flag(row, 1);
  return turn;
}

Result<SessionState> read_state(const Rows& rows, int row, std::string_view session) {
  auto state = state_from_json(rows.text(row, 1));
  if (state && (state->session != session || state->version != rows.number(row, 0))) {
    return corrupt("session state: belongs to another session or version");
  }
  return state;
}

Result<SessionNotes> read_notes(const Rows& rows, int row, int column) {
  SessionNotes notes;
  notes.title = rows.text(row, column);
  notes.user = rows.text(row, column + 1);
  auto tags = array_from_wire(rows.text(row, column + 2));
  if (!tags) return corrupt("notes: tags are not an array");
  notes.tags = std::move(*tags);
  auto metadata = Value::parse(rows.text(row, column + 3), Value::kUnlimited);
  if (!metadata || !metadata->if_object()) return corrupt("notes: metadata is not a JSON object");
  notes.metadata = std::move(*metadata->if_object());
  notes.archived_at = rows.number(row, column + 4);
  return notes;
}

Result<CallRecord> read_call(const Rows& rows, int row) {
  using Status = CallRecord::Status;
  const auto status = named(rows.text(row, 3), {Status::kStarted, Status::kDone, Status::kFailed, Status::kUnknown});
  if (!status) return corrupt("call: unknown status");
  CallRecord call;
  call.call_id = rows.text(row, 0);
  call.tool = rows.text(row, 1);
  call.turn = rows.number(row, 2);
  call.status = *status;
  call.idempotency_key = rows.text(row, 4);
  call.started_at = rows.number(row, 5);
  call.ended_at = rows.number(row, 6);
  return call;
}

Item read_item(const Rows& rows, int row, std::string_view name) {
  return {std::string(name), rows.number(row, 0), rows.number(row, 1), std::string(rows.text(row, 2))};
}

Result<SessionInfo> read_session_info(const Rows& rows, int row, BadNotes bad_notes) {
  SessionInfo summary;
  summary.session = rows.text(row, 0);
  summary.bot = rows.text(row, 1);
  summary.created_at = rows.number(row, 2);
  summary.updated_at = rows.number(row, 3);
  summary.expires_at = rows.number(row, 4);
  summary.turns = rows.number(row, 5);
  summary.messages = rows.number(row, 6);
  summary.last_intent = rows.optional_text(row, 7);
  summary.waiting_for_param = rows.optional_text(row, 8);
  summary.usage = {rows.number(row, 9), rows.number(row, 10), rows.number(row, 11)};
  auto notes = read_notes(rows, row, 12);
  if (!notes && bad_notes == BadNotes::kFail) return Unexpected(notes.error());
  if (notes) {
    summary.notes = std::move(*notes);
  } else {
    summary.unreadable_notes = true;
    summary.notes.archived_at = rows.number(row, 16);
  }
  summary.kept_until = rows.number(row, 17);
  if (const auto reason = rows.optional_text(row, 19)) summary.handed_off = HandoffInfo{*reason, rows.number(row, 18)};
  return summary;
}

}  // namespace parley::memory::postgres
