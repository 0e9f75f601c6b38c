// Counts conversations on the ways of a graph (GraphTraffic in parley/bot_graph.h).
//
// Each open intent has a place in its graph. An event of the trace moves the place to the node of the event, along the
// shortest way that needs no other event: questions that are not asked, texts, loops. An outcome, such as a tool that
// failed, determines the first edge of the next way.
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "intents/graph_map.h"
#include "parley/bot_graph.h"

namespace parley {
namespace {

using NodeKind = GraphNode::Kind;
using Label = GraphEdge::Label;
using intents::kNowhere;
using intents::NodeTest;
using Map = intents::GraphMap;

// Returns the id of a step for its place in a trace, which has the number of the item of each loop: "1.do.4.0".
std::string id_of(std::string_view place) {
  std::string id;
  bool is_item = false;
  while (!place.empty()) {
    const std::size_t dot = place.find('.');
    const std::string_view word = place.substr(0, dot);
    place.remove_prefix(dot == std::string_view::npos ? place.size() : dot + 1);
    if (!is_item) id.append(id.empty() ? "" : ".").append(word);
    is_item = word == "do";
  }
  return id;
}

NodeTest is_kind(NodeKind kind) {
  return [kind](const GraphNode& node) { return node.kind == kind; };
}

NodeTest has_id(std::string id) {
  return [id = std::move(id)](const GraphNode& node) { return node.id == id; };
}

NodeTest calls_tool(std::string tool) {
  return [tool = std::move(tool)](const GraphNode& node) { return node.kind == NodeKind::kTool && node.tool == tool; };
}

NodeTest calls_intent(std::string intent) {
  return [intent = std::move(intent)](const GraphNode& node) {
    return node.kind == NodeKind::kCall && node.intent == intent;
  };
}

NodeTest asks_for(std::string param) {
  return [param = std::move(param)](const GraphNode& node) {
    return (node.kind == NodeKind::kParam || node.kind == NodeKind::kAsk) && node.param == param;
  };
}

bool ends_intent(const GraphNode& node) { return node.kind == NodeKind::kDone || node.kind == NodeKind::kStartIntent; }

}  // namespace

class GraphTraffic::Impl {
 public:
  explicit Impl(BotGraph& graph) {
    maps_.reserve(graph.intents.size());
    for (IntentGraph& intent : graph.intents) {
      numbers_.emplace(intent.id, maps_.size());
      maps_.emplace_back(intent);
    }
  }

  void begin_conversation() { places_.clear(); }

  void add(const TraceEvent& event) {
    const auto number = numbers_.find(event.intent);
    if (number == numbers_.end()) return;
    switch (event.rule) {
      case Rule::kIntentCalled: begin(number->second, event, /*is_called=*/true); break;
      case Rule::kIntentStarted: begin(number->second, event, /*is_called=*/false); break;
      case Rule::kIntentDone:
      case Rule::kIntentCancelled:
      case Rule::kIntentReplaced:
      case Rule::kIntentAbandoned:
      case Rule::kIntentForgotten:
      case Rule::kIntentDropped: end(number->second, event.rule); break;
      default: apply(number->second, event);
    }
  }

 private:
  // Where an open intent is.
  struct Place {
    std::size_t intent;
    std::size_t node = kNowhere;  // unknown
    std::optional<Label> exit = {};
    bool is_asking = false;  // the question of the node is open
  };

  Map& map(const Place& place) { return maps_[place.intent]; }

  // Returns the place of an intent, and makes it the last one.
  Place& place_of(std::size_t intent) {
    const auto found =
        std::find_if(places_.begin(), places_.end(), [&](const Place& place) { return place.intent == intent; });
    if (found == places_.end()) return places_.emplace_back(Place{intent});
    std::rotate(found, found + 1, places_.end());
    return places_.back();
  }

  void begin(std::size_t intent, const TraceEvent& event, bool is_called) {
    if (is_called && !places_.empty()) go_by_way(places_.back(), calls_intent(event.intent));
    Place& place = place_of(intent);
    place = Place{intent};
    go_to(place, is_kind(NodeKind::kStart));
  }

  void end(std::size_t intent, Rule rule) {
    Place& place = place_of(intent);
    if (rule == Rule::kIntentDone && !go_by_way(place, ends_intent)) go_to(place, is_kind(NodeKind::kDone));
    if (rule == Rule::kIntentCancelled) go_to(place, is_kind(NodeKind::kCancelled));
    if (rule == Rule::kIntentReplaced) go_by_way(place, is_kind(NodeKind::kOtherIntent));
    places_.pop_back();
  }

  // Other rules do not move the place: they are about values, commands or other intents.
  void apply(std::size_t intent, const TraceEvent& event) {
    const std::string& subject = event.subject;
    switch (event.rule) {
      case Rule::kQuestionAsked: return ask(place_of(intent), asks_for(subject));
      case Rule::kConfirmationAsked: return ask(place_of(intent), is_kind(NodeKind::kConfirm));
      case Rule::kAnswered:
      case Rule::kChosen:
      case Rule::kOtherParamsFilled:
      case Rule::kResultTaken: place_of(intent).is_asking = false; return;
      case Rule::kConfirmed: return leave(place_of(intent), Label::kYes);
      case Rule::kDenied: return leave(place_of(intent), Label::kNo);
      case Rule::kQuestionExhausted: return leave(place_of(intent), Label::kExhausted);
      case Rule::kLookedUp:
        leave(place_of(intent), Label::kUnknown);
        go_to(place_of(intent), has_id("unknown." + subject));
        return;
      case Rule::kThen: return decide(place_of(intent), has_id(id_of(subject)), Label::kThen);
      case Rule::kElse: return decide(place_of(intent), has_id(id_of(subject)), Label::kElse);
      case Rule::kStepKept: return decide(place_of(intent), has_id(id_of(subject)), Label::kNext);
      case Rule::kToolCalled: go_to(place_of(intent), calls_tool(subject)); return;
      case Rule::kToolFailedBefore: return decide(place_of(intent), calls_tool(subject), Label::kFailure);
      case Rule::kToolOk: return leave_tool(place_of(intent), Label::kNext);
      case Rule::kToolFailed:
      case Rule::kToolUnknown: return leave_tool(place_of(intent), Label::kFailure);
      case Rule::kToolTimeout: return leave_tool(place_of(intent), Label::kTimeout);
      case Rule::kToolRejected:
      case Rule::kRejected: return leave_tool(place_of(intent), Label::kRejected);
      case Rule::kIntentHandedOff: return hand_off(place_of(intent));
      default: return;
    }
  }

  void ask(Place& place, const NodeTest& test) {
    if (go_to(place, test)) ++*map(place).node(place.node).asked;
    place.is_asking = true;
  }

  void decide(Place& place, const NodeTest& test, Label exit) {
    go_to(place, test);
    leave(place, exit);
  }

  void leave(Place& place, Label exit) {
    place.is_asking = false;
    if (place.node != kNowhere && map(place).has_edge(place.node, exit)) place.exit = exit;
  }

  void leave_tool(Place& place, Label exit) {
    if (place.node == kNowhere || map(place).node(place.node).kind != NodeKind::kTool) return;
    leave(place, exit == Label::kTimeout && !map(place).has_edge(place.node, exit) ? Label::kFailure : exit);
  }

  // The intent may continue later, so its place stays.
  void hand_off(const Place& place) {
    Place person = place;
    if (person.is_asking) person.node = kNowhere;  // the user wants a person
    go_to(person, is_kind(NodeKind::kPerson));
  }

  // Moves to a node that passes the test, and counts the way. Returns false if no way leads there.
  bool go_by_way(Place& place, const NodeTest& test) {
    if (place.node == kNowhere) return false;
    if (!place.exit && test(map(place).node(place.node))) return true;
    const std::size_t found = map(place).take_way(place.node, test, place.exit);
    if (found == kNowhere) return false;
    place = Place{place.intent, found};
    return true;
  }

  // Moves to a node that passes the test, also if no way leads there. Returns whether the place has changed.
  bool go_to(Place& place, const NodeTest& test) {
    const bool stays = place.node != kNowhere && !place.exit && test(map(place).node(place.node));
    if (stays) return false;
    if (go_by_way(place, test)) return true;
    const std::size_t found = map(place).find(test);
    if (found == kNowhere) return false;
    ++*map(place).node(found).count;
    place = Place{place.intent, found};
    return true;
  }

  std::vector<Map> maps_;
  std::unordered_map<std::string, std::size_t> numbers_;  // of the intents
  std::vector<Place> places_;                             // the last one is on top
};

GraphTraffic::GraphTraffic(BotGraph& graph) : impl_(std::make_unique<Impl>(graph)) {}
GraphTraffic::~GraphTraffic() = default;

void GraphTraffic::begin_conversation() { impl_->begin_conversation(); }

void GraphTraffic::add(const std::vector<TraceEvent>& trace) {
  for (const TraceEvent& event : trace) impl_->add(event);
}

}  // namespace parley
