#include "engine/fixture.h"

#include <algorithm>

#include "base/time.h"
#include "config/document.h"
#include "config/fields.h"
#include "config/scalars.h"
#include "parley/protocol.h"

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

constexpr TimeMs kYear = 366LL * 86'400'000;
constexpr int kMaxAttempt = 100;

// What somebody says may be empty, and hold any character (written as an escape).
std::optional<Text> as_said(const Node& node, Findings& findings) {
  if (!config::expect(Node::Kind::kScalar, "a text", node, findings)) return std::nullopt;
  return Text{node.text, node.mark};
}

// The same in values.
std::optional<Value> as_played(const Node& node, Findings& findings) {
  if (node.kind == Node::Kind::kScalar && node.quoted) return Value(node.text);
  if (node.kind == Node::Kind::kList) {
    Value::Array items;
    for (const Node& item : node.items) items.push_back(as_played(item, findings).value_or(Value()));
    return Value(std::move(items));
  }
  if (node.kind != Node::Kind::kMap) return as_value(node, findings);
  Value::Object members;
  for (const auto& [key, value] : node.members)
    members.emplace(key.value, as_played(value, findings).value_or(Value()));
  return Value(std::move(members));
}

std::optional<Value> as_facts(const Node& node, Findings& findings) {
  if (!config::expect(Node::Kind::kMap, "a map", node, findings)) return std::nullopt;
  return as_played(node, findings);
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
  const auto text = as_said(node, findings);
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
  const bool ok = fields.optional("result", as_played, outcome.data);
  const bool failed = fields.optional("error", as_text, outcome.error);
  const bool rejected = fields.optional("rejected", as_facts, outcome.data);
  fields.optional("timeout", as_flag, timeout);
  const bool offers = fields.optional("offer", as_facts, outcome.data);
  for (const char* other : {"error", "rejected", "timeout", "offer"}) fields.exclusive("result", other);
  fields.exclusive("rejected", "offer");
  if (offers && !failed) fields.missing("error", "an offer goes with it");
  if (!ok && !failed && !rejected && !timeout) fields.missing("result", "or `error`, `rejected`, or `timeout: true`");
  if (failed) outcome.kind = ToolOutcome::Kind::kFailed;
  if (rejected) outcome.kind = ToolOutcome::Kind::kRejected;
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

// What the turn protocol takes, read by the same reader.
std::optional<OwnUnderstanding> as_understanding(const Node& node, Findings& findings) {
  const auto own = as_facts(node, findings);
  if (!own) return std::nullopt;
  auto request = parse_request(Value(Value::Object{{"session", "replay"}, {"understanding", *own}}).to_json());
  if (request) return std::get<OwnUnderstanding>(std::move(request->input));
  findings.error("E301", node.mark, "", request.error().message);
  return std::nullopt;
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
constexpr std::pair<const char*, FixtureTurn::Kind> kDeeds[] = {
    {"user", FixtureTurn::Kind::kUser},       {"understanding", FixtureTurn::Kind::kUnderstanding},
    {"event", FixtureTurn::Kind::kEvent},     {"tool_result", FixtureTurn::Kind::kToolResult},
    {"restart", FixtureTurn::Kind::kRestart}, {"wait", FixtureTurn::Kind::kWait},
    {"again", FixtureTurn::Kind::kAgain},     {"bot", FixtureTurn::Kind::kBot},
};

std::string deeds() {
  std::string words;
  for (const auto& [word, kind] : kDeeds) words += std::string(words.empty() ? "" : ", ") + word;
  return words;
}

bool read_deed(Fields& fields, FixtureTurn& turn, Findings& findings) {
  bool flag = false;
  fields.optional("user", as_said, turn.user);
  fields.optional("understanding", as_understanding, turn.understanding);
  fields.optional("event", as_word(events()), turn.event);
  fields.optional("tool_result", as_outcome, turn.outcome);
  fields.optional("restart", as_flag, flag);
  fields.optional("wait", as_duration(0, kYear), turn.wait);
  fields.optional("again", as_flag, flag);
  fields.optional("bot", as_text, turn.bot);
  int count = 0;
  for (const auto& [word, kind] : kDeeds) {
    if (!fields.has(word)) continue;
    turn.kind = kind;
    ++count;
  }
  if (count == 0) fields.missing("user", "or one of: " + deeds());
  if (count > 1) {
    findings.error("E310", fields.mark(), "", "a turn is one thing that happens", "keep one of: " + deeds());
  }
  return count == 1;
}

std::optional<std::string> as_string(const Node& node, Findings& findings) {
  auto text = as_said(node, findings);
  return text ? std::optional<std::string>(std::move(text->value)) : std::nullopt;
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
  fields.optional("intent", as_string, turn.intent);
  fields.optional("waiting", as_string, turn.waiting);
  fields.optional("handoff", as_string, turn.handoff);
  fields.optional("reason", as_string, turn.reason);
  fields.optional("status", as_word(statuses()), turn.status);
  fields.optional("attempt", as_whole<int>(1, kMaxAttempt), turn.attempt);
  fields.optional("options", list_of(as_string), turn.options);
  fields.optional("params", as_object, turn.params);
  fields.optional("calls", list_of(as_call), turn.calls);
  return turn;
}

std::optional<Fixture> as_fixture(const Node& node, Findings& findings) {
  Fields fields(node, "a conversation", findings);
  if (!fields) return std::nullopt;
  Fixture fixture;
  fixture.mark = node.mark;
  fields.required("conversation", as_text, fixture.name);
  fields.optional("bot", as_text, fixture.bot);
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

bool Fixture::has(FixtureTurn::Kind kind) const {
  return std::any_of(turns.begin(), turns.end(), [&](const FixtureTurn& turn) { return turn.kind == kind; });
}

std::vector<Fixture> read_fixtures(int file, Findings& findings) {
  Node root;
  std::vector<Fixture> fixtures;
  if (!config::read_document(file, findings, root)) return fixtures;
  if (root.find("conversations")) {
    std::string bot;
    Fields fields(root, "a conversation file", findings);
    fields.optional("bot", as_text, bot);
    fields.required("conversations", some(as_fixture), fixtures);
    for (Fixture& fixture : fixtures) {
      if (fixture.bot.empty()) fixture.bot = bot;
    }
  } else if (auto fixture = as_fixture(root, findings)) {
    fixtures.push_back(std::move(*fixture));
  }
  return fixtures;
}

}  // namespace parley::engine
