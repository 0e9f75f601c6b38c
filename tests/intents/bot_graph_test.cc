// Tests the graph of a bot: nodes, edges, links, places in the file.
#include "parley/bot_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/intents/test_catalogs.h"

namespace parley {
namespace {

// Formats "param.a -next-> confirm", and "..<-" instead of "->" for an edge that leads back.
std::vector<std::string> edges_of(const IntentGraph& graph) {
  std::vector<std::string> texts;
  for (const GraphEdge& edge : graph.edges) {
    texts.push_back(edge.from + (edge.back ? " <-" : " -") + to_string(edge.label) + "- " + edge.to);
  }
  return texts;
}

std::vector<std::string> nodes_of(const IntentGraph& graph) {
  std::vector<std::string> texts;
  for (const GraphNode& node : graph.nodes) texts.push_back(node.id + " " + to_string(node.kind) + ": " + node.label);
  return texts;
}

const GraphNode& node_of(const IntentGraph& graph, const std::string& id) {
  const auto found =
      std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const GraphNode& node) { return node.id == id; });
  REQUIRE(found != graph.nodes.end());
  return *found;
}

IntentGraph graph_of(const std::string& body, const std::string& more = {}) {
  const auto bot = intents::bot("intents:\n  - id: a\n    match: [{regex: a}]\n" + body +
                                "  - {id: b, match: [{regex: b}], params: {x: {type: number}}, steps: [{say: B}]}\n"
                                "tools: {t: {kind: host}, u: {kind: host}}\n" +
                                more);
  return bot_graph(*bot).intents.front();
}

TEST_CASE("bot graph: the course of an intent") {
  struct Row {
    std::string name, body;
    std::vector<std::string> edges;
  };
  const std::vector<Row> rows = {
      {"only steps", "    steps: [{say: Hello}]\n", {"start -next- 0", "0 -next- done"}},
      {"params in their order; an optional param has no question",
       "    params:\n      n: {type: number, required: true, ask: n?}\n      o: {type: number}\n"
       "      m: {type: number, required: true, ask: m?, on_exhausted: skip}\n    steps: [{say: ok}]\n",
       {"start -next- param.n", "param.n -next- param.m", "param.n -exhausted- person", "param.m -next- 0",
        "param.m -exhausted- 0", "0 -next- done"}},
      {"what happens without an answer",
       "    params:\n      n: {type: number, required: true, ask: n?, on_exhausted: cancel}\n"
       "      m: {type: number, required: true, ask: m?, on_exhausted: b}\n    steps: [{say: ok}]\n",
       {"start -next- param.n", "param.n -next- param.m", "param.n -exhausted- cancelled", "param.m -next- 0",
        "param.m -exhausted- intent.b", "0 -next- done"}},
      {"a confirmation that the user may change",
       "    params: {n: {type: number, required: true, ask: n?}}\n    confirm: Shall I?\n    steps: [{say: ok}]\n",
       {"start -next- param.n", "param.n -next- confirm", "param.n -exhausted- person", "confirm -yes- 0",
        "confirm -no- change", "confirm -exhausted- person", "change <-next- param.n", "change -no- cancelled",
        "change -exhausted- person", "0 -next- done"}},
      {"a confirmation whose denial cancels",
       "    confirm: {ask: Shall I?, on_deny: cancel}\n    steps: [{say: ok}]\n",
       {"start -next- confirm", "confirm -yes- 0", "confirm -no- cancelled", "confirm -exhausted- person",
        "0 -next- done"}},
      {"branches join after the `if`",
       "    steps:\n      - if: {context.x: true}\n        then: [{say: x}, {start: b}]\n        else: [{say: y}]\n"
       "      - if: {context.y: true}\n        then: [{call: b}]\n",
       {"start -next- 0", "0 -then- 0.then.0", "0 -else- 0.else.0", "0.then.0 -next- 0.then.1", "0.else.0 -next- 1",
        "1 -then- 1.then.0", "1 -else- done", "1.then.0 -next- done"}},
      {"a tool, and the ends of its failures",
       "    params: {n: {type: number, required: true, ask: n?}}\n    steps:\n      - tool: t\n"
       "        with: {n: '{n}'}\n        reject: [{when: {result.bad: true}, param: n, say: No.}]\n"
       "        on_failure: [{say: F}]\n        on_timeout: [{handoff: slow}]\n      - tool: u\n",
       {"start -next- param.n", "param.n -next- 0", "param.n -exhausted- person", "0 -next- 1", "0 <-rejected- param.n",
        "0 -failure- 0.on_failure.0", "0 -timeout- 0.on_timeout.0", "0.on_failure.0 -next- done",
        "0.on_timeout.0 -next- person", "1 -next- done", "1 -failure- person"}},
      {"a loop",
       "    params: {n: {type: number, list: true, required: true, ask: n?}}\n    steps:\n"
       "      - for_each: one\n        in: n\n        do: [{say: '{one}'}, {if: {one: 1}, then: [{say: x}]}]\n"
       "      - say: ok\n",
       {"start -next- param.n", "param.n -next- 0", "param.n -exhausted- person", "0 -each- 0.do.0", "0 -next- 1",
        "0.do.0 -next- 0.do.1", "0.do.1 -then- 0.do.1.then.0", "0.do.1 <-else- 0", "0.do.1.then.0 <-next- 0",
        "1 -next- done"}},
      {"checks and look-ups",
       "    params:\n      n:\n        type: number\n        required: true\n        ask: n?\n"
       "        validate: [{tool: t, with: {n: '{n}'}, reject: [{when: {result.bad: true}, say: No.}]}]\n"
       "        if_unknown: {tool: u, save: {n: result.n}}\n    steps: [{say: ok}]\n",
       {"start -next- param.n", "param.n -next- check.n", "param.n -exhausted- person", "param.n -unknown- unknown.n",
        "unknown.n -next- check.n", "unknown.n <-failure- param.n", "check.n -next- 0", "check.n <-rejected- param.n",
        "check.n -failure- person", "0 -next- done"}},
      {"a question among the steps",
       "    params: {n: {type: number, ask: n?, on_exhausted: skip}}\n    steps: [{say: x}, {ask: n}, {say: y}]\n",
       {"start -next- 0", "0 -next- 1", "1 -next- 2", "1 -exhausted- 2", "2 -next- done"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(edges_of(graph_of(row.body)) == row.edges);
  }
}

TEST_CASE("bot graph: labels, names and places") {
  const IntentGraph graph = graph_of(
      "    description: Does something\n    params:\n      n: {type: number, required: true, ask: n?}\n"
      "      s: {type: number, required: true, sensitive: true, when: {n: {gt: 5}}, ask: s?}\n      o: {type: number}\n"
      "    steps:\n      - tool: t\n      - if: {n: 7}\n        then: [{call: b, with: {x: '{n}'}}]\n"
      "      - say: |\n          A long text in two lines.  It goes on and on,\n          up to the very end of its "
      "length.\n"
      "      - handoff: enough\n");
  CHECK(nodes_of(graph) ==
        std::vector<std::string>{"start start: a", "param.n param: n", "param.s param: s", "0 tool: t", "1 if: n = 7",
                                 "1.then.0 call: b",
                                 "2 say: A long text in two lines. It goes on and on, up to the very...",
                                 "3 handoff: enough", "person person: a person takes over"});
  CHECK(graph.description == "Does something");
  REQUIRE(graph.params.size() == 3);
  CHECK((graph.params[1].id == "s" && graph.params[1].sensitive && graph.params[1].required));
  CHECK((graph.params[2].type == "number" && !graph.params[2].sensitive && !graph.params[2].required));
  const GraphNode& asked = node_of(graph, "param.s");
  CHECK((asked.param == "s" && asked.required && asked.when == "n > 5"));
  CHECK((asked.file == "bot.yaml" && asked.line == 9));
  CHECK(node_of(graph, "0").tool == "t");
  CHECK(node_of(graph, "1.then.0").intent == "b");
  CHECK((node_of(graph, "person").file.empty() && node_of(graph, "person").line == 0));
  CHECK_FALSE(asked.count);
}

TEST_CASE("bot graph: links between intents, each once") {
  const auto bot = intents::bot(
      "intents:\n  - id: a\n    match: [{regex: a}]\n    params:\n"
      "      n: {type: number, required: true, ask: n?, on_exhausted: c, if_unknown: {call: b, save: {n: result.n}}}\n"
      "    steps: [{call: b}, {if: {n: 1}, then: [{call: b}, {start: c}]}]\n"
      "  - {id: b, match: [{regex: b}], params: {n: {type: number}}, steps: [{say: B}]}\n"
      "  - {id: c, match: [{regex: c}], steps: [{say: C}]}\n");
  std::vector<std::string> links;
  for (const GraphLink& link : bot_graph(*bot).links)
    links.push_back(link.from + " " + to_string(link.kind) + " " + link.to);
  CHECK(links == std::vector<std::string>{"a call b", "a exhausted c", "a start c"});
}

TEST_CASE("bot graph: the source of a bot has the lines that nodes name") {
  CatalogOptions options;
  options.files["more.yaml"] = "parley: 1\nintents:\n  - {id: b, match: [{regex: b}], steps: [{say: B}]}\n";
  const std::string text =
      "parley: 1\nbot: {id: shop}\ninclude: [more.yaml]\nintents:\n  - {id: a, match: [{regex: a}], steps: [{say: "
      "A}]}\n";
  const auto bot = Catalog::parse(text, "shop/bot.yaml", options);
  REQUIRE(bot);
  REQUIRE(bot_source(**bot, "shop/bot.yaml"));
  CHECK(*bot_source(**bot, "shop/bot.yaml") == text);
  const IntentGraph included = bot_graph(**bot).intents.back();
  REQUIRE(bot_source(**bot, included.nodes.front().file));
  CHECK(*bot_source(**bot, included.nodes.front().file) == options.files["more.yaml"]);
  for (const char* unknown : {"", "bot.yaml", "/etc/passwd"}) CHECK_FALSE(bot_source(**bot, unknown));
  for (const std::string& file : (*bot)->files()) CHECK(bot_source(**bot, file));
}

TEST_CASE("bot graph: the graph of the shipped bot is sound") {
  const auto bot = Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml");
  REQUIRE(bot);
  const BotGraph graph = bot_graph(**bot);
  const std::vector<std::string> intents = (*bot)->intents();
  REQUIRE(graph.intents.size() == intents.size());
  for (std::size_t i = 0; i < intents.size(); ++i) {
    const IntentGraph& one = graph.intents[i];
    CAPTURE(one.id);
    CHECK(one.id == intents[i]);
    CHECK(one.params.size() == (*bot)->params(one.id).size());
    std::map<std::string, int> entries;
    for (const GraphNode& node : one.nodes) CHECK(entries.emplace(node.id, 0).second);
    for (const GraphEdge& edge : one.edges) {
      CHECK(entries.count(edge.from) == 1);
      if (!edge.back) ++entries.at(edge.to);
    }
    // Some edge leads to each node but the start. A question may only be asked again.
    for (const GraphNode& node : one.nodes) {
      const bool is_entered = entries[node.id] > 0 || (node.kind == GraphNode::Kind::kParam && !node.required);
      CHECK((node.id == "start" || is_entered));
      CHECK_FALSE(node.label.empty());
    }
  }
  const auto links = graph.links;
  CHECK(std::find(links.begin(), links.end(), GraphLink{"cancel_order", "find_order", GraphLink::Kind::kCall}) !=
        links.end());
}

}  // namespace
}  // namespace parley
