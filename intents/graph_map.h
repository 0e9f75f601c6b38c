// GraphMap: the graph of an intent, on which conversations are counted.
//
// A way leads from one event of a trace to the next. It passes only nodes that need no event: questions that are not
// asked, texts, loops.
//
// Tested by tests/intents/graph_traffic_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "parley/bot_graph.h"

namespace parley::intents {

inline constexpr std::size_t kNowhere = SIZE_MAX;

using NodeTest = std::function<bool(const GraphNode& node)>;

class GraphMap {
 public:
  // Sets all counts to 0. The graph must outlive the map.
  explicit GraphMap(IntentGraph& graph);

  GraphNode& node(std::size_t number) const { return graph_.nodes[number]; }
  bool has_edge(std::size_t from, GraphEdge::Label label) const;
  // Returns the first node that passes the test, or kNowhere.
  std::size_t find(const NodeTest& test) const;

  // Counts the shortest way from a node to one of the nodes that pass the test, and returns its end. Returns kNowhere
  // and counts nothing if there is no such way. `exit`: the label of the first edge. Unset: no outcome is known.
  std::size_t take_way(std::size_t from, const NodeTest& test, std::optional<GraphEdge::Label> exit);

 private:
  struct Out {
    std::size_t edge, node;
  };
  void count_way(std::size_t from, std::size_t to, const std::vector<Out>& came_by);

  IntentGraph& graph_;
  std::vector<std::vector<Out>> out_;  // by node
};

}  // namespace parley::intents
