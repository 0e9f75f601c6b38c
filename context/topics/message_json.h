// Converts a Message with all details to JSON and back. Lossless, like memory/codec.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/object_reader.h"
#include "parley/message.h"
#include "parley/value.h"

namespace parley::context {

void append_messages_json(std::string& out, const std::vector<Message>& messages);

void read_message(memory::ObjectReader& reader, Message& message);

}  // namespace parley::context
