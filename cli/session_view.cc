// Tested by tests/cli/sessions_test.
#include "cli/session_view.h"

#include <utility>

#include <fmt/format.h>

#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/time_args.h"

namespace parley::cli {
namespace {

Value masked(const FilledParams& params, const Mask& mask) {
  Value::Object out;
  for (const auto& [name, filled] : params) out[name] = mask(filled.value.to_text());
  return out;
}

Value masked(const Value::Object& members, const Mask& mask) {
  Value::Object out;
  for (const auto& [name, value] : members) out[name] = mask(value.to_text());
  return out;
}

Value frame_view(const Frame& frame, const Mask& mask) {
  Value::Object out{{"intent", frame.intent}, {"params", masked(frame.params, mask)}};
  if (frame.step) out["step"] = to_string(*frame.step);
  if (!frame.saved.empty()) out["saved"] = masked(frame.saved, mask);
  if (frame.confirmed) out["confirmed"] = true;
  Value::Object attempts;
  if (frame.attempts.confirmation) attempts["confirmation"] = frame.attempts.confirmation->in_all();
  if (frame.attempts.choice) attempts["choice"] = frame.attempts.choice->in_all();
  for (const auto& [param, count] : frame.attempts.params) attempts[param] = count.in_all();
  if (!attempts.empty()) out["refused_answers"] = std::move(attempts);
  if (!frame.skipped.empty()) out["skipped"] = Value::Array(frame.skipped.begin(), frame.skipped.end());
  return out;
}

Value waiting_view(const PendingInput& waiting, const Mask& mask) {
  Value::Object out{{"for", to_string(waiting.kind())},
                    {"intent", waiting.intent},
                    {"attempt", waiting.attempt},
                    {"asked_at", format_time(waiting.asked_at)}};
  if (waiting.kind() == PendingInput::Kind::kParam) out["param"] = waiting.param();
  if (waiting.expires_at != 0) out["expires_at"] = format_time(waiting.expires_at);
  if (const ToolCall* call = waiting.call()) {
    out["tool"] = call->name;
    out["call_id"] = call->call_id;
    out["args"] = masked(call->args, mask);
  }
  return out;
}

}  // namespace

std::string hide_everything(const std::string&) { return "(hidden)"; }

Value::Object view_of(const SessionState& state, const Mask& mask) {
  Value::Object out{{"session", state.session},
                    {"bot", state.bot},
                    {"turns", state.turns},
                    {"created_at", format_time(state.created_at)},
                    {"updated_at", format_time(state.updated_at)},
                    {"last_intent", state.last_intent ? Value(*state.last_intent) : Value()},
                    {"waiting", state.waiting ? waiting_view(*state.waiting, mask) : Value()}};
  Value::Array frames;
  for (const Frame& frame : state.frames) frames.push_back(frame_view(frame, mask));
  out["open_intents"] = std::move(frames);
  if (!state.params.empty()) out["session_params"] = masked(state.params, mask);
  if (state.unmatched > 0) out["not_understood_in_a_row"] = state.unmatched;
  if (state.ended) out["ended"] = true;
  if (state.handed_off) {
    out["handed_off"] = Value::Object{{"reason", state.handed_off->reason},
                                      {"at", format_time(state.handed_off->at)},
                                      {"turn", state.handed_off->turn}};
  }
  return out;
}

Value view_of(const Message& message, const Mask& mask) {
  Value::Object out{{"seq", message.seq},
                    {"turn", message.turn},
                    {"role", to_string(message.role)},
                    {"text", mask(message.text)},
                    {"at", format_time(message.at)}};
  if (!message.details.author.empty()) out["author"] = mask(message.details.author);
  return out;
}

Value params_of(const SessionState& state, const Mask& mask) {
  Value::Object out;
  if (!state.frames.empty()) out[state.frames.back().intent] = masked(state.frames.back().params, mask);
  if (!state.params.empty()) out["session"] = masked(state.params, mask);
  return out;
}

void print_messages(const std::vector<Message>& messages, const Mask& mask) {
  Table table({{"seq", Table::Align::kRight}, {"at"}, {"role"}, {"text"}});
  for (const Message& message : messages) {
    Message masked = message;  // the name of a person may be private, but not the role
    if (!message.details.author.empty() && message.details.author != kAgent) {
      masked.details.author = mask(message.details.author);
    }
    table.add({std::to_string(message.seq), show_time(message.at), printable(speaker_of(masked)),
               printable(mask(message.text))});
  }
  table.print();
}

void print_refused(const std::vector<RefusedSession>& refused, const char* outcome) {
  for (const RefusedSession& each : refused) {
    fmt::print(stderr, "parley: session {}: {}: {}\n", printable(each.session), outcome, printable(each.why));
  }
}

void print_sessions(const std::vector<SessionInfo>& summaries) {
  Table table({{"session"},
               {"title"},
               {"tags"},
               {"bot"},
               {"turns", Table::Align::kRight},
               {"messages", Table::Align::kRight},
               {"updated"},
               {"last intent"},
               {"waiting for"}});
  for (const SessionInfo& summary : summaries) {
    const std::string tags = fmt::format("{}", fmt::join(summary.notes.tags, ", "));
    table.add({printable(summary.session), summary.unreadable_notes ? "(unreadable)" : printable(summary.notes.title),
               printable(tags), printable(summary.bot), std::to_string(summary.turns), std::to_string(summary.messages),
               show_time(summary.updated_at), printable(summary.last_intent.value_or("")),
               printable(summary.waiting_for_param.value_or(""))});
  }
  table.print();
}

}  // namespace parley::cli
