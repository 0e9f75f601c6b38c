// Tested by tests/context/service/ancestry_test.cc.
#include "context/service/ancestry.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "memory/sessions/conversations.h"

namespace parley::context {
namespace {

// A limit above the number of any message, and small enough that sums with it do not overflow.
constexpr std::int64_t kEndless = INT64_MAX / 2;

}  // namespace

Result<ContextService::Ancestry> ContextService::Ancestry::alone(TurnStore& store, const SessionState& state,
                                                                 bool history) {
  Ancestry ancestry;
  Part& part = ancestry.parts_.emplace_back();
  part.session = state.session;
  part.end = state.messages + 1;  // a turn stored in the meantime may begin another conversation
  if (history) return ancestry;
  const auto first = memory::first_message(store, state);
  if (!first) return Unexpected(first.error());
  part.first = *first;
  part.first_turn = std::max<std::int64_t>(state.began_turn, 1);
  return ancestry;
}

Result<std::optional<ContextService::Ancestry::Part>> ContextService::Ancestry::part_of(TurnStore& store,
                                                                                        const SessionState& parent,
                                                                                        const SessionState& child,
                                                                                        bool history) {
  Part part;
  part.session = parent.session;
  const std::int64_t now_at = std::max<std::int64_t>(parent.began_turn, 1);
  const std::int64_t then_at = child.parent_turn;  // 0: stored by an older version, which did not record it
  const bool continues = then_at == now_at || (then_at == 0 && now_at == 1);
  if (!continues && then_at == 0) return std::optional<Part>();
  part.end = continues ? parent.messages + 1 : child.parent_messages + 1;
  if (history) return std::optional<Part>(std::move(part));
  const auto first =
      continues ? memory::first_message(store, parent)
                : memory::first_message_of_turn(store, parent.session, then_at, parent.trimmed, parent.messages);
  if (!first) return Unexpected(first.error());
  if (*first >= part.end) return std::optional<Part>();  // all messages of the conversation were trimmed
  part.first = *first;
  part.first_turn = continues ? now_at : then_at;
  return std::optional<Part>(std::move(part));
}

Result<std::int64_t> ContextService::Ancestry::turns_of(TurnStore& store, const SessionState& state, const Part& part) {
  if (part.end > state.messages) return state.turns - part.first_turn + 1;
  const auto last = store.messages(state.session, 1, part.end);
  if (!last) return Unexpected(last.error());
  return last->empty() ? 0 : last->front().turn - part.first_turn + 1;
}

Result<ContextService::Ancestry> ContextService::Ancestry::of(TurnStore& store, const SessionState& youngest,
                                                              bool history) {
  auto ancestry = alone(store, youngest, history);
  if (!ancestry) return ancestry;
  std::vector<Part>& parts = ancestry->parts_;
  SessionState child = youngest;
  // Only a session's first conversation continues a parent.
  while (!child.parent.empty() && parts.back().first == 1 && child.trimmed == 0 && parts.size() < kMaxSessions) {
    const auto is_known = [&](const Part& part) { return part.session == child.parent; };
    if (std::any_of(parts.begin(), parts.end(), is_known)) break;
    auto parent = store.load(child.parent);
    if (!parent) return Unexpected(parent.error());
    if (!*parent || (*parent)->user != youngest.user) break;
    auto part = part_of(store, **parent, child, history);
    if (!part) return Unexpected(part.error());
    if (!*part) break;
    const auto turns = turns_of(store, **parent, **part);
    if (!turns) return Unexpected(turns.error());
    for (Part& younger : parts) {
      younger.messages_before += (*part)->end - (*part)->first;
      younger.turns_before += *turns;
    }
    parts.push_back(std::move(**part));
    const std::vector<PrivateText>& texts = (*parent)->private_texts;
    ancestry->private_texts_.insert(ancestry->private_texts_.end(), texts.begin(), texts.end());
    child = std::move(**parent);
  }
  return ancestry;
}

Result<std::vector<Message>> ContextService::Ancestry::read(TurnStore& store, std::int64_t before,
                                                            std::size_t limit) const {
  std::vector<Message> all;
  for (const Part& part : parts_) {
    const std::int64_t shift = part.messages_before - part.first + 1;
    const std::int64_t end = std::min(std::min(before, kEndless) - shift, part.end);
    if (end <= part.first || all.size() == limit) continue;
    auto page = store.messages(part.session, limit - all.size(), end);
    if (!page) return Unexpected(page.error());
    std::erase_if(*page, [&](const Message& message) { return message.seq < part.first; });
    for (Message& message : *page) {
      message.seq += shift;
      message.turn += part.turns_before - part.first_turn + 1;
    }
    all.insert(all.begin(), std::make_move_iterator(page->begin()), std::make_move_iterator(page->end()));
  }
  return all;
}

}  // namespace parley::context
