// Places the nodes of a directed graph in rows, from top to bottom, for a picture. Equal inputs give equal pictures.
//
// The order of the nodes is the order of the course: an edge to a later node leads down, an edge to an earlier node or
// to itself leads back. A long edge keeps a column free in each row between its ends. Edges that lead back, and edges
// over more than kLongestWay rows, leave into the gap between two rows, and pass the rows on the right side. No edge
// passes over a node.
//
// A picture from left to right has columns instead of rows; its edges pass below instead of on the right side.
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

struct LayoutSize {
  int width = 0, height = 0;  // at least 1
};

struct LayoutEdge {
  std::size_t from = 0, to = 0;  // numbers of nodes
  int label = 0;                 // the width of its label. 0: none
};

enum class LayoutDirection { kDown, kRight };

struct Layout {
  // In the order of the input.
  std::vector<LayoutBox> nodes;
  std::vector<std::vector<LayoutPoint>> edges;  // from the border of a node to the border of another
  int width = 0, height = 0;
};

// The edges name only nodes that have a size.
Layout layout_graph(const std::vector<LayoutSize>& sizes, const std::vector<LayoutEdge>& edges,
                    LayoutDirection direction = LayoutDirection::kDown);

// Returns the numbers of the nodes in an order in which no edge leads back, except one or more of each cycle. Nodes
// without an edge between them keep their order where the edges allow it.
std::vector<std::size_t> course_order(std::size_t nodes, const std::vector<LayoutEdge>& edges);

}  // namespace parley::server
