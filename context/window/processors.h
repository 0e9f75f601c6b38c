// The steps that make messages smaller without leaving any out. Each step changes copies, is idempotent, and leaves the
// results of the newest turn as they are.
#pragma once

#include "context/window/entry.h"
#include "parley/context.h"

namespace parley::context {

// Drops metadata.reasoning (F82).
void strip_reasoning(Entries& entries, const ContextOptions& options);

// Moves large results to options.sink (F78). Such a result gets metadata.artifact with its name and size, and
// trim_results does not shorten it.
void offload(Entries& entries, const ContextOptions& options);

// Shortens results (F73).
void trim_results(Entries& entries, const ContextOptions& options);

}  // namespace parley::context
