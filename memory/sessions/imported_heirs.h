// An imported session may bring a summary with words of a session that it continues. The older session must know that
// summary (memory/sessions/heirs.h), but its export may be another file, older than the summary, or changed.
//
// Tested by tests/memory/heirs_test.cc.
#pragma once

#include <string>
#include <vector>

#include "parley/store.h"

namespace parley::memory {

// An import stores such a session first, then the heir, then the summary. A process that ends in between leaves no
// summary that an erasure would miss.
class ImportedHeirs {
 public:
  explicit ImportedHeirs(TurnStore& store) : store_(store) {}

  // Takes the summaries with words of other sessions out of a record. Store the record without them.
  static std::vector<Item> take_summaries(SessionRecord& record);

  // Stores the summaries that were taken out of the record of this session, which is stored. Notes the session as an
  // heir of every session whose words they have. A session that is not there may be imported later.
  Result<void> add(const SessionState& heir, std::vector<Item> summaries);

  // Looks for the sessions that were not there. Drops the summaries with the words of those that are still missing:
  // the erasure of such a session would not find them, and a context would not use them.
  Result<void> settle();

 private:
  struct Waiting {
    std::string session;
    TimeMs begun_at;
    Item summary;
  };
  Result<bool> store_if_all_there(const Waiting& one);

  TurnStore& store_;
  std::vector<Waiting> waiting_;
};

}  // namespace parley::memory
