#include "intents/graph_map.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_map>

namespace parley::intents {
namespace {

using NodeKind = GraphNode::Kind;
using Label = GraphEdge::Label;

bool is_check(const GraphNode& node) { return node.id.compare(0, 6, "check.") == 0; }

// Whether a conversation may pass the node without an event.
bool is_silent(const GraphNode& node) {
  switch (node.kind) {
    case NodeKind::kIf:
    case NodeKind::kCall: return false;
    case NodeKind::kTool: return is_check(node);  // it has accepted the value before
    default: return true;
  }
}

bool is_question(const GraphNode& node) {
  return node.kind == NodeKind::kParam || node.kind == NodeKind::kAsk || node.kind == NodeKind::kConfirm;
}

bool is_on_silent_way(Label label) { return label == Label::kNext || label == Label::kYes || label == Label::kEach; }

}  // namespace

GraphMap::GraphMap(IntentGraph& graph) : graph_(graph), out_(graph.nodes.size()) {
  std::unordered_map<std::string_view, std::size_t> numbers;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) numbers.emplace(graph.nodes[i].id, i);
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    graph.edges[i].count = 0;
    out_[numbers[graph.edges[i].from]].push_back({i, numbers[graph.edges[i].to]});
  }
  for (GraphNode& node : graph.nodes) {
    node.count = 0;
    if (is_question(node)) node.asked = 0;
  }
}

bool GraphMap::has_edge(std::size_t from, GraphEdge::Label label) const {
  return std::any_of(out_[from].begin(), out_[from].end(),
                     [&](const Out& out) { return graph_.edges[out.edge].label == label; });
}

std::size_t GraphMap::find(const NodeTest& test) const {
  const auto found = std::find_if(graph_.nodes.begin(), graph_.nodes.end(), test);
  return found == graph_.nodes.end() ? kNowhere : static_cast<std::size_t>(found - graph_.nodes.begin());
}

std::size_t GraphMap::take_way(std::size_t from, const NodeTest& test, std::optional<GraphEdge::Label> exit) {
  std::vector<Out> came_by(graph_.nodes.size(), Out{kNowhere, kNowhere});  // `node`: where the edge begins
  std::deque<std::size_t> open;
  const auto leave = [&](std::size_t number, const std::function<bool(Label)>& is_open) {
    for (const Out& out : out_[number]) {
      if (came_by[out.node].edge != kNowhere || !is_open(graph_.edges[out.edge].label)) continue;
      came_by[out.node] = {out.edge, number};
      open.push_back(out.node);
    }
  };
  leave(from, [&](Label label) { return exit ? label == *exit : is_on_silent_way(label); });
  while (!open.empty()) {
    const std::size_t number = open.front();
    open.pop_front();
    if (test(node(number))) {
      count_way(from, number, came_by);
      return number;
    }
    if (is_silent(node(number))) leave(number, is_on_silent_way);
  }
  return kNowhere;
}

// A way may end where it began, after a loop.
void GraphMap::count_way(std::size_t from, std::size_t to, const std::vector<Out>& came_by) {
  std::size_t number = to;
  do {
    ++*node(number).count;
    ++*graph_.edges[came_by[number].edge].count;
    number = came_by[number].node;
  } while (number != from);
}

}  // namespace parley::intents
