// An imported session may bring a summary with words of a session that it continues. The older session must know that
// summary (memory/sessions/heirs.h), but its export may be another file, older than the summary, or changed.
//
// Tested by tests/memory/heirs_test.cc.
#pragma once

#include <string>
#include <vector>

#include "parley/store.h"

namespace parley::memory {

class ImportedHeirs {
 public:
  explicit ImportedHeirs(TurnStore& store) : store_(store) {}

  // Notes the session as an heir of every session whose words its summaries have. A session that is not there may be
  // imported later.
  Result<void> add(const SessionRecord& record);

  // Looks for the sessions that were not there. Removes the summaries with the words of those that are still missing:
  // the erasure of such a session would not find them, and a context would not use them.
  Result<void> settle();

 private:
  struct Waiting {
    std::string session;
    TimeMs begun_at;
    Item summary;
  };
  TurnStore& store_;
  std::vector<Waiting> waiting_;
};

}  // namespace parley::memory
