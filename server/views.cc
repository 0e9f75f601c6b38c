// Tested by tests/server/sessions_test.
#include "server/views.h"

#include <algorithm>
#include <array>
#include <map>

#include "parley/protocol.h"

namespace parley::server {
namespace {

// Members whose strings are names of the bot or ids, never words of a user.
constexpr std::array<std::string_view, 11> kNames{
    "param", "name",   "call_id", "idempotency_key", "intent",           "reason",
    "type",  "status", "session", "continuation_id", "waiting_for_param"};
// Members that hold values of params or data of tools. A param may have any name, also one of those above.
constexpr std::array<std::string_view, 9> kData{"params", "args",  "saved",  "data", "rejected",
                                                "offer",  "value", "before", "after"};

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void put_time(Value::Object& out, const char* name, TimeMs at) {
  if (at != 0) out[name] = iso_time(at);
}

}  // namespace

Mask mask_for(const Call& call, const SessionState* state) {
  if (call.who.kind == Principal::Kind::kToken) return {};
  if (call.wants_clear() && call.who.may(Scope::kClear)) return {};
  Engine& engine = call.bot->engine();
  if (!state) return [&engine](const std::string& text) { return engine.redact(text); };
  return [&engine, state = *state](const std::string& text) { return engine.redact(text, state); };
}

Value masked_data(const Value& value, const Mask& mask) {
  if (!mask || value.is_null()) return value;
  if (const Value::Array* items = value.if_array()) {
    Value::Array out;
    for (const Value& item : *items) out.push_back(masked_data(item, mask));
    return out;
  }
  if (const Value::Object* members = value.if_object()) {
    Value::Object out;
    for (const auto& [name, member] : *members) out[name] = masked_data(member, mask);
    return out;
  }
  const std::string text = value.to_text(), shown = mask(text);
  return shown == text ? value : Value(shown);
}

Value masked(const Value& value, const Mask& mask) {
  if (!mask) return value;
  if (const std::string* text = value.if_string()) return mask(*text);
  if (const Value::Array* items = value.if_array()) {
    Value::Array out;
    for (const Value& item : *items) out.push_back(masked(item, mask));
    return out;
  }
  const Value::Object* members = value.if_object();
  if (!members) return value;
  Value::Object out;
  for (const auto& [name, member] : *members) {
    const bool is_name = contains(kNames, name) && member.if_string();
    out[name] = is_name ? member : contains(kData, name) ? masked_data(member, mask) : masked(member, mask);
  }
  return out;
}

Value view_of(const SessionNotes& notes) {
  return Value::Object{{"title", notes.title},
                       {"tags", Value::Array(notes.tags.begin(), notes.tags.end())},
                       {"metadata", notes.metadata}};
}

Value view_of(const SessionInfo& info, TimeMs now) {
  const bool is_over = info.expires_at != 0 && info.expires_at <= now;
  Value::Object out{{"session", info.session},
                    {"bot", info.bot},
                    {"title", title_of(info)},
                    {"tags", Value::Array(info.notes.tags.begin(), info.notes.tags.end())},
                    {"created_at", iso_time(info.created_at)},
                    {"updated_at", iso_time(info.updated_at)},
                    {"turns", info.turns},
                    {"messages", info.messages},
                    {"standing", is_over ? "expired" : "live"},
                    {"usage", Value::Object{{"input_tokens", info.usage.input_tokens},
                                            {"output_tokens", info.usage.output_tokens},
                                            {"cost", info.usage.cost}}}};
  out["handed_off"] =
      info.handed_off ? Value(Value::Object{{"reason", info.handed_off->reason}, {"at", iso_time(info.handed_off->at)}})
                      : Value();
  if (!info.notes.user.empty()) out["user"] = info.notes.user;
  if (info.last_intent) out["last_intent"] = *info.last_intent;
  if (info.waiting_for_param) out["waiting_for_param"] = *info.waiting_for_param;
  put_time(out, "expires_at", info.expires_at);
  put_time(out, "archived_at", info.notes.archived_at);
  return out;
}

Value view_of(const Message& message, const Mask& mask) {
  Value::Object out{{"seq", message.seq},
                    {"role", to_string(message.role)},
                    {"text", mask ? mask(message.text) : message.text},
                    {"at", iso_time(message.at)}};
  if (!message.details.author.empty()) out["author"] = message.details.author;
  if (!message.details.tool.empty()) out["tool"] = message.details.tool;
  if (!message.details.call_id.empty()) out["call_id"] = message.details.call_id;
  return out;
}

Result<std::vector<Value>> turn_views(SessionStore& store, std::string_view session, std::int64_t after,
                                      std::size_t limit, const Mask& mask) {
  auto turns = store.turns(session, after, limit);
  if (!turns) return Unexpected(turns.error());
  if (!turns->empty() && !turns->back().complete) turns->pop_back();
  std::vector<Value> views;
  if (turns->empty()) return views;
  auto messages = store.turn_messages(session, turns->front().turn.seq, turns->back().turn.seq);
  if (!messages) return Unexpected(messages.error());
  std::map<std::int64_t, Value::Array> by_turn;
  std::map<std::int64_t, TimeMs> at;
  for (const Message& message : *messages) {
    by_turn[message.turn].push_back(view_of(message, mask));
    at[message.turn] = message.at;
  }
  for (const StoredTurn& stored : *turns) {
    Value view = masked(to_value(stored.turn), mask);
    Value::Object& members = *view.if_object();
    members["messages"] = std::move(by_turn[stored.turn.seq]);
    put_time(members, "at", at[stored.turn.seq]);
    views.push_back(std::move(view));
  }
  return views;
}

}  // namespace parley::server
