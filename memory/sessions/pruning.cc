// Erases sessions by age.
//
// Tested by tests/memory/sessions_test.cc and sealed_store_test.cc.
#include "memory/sessions/heirs.h"
#include "memory/sessions/refusals.h"
#include "parley/sessions.h"

namespace parley {
namespace {

constexpr std::size_t kPruningPage = 200;

// Loads each session again, and returns erasures for their current versions. The erasure therefore does not affect a
// session that continues in the meantime.
Result<std::vector<Erasure>> still_resting(SessionStore& store, const std::vector<SessionInfo>& page,
                                           const PruneOptions& options, PruneReport& report) {
  std::vector<Erasure> resting;
  for (const SessionInfo& each : page) {
    const auto state = store.load(each.session);
    if (!state && !memory::is_about_the_session(state.error().code)) return Unexpected(state.error());
    if (!state) {
      memory::refuse(report, each.session, state.error().message);
      continue;
    }
    if (!*state || (*state)->updated_at >= options.before) continue;
    resting.push_back({each.session, (*state)->version, options.as_expired ? options.before : 0});
  }
  return resting;
}

}  // namespace

Result<PruneReport> prune_sessions(SessionStore& store, const PruneOptions& options) {
  SessionQuery query;
  query.limit = kPruningPage;
  query.order = SessionQuery::Order::kOldestFirst;
  query.bot = options.bot;
  query.updated_before = options.before;
  PruneReport report;
  for (;;) {
    const auto page = store.list(query);
    if (!page) return Unexpected(page.error());
    if (page->empty()) return report;
    query.after = {page->back().updated_at, page->back().session};
    const auto resting = still_resting(store, *page, options, report);
    if (!resting) return Unexpected(resting.error());
    const auto erased =
        options.dry_run ? Result<std::size_t>(resting->size()) : memory::erase_with_inheritance(store, *resting);
    if (!erased) return Unexpected(erased.error());
    report.erased += static_cast<std::int64_t>(*erased);
  }
}

}  // namespace parley
