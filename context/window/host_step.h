// A step of a context that the host supplies.
#pragma once

#include <string>
#include <vector>

#include "parley/context.h"

namespace parley::context {

struct HostStep {
  std::vector<Message> messages;
  std::string problem;  // not empty: the messages are not to be used
};

// Never fails and never throws, whatever the processor does. A processor with a timeout is waited for no longer.
HostStep run_processor(const ContextProcessor& processor, std::vector<Message> messages, const ContextRun& run);

}  // namespace parley::context
