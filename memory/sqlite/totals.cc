#include "memory/sqlite/totals.h"

#include "memory/sqlite/statements.h"

namespace parley::memory {

Result<void> Totals::prepare() { return database_.prepare({{add_, sql::kAddToTotal}, {drop_, sql::kDropTotal}}); }

Result<void> Totals::add(const std::map<std::int64_t, std::int64_t>& numbers) {
  for (const auto& [key, number] : numbers) {
    if (number == 0) continue;
    if (auto added = add_.run({key, number}); !added) return added;
    if (number > 0 || key < 0) continue;
    if (auto dropped = drop_.run({key}); !dropped) return dropped;
  }
  return {};
}

}  // namespace parley::memory
