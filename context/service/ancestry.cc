// Tested by tests/context/service/ancestry_test.cc.
#include "context/service/ancestry.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "context/service/stored_summary.h"
#include "memory/sessions/conversations.h"

namespace parley::context {
namespace {

// A limit above the number of any message, and small enough that sums with it do not overflow.
constexpr std::int64_t kEndless = INT64_MAX / 2;

bool are_of_different_users(const SessionState& a, const SessionState& b) {
  return !a.user.empty() && !b.user.empty() && a.user != b.user;
}

// Returns whether `session` is the session that `child` continues, and not a later session of the same name. States of
// older versions do not name the conversation.
Result<bool> is_parent_of(TurnStore& store, const SessionState& session, const SessionState& child) {
  if (child.parent_conversation.empty()) return session.created_at <= child.created_at;
  return memory::has_conversation(store, session, child.parent_conversation);
}

// Returns one past the seq of the last message of the conversation that `child` continues. It was over when `parent`
// was loaded. If the store does not know its end, this is what the conversation contained when `child` began.
Result<std::int64_t> end_of_ended(TurnStore& store, const SessionState& parent, const SessionState& child) {
  const auto place = child.parent_conversation.empty() ? Result<std::optional<ConversationPlace>>(std::nullopt)
                                                       : store.find_conversation(child.parent_conversation);
  if (!place) return Unexpected(place.error());
  if (!*place || (*place)->session != parent.session) return child.parent_messages + 1;
  const std::int64_t next_turn = (*place)->next_turn == 0 ? parent.began_turn : (*place)->next_turn;
  return memory::first_message_of_turn(store, parent.session, next_turn, parent.trimmed, parent.messages);
}

}  // namespace

Result<ContextService::Ancestry> ContextService::Ancestry::alone(TurnStore& store, const SessionState& state,
                                                                 bool history) {
  Ancestry ancestry;
  Part& part = ancestry.parts_.emplace_back();
  part.session = state.session;
  part.conversation = state.continuation_id;
  part.begun_at = state.created_at;
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
                                                                                        bool grows, bool history) {
  Part part;
  part.session = parent.session;
  part.begun_at = parent.created_at;
  const std::int64_t now_at = std::max<std::int64_t>(parent.began_turn, 1);
  const std::int64_t then_at = child.parent_turn;  // 0: stored by an older version, which did not record it
  const bool continues = then_at == now_at || (then_at == 0 && now_at == 1);
  if (!continues && then_at == 0) return std::optional<Part>();
  part.conversation = child.parent_conversation.empty() ? parent.continuation_id : child.parent_conversation;
  part.end = child.parent_messages + 1;
  if (grows) {
    const auto end = continues ? parent.messages + 1 : end_of_ended(store, parent, child);
    if (!end) return Unexpected(end.error());
    part.end = *end;
  }
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
  const bool is_over = part.conversation != state.continuation_id;
  if (part.end > state.messages && !is_over) return state.turns - part.first_turn + 1;
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
    if (!*parent || are_of_different_users(**parent, youngest)) break;
    const auto is_parent = is_parent_of(store, **parent, child);
    if (!is_parent) return Unexpected(is_parent.error());
    if (!*is_parent) break;
    auto part = part_of(store, **parent, child, (*parent)->user == youngest.user, history);
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

std::int64_t ContextService::Ancestry::covered_seq(const Part& part, const StoredSummary& summary) const {
  std::int64_t seq = part.first - 1;
  if (&part == &own()) {
    seq += summary.upto;
  } else {
    for (const StoredSummary::Parent& parent : summary.parents) {
      if (parent.conversation == part.conversation) seq = parent.upto;
    }
  }
  return std::clamp(seq, part.first - 1, part.end - 1);
}

std::int64_t ContextService::Ancestry::covered_upto(const StoredSummary& summary) const {
  std::int64_t number = 0;
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    const std::int64_t seq = covered_seq(*part, summary);
    number = number_in(*part, seq);
    if (seq + 1 < part->end) break;
  }
  return number;
}

bool ContextService::Ancestry::is_covered(std::int64_t number, const StoredSummary& summary) const {
  const auto holds = [&](const Part& part) { return number > part.messages_before; };
  const auto part = std::find_if(parts_.begin(), parts_.end(), holds);
  return part != parts_.end() && number <= number_in(*part, covered_seq(*part, summary));
}

void ContextService::Ancestry::cover(std::int64_t number, StoredSummary& summary) const {
  for (const Part& part : parts_) {
    const std::int64_t seq = std::min(number - part.messages_before + part.first - 1, part.end - 1);
    if (seq <= covered_seq(part, summary)) continue;
    if (&part == &own()) {
      summary.upto = seq - part.first + 1;
      continue;
    }
    std::erase_if(summary.parents, [&](const auto& parent) { return parent.conversation == part.conversation; });
    summary.parents.push_back({part.session, part.conversation, part.begun_at, seq});
  }
}

LastSummary ContextService::Ancestry::last(const StoredSummary& summary) const {
  return {covered_upto(summary), summary.turns + own().turns_before, summary.messages + own().messages_before};
}

Result<bool> ContextService::Ancestry::has_parents_of(TurnStore& store, const StoredSummary& summary,
                                                      const SessionState& state) {
  for (const StoredSummary::Parent& parent : summary.parents) {
    const auto stored = store.load(parent.session);
    if (!stored) return Unexpected(stored.error());
    if (!*stored || are_of_different_users(**stored, state)) return false;
    auto has = memory::has_conversation(store, **stored, parent.conversation);
    if (!has || !*has) return has;
  }
  return true;
}

}  // namespace parley::context
