// RapidCheck generators of states and turns with any content in any field.
//
// Structured bindings name every field. After a new field is added to a type, this file does not compile until it
// generates the field. The tests of the codec then fail until the codec supports the field.
#pragma once

#include <algorithm>
#include <string>
#include <variant>

#include <rapidcheck.h>

#include "parley/session.h"
#include "parley/store.h"
#include "parley/turn.h"

namespace parley::test {

// Generates values of all types below, inside a RapidCheck property.
class Any {
 public:
  static void fill(std::string& out) {
    out = *rc::gen::oneOf(rc::gen::element<std::string>("", "order_id", "a\"b\\c\n\t\x01\x7F", "null", "{}", "1e5",
                                                        "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x91\x8B", std::string("a\0b", 3)),
                          rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127)));
  }
  static void fill(bool& out) { out = *rc::gen::arbitrary<bool>(); }
  static void fill(int& out) { out = *rc::gen::oneOf(rc::gen::element(0, 1, -1), rc::gen::arbitrary<int>()); }
  static void fill(std::int64_t& out) {
    out = *rc::gen::oneOf(rc::gen::element<std::int64_t>(0, 1, 1767225600000, INT64_MIN, INT64_MAX),
                          rc::gen::arbitrary<std::int64_t>());
  }

  template <class T>
  static T make() {
    T made{};
    fill(made);
    return made;
  }
  static int few() { return *rc::gen::inRange(0, 4); }
  template <class T>
  static void fill(std::vector<T>& out) {
    for (int i = few(); i > 0; --i) out.push_back(make<T>());
  }
  template <class T>
  static void fill(std::optional<T>& out) {
    if (make<bool>()) out = make<T>();
  }
  template <class T>
  static void fill(std::map<std::string, T, std::less<>>& out) {
    for (int i = few(); i > 0; --i) out[make<std::string>()] = make<T>();
  }

  static Value any_value(int levels) {
    switch (*rc::gen::inRange(0, levels == 0 ? 5 : 7)) {
      case 0: return {};
      case 1: return make<bool>();
      case 2: return make<std::int64_t>();
      case 3: return *rc::gen::oneOf(rc::gen::element(0.0, 10.0, -0.1, 1e300, 5e-324), rc::gen::arbitrary<double>());
      case 4: return make<std::string>();
      case 5: {
        Value::Array items;
        for (int i = few(); i > 0; --i) items.push_back(any_value(levels - 1));
        return items;
      }
      default: {
        Value::Object members;
        for (int i = few(); i > 0; --i) members[make<std::string>()] = any_value(levels - 1);
        return members;
      }
    }
  }
  static void fill(Value& out) { out = any_value(2); }

  template <class... Fields>
  static void fill_each(Fields&... fields) {
    (fill(fields), ...);
  }

  static void fill(FilledParam& out) {
    auto& [value, turn] = out;
    fill_each(value, turn);
  }

  static void fill(ToolCall& out) {
    auto& [call_id, name, args, idempotency_key, session, timeout, trace_parent] =
        out;  // the last three are not stored
    (void)session, (void)timeout, (void)trace_parent;
    fill_each(call_id, name, args, idempotency_key);
  }

  static void fill(Frame& out) {
    auto& [intent, plan, params, saved, attempts, skipped, checked, held, facts, unclear, changing, confirmed, called,
           opened, looking_up, looked_up, unlisted, said, listed, step, runs] = out;
    fill_each(intent, plan, params, saved, attempts, skipped, checked, held, facts, unclear, changing, confirmed,
              called, opened, looking_up, looked_up, unlisted, said, listed, step, runs);
  }

  static void fill(Attempts& out) {
    auto& [not_understood, invalid, silent, rejected] = out;
    fill_each(not_understood, invalid, silent, rejected);
  }

  static void fill(FailedAnswers& out) {
    auto& [params, confirmation, choice] = out;
    fill_each(params, confirmation, choice);
    for (const char* name : {"", "?"}) params.erase(name);  // no param has these names
  }

  static void fill(StepPlace& out) {
    using List = StepPlace::List;
    fill(out.levels.front().index, 3);
    for (int i = few(); i > 0; --i) {
      StepPlace::Level& level = out.levels.emplace_back();
      level.list = *rc::gen::element(List::kThen, List::kElse, List::kOnFailure, List::kOnTimeout, List::kDo);
      fill(level.index, 200);
      if (level.list == List::kDo) fill(level.item, 50);
    }
  }
  static void fill(std::size_t& out, std::size_t end) { out = *rc::gen::inRange<std::size_t>(0, end); }

  static void fill(StepRun& out) {
    auto& [step, what, digest, status, saved] = out;
    fill_each(step, what, digest, saved);
    status = *rc::gen::element(StepRun::Status::kStarted, StepRun::Status::kWaiting, StepRun::Status::kDone,
                               StepRun::Status::kFailed);
  }

  static void fill(Choice& out) {
    auto& [param, value, label] = out;
    fill_each(param, value, label);
  }

  static void fill(QueuedIntent& out) {
    auto& [intent, params, unclear, refused, unannounced, repeats_for] = out;
    fill_each(intent, params, unclear, refused, unannounced, repeats_for);
  }

  static void fill(Refused& out) {
    auto& [param, why, turn] = out;
    fill_each(param, why, turn);
  }

  static void fill(AskedParam& out) {
    auto& [param, choices] = out;
    fill_each(param, choices);
  }
  static void fill(AskedConfirmation&) {}
  static void fill(AskedChange&) {}
  static void fill(AskedChoice& out) { fill(out.choices); }

  static void fill(ToolWait::Check& out) {
    auto& [param, facts] = out;
    fill_each(param, facts);
  }
  static void fill(ToolWait::LookUp& out) { fill(out.param); }
  static void fill(RunningCall& out) {
    auto& [engine, until] = out;
    fill_each(engine, until);
  }
  static void fill(ToolWait& out) {
    auto& [caller, call, running] = out;
    fill_each(caller, call, running);
  }

  template <class... Kinds>
  static void fill(std::variant<Kinds...>& out) {
    void (*const fill_as[])(std::variant<Kinds...>&) = {[](auto& any) { fill(any.template emplace<Kinds>()); }...};
    fill_as[*rc::gen::inRange<std::size_t>(0, sizeof...(Kinds))](out);
  }

  static void fill(PendingInput& out) {
    auto& [awaited, intent, plan, asides, prompt_id, attempt, asked_at, expires_at, config_hash] = out;
    fill_each(awaited, intent, plan, asides, prompt_id, attempt, asked_at, expires_at, config_hash);
  }

  static void fill(ToolOutcome& out) {
    using Kind = ToolOutcome::Kind;
    out.kind = *rc::gen::element(Kind::kOk, Kind::kFailed, Kind::kTimeout, Kind::kUnknown, Kind::kRejected);
    fill_each(out.data, out.error);  // the usage of a held result is already counted
  }

  static void fill(HandedOff& out) {
    auto& [reason, at, turn, said, outcome] = out;
    fill_each(reason, at, turn, said, outcome);
  }

  static void fill(DoneIntent& out) {
    auto& [intent, params, skipped, until, outcome] = out;
    fill_each(intent, params, skipped, until, outcome);
  }

  static void fill(ValueInMind& out) {
    auto& [type, param, value, messages, until] = out;
    fill_each(type, param, value, messages, until);
  }

  static void fill(PrivateText& out) {
    auto& [param, text, message] = out;
    fill_each(param, text, message);
  }

  static void fill(TurnStart& out) {
    auto& [turn, message, bytes] = out;
    fill_each(turn, message, bytes);
  }

  static void fill(Usage& out) {
    auto& [input_tokens, output_tokens, cost] = out;
    fill_each(input_tokens, output_tokens, cost);
  }

  static void fill(SessionState& out) {
    auto& [session, continuation_id, bot, config_hash, version, turns, messages, trimmed, bytes, plans, calls,
           created_at, updated_at, began_at, began_turn, began_message, expires_at, kept_until, starts, user, parent,
           parent_conversation, parent_turn, parent_messages, usage, frames, waiting, params, locale, ways, last_intent,
           last_result, queue, offered, done, in_mind, private_texts, unmatched, exhausted, steps, failed_calls,
           asked_for_more, ended, handed_off, counted_from, greets, late_result, last_message_id] = out;
    fill_each(session, continuation_id, bot, config_hash, version, turns, messages, trimmed, bytes, plans, calls,
              created_at, updated_at, began_at, began_turn, began_message, expires_at, kept_until, starts, user, parent,
              parent_conversation, parent_turn, parent_messages, usage, frames, waiting, params, locale, ways,
              last_intent, last_result, queue, offered, done, in_mind, private_texts, unmatched, exhausted, steps,
              failed_calls, asked_for_more, ended, handed_off, counted_from, greets, late_result, last_message_id);
    if (waiting && make<bool>()) waiting->config_hash = config_hash;  // equal while the bot is unchanged
  }

  static void fill(TurnStatus& out) {
    out = *rc::gen::element(TurnStatus::kWaiting, TurnStatus::kDone, TurnStatus::kToolCall, TurnStatus::kHandoff);
  }

  static void fill(AskUser& out) {
    auto& [param, prompt, attempt, options, attachments] = out;
    fill_each(param, prompt, attempt, options, attachments);
  }

  static void fill(Confirm& out) {
    auto& [prompt, params, attempt, options, attachments] = out;
    fill_each(prompt, params, attempt, options, attachments);
  }

  static void fill(Say& out) {
    auto& [text, attachments] = out;
    fill_each(text, attachments);
  }

  static void fill(Button& out) {
    auto& [label, message, url] = out;
    fill_each(label, message, url);
  }

  static void fill(Attachment& out) {
    using Kind = Attachment::Kind;
    auto& [kind, url, title, text, image, alt, buttons] = out;
    kind = *rc::gen::element(Kind::kLink, Kind::kImage, Kind::kButtons, Kind::kCard);
    fill_each(url, title, text, image, alt, buttons);
  }

  static void fill(Handoff& out) {
    auto& [reason, intent, params, attempts, recap, open] = out;
    fill_each(reason, intent, params, attempts, recap);
    open.clear();
    for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
      open.push_back(Value::Object{{"intent", "a"}, {"params", make<Value::Object>()}, {"state", "queued"}});
    }
  }

  static void fill(Turn& out) {
    auto& [session, id, seq, status, say, steps, intent, params, waiting_for_param, continuation_id, duplicate,
           continued, handed_off, masked, reason, explain, trace] =
        out;  // stores never contain the trace, so it is not generated
    fill_each(session, id, seq, status, say, steps, intent, params, waiting_for_param, continuation_id, duplicate,
              continued, handed_off, masked, reason, explain);
  }

  static void fill(SessionNotes& out) {
    auto& [title, user, tags, metadata, archived_at] = out;
    fill_each(title, user, tags, metadata, archived_at);
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  }

  static void fill(Role& out) { out = *rc::gen::element(Role::kUser, Role::kAssistant, Role::kTool, Role::kCall); }

  static void fill(FileRef& out) {
    auto& [kind, path, hash] = out;
    kind = make<bool>() ? FileRef::Kind::kImage : FileRef::Kind::kFile;
    fill_each(path, hash);
  }

  static void fill(MessageDetails& out) {
    auto& [tool, model, call_id, files, metadata, author] = out;
    fill_each(tool, model, call_id, files, metadata, author);
  }

  static void fill(CallRecord::Status& out) {
    out = *rc::gen::element(CallRecord::Status::kStarted, CallRecord::Status::kDone, CallRecord::Status::kFailed,
                            CallRecord::Status::kUnknown);
  }

  static void fill(CallRecord& out) {
    auto& [call_id, tool, turn, status, idempotency_key, started_at, ended_at] = out;
    fill_each(call_id, tool, turn, status, idempotency_key, started_at, ended_at);
  }
};

}  // namespace parley::test
