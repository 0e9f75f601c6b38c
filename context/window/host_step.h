// Runs a context step that the embedding program supplies.
#pragma once

#include <string>
#include <vector>

#include "parley/context.h"

namespace parley::context {

struct HostStep {
  std::vector<Message> messages;
  std::string problem;  // not empty: `messages` must not be used
};

// Never fails and never throws, whatever the processor does. Stops waiting for a processor after its timeout, if it has
// one.
HostStep run_processor(const ContextProcessor& processor, std::vector<Message> messages, const ContextRun& run);

}  // namespace parley::context
