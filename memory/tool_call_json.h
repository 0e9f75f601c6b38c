// Converts a ToolCall to JSON and back, for the state that waits for the call and the turn that requested it.
// Tested by tests/memory/codec_test.cc.
#pragma once

#include <string>

#include "memory/object_reader.h"
#include "memory/object_writer.h"
#include "parley/tool.h"

namespace parley::memory {

inline void append_tool_call(std::string& out, const ToolCall& call) {
  ObjectWriter writer(out);
  writer.text("call_id", call.call_id);
  writer.text("name", call.name);
  writer.members("args", call.args);
  writer.text("idempotency_key", call.idempotency_key);
}

inline void read(ObjectReader& reader, ToolCall& call) {
  reader.read("call_id", call.call_id);
  reader.read("name", call.name);
  reader.read("args", call.args);
  reader.read("idempotency_key", call.idempotency_key);
}

}  // namespace parley::memory
