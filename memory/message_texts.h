// The texts in a message: what is said, and what it came with.
#pragma once

#include <functional>
#include <string>

#include "parley/message.h"

namespace parley::memory {

using ChangeText = std::function<std::string(const std::string& text)>;

// The message with change(text) in place of each of its texts: the text itself, the program, the model, files, and
// names and values of the metadata. A tool's name and the arguments' names are the bot's own and stay. A call's
// arguments and a tool's result stay JSON.
Message with_texts(Message message, const ChangeText& change);

}  // namespace parley::memory
