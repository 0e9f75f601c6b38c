// KnowledgeBase holds the indexes of a bot's pages, one for each of its languages that has pages.
//
// Tested by tests/engine/passage_search_test.cc.
#pragma once

#include <map>
#include <memory>

#include "config/definition.h"
#include "knowledge/passage_gate.h"
#include "parley/catalog.h"
#include "parley/result.h"
#include "wording/exact_parts.h"

namespace parley::engine {

// Immutable and thread-safe.
class KnowledgeBase {
 public:
  // Builds the indexes. Null: the bot has no knowledge. The result borrows the definitions of the catalog.
  static Result<std::shared_ptr<const KnowledgeBase>> make(const Catalog& catalog);

  // `bot` is the definition of the catalog in one of its languages. Null: the bot has no pages in this language.
  const knowledge::PassageGate* of(const config::BotDefinition& bot) const;

  // The check of answers that a language model writes. Null: of() is null, or the bot quotes its pages.
  std::shared_ptr<const wording::ExactParts> exact_parts_of(const config::BotDefinition& bot) const;

 private:
  std::map<const config::BotDefinition*, std::unique_ptr<const knowledge::PassageGate>> gates_;
  std::map<const config::BotDefinition*, std::shared_ptr<const wording::ExactParts>> exact_parts_;
};

}  // namespace parley::engine
