// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/turn_writer.h"

#include <algorithm>
#include <utility>

namespace parley::memory::postgres {

TurnWriter::TurnWriter(Pool& pool, int at_once)
    : pool_(pool), group_([this](const auto& members) { write_group(members); }, at_once) {}

Result<TurnWriter::Outcome> TurnWriter::write(const std::string& session, const WrittenRows& rows) {
  WorkBudget work{session, &rows, {}};
  if (auto done = group_.commit(work); !done) return Unexpected(done.error());
  return work.outcome;
}

void TurnWriter::write_group(const Members& members) {
  Members sorted = members;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return a->work.session < b->work.session; });
  if (write_together(sorted) || sorted.size() == 1) return;
  // If PostgreSQL rejects one member, all members fail. The members are therefore sent again one by one, so that each
  // member gets its own result.
  for (Group::Member* each : sorted) write_together({each});
}

bool TurnWriter::write_together(const Members& members) {
  std::vector<const Call*> calls;
  calls.reserve(members.size());
  std::vector<std::size_t> first_of_member;
  for (const Group::Member* each : members) {
    first_of_member.push_back(calls.size());
    calls.push_back(&each->work.rows->call());
    for (const Call& further : each->work.rows->further_calls()) calls.push_back(&further);
  }
  const Pool::Answer answer = pool_.run(calls, Pool::Repeat::kWhenLost);
  for (std::size_t i = 0; i < members.size(); ++i) {
    Group::Member& member = *members[i];
    if (answer.rows) {
      member.answer = {};
      member.work.outcome = {(*answer.rows)[first_of_member[i]].number(0, 0) == 1, answer.repeated};
    } else {
      member.answer = Unexpected(answer.rows.error());
    }
  }
  return !answer.refused;
}

}  // namespace parley::memory::postgres
