// The texts in a message, and in the notes on a session. The fields of their metadata that parley reads are no texts.
#pragma once

#include <functional>
#include <string>

#include "parley/message.h"
#include "parley/store.h"

namespace parley::memory {

using ChangeText = std::function<std::string(const std::string& text)>;

// The message with change(text) in place of each of its texts: the text itself, the program, the model, files, and
// names and values of the metadata. A tool's name and the arguments' names are the bot's own and stay. A call's
// arguments and a tool's result stay JSON.
Message transform_texts(Message message, const ChangeText& change);

// Likewise: title, tags (in order, each once), and names and values of the metadata. Of a system prompt the text
// changes.
SessionNotes transform_texts(SessionNotes notes, const ChangeText& change);

}  // namespace parley::memory
