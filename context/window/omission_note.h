// Builds the message that replaces the messages that a context leaves out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/context.h"

namespace parley::context {

// Returns `text` between two lines of tildes. The lines are longer than any run of tildes in the text, so that the text
// cannot end the fence.
std::string fenced(std::string_view text);

// Returns a kSummary message that says how much is left out. If `summary` is not empty, the message holds it inside a
// fence, and declares it as data.
Message note_about(const LeftOut& left_out, std::string_view summary);

// Returns the number of omitted files that a message of note_about mentions; 0 for any other message.
std::int64_t files_of_note(const Message& message);

}  // namespace parley::context
