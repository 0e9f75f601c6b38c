// TurnWriter lets commits that arrive together share one transaction and one round trip.
//
// Each commit is one statement that writes only if the session is in the expected state (statements.h). A rejected
// commit therefore does not affect the other commits of its transaction.
//
// Invariants
//   1. A transaction writes its sessions in the order of their names, so that processes cannot deadlock.
//   2. When the connection is lost during a transaction, the transaction is sent again. At most one of the two
//      attempts finds the sessions in the expected state. A commit that is rejected the second time may have been
//      written the first time; Outcome::repeated is then true.
#pragma once

#include <string>
#include <vector>

#include "memory/group_commit.h"
#include "memory/postgres/pool.h"
#include "memory/postgres/written_rows.h"

namespace parley::memory::postgres {

// Thread-safe. Must outlive its callers; the pool must outlive it.
class TurnWriter {
 public:
  TurnWriter(Pool& pool, int at_once);

  struct Outcome {
    bool written = false;
    bool repeated = false;  // not written this time, but perhaps the first time
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
  // Sets the result of each member. Returns false if PostgreSQL rejected one member, because then it wrote none of
  // them.
  bool write_together(const Members& members);

  Pool& pool_;
  Group group_;
};

}  // namespace parley::memory::postgres
