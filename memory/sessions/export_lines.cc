// Tested by tests/memory/export_test.cc and import_test.cc.
#include "memory/sessions/export_lines.h"

#include <utility>

#include "base/base64.h"
#include "memory/codec.h"
#include "memory/object_reader.h"
#include "memory/object_writer.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kForm = 3;  // the format version that is written
// Version 1 had no items and no message details, version 2 had no ended conversations.
constexpr std::int64_t kFirstForm = 1;
constexpr LineKind kKinds[] = {LineKind::kSession, LineKind::kMessage, LineKind::kTurn, LineKind::kCall,
                               LineKind::kItem,    LineKind::kEnded,   LineKind::kEnd};

const char* to_string(LineKind kind) {
  switch (kind) {
    case LineKind::kSession: return "session";
    case LineKind::kMessage: return "message";
    case LineKind::kTurn: return "turn";
    case LineKind::kCall: return "call";
    case LineKind::kItem: return "item";
    case LineKind::kEnded: return "ended";
    case LineKind::kEnd: return "end";
  }
  return "end";
}

Unexpected wrong(std::string what) { return Unexpected(ErrorCode::kInvalidRequest, std::move(what)); }

void append_session(std::string& out, const SessionRecord& record) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kSession));
  append_state_json(writer.begin("state"), record.state);
  if (record.notes != SessionNotes()) append_notes_json(writer.begin("notes"), record.notes);
}

void append(std::string& out, const Message& message) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kMessage));
  writer.number("seq", message.seq);
  writer.number("turn", message.turn);
  writer.text("role", parley::to_string(message.role));
  writer.number("at", message.at);
  append_text(writer.begin("text"), message.text);
  if (message.details != MessageDetails()) append_details_json(writer.begin("details"), message.details);
}

void append(std::string& out, const StoredTurn& stored) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kTurn));
  writer.number("seq", stored.turn.seq);
  append_text(writer.begin("id"), stored.turn.id);
  writer.flag("incomplete", !stored.complete);
  append_turn_json(writer.begin("answer"), stored);
}

void append(std::string& out, const CallRecord& call) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kCall));
  writer.text("call_id", call.call_id);
  writer.text("tool", call.tool);
  writer.number("turn", call.turn);
  writer.text("status", parley::to_string(call.status));
  writer.text("idempotency_key", call.idempotency_key);
  writer.number("started_at", call.started_at);
  writer.number("ended_at", call.ended_at);
}

void append(std::string& out, const Item& item) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kItem));
  writer.text("name", item.name);
  writer.number("version", item.version);
  writer.number("expires_at", item.expires_at);
  writer.text("bytes", base::to_base64(item.bytes));
}

void append(std::string& out, const EndedConversation& ended) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kEnded));
  writer.text("continuation_id", ended.continuation_id);
  writer.number("began_turn", ended.began_turn);
  writer.number("began_at", ended.began_at);
  if (!ended.title.empty()) append_text(writer.begin("title"), ended.title);
}

void append_end(std::string& out, const SessionRecord& record) {
  const auto count = [](const auto& items) { return static_cast<std::int64_t>(items.size()); };
  ObjectWriter writer(out);
  writer.text("kind", to_string(LineKind::kEnd));
  writer.number("messages", count(record.messages));
  writer.number("turns", count(record.turns));
  writer.number("calls", count(record.calls));
  writer.number("items", count(record.items));
  writer.number("ended", count(record.ended));
}

Result<void> read_session(ObjectReader& reader, SessionRecord& record) {
  Value state, notes = Value::Object();
  reader.require({"state"});
  reader.read("state", state);
  reader.read("notes", notes);
  auto read_state = state_from_value(state);
  if (!read_state) return Unexpected(read_state.error());
  auto read_notes = notes_from_value(notes);
  if (!read_notes) return Unexpected(read_notes.error());
  record.state = std::move(*read_state);
  record.notes = std::move(*read_notes);
  return {};
}

Result<void> read(ObjectReader& reader, Message& message) {
  Value details = Value::Object();
  reader.require({"seq", "turn", "role", "text"});
  reader.read("seq", message.seq);
  reader.read("turn", message.turn);
  reader.read("role", message.role, {Role::kUser, Role::kAssistant, Role::kTool, Role::kCall});
  reader.read("at", message.at);
  reader.read("text", message.text);
  reader.read("details", details);
  auto read_details = details_from_value(details);
  if (!read_details) return Unexpected(read_details.error());
  message.details = std::move(*read_details);
  return {};
}

Result<void> read_turn(ObjectReader& reader, SessionRecord& record) {
  std::int64_t seq = 0;
  std::string id;
  bool incomplete = false;
  Value answer;
  reader.require({"seq", "id", "answer"});
  reader.read("seq", seq);
  reader.read("id", id);
  reader.read("incomplete", incomplete);
  reader.read("answer", answer);
  auto turn = turn_from_stored(std::move(answer), record.state.session, id, seq);
  if (!turn) return Unexpected(turn.error());
  turn->complete = !incomplete;
  record.turns.push_back(std::move(*turn));
  return {};
}

void read(ObjectReader& reader, CallRecord& call) {
  using Status = CallRecord::Status;
  reader.require({"call_id", "turn", "status"});
  reader.read("call_id", call.call_id);
  reader.read("tool", call.tool);
  reader.read("turn", call.turn);
  reader.read("status", call.status, {Status::kStarted, Status::kDone, Status::kFailed, Status::kUnknown});
  reader.read("idempotency_key", call.idempotency_key);
  reader.read("started_at", call.started_at);
  reader.read("ended_at", call.ended_at);
}

Result<void> read(ObjectReader& reader, Item& item) {
  std::string bytes;
  reader.require({"name", "version"});
  reader.read("name", item.name);
  reader.read("version", item.version);
  reader.read("expires_at", item.expires_at);
  reader.read("bytes", bytes);
  auto decoded = base::from_base64(bytes);
  if (!decoded) return wrong("the bytes of an item are not valid base64");
  item.bytes = std::move(*decoded);
  return {};
}

void read(ObjectReader& reader, EndedConversation& ended) {
  reader.require({"continuation_id", "began_turn"});
  reader.read("continuation_id", ended.continuation_id);
  reader.read("began_turn", ended.began_turn);
  reader.read("began_at", ended.began_at);
  reader.read("title", ended.title);
}

Result<void> read_end(ObjectReader& reader, const SessionRecord& record) {
  const auto agrees = [&](const char* what, const auto& items) {
    std::int64_t count = 0;
    reader.read(what, count);
    return count == static_cast<std::int64_t>(items.size());
  };
  const bool messages = agrees("messages", record.messages);
  const bool turns = agrees("turns", record.turns);
  const bool calls = agrees("calls", record.calls);
  const bool items = agrees("items", record.items);
  const bool ended = agrees("ended", record.ended);
  if (!messages || !turns || !calls || !items || !ended)
    return wrong("the end of the session counts a different number of lines");
  return {};
}

Result<void> read_members(LineKind kind, ObjectReader& reader, SessionRecord& record) {
  switch (kind) {
    case LineKind::kSession: return read_session(reader, record);
    case LineKind::kMessage: return read(reader, record.messages.emplace_back());
    case LineKind::kTurn: return read_turn(reader, record);
    case LineKind::kCall: return (read(reader, record.calls.emplace_back()), Result<void>());
    case LineKind::kItem: return read(reader, record.items.emplace_back());
    case LineKind::kEnded: return (read(reader, record.ended.emplace_back()), Result<void>());
    case LineKind::kEnd: return read_end(reader, record);
  }
  return {};
}

// Returns the number if it is the only member of the line.
std::optional<std::int64_t> only_number(const Value& line, std::string_view name) {
  const Value* number = line.find(name);
  if (!number || !number->if_int() || line.if_object()->size() != 1) return std::nullopt;
  return *number->if_int();
}

std::string number_line(std::string_view name, std::int64_t number) {
  std::string line;
  { ObjectWriter(line).begin(name) += std::to_string(number); }
  return line;
}

}  // namespace

std::string header_line() { return number_line("parley_export", kForm); }
bool is_header(const Value& line) {
  const auto form = only_number(line, "parley_export");
  return form && *form >= kFirstForm && *form <= kForm;
}
std::string footer_line(std::int64_t sessions) { return number_line("parley_export_end", sessions); }
std::optional<std::int64_t> sessions_of_footer(const Value& line) { return only_number(line, "parley_export_end"); }

bool write_record(const SessionRecord& record, const std::function<bool(std::string_view line)>& write) {
  std::string line;
  append_session(line, record);
  if (!write(line)) return false;
  const auto write_all = [&](const auto& items) {
    for (const auto& item : items) {
      line.clear();
      append(line, item);
      if (!write(line)) return false;
    }
    return true;
  };
  if (!write_all(record.messages) || !write_all(record.turns) || !write_all(record.calls) || !write_all(record.items) ||
      !write_all(record.ended)) {
    return false;
  }
  line.clear();
  append_end(line, record);
  return write(line);
}

std::optional<LineKind> kind_of(const Value& line) {
  const Value* kind = line.find("kind");
  const std::string* name = kind ? kind->if_string() : nullptr;
  for (LineKind each : kKinds) {
    if (name && *name == to_string(each)) return each;
  }
  return std::nullopt;
}

Result<void> read_line(LineKind kind, const Value& line, SessionRecord& record) {
  std::string problem, name;
  ObjectReader reader(line, problem);
  reader.read("kind", name);
  auto read = read_members(kind, reader, record);
  if (read) reader.finish();
  return problem.empty() ? read : wrong(problem);
}

}  // namespace parley::memory
