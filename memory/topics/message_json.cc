// Tested by tests/memory/topics/packed_test.cc.
#include "memory/topics/message_json.h"

#include "memory/object_writer.h"

namespace parley::memory {
namespace {

void append(std::string& out, const FileRef& file) {
  ObjectWriter writer(out);
  writer.text("kind", name_of(file.kind));
  writer.text("path", file.path);
  writer.text("hash", file.hash);
}

void append(std::string& out, const Message& message) {
  ObjectWriter writer(out);
  writer.number("seq", message.seq);
  writer.number("turn", message.turn);
  writer.text("role", name_of(message.role));
  writer.number("at", message.at);
  writer.text("text", message.text);
  const MessageDetails& details = message.details;
  writer.text("tool", details.tool);
  writer.text("model", details.model);
  writer.text("call_id", details.call_id);
  if (!details.files.empty()) {
    append_array(writer.begin("files"), details.files, [&](const FileRef& file) { append(out, file); });
  }
  writer.members("metadata", details.metadata);
}

}  // namespace

void append_messages_json(std::string& out, const std::vector<Message>& messages) {
  append_array(out, messages, [&](const Message& message) { append(out, message); });
}

void read_message(ObjectReader& reader, Message& message) {
  reader.require({"role"});
  reader.read("seq", message.seq);
  reader.read("turn", message.turn);
  reader.read("role", message.role, {Role::kUser, Role::kAssistant, Role::kTool, Role::kCall});
  reader.read("at", message.at);
  reader.read("text", message.text);
  MessageDetails& details = message.details;
  reader.read("tool", details.tool);
  reader.read("model", details.model);
  reader.read("call_id", details.call_id);
  reader.read_objects("files", [&](ObjectReader& inner) {
    FileRef& file = details.files.emplace_back();
    inner.read("kind", file.kind, {FileRef::Kind::kFile, FileRef::Kind::kImage});
    inner.read("path", file.path);
    inner.read("hash", file.hash);
  });
  reader.read("metadata", details.metadata);
}

}  // namespace parley::memory
