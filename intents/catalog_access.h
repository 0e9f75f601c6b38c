// Access to the parts of a catalog that the public header hides. For parley's own rooms only.
//
// Tested by tests/intents/catalog_test.cc.
#pragma once

#include "parley/catalog.h"

namespace parley::config {
struct BotDefinition;
}

namespace parley::intents {

class Classifier;

// The bot as it was read from its file. Lives as long as the catalog.
const config::BotDefinition& definition_of(const Catalog& catalog);

// The classifier that reads messages for the bot. Lives as long as the catalog.
const Classifier& classifier_of(const Catalog& catalog);

}  // namespace parley::intents
