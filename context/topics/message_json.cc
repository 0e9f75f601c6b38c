// Tested by tests/context/topics/packed_test.cc.
#include "context/topics/message_json.h"

#include "memory/codec.h"
#include "memory/object_writer.h"

namespace parley::context {
namespace {

void append_message(std::string& out, const Message& message) {
  memory::ObjectWriter writer(out);
  writer.number("seq", message.seq);
  writer.number("turn", message.turn);
  writer.text("role", to_string(message.role));
  writer.number("at", message.at);
  writer.text("text", message.text);
  if (message.details != MessageDetails()) memory::append_details_json(writer.begin("details"), message.details);
}

}  // namespace

void append_messages_json(std::string& out, const std::vector<Message>& messages) {
  memory::append_array(out, messages, [&](const Message& message) { append_message(out, message); });
}

void read_message(memory::ObjectReader& reader, Message& message) {
  reader.require({"role"});
  reader.read("seq", message.seq);
  reader.read("turn", message.turn);
  reader.read("role", message.role, {Role::kUser, Role::kAssistant, Role::kTool, Role::kCall});
  reader.read("at", message.at);
  reader.read("text", message.text);
  reader.read_object("details", [&](memory::ObjectReader& details) { memory::read_details(details, message.details); });
}

}  // namespace parley::context
