// Sessions that go by age.
//
// Tested by tests/memory/sessions_test.cc.
#include "parley/sessions.h"

namespace parley {
namespace {

constexpr std::size_t kPage = 200;

// What is looked at is not what is erased, when it goes on in between: the version tells.
Result<std::vector<Erasure>> still_resting(SessionStore& store, const std::vector<SessionSummary>& page,
                                           const PruneOptions& options) {
  std::vector<Erasure> resting;
  for (const SessionSummary& each : page) {
    const auto state = store.load(each.session);
    if (!state) return Unexpected(state.error());
    if (!*state || (*state)->updated_at >= options.before) continue;
    resting.push_back({each.session, (*state)->version, options.as_expired ? options.before : 0});
  }
  return resting;
}

}  // namespace

Result<std::int64_t> prune_sessions(SessionStore& store, const PruneOptions& options) {
  SessionQuery query;
  query.limit = kPage;
  query.order = SessionQuery::Order::kOldestFirst;
  query.bot = options.bot;
  query.updated_before = options.before;
  std::int64_t pruned = 0;
  for (;;) {
    const auto page = store.list(query);
    if (!page) return Unexpected(page.error());
    if (page->empty()) return pruned;
    query.after = {page->back().updated_at, page->back().session};
    if (options.dry_run) {
      pruned += static_cast<std::int64_t>(page->size());
      continue;
    }
    const auto resting = still_resting(store, *page, options);
    if (!resting) return Unexpected(resting.error());
    const auto erased = store.erase(*resting);
    if (!erased) return Unexpected(erased.error());
    pruned += static_cast<std::int64_t>(*erased);
  }
}

}  // namespace parley
