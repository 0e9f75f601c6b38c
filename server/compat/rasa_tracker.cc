#include "server/compat/rasa_tracker.h"

#include <utility>

#include "server/compat/chat.h"
#include "server/compat/rasa.h"
#include "server/service.h"
#include "server/views.h"

namespace parley::server {
namespace {

constexpr const char* kListen = "action_listen";

double seconds(TimeMs at) { return static_cast<double>(at) / 1000; }

// Builds the events of a conversation in the order in which they happened.
class TrackerEvents {
 public:
  TrackerEvents(const SessionRecord& record, const Mask& mask) : record_(record), mask_(mask) {}

  void add_turn(const Turn& turn) {
    TimeMs at = 0;
    for (const Message& message : record_.messages) {
      if (message.turn != turn.seq) continue;
      at = message.at;
      add_message(message, turn);
    }
    for (const auto& [name, value] : turn.params) {
      const Value shown = masked_data(value, mask_);
      if (const auto known = slots_.find(name); known != slots_.end() && known->second == shown) continue;
      slots_[name] = shown;
      add("slot", at, {{"name", name}, {"value", shown}});
    }
    if (turn.status != TurnStatus::kToolCall) add_action(kListen, at);
  }

  Value::Array events;
  Value latest_message;
  std::string latest_action;

 private:
  void add(const char* kind, TimeMs at, Value::Object members) {
    members["event"] = kind;
    members["timestamp"] = seconds(at);
    events.emplace_back(std::move(members));
  }
  void add_action(const std::string& name, TimeMs at) {
    latest_action = name;
    add("action", at, {{"name", name}, {"policy", Value()}, {"confidence", 1.0}});
  }
  void add_message(const Message& message, const Turn& turn) {
    if (message.role == Role::kCall) return add_action(message.details.tool, message.at);
    if (message.role != Role::kUser && message.role != Role::kAssistant) return;
    const std::string text = mask_ ? mask_(message.text) : message.text;
    if (message.role == Role::kAssistant) {
      Value::Object metadata;
      if (!message.details.author.empty()) metadata["author"] = message.details.author;
      return add("bot", message.at, {{"text", text}, {"data", Value::Object{}}, {"metadata", std::move(metadata)}});
    }
    const Value intent = turn.intent ? Value(*turn.intent) : Value();
    latest_message = Value::Object{{"text", text},
                                   {"message_id", turn.id},
                                   {"intent", Value::Object{{"name", intent}, {"confidence", turn.intent ? 1.0 : 0.0}}},
                                   {"entities", Value::Array{}}};
    add("user", message.at,
        {{"text", text}, {"message_id", turn.id}, {"input_channel", "rest"}, {"parse_data", latest_message}});
  }

  const SessionRecord& record_;
  const Mask& mask_;
  Value::Object slots_;  // as of the last turn
};

// The values that the conversation has now, and the param that the bot asks for.
Value::Object slots_of(const SessionState& state, const Mask& mask) {
  Value::Object slots;
  for (const auto& [name, filled] : state.params) slots[name] = masked_data(filled.value, mask);
  for (const Frame& frame : state.frames) {
    for (const auto& [name, filled] : frame.params) slots[name] = masked_data(filled.value, mask);
  }
  const AskedParam* asked = state.waits_for<AskedParam>();
  slots["requested_slot"] = asked ? Value(asked->param) : Value();
  return slots;
}

Value tracker_of(const SessionRecord& record, const std::string& sender, const std::string& include, const Mask& mask) {
  const SessionState& state = record.state;
  TrackerEvents told(record, mask);
  for (const StoredTurn& stored : record.turns) {
    if (include == "ALL" || stored.turn.seq >= state.began_turn) told.add_turn(stored.turn);
  }
  Value::Object loop;
  if (!state.frames.empty()) loop["name"] = state.frames.back().intent;
  const Value action = told.latest_action.empty() ? Value() : Value(told.latest_action);
  Value::Object tracker{
      {"sender_id", sender},
      {"slots", slots_of(state, mask)},
      {"latest_message", told.latest_message.is_null() ? Value(Value::Object{}) : told.latest_message},
      {"latest_event_time", seconds(state.updated_at)},
      {"followup_action", Value()},
      {"paused", state.handed_off.has_value()},
      {"latest_input_channel", "rest"},
      {"active_loop", std::move(loop)},
      {"latest_action", Value::Object{{"action_name", action}}},
      {"latest_action_name", action}};
  if (include != "NONE") tracker["events"] = std::move(told.events);
  return Value(std::move(tracker));
}

}  // namespace

Answer get_rasa_tracker(Call& call) {
  const std::string sender = call.path["sender"];
  const std::string session = session_of_id(sender);
  const std::string* given = call.query.find("include_events");
  const std::string include = given ? *given : "AFTER_RESTART";
  if (include != "ALL" && include != "APPLIED" && include != "AFTER_RESTART" && include != "NONE") {
    return rasa_refusal(problem("invalid_request", "'include_events' must be ALL, APPLIED, AFTER_RESTART or NONE"));
  }
  if (!call.service.belongs_to_bot(call, session)) return rasa_refusal(problem("unknown_session"));
  const auto record = call.bot->store().record(session);
  if (!record) return rasa_refusal(problem_of(record.error()));
  if (!*record) return rasa_refusal(problem("unknown_session"));
  return json_response(tracker_of(**record, sender, include, mask_for(call, &(*record)->state)));
}

}  // namespace parley::server
