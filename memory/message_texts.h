// Transforms the texts in a message and in the notes of a session. Metadata fields that parley reads are not texts.
#pragma once

#include <functional>
#include <string>

#include "parley/message.h"
#include "parley/store.h"

namespace parley::memory {

using ChangeText = std::function<std::string(const std::string& text)>;

// Applies `change` to every text of the message: the text itself, the program, the model, the files, and the names and
// values of the metadata. Tool names and argument names come from the bot and do not change. The arguments of a call
// and the result of a tool are still valid JSON afterwards.
Message transform_texts(Message message, const ChangeText& change);

// Applies `change` to the title, the tags, and the names and values of the metadata. Sorts the tags again and removes
// duplicates. In a system prompt, only the text changes.
SessionNotes transform_texts(SessionNotes notes, const ChangeText& change);

}  // namespace parley::memory
