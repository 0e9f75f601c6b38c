// Pictures of a bot: the steps of an intent, and the links between intents. Both are objects of server/openapi.json.
#pragma once

#include "parley/bot_graph.h"
#include "parley/value.h"

namespace parley::server {

// An IntentGraph of the document, with the places of the nodes and edges.
Value picture_of(const IntentGraph& graph);

// A GraphOverview of the document: the intents that have links. With counts in `graph`, it has the sums of them.
Value overview_of(const BotGraph& graph);

}  // namespace parley::server
