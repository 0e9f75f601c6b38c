// The defaults of SessionStore, for stores of the embedding program that do not override them.
//
// Tested by tests/memory/session_store_test.cc.
#include <algorithm>
#include <iterator>
#include <utility>

#include "parley/store.h"

namespace parley {
namespace {

constexpr std::size_t kPageOfDefault = 200;

}  // namespace

Result<std::vector<StoredTurn>> SessionStore::turns(std::string_view session, std::int64_t after, std::size_t limit) {
  auto held = record(session);
  if (!held) return Unexpected(held.error());
  std::vector<StoredTurn> found;
  if (!*held) return found;
  for (StoredTurn& stored : (*held)->turns) {
    if (found.size() == limit) break;
    if (stored.turn.seq > after) found.push_back(std::move(stored));
  }
  return found;
}

Result<std::vector<Message>> SessionStore::turn_messages(std::string_view session, std::int64_t first,
                                                         std::int64_t last) {
  std::vector<Message> newest_first;
  for (std::int64_t before = 0;;) {
    auto page = messages(session, kPageOfDefault, before);
    if (!page) return page;
    for (auto message = page->rbegin(); message != page->rend(); ++message) {
      if (message->turn >= first && message->turn <= last) newest_first.push_back(std::move(*message));
    }
    if (page->size() < kPageOfDefault || page->front().turn < first) break;
    before = page->front().seq;
  }
  std::reverse(newest_first.begin(), newest_first.end());
  return newest_first;
}

}  // namespace parley
