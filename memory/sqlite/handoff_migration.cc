#include "memory/sqlite/handoff_migration.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/sqlite/listing.h"
#include "memory/sqlite/statements.h"
#include "memory/state_form.h"

namespace parley::memory {
namespace {

// Most sessions were never handed off, and their states do not contain this text.
constexpr char kFindCandidates[] =
    "SELECT id, archived, hour, state FROM session"
    " WHERE id > ?1 AND instr(state, CAST('\"handed_off\":' AS BLOB)) > 0 ORDER BY id LIMIT 1000";

struct Candidate {
  std::int64_t id = 0;
  bool archived = false;
  std::int64_t hour = 0;
  std::optional<std::string> handoff;
};

Result<std::vector<Candidate>> read_candidates(Statement& find, std::int64_t after) {
  std::vector<Candidate> found;
  const auto read = find.query({after}).each([&](Rows& row) {
    const auto state = state_from_form(row.bytes(3));
    found.push_back({row.number(0), row.number(1) != 0, hour_in(row.number(2)),
                     state ? handoff_column(*state) : std::optional<std::string>()});
    return Result<void>();
  });
  if (!read) return Unexpected(read.error());
  return found;
}

}  // namespace

Result<void> find_handed_off(Database& database) {
  Statement find, put, label;
  const auto prepared =
      database.prepare({{find, kFindCandidates}, {put, sql::kPutHandoff}, {label, sql::kInsertLabel}});
  if (!prepared) return prepared;
  for (std::int64_t after = 0;;) {
    const auto candidates = read_candidates(find, after);
    if (!candidates) return Unexpected(candidates.error());
    if (candidates->empty()) return {};
    for (const Candidate& each : *candidates) {
      after = each.id;
      if (!each.handoff) continue;
      if (auto done = put.run({each.id, each.handoff}); !done) return done;
      if (auto done = label.run({kHandoffLabel, each.archived, each.hour, each.id}); !done) return done;
    }
  }
}

}  // namespace parley::memory
