// The one message that stands for what is left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/context.h"

namespace parley::context {

// `text` between two lines of tildes, more of them than stand in a row anywhere in it: nothing in it can end the fence.
std::string fenced(std::string_view text);

// A kSummary message: how much is left out, and the summary of it, fenced, where there is one. What it says is data: it
// tells so itself.
Message note_about(const LeftOut& left_out, std::string_view summary);

// The files left out that a message of note_about speaks of; 0 of any other.
std::int64_t files_of_note(const Message& message);

}  // namespace parley::context
