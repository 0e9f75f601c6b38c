// Places the nodes of a directed graph in rows, from top to bottom, for a picture. Equal inputs give equal pictures.
//
// The order of the nodes is the order of the course: an edge to a later node leads down, an edge to an earlier node or
// to itself leads back. A long edge keeps a column free in each row between its ends. Edges that lead back, and edges
// over more than kLongestWay rows, pass all rows on the right side.
#pragma once

#include <cstddef>
#include <vector>

namespace parley::server {

inline constexpr std::size_t kLongestWay = 12;  // rows

struct LayoutPoint {
  int x = 0, y = 0;
  friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

// All lengths are in pixels, from the left top corner of the picture.
struct LayoutBox {
  int x = 0, y = 0;  // the left top corner
  int width = 0, height = 0;
  friend bool operator==(const LayoutBox&, const LayoutBox&) = default;
};

struct LayoutEdge {
  std::size_t from = 0, to = 0;  // numbers of nodes
};

struct Layout {
  std::vector<LayoutBox> nodes;                 // in the order of the input
  std::vector<std::vector<LayoutPoint>> edges;  // in the order of the input; at least two points each
  int width = 0, height = 0;
};

// `widths`: of the nodes, at least 1. The edges name only these nodes.
Layout layout_graph(const std::vector<int>& widths, const std::vector<LayoutEdge>& edges);

}  // namespace parley::server
