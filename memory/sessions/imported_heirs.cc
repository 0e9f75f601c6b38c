// Tested by tests/memory/heirs_test.cc.
#include "memory/sessions/imported_heirs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
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

bool has_ancestors(const Item& item) {
  return kind_of_item(item.name) == ItemKind::kSummary && !ancestors_in(item).empty();
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

std::vector<Item> ImportedHeirs::take_summaries(SessionRecord& record) {
  const auto first = std::stable_partition(record.items.begin(), record.items.end(),
                                           [](const Item& item) { return !has_ancestors(item); });
  std::vector<Item> summaries(std::make_move_iterator(first), std::make_move_iterator(record.items.end()));
  record.items.erase(first, record.items.end());
  return summaries;
}

Result<void> ImportedHeirs::add(const SessionState& heir, std::vector<Item> summaries) {
  for (Item& summary : summaries) {
    summary.version = 1;  // to the store, the item is new
    Waiting one{heir.session, heir.created_at, std::move(summary)};
    const auto stored = store_if_all_there(one);
    if (!stored) return Unexpected(stored.error());
    if (*stored) continue;
    if (waiting_.size() == kMostWaiting) {
      if (auto settled = settle(); !settled) return settled;
    }
    waiting_.push_back(std::move(one));
  }
  return {};
}

Result<void> ImportedHeirs::settle() {
  for (const Waiting& one : std::exchange(waiting_, {})) {
    if (auto stored = store_if_all_there(one); !stored) return Unexpected(stored.error());
  }
  return {};
}

// Returns false if one of the sessions whose words the summary has is not there.
Result<bool> ImportedHeirs::store_if_all_there(const Waiting& one) {
  const auto noted = note_with_all(store_, {one.session, one.begun_at, one.summary.name}, one.summary);
  if (!noted || !*noted) return noted;
  const auto put = store_.change_items({one.session, one.begun_at, {one.summary}, {}});
  // The session was erased or continued meanwhile: it needs this summary no longer.
  if (!put && !is_about_the_session(put.error().code)) return Unexpected(put.error());
  return true;
}

}  // namespace parley::memory
