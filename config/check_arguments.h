// Checks the tool call with which a param is validated.
// Tested by tests/config/reader_params_test.cc.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// Checks the arguments and results of a check. Its call waits for the params among its arguments, and runs again when
// one of them changes. So the bot must ask for these params before the steps (E203), and the call must not save them
// (E212). `asked_by_steps`: the params that `ask` steps ask for.
void check_arguments(const Intent& intent, const Param& param, const ToolStep& check,
                     const std::set<std::string, std::less<>>& asked_by_steps, Diagnostics& findings);

}  // namespace parley::config
