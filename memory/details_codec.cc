// Converts MessageDetails to JSON and back.
//
// Tested by tests/memory/codec_test.cc.
#include "memory/codec.h"
#include "memory/object_reader.h"
#include "memory/object_writer.h"

namespace parley::memory {

void append_details_json(std::string& out, const MessageDetails& details) {
  ObjectWriter writer(out);
  writer.text("tool", details.tool);
  writer.text("model", details.model);
  writer.text("call_id", details.call_id);
  if (!details.files.empty()) {
    append_array(writer.begin("files"), details.files, [&](const FileRef& file) {
      ObjectWriter each(out);
      if (file.kind != FileRef::Kind::kFile) each.text("kind", to_string(file.kind));
      each.text("path", file.path);
      each.text("hash", file.hash);
    });
  }
  writer.members("metadata", details.metadata);
  writer.text("author", details.author);
}

std::string details_json(const MessageDetails& details) {
  std::string json;
  if (details != MessageDetails()) append_details_json(json, details);
  return json;
}

Result<MessageDetails> details_from_json(std::string_view json) {
  if (json.empty()) return MessageDetails();
  const Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "message details: " + value.error().message);
  return details_from_value(*value);
}

void read_details(ObjectReader& reader, MessageDetails& details) {
  reader.read("tool", details.tool);
  reader.read("model", details.model);
  reader.read("call_id", details.call_id);
  reader.read_objects("files", [&](ObjectReader& file) {
    FileRef& read = details.files.emplace_back();
    file.read("kind", read.kind, {FileRef::Kind::kFile, FileRef::Kind::kImage});
    file.read("path", read.path);
    file.read("hash", read.hash);
  });
  reader.read("metadata", details.metadata);
  reader.read("author", details.author);
}

Result<MessageDetails> details_from_value(const Value& value) {
  MessageDetails details;
  std::string problem;
  ObjectReader reader(value, problem);
  read_details(reader, details);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "message details: " + problem);
  return details;
}

}  // namespace parley::memory
