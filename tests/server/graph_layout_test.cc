// Tests the places of nodes and edges in pictures of graphs.
#include "server/graph_layout.h"

#include <random>

#include <catch2/catch.hpp>

#include "parley/bot_graph.h"

using parley::server::Layout;
using parley::server::layout_graph;
using parley::server::LayoutBox;
using parley::server::LayoutEdge;
using parley::server::LayoutPoint;

namespace {

using Edges = std::vector<LayoutEdge>;

bool overlap(const LayoutBox& a, const LayoutBox& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

bool is_on(const LayoutBox& box, const LayoutPoint& point) {
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
}

// Checks what every picture must satisfy.
void check_layout(const Layout& layout, const std::vector<int>& widths, const Edges& edges) {
  REQUIRE(layout.nodes.size() == widths.size());
  REQUIRE(layout.edges.size() == edges.size());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const LayoutBox& box = layout.nodes[i];
    CHECK(box.width == widths[i]);
    CHECK((box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.width && box.y + box.height <= layout.height));
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(box, layout.nodes[j]));
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& points = layout.edges[i];
    REQUIRE(points.size() >= 2);
    CHECK(is_on(layout.nodes[edges[i].from], points.front()));
    CHECK(is_on(layout.nodes[edges[i].to], points.back()));
    for (std::size_t j = 1; j < points.size(); ++j) {
      CHECK((edges[i].to <= edges[i].from || points[j].y >= points[j - 1].y));
      CHECK((points[j].x >= 0 && points[j].x <= layout.width));
    }
  }
}

// The crossings between two rows: pairs of edges whose ends have another order than their beginnings.
int crossings(const Layout& layout) {
  int count = 0;
  for (std::size_t i = 0; i < layout.edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto &a = layout.edges[i], &b = layout.edges[j];
      const bool is_same_row = a.front().y == b.front().y && a.back().y == b.back().y;
      if (is_same_row && (a.front().x - b.front().x) * (a.back().x - b.back().x) < 0) ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("graph layout: a chain is one straight column") {
  const std::vector<int> widths = {100, 60, 200};
  const Layout layout = layout_graph(widths, {{0, 1}, {1, 2}});
  check_layout(layout, widths, {{0, 1}, {1, 2}});
  for (const LayoutBox& box : layout.nodes) CHECK(box.x + box.width / 2 == layout.width / 2);
  CHECK(layout.nodes[0].y < layout.nodes[1].y);
  CHECK(layout.nodes[1].y < layout.nodes[2].y);
}

TEST_CASE("graph layout: the branches of a node are side by side, and join below") {
  const std::vector<int> widths(4, 100);
  const Edges edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}};
  const Layout layout = layout_graph(widths, edges);
  check_layout(layout, widths, edges);
  CHECK(layout.nodes[1].y == layout.nodes[2].y);
  // The long edge passes the row of the branches beside them.
  REQUIRE(layout.edges[4].size() == 4);
  for (const LayoutPoint& point : {layout.edges[4][1], layout.edges[4][2]}) {
    CHECK_FALSE(is_on(layout.nodes[1], point));
    CHECK_FALSE(is_on(layout.nodes[2], point));
  }
}

TEST_CASE("graph layout: edges that can be drawn without crossings have none") {
  // Two nodes of the second row have their targets in the other order.
  const std::vector<int> widths(7, 80);
  const Edges edges = {{0, 1}, {0, 2}, {0, 3}, {1, 6}, {2, 5}, {3, 4}};
  const Layout layout = layout_graph(widths, edges);
  check_layout(layout, widths, edges);
  CHECK(crossings(layout) == 0);
}

TEST_CASE("graph layout: edges that lead back pass on the right side, and share a lane by target") {
  const std::vector<int> widths(3, 100);
  const Edges edges = {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {2, 2}};
  const Layout layout = layout_graph(widths, edges);
  check_layout(layout, widths, edges);
  const int right = layout.nodes[0].x + layout.nodes[0].width;
  for (const std::size_t back : {2, 3, 4}) {
    REQUIRE(layout.edges[back].size() == 4);
    CHECK(layout.edges[back][1].x > right);
  }
  CHECK(layout.edges[2][1].x == layout.edges[3][1].x);
  CHECK(layout.edges[2][1].x != layout.edges[4][1].x);
}

TEST_CASE("graph layout: a very long edge passes on the right side") {
  const std::vector<int> widths(20, 100);
  Edges edges;
  for (std::size_t i = 1; i < widths.size(); ++i) edges.push_back({i - 1, i});
  edges.push_back({0, 19});
  const Layout layout = layout_graph(widths, edges);
  check_layout(layout, widths, edges);
  CHECK(layout.edges.back().size() == 4);
}

TEST_CASE("graph layout: an empty graph is an empty picture") {
  const Layout layout = layout_graph({}, {});
  CHECK((layout.width == 0 && layout.height == 0 && layout.nodes.empty()));
}

TEST_CASE("graph layout: random graphs have no overlaps, and the same picture each time") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t most) { return static_cast<std::size_t>(random() % most); };
  for (int round = 0; round < 100; ++round) {
    CAPTURE(round);
    const std::size_t nodes = 1 + below(40);
    std::vector<int> widths;
    for (std::size_t i = 0; i < nodes; ++i) widths.push_back(40 + static_cast<int>(below(200)));
    Edges edges;
    for (std::size_t i = below(2 * nodes); i > 0; --i) edges.push_back({below(nodes), below(nodes)});
    const Layout layout = layout_graph(widths, edges);
    check_layout(layout, widths, edges);
    const Layout again = layout_graph(widths, edges);
    CHECK(again.nodes == layout.nodes);
    CHECK(again.edges == layout.edges);
  }
}

TEST_CASE("graph layout: each intent of the shipped bot has a picture") {
  const auto bot = parley::Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml");
  REQUIRE(bot);
  for (const parley::IntentGraph& graph : parley::bot_graph(**bot).intents) {
    CAPTURE(graph.id);
    const std::vector<int> widths(graph.nodes.size(), 150);
    Edges edges;
    const auto number_of = [&](const std::string& id) {
      std::size_t number = 0;
      while (graph.nodes[number].id != id) ++number;
      return number;
    };
    for (const parley::GraphEdge& edge : graph.edges) edges.push_back({number_of(edge.from), number_of(edge.to)});
    check_layout(layout_graph(widths, edges), widths, edges);
  }
}
