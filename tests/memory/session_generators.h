// Generators of complete, valid sessions with any content in any field.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "parley/store.h"
#include "tests/memory/state_generators.h"

namespace parley::test {

inline std::int64_t any_count() { return *rc::gen::inRange<std::int64_t>(0, 1000); }
inline TimeMs any_time() { return *rc::gen::element<TimeMs>(0, 1, 1767225600000, 253402300799999); }
inline std::string any_word() {
  return *rc::gen::element<std::string>("refund", "order_id", "a b", "\xC3\xA9\"'\\", "%");
}

inline void make_consistent(FilledParams& params, std::int64_t turns) {
  for (auto& param : params) param.second.turn = *rc::gen::inRange<std::int64_t>(0, turns + 1);
}

inline void make_consistent(Frame& frame, std::int64_t plan, std::int64_t turns) {
  frame.intent = any_word();
  frame.plan = plan;
  for (auto& each : frame.attempts.params) each.second = {static_cast<int>(any_count()), 0, 1, 2};
  for (auto* failed : {&frame.attempts.confirmation, &frame.attempts.choice}) {
    if (*failed) *failed = Attempts{0, static_cast<int>(any_count()), 3, 0};
  }
  make_consistent(frame.params, turns);
  make_consistent(frame.held, turns);
  std::erase_if(frame.unclear, [](const auto& choices) { return choices.empty(); });
}

inline void make_consistent(SessionState& state) {
  state.turns = *rc::gen::inRange<std::int64_t>(1, 5);
  state.version = state.turns + any_count();
  state.plans = static_cast<std::int64_t>(state.frames.size()) + any_count();
  state.calls = any_count();
  state.began_turn = *rc::gen::inRange<std::int64_t>(0, state.turns + 1);
  state.began_message = 0;
  state.parent_turn = any_count(), state.parent_messages = any_count();
  state.created_at = any_time(), state.updated_at = any_time(), state.began_at = any_time();
  state.expires_at = any_time();
  state.kept_until = any_time();
  state.counted_from = any_count();
  state.usage = {any_count(), any_count(), any_count()};
  state.unmatched = state.exhausted = state.steps = static_cast<int>(any_count());
  for (auto& way : state.ways) way.second = any_count();
  std::int64_t plan = 0;
  for (Frame& frame : state.frames) make_consistent(frame, ++plan, state.turns);
  make_consistent(state.params, state.turns);
  for (auto* intents : {&state.queue, &state.offered}) {
    for (QueuedIntent& queued : *intents) {
      queued.intent = any_word();
      make_consistent(queued.params, state.turns);
      std::erase_if(queued.unclear, [](const auto& choices) { return choices.empty(); });
      for (Refused& refused : queued.refused) refused.turn = *rc::gen::inRange<std::int64_t>(0, state.turns + 1);
    }
  }
  if (state.done) {
    state.done->intent = any_word();
    state.done->until = any_time();
    make_consistent(state.done->params, state.turns);
  }
  for (ValueInMind& in_mind : state.in_mind) {
    in_mind.type = any_word();
    in_mind.messages = static_cast<int>(any_count());
    in_mind.until = any_time();
  }
  for (PrivateText& text : state.private_texts) text.message = 0;
  if (state.last_intent) state.last_intent = any_word();
  if (state.frames.empty()) state.waiting.reset();
  if (state.handed_off) {
    state.handed_off->at = any_time();
    state.handed_off->turn = *rc::gen::inRange<std::int64_t>(0, state.turns + 1);
    if (!state.waits_for<ToolWait>()) state.waiting.reset();
    if (!state.waiting) state.handed_off->outcome.reset();
  }
  if (!state.waiting) return;
  PendingInput& waiting = *state.waiting;
  waiting.intent = state.frames.back().intent;
  waiting.plan = state.frames.back().plan;
  waiting.asides = waiting.attempt = static_cast<int>(any_count());
  waiting.asked_at = any_time(), waiting.expires_at = any_time();
  if (AskedParam* asked = state.waits_for<AskedParam>()) asked->param = any_word();
  if (ToolWait* tool = state.waits_for<ToolWait>()) {
    if (!tool->call) tool->call = Any::make<ToolCall>();
    if (tool->running) tool->running->until = any_time();
  }
}

// Generates a record inside a RapidCheck property. It satisfies every invariant of parley/session.h and every rule of a
// store.
inline SessionRecord any_record(const std::string& session) {
  SessionRecord record;
  SessionState& state = record.state;
  Any::fill(state);
  make_consistent(state);
  state.session = session;
  state.continuation_id = "c-" + session;
  state.bot = any_word();
  state.parent = *rc::gen::element<std::string>("", "web:1");
  state.parent_conversation = *rc::gen::element<std::string>("", "conversation-1");
  state.late_result = *rc::gen::element<std::string>("", "done", "failed");
  const std::int64_t first = *rc::gen::inRange<std::int64_t>(1, state.turns + 1);
  state.trimmed = state.messages = first > 1 ? any_count() : 0;
  state.bytes = 0;
  for (std::int64_t seq = first; seq <= state.turns; ++seq) {
    StoredTurn& stored = record.turns.emplace_back();
    Any::fill(stored.turn);
    stored.turn.session = session;
    stored.turn.id = "m" + std::to_string(seq);
    stored.turn.seq = seq;
    stored.complete = seq != state.turns || Any::make<bool>();
    if (Any::make<bool>()) stored.input_hash = static_cast<std::uint16_t>(Any::make<int>());
    for (int i = Any::few(); i > 0; --i) {
      const auto text = Any::make<std::string>();
      record.messages.push_back({++state.messages, seq, Any::make<Role>(), text, any_time()});
      if (Any::make<bool>()) Any::fill(record.messages.back().details);
      state.bytes += static_cast<std::int64_t>(text.size());
    }
    for (int i = 0, count = Any::few(); i < count; ++i) {
      auto call = Any::make<CallRecord>();
      call.call_id = "call-" + std::to_string(seq) + "-" + std::to_string(i);
      call.turn = seq;
      call.started_at = any_time(), call.ended_at = any_time();
      record.calls.push_back(std::move(call));
    }
  }
  for (int i = 0, count = Any::few(); i < count; ++i) {
    record.items.push_back({"item-" + std::to_string(i), 1 + any_count(), any_time(), Any::make<std::string>()});
  }
  for (int i = 0, count = Any::few(); i < count; ++i) {
    record.ended.push_back({"e" + std::to_string(i) + "-" + session, 1, any_time(), Any::make<std::string>()});
  }
  Any::fill(record.notes);
  record.notes.user = *rc::gen::element<std::string>("", "0123abcd", "beef");
  const std::vector<std::string> tags[] = {{}, {"gold"}, {"a b", "gold", "\xC3\xA9"}};
  record.notes.tags = tags[*rc::gen::inRange(0, 3)];
  record.notes.archived_at = any_time();
  return record;
}

}  // namespace parley::test
