// Tested by tests/memory/heirs_test.cc.
#include "memory/sessions/imported_heirs.h"

#include <cstddef>
#include <utility>

#include "memory/item_names.h"
#include "memory/sessions/heirs.h"
#include "memory/sessions/refusals.h"

namespace parley::memory {
namespace {

constexpr std::size_t kMostWaiting = 10'000;
constexpr std::size_t kMostAncestors = 16;  // a context reads fewer

struct Ancestor {
  std::string session;
  TimeMs begun_at = 0;
};

// The sessions whose words a summary has (context/service/stored_summary.h). A damaged summary names none, and a
// context rejects it.
std::vector<Ancestor> ancestors_in(const Item& summary) {
  std::vector<Ancestor> ancestors;
  const auto value = Value::parse(summary.bytes, Value::kUnlimited);
  const Value* parents = value ? value->find("parents") : nullptr;
  const Value::Array* all = parents ? parents->if_array() : nullptr;
  if (!all) return ancestors;
  for (const Value& parent : *all) {
    const Value* session = parent.find("session");
    const Value* begun_at = parent.find("begun_at");
    const auto name = session ? session->if_string() : nullptr;
    const auto at = begun_at ? begun_at->if_int() : nullptr;
    ancestors.push_back({name ? *name : std::string(), at ? *at : 0});
  }
  return ancestors;
}

// Returns false if one of the sessions is not there.
Result<bool> note_with_all(TurnStore& store, const Heir& heir, const Item& summary) {
  const std::vector<Ancestor> ancestors = ancestors_in(summary);
  if (ancestors.size() > kMostAncestors) return false;
  for (const Ancestor& ancestor : ancestors) {
    const auto noted = note_heir(store, ancestor.session, ancestor.begun_at, heir);
    if (!noted && is_about_the_session(noted.error().code)) return false;
    if (!noted) return Unexpected(noted.error());
  }
  return true;
}

}  // namespace

Result<void> ImportedHeirs::add(const SessionRecord& record) {
  for (const Item& item : record.items) {
    if (kind_of_item(item.name) != ItemKind::kSummary) continue;
    const Heir heir{record.state.session, record.state.created_at, item.name};
    const auto noted = note_with_all(store_, heir, item);
    if (!noted) return Unexpected(noted.error());
    if (*noted) continue;
    if (waiting_.size() == kMostWaiting) {
      if (auto settled = settle(); !settled) return settled;
    }
    waiting_.push_back({heir.session, heir.begun_at, item});
  }
  return {};
}

Result<void> ImportedHeirs::settle() {
  for (const Waiting& one : std::exchange(waiting_, {})) {
    const auto noted = note_with_all(store_, {one.session, one.begun_at, one.summary.name}, one.summary);
    if (!noted) return Unexpected(noted.error());
    if (*noted) continue;
    const auto gone = store_.change_items({one.session, one.begun_at, {}, {one.summary.name}});
    if (!gone && !is_about_the_session(gone.error().code)) return gone;
  }
  return {};
}

}  // namespace parley::memory
