#include "engine/fixture.h"

#include <algorithm>

#include "base/time.h"
#include "config/document.h"
#include "config/fields.h"
#include "config/scalars.h"

namespace parley::engine {
namespace {

using config::as_duration;
using config::as_flag;
using config::as_text;
using config::as_value;
using config::as_whole;
using config::as_word;
using config::Fields;
using config::Findings;
using config::list_of;
using config::Node;
using config::one_or_some;
using config::some;
using config::Text;

constexpr TimeMs kDefaultClock = 1'767'258'000'000;  // 2026-01-01T09:00:00Z
constexpr TimeMs kYear = 366LL * 86'400'000;
constexpr int kMaxAttempt = 100;

std::optional<Value> as_facts(const Node& node, Findings& findings) {
  if (!config::expect(Node::Kind::kMap, "a map", node, findings)) return std::nullopt;
  return as_value(node, findings);
}

std::optional<Value::Object> as_object(const Node& node, Findings& findings) {
  const auto value = as_facts(node, findings);
  if (!value || !value->if_object()) return std::nullopt;
  return *value->if_object();
}

std::optional<TimeMs> as_instant(const Node& node, Findings& findings) {
  const auto text = as_text(node, findings);
  if (!text) return std::nullopt;
  const auto at = base::parse_iso8601(text->value);
  if (!at) findings.error("E304", text->mark, text->value, "not a time", "write it as 2026-03-02T09:00:00Z");
  return at;
}

std::optional<ExpectedReply> as_reply(const Node& node, Findings& findings) {
  const auto text = as_text(node, findings);
  if (!text) return std::nullopt;
  const bool contained = !text->value.empty() && text->value.front() == '~';
  return ExpectedReply{contained ? text->value.substr(1) : text->value, contained};
}

// An empty list is an expectation, too: the bot says nothing.
std::optional<std::vector<ExpectedReply>> as_replies(const Node& node, Findings& findings) {
  if (node.kind == Node::Kind::kList) return list_of(as_reply)(node, findings);
  return one_or_some(as_reply)(node, findings);
}

std::optional<ExpectedCall> as_call(const Node& node, Findings& findings) {
  if (!config::expect(Node::Kind::kMap, "a map", node, findings)) return std::nullopt;
  if (node.members.size() != 1) {
    findings.error("E301", node.mark, "", "a call is one tool with its arguments", "write {tool: {argument: value}}");
    return std::nullopt;
  }
  auto args = as_object(node.members[0].value, findings);
  if (!args) return std::nullopt;
  return ExpectedCall{node.members[0].key.value, std::move(*args)};
}

std::optional<ToolOutcome> as_outcome(const Node& node, Findings& findings) {
  Fields fields(node, "a tool's answer", findings);
  if (!fields) return std::nullopt;
  ToolOutcome outcome;
  bool timeout = false;
  const bool ok = fields.optional("result", as_value, outcome.data);
  const bool failed = fields.optional("error", as_text, outcome.error);
  fields.optional("timeout", as_flag, timeout);
  fields.exclusive("result", "error");
  fields.exclusive("result", "timeout");
  if (!ok && !failed && !timeout) fields.missing("result", "or `error`, or `timeout: true`");
  if (failed) outcome.kind = ToolOutcome::Kind::kFailed;
  if (timeout) outcome.kind = ToolOutcome::Kind::kTimeout;
  return outcome;
}

// `host: true`: no answer here, a `tool_result` turn brings it.
bool is_left_to_the_host(const Node& node, Findings& findings) {
  if (!node.find("host")) return false;
  Fields fields(node, "a tool", findings);
  bool host = false;
  fields.optional("host", as_flag, host);
  return host;
}

std::optional<std::map<std::string, std::vector<ToolOutcome>>> as_tools(const Node& node, Findings& findings) {
  if (!config::expect(Node::Kind::kMap, "a map", node, findings)) return std::nullopt;
  std::map<std::string, std::vector<ToolOutcome>> tools;
  for (const auto& [name, answers] : node.members) {
    if (is_left_to_the_host(answers, findings)) {
      tools[name.value];
      continue;
    }
    if (auto read = one_or_some(as_outcome)(answers, findings)) tools[name.value] = std::move(*read);
  }
  return tools;
}

std::optional<OwnUnderstanding> as_understanding(const Node& node, Findings& findings) {
  Fields fields(node, "an understanding", findings);
  if (!fields) return std::nullopt;
  OwnUnderstanding own;
  fields.optional("intent", as_text, own.intent.emplace());
  if (own.intent->empty()) own.intent.reset();
  fields.optional("params", as_object, own.params);
  config::Words<Act> acts;
  for (Act act : {Act::kInform, Act::kAffirm, Act::kDeny, Act::kCancel, Act::kReset, Act::kHuman}) {
    acts.emplace_back(name_of(act), act);
  }
  fields.optional("act", as_word(acts), own.act);
  return own;
}

config::Words<SessionEvent> events() {
  config::Words<SessionEvent> words;
  for (SessionEvent event : {SessionEvent::kSilence, SessionEvent::kEnd, SessionEvent::kReset}) {
    words.emplace_back(name_of(event), event);
  }
  return words;
}

config::Words<std::string> statuses() {
  config::Words<std::string> words;
  for (Status status : {Status::kWaiting, Status::kDone, Status::kToolCall, Status::kHandoff}) {
    words.emplace_back(name_of(status), name_of(status));
  }
  return words;
}

// What happens in a turn: exactly one of its keys.
bool read_deed(Fields& fields, FixtureTurn& turn, Findings& findings) {
  using Kind = FixtureTurn::Kind;
  bool restart = false, again = false;
  int deeds = 0;
  const auto is = [&](const char* key, Kind kind) {
    if (!fields.has(key)) return;
    turn.kind = kind;
    ++deeds;
  };
  fields.optional("user", as_text, turn.user);
  fields.optional("understanding", as_understanding, turn.understanding);
  fields.optional("event", as_word(events()), turn.event);
  fields.optional("tool_result", as_outcome, turn.outcome);
  fields.optional("restart", as_flag, restart);
  fields.optional("wait", as_duration(0, kYear), turn.wait);
  fields.optional("again", as_flag, again);
  is("user", Kind::kUser);
  is("understanding", Kind::kUnderstanding);
  is("event", Kind::kEvent);
  is("tool_result", Kind::kToolResult);
  is("restart", Kind::kRestart);
  is("wait", Kind::kWait);
  is("again", Kind::kAgain);
  if (deeds == 0) fields.missing("user", "or one of: understanding, event, tool_result, restart, wait, again");
  if (deeds > 1) {
    findings.error("E310", fields.mark(), "", "a turn is one thing that happens",
                   "keep one of: user, understanding, event, tool_result, restart, wait, again");
  }
  return deeds == 1;
}

std::optional<FixtureTurn> as_turn(const Node& node, Findings& findings) {
  Fields fields(node, "a turn", findings);
  if (!fields) return std::nullopt;
  FixtureTurn turn;
  turn.mark = node.mark;
  if (!read_deed(fields, turn, findings)) return std::nullopt;
  if (!turn.has_answer() || turn.kind == FixtureTurn::Kind::kAgain) return turn;

  fields.optional("context", as_facts, turn.context);
  fields.required("reply", as_replies, turn.reply);
  const auto expect_text = [&](const char* key, std::optional<std::string>& out) {
    std::string text;
    if (fields.optional(key, as_text, text)) out = std::move(text);
  };
  expect_text("intent", turn.intent);
  expect_text("waiting", turn.waiting);
  expect_text("handoff", turn.handoff);
  expect_text("reason", turn.reason);
  fields.optional("status", as_word(statuses()), turn.status);
  fields.optional("attempt", as_whole<int>(1, kMaxAttempt), turn.attempt);
  fields.optional("params", as_object, turn.params);
  fields.optional("calls", list_of(as_call), turn.calls);
  return turn;
}

std::optional<Fixture> as_fixture(const Node& node, Findings& findings) {
  Fields fields(node, "a conversation", findings);
  if (!fields) return std::nullopt;
  Fixture fixture;
  fixture.mark = node.mark;
  fixture.clock = kDefaultClock;
  fields.required("conversation", as_text, fixture.name);
  fields.optional("clock", as_instant, fixture.clock);
  fields.optional("context", as_facts, fixture.context);
  fields.optional("tools", as_tools, fixture.tools);
  std::vector<Text> secrets;
  fields.optional("secrets", some(as_text), secrets);
  for (Text& secret : secrets) fixture.secrets.push_back(std::move(secret.value));
  fields.required("turns", some(as_turn), fixture.turns);
  return fixture;
}

}  // namespace

bool Fixture::restarts() const {
  return std::any_of(turns.begin(), turns.end(),
                     [](const FixtureTurn& turn) { return turn.kind == FixtureTurn::Kind::kRestart; });
}

std::vector<Fixture> read_fixtures(int file, Findings& findings) {
  Node root;
  std::vector<Fixture> fixtures;
  if (!config::read_document(file, findings, root)) return fixtures;
  if (root.find("conversations")) {
    Fields fields(root, "a conversation file", findings);
    fields.required("conversations", some(as_fixture), fixtures);
  } else if (auto fixture = as_fixture(root, findings)) {
    fixtures.push_back(std::move(*fixture));
  }
  return fixtures;
}

}  // namespace parley::engine
