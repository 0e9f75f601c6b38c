// Tests the places of nodes and edges in pictures of graphs.
#include "server/graph_layout.h"

#include <random>

#include <catch2/catch.hpp>

#include "parley/bot_graph.h"

using parley::server::Layout;
using parley::server::layout_graph;
using parley::server::LayoutBox;
using parley::server::LayoutDirection;
using parley::server::LayoutEdge;
using parley::server::LayoutPoint;
using parley::server::LayoutSize;

namespace {

using Edges = std::vector<LayoutEdge>;
using Sizes = std::vector<LayoutSize>;

Sizes sizes_of(const std::vector<int>& widths) {
  Sizes sizes;
  for (const int width : widths) sizes.push_back({width, 44});
  return sizes;
}

// Whether the part of an edge between two points may touch a box. A curve stays inside the rectangle of its ends.
bool may_touch(const LayoutBox& box, const LayoutPoint& a, const LayoutPoint& b) {
  const auto [left, right] = std::minmax(a.x, b.x);
  const auto [top, bottom] = std::minmax(a.y, b.y);
  return box.x <= right && left <= box.x + box.width && box.y < bottom && top < box.y + box.height;
}

bool overlap(const LayoutBox& a, const LayoutBox& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

bool is_on(const LayoutBox& box, const LayoutPoint& point) {
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
}

// Checks what every picture must satisfy.
void check_layout(const Layout& layout, const Sizes& sizes, const Edges& edges,
                  LayoutDirection direction = LayoutDirection::kDown) {
  REQUIRE(layout.nodes.size() == sizes.size());
  REQUIRE(layout.edges.size() == edges.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const LayoutBox& box = layout.nodes[i];
    CHECK((box.width == sizes[i].width && box.height == sizes[i].height));
    CHECK((box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.width && box.y + box.height <= layout.height));
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(box, layout.nodes[j]));
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& points = layout.edges[i];
    REQUIRE(points.size() >= 2);
    CHECK(is_on(layout.nodes[edges[i].from], points.front()));
    CHECK(is_on(layout.nodes[edges[i].to], points.back()));
    const bool is_down = direction == LayoutDirection::kDown;
    for (std::size_t j = 1; j < points.size(); ++j) {
      const int step = is_down ? points[j].y - points[j - 1].y : points[j].x - points[j - 1].x;
      CHECK((edges[i].to <= edges[i].from || step >= 0));
      CHECK((points[j].x >= 0 && points[j].x <= layout.width && points[j].y >= 0 && points[j].y <= layout.height));
      if (!is_down) continue;
      for (const LayoutBox& box : layout.nodes) CHECK_FALSE(may_touch(box, points[j - 1], points[j]));
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
  const Sizes sizes = sizes_of({100, 60, 200});
  const Layout layout = layout_graph(sizes, {{0, 1}, {1, 2}});
  check_layout(layout, sizes, {{0, 1}, {1, 2}});
  for (const LayoutBox& box : layout.nodes) CHECK(box.x + box.width / 2 == layout.width / 2);
  CHECK(layout.nodes[0].y < layout.nodes[1].y);
  CHECK(layout.nodes[1].y < layout.nodes[2].y);
}

TEST_CASE("graph layout: the branches of a node are side by side, and join below") {
  const Sizes sizes(4, {100, 44});
  const Edges edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}};
  const Layout layout = layout_graph(sizes, edges);
  check_layout(layout, sizes, edges);
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
  const Sizes sizes(7, {80, 44});
  const Edges edges = {{0, 1}, {0, 2}, {0, 3}, {1, 6}, {2, 5}, {3, 4}};
  const Layout layout = layout_graph(sizes, edges);
  check_layout(layout, sizes, edges);
  CHECK(crossings(layout) == 0);
}

TEST_CASE("graph layout: edges that lead back pass on the right side, and share a lane by target") {
  const Sizes sizes(3, {100, 44});
  const Edges edges = {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {2, 2}};
  const Layout layout = layout_graph(sizes, edges);
  check_layout(layout, sizes, edges);
  const int right = layout.nodes[0].x + layout.nodes[0].width;
  for (const std::size_t back : {2, 3, 4}) {
    REQUIRE(layout.edges[back].size() == 6);
    CHECK(layout.edges[back][2].x > right);
  }
  CHECK(layout.edges[2][2].x == layout.edges[3][2].x);
  CHECK(layout.edges[2][2].x != layout.edges[4][2].x);
}

TEST_CASE("graph layout: a very long edge passes on the right side") {
  const Sizes sizes(20, {100, 44});
  Edges edges;
  for (std::size_t i = 1; i < sizes.size(); ++i) edges.push_back({i - 1, i});
  edges.push_back({0, 19});
  const Layout layout = layout_graph(sizes, edges);
  check_layout(layout, sizes, edges);
  CHECK(layout.edges.back().size() == 6);
}

TEST_CASE("graph layout: edges between the same two nodes are side by side") {
  const Sizes sizes(2, {100, 44});
  const Edges edges = {{0, 1}, {0, 1}, {0, 1}};
  const Layout layout = layout_graph(sizes, edges);
  check_layout(layout, sizes, edges);
  for (const std::size_t i : {1, 2}) {
    CHECK(layout.edges[i].front().x > layout.edges[i - 1].front().x);
    CHECK(layout.edges[i].back().x > layout.edges[i - 1].back().x);
  }
}

TEST_CASE("graph layout: the label of a long edge has room beside its way") {
  const Sizes sizes(3, {100, 44});
  const Layout layout = layout_graph(sizes, {{0, 1}, {1, 2}, {0, 2, 50}});
  const int way = layout.edges[2][1].x;
  const LayoutBox& beside = layout.nodes[1];
  CHECK((beside.x + beside.width + 50 <= way || way + 50 <= beside.x));
}

TEST_CASE("graph layout: from left to right") {
  const Sizes sizes = sizes_of({100, 160, 90, 120});
  const Edges edges = {{0, 2, 30}, {1, 2, 60}, {2, 3}, {0, 3}};
  const Layout layout = layout_graph(sizes, edges, LayoutDirection::kRight);
  check_layout(layout, sizes, edges, LayoutDirection::kRight);
  CHECK(layout.nodes[0].x == layout.nodes[1].x);
  // The gap between the columns has room for the label.
  CHECK(layout.nodes[2].x - (layout.nodes[1].x + layout.nodes[1].width) >= 60);
}

TEST_CASE("graph layout: the order of the course") {
  struct Row {
    std::size_t nodes;
    Edges edges;
    std::vector<std::size_t> order;
  };
  const std::vector<Row> rows = {
      {0, {}, {}},
      {3, {}, {0, 1, 2}},
      {3, {{2, 0}, {2, 1}}, {2, 0, 1}},
      {4, {{1, 0}, {0, 3}, {2, 3}}, {1, 0, 2, 3}},
      {3, {{0, 1}, {1, 2}, {2, 0}}, {2, 0, 1}},
      {1, {{0, 0}}, {0}},
  };
  for (const Row& row : rows) CHECK(parley::server::course_order(row.nodes, row.edges) == row.order);
  const std::size_t many = 100000;  // a chain does not exhaust the stack
  Edges chain;
  for (std::size_t i = 1; i < many; ++i) chain.push_back({i, i - 1});
  CHECK(parley::server::course_order(many, chain).front() == many - 1);
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
    Sizes sizes;
    for (std::size_t i = 0; i < nodes; ++i) {
      sizes.push_back({40 + static_cast<int>(below(200)), 30 + static_cast<int>(below(40))});
    }
    Edges edges;
    for (std::size_t i = below(2 * nodes); i > 0; --i) {
      edges.push_back({below(nodes), below(nodes), static_cast<int>(below(60))});
    }
    for (const LayoutDirection direction : {LayoutDirection::kDown, LayoutDirection::kRight}) {
      const Layout layout = layout_graph(sizes, edges, direction);
      check_layout(layout, sizes, edges, direction);
      const Layout again = layout_graph(sizes, edges, direction);
      CHECK(again.nodes == layout.nodes);
      CHECK(again.edges == layout.edges);
    }
  }
}

TEST_CASE("graph layout: each intent of the shipped bot has a picture") {
  const auto bot = parley::Catalog::load(PARLEY_SOURCE_DIR "/config/intents.yaml");
  REQUIRE(bot);
  for (const parley::IntentGraph& graph : parley::bot_graph(**bot).intents) {
    CAPTURE(graph.id);
    const Sizes sizes(graph.nodes.size(), {150, 44});
    Edges edges;
    const auto number_of = [&](const std::string& id) {
      std::size_t number = 0;
      while (graph.nodes[number].id != id) ++number;
      return number;
    };
    for (const parley::GraphEdge& edge : graph.edges) edges.push_back({number_of(edge.from), number_of(edge.to)});
    check_layout(layout_graph(sizes, edges), sizes, edges);
  }
}
