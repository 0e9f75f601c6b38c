// Sessions that go: by age, by name, by whose they are.
//
// Tested by tests/memory/sessions_test.cc.
#include <algorithm>

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

Result<ForgetReceipt> forget(SessionStore& store, const std::vector<SessionSummary>& sessions) {
  ForgetReceipt receipt;
  std::vector<Erasure> all;
  for (const SessionSummary& each : sessions) {
    all.push_back({each.session, 0, 0});
    receipt.sessions.push_back(each.session);
    receipt.turns += each.turns;
    receipt.messages += each.messages;
  }
  // Also of none: an erase that could not be finished before is tried again.
  auto erased = store.erase(all);
  if (!erased) return Unexpected(erased.error());
  return receipt;
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

Result<ForgetReceipt> forget_session(SessionStore& store, std::string_view session) {
  const auto summary = store.summary(session);
  if (!summary) return Unexpected(summary.error());
  if (*summary) return forget(store, {**summary});
  auto erased = store.erase({{std::string(session), 0, 0}});  // of what expired() knows, and what is left in files
  if (!erased) return Unexpected(erased.error());
  return Unexpected(ErrorCode::kUnknownSession, "no session of this name is stored");
}

Result<ForgetReceipt> forget_user(SessionStore& store, const std::string& user_hash) {
  if (user_hash.empty()) return Unexpected(ErrorCode::kInvalidRequest, "a user is needed: nobody's sessions stay");
  SessionQuery query;
  query.limit = kPage;
  query.order = SessionQuery::Order::kByName;
  query.archived = SessionQuery::Archived::kToo;
  query.user = user_hash;
  ForgetReceipt all;
  for (;;) {
    const auto page = store.list(query);
    if (!page) return Unexpected(page.error());
    auto forgotten = forget(store, *page);
    if (!forgotten) return forgotten;
    if (page->empty()) return all;
    all.sessions.insert(all.sessions.end(), forgotten->sessions.begin(), forgotten->sessions.end());
    all.turns += forgotten->turns;
    all.messages += forgotten->messages;
  }
}

}  // namespace parley
