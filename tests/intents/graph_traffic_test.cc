// Tests how the traces of conversations are counted on a graph.
#include <map>
#include <sstream>

#include "parley/bot_graph.h"
#include "tests/intents/test_catalogs.h"

namespace parley {
namespace {

constexpr auto kBot =
    "intents:\n"
    "  - id: a\n    match: [{regex: a}]\n"
    "    params:\n"
    "      n: {type: number, list: true, required: true, ask: n?, if_unknown: {tool: u, save: {n: result.n}}}\n"
    "      m: {type: number, required: true, ask: m?}\n"
    "    confirm: Shall I?\n"
    "    steps:\n"
    "      - for_each: one\n        in: n\n        do: [{tool: t, on_failure: [{say: F}]}, {say: x}]\n"
    "      - if: {m: 1}\n        then: [{call: b}]\n        else: [{say: y}]\n"
    "      - say: end\n"
    "  - {id: b, match: [{regex: b}], steps: [{say: B}, handoff]}\n"
    "tools: {t: {kind: host}, u: {kind: host}}\n";

// Reads "ask a.m": a rule in JSON, an intent, and a subject.
TraceEvent event_of(const std::string& text) {
  std::istringstream words(text);
  std::string rule, about;
  words >> rule >> about;
  const std::size_t dot = about.find('.');
  Value::Object members{{"rule", rule}, {"intent", about.substr(0, dot)}};
  if (dot != std::string::npos) members["subject"] = about.substr(dot + 1);
  const auto event = trace_event_from(Value(std::move(members)));
  REQUIRE(event);
  return *event;
}

// Returns the nodes and edges that were counted: "start 1, start>param.n 1".
std::string counts_of(const BotGraph& graph) {
  std::string text;
  const auto add = [&](const std::string& name, std::int64_t count) {
    if (count > 0) text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  };
  for (const IntentGraph& intent : graph.intents) {
    for (const GraphNode& node : intent.nodes) {
      add(intent.id + ":" + node.id, *node.count);
      add("asked " + node.id, node.asked.value_or(0));
    }
    for (const GraphEdge& edge : intent.edges)
      add(edge.from + "-" + to_string(edge.label) + ">" + edge.to, *edge.count);
  }
  return text;
}

TEST_CASE("graph traffic: the ways of a conversation") {
  struct Row {
    std::string name;
    std::vector<std::string> events;
    std::string counts;
  };
  const std::vector<Row> rows = {
      {"a question with its reprompts counts once",
       {"intent_started a", "question_asked a.n", "answer_not_understood a.n", "question_asked a.n"},
       "a:start 1, a:param.n 1, asked param.n 1, start-next>param.n 1"},
      {"a param with a value is passed without a question",
       {"intent_started a", "question_asked a.m"},
       "a:start 1, a:param.n 1, a:param.m 1, asked param.m 1, start-next>param.n 1, param.n-next>param.m 1"},
      {"a denied confirmation asks what to change",
       {"intent_started a", "confirmation_asked a", "denied a", "confirmation_asked a"},
       "a:start 1, a:param.n 2, a:param.m 2, a:confirm 2, asked confirm 2, a:change 1, start-next>param.n 1, "
       "param.n-next>param.m 2, param.m-next>confirm 2, confirm-no>change 1, change-next>param.n 1"},
      {"a loop runs twice, and its tool fails",
       {"intent_started a", "confirmation_asked a", "confirmed a", "tool_called a.t", "tool_ok a.t", "tool_called a.t",
        "tool_failed a.t", "intent_done a"},
       "a:start 1, a:param.n 1, a:param.m 1, a:confirm 1, asked confirm 1, a:0 2, a:0.do.0 2, a:0.do.0.on_failure.0 1, "
       "a:0.do.1 1, a:done 1, start-next>param.n 1, param.n-next>param.m 1, param.m-next>confirm 1, confirm-yes>0 1, "
       "0-each>0.do.0 2, 0.do.0-next>0.do.1 1, 0.do.0-failure>0.do.0.on_failure.0 1, "
       "0.do.0.on_failure.0-next>done 1, 0.do.1-next>0 1"},
      {"a branch, and texts on the way to the end",
       {"intent_started a", "confirmation_asked a", "confirmed a", "else a.1", "intent_done a"},
       "a:start 1, a:param.n 1, a:param.m 1, a:confirm 1, asked confirm 1, a:0 1, a:1 1, a:1.else.0 1, a:2 1, "
       "a:done 1, start-next>param.n 1, param.n-next>param.m 1, param.m-next>confirm 1, confirm-yes>0 1, 0-next>1 1, "
       "1-else>1.else.0 1, 1.else.0-next>2 1, 2-next>done 1"},
      {"a called intent hands over",
       {"intent_called b", "handoff b", "intent_handed_off b"},
       "b:start 1, b:0 1, b:1 1, b:person 1, start-next>0 1, 0-next>1 1, 1-next>person 1"},
      {"a user who wants a person takes no way",
       {"intent_started a", "question_asked a.n", "human_command a", "intent_handed_off a"},
       "a:start 1, a:param.n 1, asked param.n 1, a:person 1, start-next>param.n 1"},
      {"a look-up fails",
       {"intent_started a", "question_asked a.n", "looked_up a.n", "tool_called a.u", "tool_failed a.u",
        "question_asked a.n"},
       "a:start 1, a:param.n 2, asked param.n 2, a:unknown.n 1, start-next>param.n 1, param.n-unknown>unknown.n 1, "
       "unknown.n-failure>param.n 1"},
      {"a question is given up",
       {"intent_started a", "question_asked a.n", "question_exhausted a.n", "handoff a", "intent_handed_off a"},
       "a:start 1, a:param.n 1, asked param.n 1, a:person 1, start-next>param.n 1, param.n-exhausted>person 1"},
      {"names that the bot does not have count nothing", {"intent_started z", "tool_called a.z"}, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    BotGraph graph = bot_graph(*intents::bot(kBot));
    GraphTraffic traffic(graph);
    for (const std::string& text : row.events) traffic.add({event_of(text)});
    CHECK(counts_of(graph) == row.counts);
  }
}

TEST_CASE("graph traffic: conversations are counted together, each from its own start") {
  BotGraph graph = bot_graph(*intents::bot(kBot));
  GraphTraffic traffic(graph);
  for (int i = 0; i < 2; ++i) {
    traffic.begin_conversation();
    traffic.add({event_of("intent_started b")});
  }
  traffic.begin_conversation();
  traffic.add({event_of("tool_called a.t")});
  CHECK(counts_of(graph) == "a:0.do.0 1, b:start 2");
}

}  // namespace
}  // namespace parley
