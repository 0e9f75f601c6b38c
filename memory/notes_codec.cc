// Converts SessionNotes to JSON and back.
//
// Tested by tests/memory/codec_test.cc.
#include "memory/codec.h"
#include "memory/object_reader.h"
#include "memory/object_writer.h"

namespace parley::memory {

void append_notes_json(std::string& out, const SessionNotes& notes) {
  ObjectWriter writer(out);
  writer.text("title", notes.title);
  writer.text("user", notes.user);
  if (!notes.tags.empty()) {
    append_array(writer.begin("tags"), notes.tags, [&](const std::string& tag) { append_text(out, tag); });
  }
  writer.members("metadata", notes.metadata);
  writer.number("archived_at", notes.archived_at);
}

Result<SessionNotes> notes_from_json(std::string_view json) {
  const Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "notes: " + value.error().message);
  return notes_from_value(*value);
}

Result<SessionNotes> notes_from_value(const Value& value) {
  SessionNotes notes;
  std::string problem;
  ObjectReader reader(value, problem);
  reader.read("title", notes.title);
  reader.read("user", notes.user);
  reader.read("tags", notes.tags);
  reader.read("metadata", notes.metadata);
  reader.read("archived_at", notes.archived_at);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "notes: " + problem);
  return notes;
}

}  // namespace parley::memory
