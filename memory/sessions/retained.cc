// Tested by tests/memory/retention_test.cc and tests/engine/retention_test.cc.
#include "memory/sessions/retained.h"

#include <map>
#include <utility>

#include "memory/forwarding_store.h"
#include "memory/sessions/refusals.h"
#include "parley/sessions.h"

namespace parley {
namespace memory {
namespace {

class RetainedSessions final : public ForwardingStore {
 public:
  RetainedSessions(std::shared_ptr<SessionStore> store, IsPast is_past)
      : ForwardingStore(std::move(store)), is_past_(std::move(is_past)) {}

  Result<std::optional<SessionState>> load(std::string_view session) override {
    auto state = inner()->load(session);
    if (!state || !*state) return state;
    const auto past = is_past(**state);
    if (!past) return Unexpected(past.error());
    if (*past) return std::optional<SessionState>();
    return state;
  }

  Result<std::optional<SessionInfo>> summary(std::string_view session) override {
    auto summary = inner()->summary(session);
    if (summary && *summary && is_past(**summary)) return std::optional<SessionInfo>();
    return summary;
  }

  // Fills the page up to the limit as long as there are more sessions, because callers take a shorter page for the last
  // page.
  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    std::vector<SessionInfo> found;
    for (SessionQuery rest = query; found.size() < query.limit;) {
      auto page = inner()->list(rest);
      if (!page) return page;
      if (!page->empty()) rest.after = {page->back().updated_at, page->back().session};
      for (SessionInfo& each : *page) {
        if (found.size() < query.limit && !is_past(each)) found.push_back(std::move(each));
      }
      if (page->size() < rest.limit) break;
    }
    return found;
  }

  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    const auto state = load(session);
    if (!state) return Unexpected(state.error());
    return *state ? inner()->turns(session, after, limit) : std::vector<StoredTurn>();
  }

  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    const auto state = load(session);
    if (!state) return Unexpected(state.error());
    return *state ? inner()->turn_messages(session, first, last) : std::vector<Message>();
  }

  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    auto record = inner()->record(session);
    if (!record || !*record || (*record)->notes.archived_at != 0) return record;
    const SessionState& state = (*record)->state;
    if (is_past_({state.bot, state.updated_at, state.kept_until})) return std::optional<SessionRecord>();
    return record;
  }

  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    std::map<std::string, bool> looked_at;
    std::vector<RefusedSession> unread_below;  // from the underlying store; a wider search reports them again
    SearchQuery wider = query;
    if (query.unread) wider.unread = &unread_below;
    for (;; wider.limit *= 2) {
      unread_below.clear();
      auto hits = inner()->search(wider);
      if (!hits) return hits;
      const bool are_all = hits->size() < wider.limit || wider.limit > kWidestSearch;
      std::vector<SearchHit> kept;
      for (SearchHit& hit : *hits) {
        auto [known, is_new] = looked_at.try_emplace(hit.session, false);
        if (is_new) {
          const auto state = load(hit.session);
          if (!state && (!query.unread || !is_about_the_session(state.error().code))) return Unexpected(state.error());
          if (!state) query.unread->push_back({hit.session, state.error().message});
          known->second = state && state->has_value();
        }
        if (known->second && kept.size() < query.limit) kept.push_back(std::move(hit));
      }
      if (!are_all && kept.size() < query.limit) continue;
      if (query.unread) query.unread->insert(query.unread->end(), unread_below.begin(), unread_below.end());
      return kept;
    }
  }

 private:
  static constexpr std::size_t kWidestSearch = 1'000'000;

  bool is_past(const SessionInfo& each) const {
    return each.notes.archived_at == 0 && is_past_({each.bot, each.updated_at, each.kept_until});
  }

  // Checks archiving last, because it costs another read.
  Result<bool> is_past(const SessionState& state) {
    if (!is_past_({state.bot, state.updated_at, state.kept_until})) return false;
    const auto summary = inner()->summary(state.session);
    if (!summary) return Unexpected(summary.error());
    return !*summary || (*summary)->notes.archived_at == 0;
  }

  IsPast is_past_;
};

}  // namespace

std::shared_ptr<SessionStore> retained_sessions(std::shared_ptr<SessionStore> store, IsPast is_past) {
  return std::make_shared<RetainedSessions>(std::move(store), std::move(is_past));
}

}  // namespace memory

std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store,
                                                     std::shared_ptr<Clock> clock) {
  return memory::retained_sessions(std::move(store), [clock = std::move(clock)](const memory::Rest& rest) {
    return rest.kept_until != 0 && clock->now() > rest.kept_until;
  });
}

}  // namespace parley
