// The events of AG-UI for a turn.
//
// Tested by tests/server/compat_ag_ui_test.
#pragma once

#include <string>
#include <vector>

#include "parley/result.h"
#include "parley/turn.h"

namespace parley::server {

struct AgUiRun {
  std::string thread;
  std::string run;
};

// Each function returns server-sent events.
std::string run_started(const AgUiRun& run);
std::string run_failed(const Error& error);
// The state, the texts, the call of the client's tool, and the end of the run.
std::string turn_events(const AgUiRun& run, const Turn& turn);

// The id of the question that a turn ends with.
std::string interrupt_id(std::int64_t seq);

}  // namespace parley::server
