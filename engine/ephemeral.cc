// Tested by tests/engine/ephemeral_test.cc.
#include "engine/ephemeral.h"

#include <vector>

namespace parley::engine {
namespace {

constexpr std::string_view kPrefix = "ephemeral:";

}  // namespace

std::string new_ephemeral_session(IdSource& ids) { return std::string(kPrefix) + ids.next(); }

bool is_ephemeral(std::string_view session) { return session.substr(0, kPrefix.size()) == kPrefix; }

// A host may tag any session: the name decides. Archived sessions stay.
Result<std::int64_t> erase_expired_ephemeral(SessionStore& store, const std::string& bot, TimeMs now,
                                             std::size_t most) {
  SessionQuery query;
  query.limit = 100;
  query.order = SessionQuery::Order::kOldestFirst;
  query.tag = kEphemeral;
  query.bot = bot;
  query.updated_before = now - kEphemeralTtl + 1;
  const auto page = store.list(query);
  if (!page) return Unexpected(page.error());
  std::vector<Erasure> over;
  for (const SessionSummary& each : *page) {
    if (over.size() == most || !is_ephemeral(each.session) || each.expires_at > now) continue;
    const auto state = store.load(each.session);
    if (!state) return Unexpected(state.error());
    if (*state && (*state)->expires_at <= now) over.push_back({each.session, (*state)->version, 0});
  }
  if (over.empty()) return 0;
  const auto erased = store.erase(over);
  if (!erased) return Unexpected(erased.error());
  return static_cast<std::int64_t>(*erased);
}

}  // namespace parley::engine
