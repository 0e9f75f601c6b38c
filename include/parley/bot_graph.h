// The steps of a bot as a graph, for pictures of the bot and for the counts of conversations on its ways. Catalog hides
// how a bot is built; a picture of it needs the params, steps and branches of each intent, with their places in the
// files.
//
//   parley::BotGraph graph = parley::bot_graph(*bot);
//   parley::GraphTraffic traffic(graph);
//   auto again = parley::Simulation::of_session(bot, *store, "web:1");
//   if (!again) return std::cerr << again.error().to_string() << '\n', 1;
//   traffic.begin_conversation();
//   for (const parley::SimulationStep& step : again->simulation->steps()) {
//     if (step.turn) traffic.add(step.turn->trace);
//   }
//   for (const parley::GraphNode& node : graph.intents.front().nodes) {
//     std::cout << node.id << ": " << node.label << ", " << *node.count << " times\n";
//   }
//
// A graph contains only names and texts of the bot's files, in the bot's own language. It shows the regular course of
// an intent: first the params, then the confirmation, then the steps. It does not show what may happen at any point: a
// correction, another intent, a command such as "cancel".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/trace.h"

namespace parley {

struct GraphNode {
  enum class Kind {
    kStart,        // the intent begins
    kParam,        // the question for a param. A conversation with a value for the param passes without a question
    kConfirm,      // the confirmation
    kChange,       // "what should I change?", after the user did not confirm
    kSay,          // a step that says a text
    kTool,         // a call of a tool: by a step, by the check of a param, or by `if_unknown`
    kIf,           // a branch
    kAsk,          // a step that asks for a param
    kCall,         // a step that runs another intent, and continues
    kStartIntent,  // a step that replaces this intent by another. The intent ends here
    kForEach,      // a loop
    kHandoff,      // a step that hands the conversation to a person
    kDone,         // an end: all steps are done
    kCancelled,    // an end: the intent is cancelled
    kPerson,       // an end: a person takes over
    kOtherIntent,  // an end: `on_exhausted` begins another intent
  };
  // Unique in the intent. A step has its place as in TraceEvent::subject, "2" or "2.then.1". In a loop the id lacks the
  // number of the item: "1.do.0". Other ids: "start", "param.ID", "check.ID" and "unknown.ID" of a param, "confirm",
  // "change", "done", "cancelled", "person", "intent.ID".
  std::string id;
  Kind kind = Kind::kSay;
  std::string label;   // at most 60 characters: a name, a condition, or the beginning of a text of the bot
  std::string file;    // the place in the bot's files, as in Catalog::files(). Empty: the node has no place of its own
  int line = 0;        // from 1. 0: no place
  std::string param;   // kParam, kAsk; and kTool, kSay, kCall and kStartIntent for "check.ID" and "unknown.ID"
  std::string tool;    // kTool
  std::string intent;  // kCall, kStartIntent, kOtherIntent
  bool required = false;  // kParam, kAsk: the intent needs the param
  std::string when;       // kParam, kAsk: the condition under which the bot asks: "amount > 50". Empty: always
  // How often conversations came to the node. For kParam also without a question. Unset: not counted.
  std::optional<std::int64_t> count = {};
  // kParam, kAsk, kConfirm: how often the bot asked. A question with its reprompts counts once. Unset: not counted.
  std::optional<std::int64_t> asked = {};
};
// "start", "param", "confirm", "change", "say", "tool", "if", "ask", "call", "start_intent", "for_each", "handoff",
// "done", "cancelled", "person", "intent".
const char* to_string(GraphNode::Kind kind);

struct GraphEdge {
  enum class Label {
    kNext,
    kYes,        // confirmed
    kNo,         // not confirmed
    kThen,       // the condition is true
    kElse,       // the condition is false
    kEach,       // into the loop, with its first item
    kFailure,    // the tool failed, or timed out without an edge kTimeout
    kTimeout,    // the tool timed out
    kRejected,   // the tool rejects the value of a param
    kExhausted,  // the bot gives up the question
    kUnknown,    // the user does not know the value
  };
  std::string from, to;  // ids of nodes of the same intent
  Label label = Label::kNext;
  // The edge leads back: to a question, or from the end of a loop's body to the loop.
  bool back = false;
  std::optional<std::int64_t> count = {};  // how often conversations took the edge. Unset: not counted
};
const char* to_string(GraphEdge::Label label);  // "next", "yes", "no", "then", ...

struct GraphParam {
  std::string id, type;
  bool required = false, list = false, sensitive = false;
};

struct IntentGraph {
  std::string id;
  std::string description;         // empty: the bot file has none
  std::vector<GraphParam> params;  // all params, in the order of the file
  std::vector<GraphNode> nodes;    // the start first, the ends last
  std::vector<GraphEdge> edges;    // grouped by `from`, in the order of the nodes
};

// A way from one intent to another.
struct GraphLink {
  enum class Kind { kCall, kStart, kExhausted };
  std::string from, to;  // ids of intents
  Kind kind = Kind::kCall;
  friend bool operator==(const GraphLink&, const GraphLink&) = default;
};
const char* to_string(GraphLink::Kind kind);  // "call", "start", "exhausted"

struct BotGraph {
  std::vector<IntentGraph> intents;  // in the order of the file
  std::vector<GraphLink> links;      // each once
};

// Thread-safe. Takes time linear in the size of the bot.
BotGraph bot_graph(const Catalog& catalog);

// Returns the text of a file of Catalog::files(), as it was when the bot was read from it. GraphNode::line and
// Diagnostic::line count its lines. Null: the bot has no such file. Thread-safe. The text lives as long as the catalog.
const std::string* bot_source(const Catalog& catalog, std::string_view file);

// Counts conversations on the ways of a graph. Between two decisions of a trace it takes the shortest way, which is the
// way of the planner, because a trace has all branches, questions and calls. A decision that no way leads to, such as a
// correction, counts its node and no edge.
//
// Not thread-safe. The graph must outlive the counter, and must not change its nodes and edges.
class GraphTraffic {
 public:
  explicit GraphTraffic(BotGraph& graph);  // sets all counts to 0
  ~GraphTraffic();
  GraphTraffic(const GraphTraffic&) = delete;
  GraphTraffic& operator=(const GraphTraffic&) = delete;

  // Forgets where the conversation before was.
  void begin_conversation();
  // Adds the decisions of the next turn (Turn::trace). Ignores names that the graph does not have.
  void add(const std::vector<TraceEvent>& trace);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace parley
