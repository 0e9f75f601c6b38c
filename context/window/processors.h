// The steps that make messages smaller and leave none out. Each changes copies, is the same when taken twice, and takes
// nothing away from results of the newest turn.
#pragma once

#include "context/window/entry.h"
#include "parley/context.h"

namespace parley::context {

// Drops metadata.reasoning (F82).
void strip_reasoning(Entries& entries, const ContextOptions& options);

// Large results go to options.sink (F78). A result that was put there has metadata.artifact with its name and size, and
// is not shortened by trim_results.
void offload(Entries& entries, const ContextOptions& options);

// Shortens results (F73).
void trim_results(Entries& entries, const ContextOptions& options);

}  // namespace parley::context
