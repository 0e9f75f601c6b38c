// Conversations held at full speed, many at once, with the clock running.
#pragma once

#include <string>
#include <vector>

#include "parley/engine.h"
#include "parley/result.h"

namespace parley::cli {

using Conversation = std::vector<std::string>;  // what the user says, turn by turn

// JSON Lines: {"turns": ["...", "..."]}.
Result<std::vector<Conversation>> read_conversations(const std::string& path);

struct Load {
  std::vector<float> microseconds;  // of each turn
  double seconds = 0;               // of them all, by the clock on the wall
};

// All conversations, `repeat` times over, on `threads` threads: each takes the next one that nobody has taken, and
// talks it through in a session of its own. Stops at the first error.
//
// A turn is one Engine::handle, timed from outside: waiting for the store's commit is part of it. Where the bot calls
// a tool that the host must run, an empty result is posted at once; that is a turn of its own.
Result<Load> hold(Engine& engine, const std::vector<Conversation>& conversations, int threads, int repeat);

}  // namespace parley::cli
