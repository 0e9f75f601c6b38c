// Pictures of a bot: the steps of an intent, and the links between intents. Both are objects of server/openapi.json.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "parley/bot_graph.h"
#include "parley/value.h"

namespace parley::server {

// An IntentGraph of the document, with the places of the nodes and edges.
Value picture_of(const IntentGraph& graph);

// How often an intent was interrupted by another one, by both ids.
using Digressions = std::map<std::pair<std::string, std::string>, std::int64_t>;

// A GraphOverview of the document: the intents that have links or digressions. With counts in `graph`, it has the sums
// of them.
Value overview_of(const BotGraph& graph, const Digressions& digressions);

}  // namespace parley::server
