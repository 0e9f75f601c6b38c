// Tested by tests/memory/recall/lineage_test.cc.
#include "memory/recall/lineage.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace parley::memory {

Recall::Lineage::Lineage(const SessionState& alone) : parts_{{alone.session, INT64_MAX, 0, 0}} {}

Result<Recall::Lineage> Recall::Lineage::of(SessionStore& store, const SessionState& youngest) {
  Lineage lineage(youngest);
  SessionState child = youngest;
  while (!child.parent.empty() && child.trimmed == 0 && lineage.parts_.size() < kMost) {
    const auto is_known = [&](const Part& part) { return part.session == child.parent; };
    if (std::any_of(lineage.parts_.begin(), lineage.parts_.end(), is_known)) break;
    auto parent = store.load(child.parent);
    if (!parent) return Unexpected(parent.error());
    if (!*parent || (*parent)->user != youngest.user) break;
    for (Part& part : lineage.parts_) {
      part.messages_before += (*parent)->messages;
      part.turns_before += (*parent)->turns;
    }
    lineage.parts_.push_back({(*parent)->session, (*parent)->messages + 1, 0, 0});
    child = std::move(**parent);
  }
  return lineage;
}

Result<std::vector<Message>> Recall::Lineage::read(SessionStore& store, std::int64_t before, std::size_t limit) const {
  std::vector<Message> all;
  for (const Part& part : parts_) {
    const std::int64_t own_before = std::min(before - part.messages_before, part.end);
    if (own_before <= 1 || all.size() == limit) continue;
    auto page = store.messages(part.session, limit - all.size(), own_before);
    if (!page) return Unexpected(page.error());
    for (Message& message : *page) {
      message.seq += part.messages_before;
      message.turn += part.turns_before;
    }
    all.insert(all.begin(), std::make_move_iterator(page->begin()), std::make_move_iterator(page->end()));
  }
  return all;
}

}  // namespace parley::memory
