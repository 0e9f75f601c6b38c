// How a context is shown to a person and as JSON.
#pragma once

#include <string>

#include "cli/session_view.h"
#include "parley/memory.h"

namespace parley::cli {

// What was made, and what became of the rest. Texts through `mask`.
void print_context(const SessionContext& context, const Mask& mask);
Value view_of(const SessionContext& context, const Mask& mask);

void print_compacted(const Compacted& compacted);
Value view_of(const Compacted& compacted);

void print_topics(const Topics& topics, const Mask& mask);

}  // namespace parley::cli
