// The commands under `parley sessions`, by what they do to the store: look at it, care for it, carry sessions in and
// out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace parley::cli {

std::vector<Command> add_session_looks(CLI::App& sessions);     // list, show, search, stats
std::vector<Command> add_session_care(CLI::App& sessions);      // note, fork, archive, restore, compact, forget, prune
std::vector<Command> add_session_transfer(CLI::App& sessions);  // export, import

// What stands for a user in the store. PARLEY_USER_KEY keys it, as it does in `parley run`.
std::string hash_of_user(std::string_view user);

}  // namespace parley::cli
