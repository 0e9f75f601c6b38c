// Tested by tests/memory/heirs_test.cc.
#include "memory/sessions/heirs.h"

#include "base/hash.h"
#include "memory/item_names.h"
#include "memory/object_reader.h"
#include "memory/object_writer.h"
#include "memory/sessions/refusals.h"

namespace parley::memory {
namespace {

constexpr std::size_t kHashLength = 32;

// A hash, because the name of a session may be as long as that of an item.
std::string item_of(const Heir& heir) {
  return kHeirItem + base::sha256(heir.session + '\n' + heir.item).substr(0, kHashLength);
}

std::string bytes_of(const Heir& heir) {
  std::string json;
  {
    ObjectWriter writer(json);
    writer.text("session", heir.session);
    writer.number("begun_at", heir.begun_at);
    writer.text("item", heir.item);
  }
  return json;
}

Result<Heir> heir_in(const Item& item) {
  const auto value = Value::parse(item.bytes);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "heir: " + value.error().message);
  Heir heir;
  std::string problem;
  ObjectReader reader(*value, problem);
  reader.read("session", heir.session);
  reader.read("begun_at", heir.begun_at);
  reader.read("item", heir.item);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "heir: " + problem);
  return heir;
}

Result<void> erase_summary_of(TurnStore& store, const std::string& session, const std::string& name) {
  const auto item = store.item(session, name);
  if (!item) return Unexpected(item.error());
  if (!*item) return {};
  const auto heir = heir_in(**item);
  if (!heir) return Unexpected(heir.error());
  return store.change_items({heir->session, heir->begun_at, {}, {heir->item}});
}

}  // namespace

Result<void> note_heir(TurnStore& store, const std::string& session, TimeMs begun_at, const Heir& heir) {
  const std::string name = item_of(heir), bytes = bytes_of(heir);
  for (;;) {
    const auto there = store.item(session, name);
    if (!there) return Unexpected(there.error());
    if (*there && (*there)->bytes == bytes) return {};
    auto put = store.change_items({session, begun_at, {{name, *there ? (*there)->version + 1 : 1, 0, bytes}}, {}});
    if (put || put.error().code != ErrorCode::kStaleVersion) return put;
  }
}

Result<void> erase_inheritance(TurnStore& store, const std::string& session) {
  const auto items = store.items(session, kHeirItem);
  if (!items) return Unexpected(items.error());
  for (const ItemInfo& info : *items) {
    if (auto erased = erase_summary_of(store, session, info.name);
        !erased && !is_about_the_session(erased.error().code))
      return erased;
  }
  return {};
}

Result<std::size_t> erase_with_inheritance(SessionStore& store, const std::vector<Erasure>& sessions) {
  for (const Erasure& each : sessions) {
    if (auto erased = erase_inheritance(store, each.session); !erased) return Unexpected(erased.error());
  }
  return store.erase(sessions);
}

}  // namespace parley::memory
