// Prints why a bot gave its answer, for the author of the bot.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/turn.h"
#include "parley/value.h"

namespace parley::cli {

// Returns the reasons for the answer: what the message means, then what the dialog does with it. The turn was made with
// Request::explain.
std::vector<std::string> reasons_in(const Turn& turn);

// Prints the reply with its quick replies, and what the embedding program has to do.
void print_reply(const Turn& turn);
// Prints the intent, the dialog acts with the words of `text` that say them, the reasons and the runners-up. `text` is
// the message; empty: the input was no text.
void print_reasons(const Turn& turn, std::string_view text);
// Prints everything that parley found in the message, the verdict about each intent, and all decisions.
void print_details(const Turn& turn);

}  // namespace parley::cli
