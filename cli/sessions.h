// The commands under `parley sessions`, in three groups: queries, administration, and import and export.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace parley::cli {

std::vector<Command> add_session_queries(CLI::App& sessions);  // list, show, search, stats
std::vector<Command> add_session_admin(CLI::App& sessions);    // note, fork, archive, restore, compact, forget, prune
std::vector<Command> add_session_io(CLI::App& sessions);       // export, import

// Returns the hash of a user in the store. PARLEY_USER_KEY is its key, as in `parley run`.
std::string hash_of_user(std::string_view user);

}  // namespace parley::cli
