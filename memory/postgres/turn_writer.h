// TurnWriter: commits that arrive together share one transaction and one round trip.
//
// The idea: each commit is one statement that finds the session as it must be or writes nothing (statements.h). So of
// those that share a transaction one that is refused is in nobody's way.
//
// Invariants
//   1. A transaction writes its sessions in the order of their names: of two processes neither waits for the other in a
//      circle.
//   2. When the connection is lost while a transaction is under way, it is sent again: of the two at most one can find
//      the sessions as they must be. Whoever is refused the second time may be its own forerunner, and is told so.
#pragma once

#include <string>
#include <vector>

#include "memory/group_commit.h"
#include "memory/postgres/pool.h"
#include "memory/postgres/written_rows.h"

namespace parley::memory::postgres {

// Thread-safe. Outlives its callers, and the pool outlives it.
class TurnWriter {
 public:
  TurnWriter(Pool& pool, int at_once);

  struct Outcome {
    bool written = false;
    bool repeated = false;  // not written this time; perhaps the first
  };
  Result<Outcome> write(const std::string& session, const WrittenRows& rows);

 private:
  struct WorkBudget {
    const std::string& session;
    const WrittenRows* rows;
    Outcome outcome;
  };
  using Group = GroupCommit<WorkBudget>;

  using Members = std::vector<Group::Member*>;

  void write_group(const Members& members);
  // Answers each. False: PostgreSQL refused one, and so all.
  bool write_together(const Members& members);

  Pool& pool_;
  Group group_;
};

}  // namespace parley::memory::postgres
