// Runs many conversations in parallel at full speed and measures their turns.
#pragma once

#include <string>
#include <vector>

#include "parley/engine.h"
#include "parley/result.h"

namespace parley::cli {

using Conversation = std::vector<std::string>;  // the user's messages, one per turn

// Reads JSON Lines: {"turns": ["...", "..."]}.
Result<std::vector<Conversation>> read_conversations(const std::string& path);

// Measurements of a run.
struct Load {
  std::vector<float> microseconds;  // per turn
  double seconds = 0;               // wall-clock time of the whole run
};

// Runs all conversations, `repeat` times, on `threads` threads. Each thread takes the next conversation and runs it in
// a session of its own. Stops at the first error.
//
// A turn is one Engine::handle() call, timed from outside, so it includes the commit of the store. If the bot calls a
// tool of the embedding program, an empty result is posted at once; that is a turn of its own.
Result<Load> run_load(Engine& engine, const std::vector<Conversation>& conversations, int threads, int repeat);

}  // namespace parley::cli
