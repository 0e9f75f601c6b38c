// Gives access to the parts of a catalog that the public header hides, for parley's own folders only.
//
// Tested by tests/intents/catalog_test.cc.
#pragma once

#include "parley/catalog.h"

namespace parley::config {
struct BotDefinition;
}

namespace parley::intents {

class Classifier;

// Returns the bot as it was read from its file. It lives as long as the catalog.
const config::BotDefinition& definition_of(const Catalog& catalog);

// Returns the classifier that reads messages for the bot. It lives as long as the catalog.
const Classifier& classifier_of(const Catalog& catalog);

}  // namespace parley::intents
