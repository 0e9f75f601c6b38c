#include "memory/sqlite/totals.h"

#include "memory/sqlite/statements.h"

namespace parley::memory {

Result<void> Totals::prepare() {
  return database_.prepare(
      {{add_, sql::kAddToTotals}, {add_expiring_, sql::kAddExpiring}, {drop_expiring_, sql::kDropExpiring}});
}

Result<void> Totals::add(const SettledNumbers& numbers) {
  auto added = add_.run({numbers.sessions, numbers.archived, numbers.turns, numbers.messages});
  if (!added) return added;
  for (const auto& [at, sessions] : numbers.expiring) {
    if (auto put = add_expiring_.run({at, sessions}); !put) return put;
    if (sessions >= 0) continue;
    if (auto dropped = drop_expiring_.run({at}); !dropped) return dropped;
  }
  return {};
}

}  // namespace parley::memory
