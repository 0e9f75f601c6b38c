#include "server/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace parley::server {
namespace {

constexpr int kRowGap = 48;
constexpr int kColumnGap = 28;
constexpr int kMargin = 24;
constexpr int kLaneGap = 14;  // between edges on the right side
constexpr int kWayWidth = 16;
constexpr int kPortGap = 26;  // between the ends of edges at a node
constexpr int kSweeps = 8;
constexpr double kNodeWeight = 4;  // how much stronger a node pulls its neighbours than the way of a long edge

// A node, or the way of a long edge through a row.
struct Place {
  std::size_t row = 0;
  double width = 0;
  double height = 0;
  double middle = 0;
  std::size_t order = 0;              // in its row
  std::vector<std::size_t> up, down;  // neighbours in the row above and in the row below
};

class LayoutBuilder {
 public:
  LayoutBuilder(const std::vector<LayoutSize>& sizes, const std::vector<LayoutEdge>& edges, int row_gap)
      : edges_(edges), row_gap_(row_gap), nodes_(sizes.size()), places_(sizes.size()) {
    for (std::size_t i = 0; i < nodes_; ++i) {
      places_[i].width = sizes[i].width;
      places_[i].height = sizes[i].height;
    }
  }

  Layout build() {
    if (nodes_ == 0) return {};
    set_rows();
    edges_at_.resize(nodes_);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      edges_at_[edges_[i].from].push_back(i);
      if (edges_[i].to != edges_[i].from) edges_at_[edges_[i].to].push_back(i);
    }
    for (const LayoutEdge& edge : edges_) chains_.push_back(is_aside(edge) ? Chain() : chain_of(edge));
    fill_rows();
    for (int sweep = 0; sweep < kSweeps; ++sweep) order_rows(sweep % 2 == 0);
    for (int sweep = 0; sweep < kSweeps; ++sweep) align_rows(sweep % 2 != 0);  // the last one leads down
    return picture();
  }

 private:
  using Chain = std::vector<std::size_t>;  // the places of an edge, from its first node to its last one

  static bool leads_back(const LayoutEdge& edge) { return edge.to <= edge.from; }

  bool is_aside(const LayoutEdge& edge) const {
    return leads_back(edge) || places_[edge.to].row - places_[edge.from].row > kLongestWay;
  }

  // The row of a node is the length of the longest way to it. Edges that lead back do not count.
  void set_rows() {
    std::vector<LayoutEdge> sorted = edges_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const LayoutEdge& a, const LayoutEdge& b) { return a.from < b.from; });
    for (const LayoutEdge& edge : sorted) {
      if (leads_back(edge)) continue;
      places_[edge.to].row = std::max(places_[edge.to].row, places_[edge.from].row + 1);
    }
  }

  Chain chain_of(const LayoutEdge& edge) {
    Chain chain = {edge.from};
    for (std::size_t row = places_[edge.from].row + 1; row < places_[edge.to].row; ++row) {
      Place& way = places_.emplace_back();
      way.row = row;
      // The label is next to the first part of the way.
      way.width = row == places_[edge.from].row + 1 ? std::max(kWayWidth, 2 * edge.label) : kWayWidth;
      chain.push_back(places_.size() - 1);
    }
    chain.push_back(edge.to);
    for (std::size_t i = 1; i < chain.size(); ++i) {
      places_[chain[i - 1]].down.push_back(chain[i]);
      places_[chain[i]].up.push_back(chain[i - 1]);
    }
    return chain;
  }

  void fill_rows() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (rows_.size() <= places_[i].row) rows_.resize(places_[i].row + 1);
      rows_[places_[i].row].push_back(i);
    }
    for (const auto& row : rows_) number(row);
  }

  void number(const std::vector<std::size_t>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) places_[row[i]].order = i;
  }

  template <class Visit>
  void for_each_row(bool down, const Visit& visit) {
    for (std::size_t i = 0; i < rows_.size(); ++i) visit(rows_[down ? i : rows_.size() - 1 - i]);
  }

  // Orders each row by the mean place of the neighbours, so that fewer edges cross.
  void order_rows(bool down) {
    for_each_row(down, [&](std::vector<std::size_t>& row) {
      std::map<std::size_t, double> means;
      for (const std::size_t place : row) {
        const auto& near = down ? places_[place].up : places_[place].down;
        // From the middle of the row, because rows have different lengths.
        const auto offset_of = [&](std::size_t one) {
          return static_cast<double>(places_[one].order) - static_cast<double>(rows_[places_[one].row].size() - 1) / 2;
        };
        means[place] = offset_of(place);
        if (near.empty()) continue;
        means[place] = std::accumulate(near.begin(), near.end(), 0.0,
                                       [&](double sum, std::size_t one) { return sum + offset_of(one); }) /
                       static_cast<double>(near.size());
      }
      std::stable_sort(row.begin(), row.end(), [&](std::size_t a, std::size_t b) { return means[a] < means[b]; });
      number(row);
    });
  }

  // Moves each place towards the mean of its neighbours. Keeps the order and the gaps.
  void align_rows(bool down) {
    for_each_row(down, [&](const std::vector<std::size_t>& row) {
      struct Block {
        double sum;  // of the wished left ends, without the width of the places before them
        std::size_t count;
        double mean() const { return sum / static_cast<double>(count); }
      };
      std::vector<Block> blocks;  // places without room between them
      double before = 0;
      for (const std::size_t place : row) {
        blocks.push_back({wish_of(place, down) - places_[place].width / 2 - before, 1});
        before += places_[place].width + kColumnGap;
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
          const Block last = blocks.back();
          blocks.pop_back();
          blocks.back().sum += last.sum;
          blocks.back().count += last.count;
        }
      }
      before = 0;
      auto place = row.begin();
      for (const Block& block : blocks) {
        for (std::size_t i = 0; i < block.count; ++i, ++place) {
          places_[*place].middle = block.mean() + before + places_[*place].width / 2;
          before += places_[*place].width + kColumnGap;
        }
      }
    });
  }

  double wish_of(std::size_t place, bool down) const {
    const auto& near = down ? places_[place].up : places_[place].down;
    if (near.empty()) return places_[place].middle;
    double sum = 0, weights = 0;
    for (const std::size_t one : near) {
      const double weight = one < nodes_ ? kNodeWeight : 1;
      sum += weight * places_[one].middle;
      weights += weight;
    }
    return sum / weights;
  }

  void set_tops() {
    int top = kMargin;
    for (const auto& row : rows_) {
      double height = 0;
      for (const std::size_t place : row) height = std::max(height, places_[place].height);
      for (const std::size_t place : row) {
        if (place >= nodes_) places_[place].height = height;
      }
      tops_.push_back(top);
      bottoms_.push_back(top + static_cast<int>(height));
      top = bottoms_.back() + row_gap_;
    }
  }

  Layout picture() {
    set_tops();
    Layout layout;
    double left = places_[0].middle;
    for (const Place& place : places_) left = std::min(left, place.middle - place.width / 2);
    for (const Place& place : places_) {
      LayoutBox box;
      box.x = kMargin + static_cast<int>(std::lround(place.middle - place.width / 2 - left));
      box.y = tops_[place.row];
      box.width = static_cast<int>(place.width);
      box.height = static_cast<int>(place.height);
      layout.width = std::max(layout.width, box.x + box.width + kMargin);
      layout.nodes.push_back(box);
    }
    layout.height = bottoms_.back() + kMargin;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      layout.edges.push_back(chains_[i].empty() ? points_aside(i, layout) : points_of(i, layout));
    }
    layout.width += static_cast<int>(lanes_.size()) * kLaneGap;
    layout.nodes.resize(nodes_);
    return layout;
  }

  // Returns where an edge leaves or reaches a node. Edges at the same side have ports side by side, in the order of the
  // places to which they lead. Those that pass aside have the ports on the right.
  int port_of(std::size_t edge, bool leaves, const Layout& layout) const {
    const auto end_of = [&](std::size_t one) { return leaves ? edges_[one].from : edges_[one].to; };
    const auto side_of = [&](std::size_t one) {
      const Chain& chain = chains_[one];
      if (chain.empty()) return std::numeric_limits<double>::max();
      return places_[leaves ? chain[1] : chain[chain.size() - 2]].middle;
    };
    const std::size_t node = end_of(edge);
    std::size_t before = 0, all = 0;
    for (const std::size_t one : edges_at_[node]) {
      if (end_of(one) != node) continue;
      ++all;
      if (std::make_pair(side_of(one), one) < std::make_pair(side_of(edge), edge)) ++before;
    }
    const LayoutBox& box = layout.nodes[node];
    const double gap = std::min<double>(kPortGap, static_cast<double>(box.width) / static_cast<double>(all + 1));
    const double offset = (static_cast<double>(before) - static_cast<double>(all - 1) / 2) * gap;
    return box.x + box.width / 2 + static_cast<int>(std::lround(offset));
  }

  std::vector<LayoutPoint> points_of(std::size_t edge, const Layout& layout) const {
    std::vector<LayoutPoint> points;
    const auto [from, to, label] = edges_[edge];
    const LayoutBox& box = layout.nodes[from];
    const int start = port_of(edge, true, layout);
    points.push_back({start, box.y + box.height});
    // Past higher nodes of the row.
    if (const int bottom = bottoms_[places_[from].row]; bottom > points[0].y) points.push_back({start, bottom});
    for (const std::size_t place : chains_[edge]) {
      if (place == from || place == to) continue;
      const LayoutBox& way = layout.nodes[place];
      points.push_back({way.x + way.width / 2, way.y});
      points.push_back({way.x + way.width / 2, way.y + way.height});
    }
    points.push_back({port_of(edge, false, layout), layout.nodes[to].y});
    return points;
  }

  // Edges to the same node share a lane.
  std::vector<LayoutPoint> points_aside(std::size_t edge, const Layout& layout) {
    const auto [from, to, label] = edges_[edge];
    const auto lane = static_cast<int>(lanes_.emplace(to, lanes_.size()).first->second);
    const int x = layout.width + lane * kLaneGap;
    const int shift = 8 + 4 * (lane % 3);  // keeps the lanes apart in the gaps
    const int start = port_of(edge, true, layout), end = port_of(edge, false, layout);
    const int below = bottoms_[places_[from].row] + shift, above = layout.nodes[to].y - shift;
    return {{start, layout.nodes[from].y + layout.nodes[from].height},
            {start, below},
            {x, below},
            {x, above},
            {end, above},
            {end, layout.nodes[to].y}};
  }

  const std::vector<LayoutEdge>& edges_;
  const int row_gap_;
  const std::size_t nodes_;
  std::vector<Place> places_;  // the nodes, and then the ways of long edges
  std::vector<Chain> chains_;  // by edge; empty: the edge passes on the right side
  std::vector<std::vector<std::size_t>> rows_;
  std::vector<int> tops_, bottoms_;                 // of the rows
  std::map<std::size_t, std::size_t> lanes_;        // by the node to which their edges lead
  std::vector<std::vector<std::size_t>> edges_at_;  // by node, those that begin or end there
};

void transpose(Layout& layout) {
  std::swap(layout.width, layout.height);
  for (LayoutBox& box : layout.nodes) {
    std::swap(box.x, box.y);
    std::swap(box.width, box.height);
  }
  for (auto& points : layout.edges) {
    for (LayoutPoint& point : points) std::swap(point.x, point.y);
  }
}

}  // namespace

Layout layout_graph(const std::vector<LayoutSize>& sizes, const std::vector<LayoutEdge>& edges,
                    LayoutDirection direction) {
  if (direction == LayoutDirection::kDown) return LayoutBuilder(sizes, edges, kRowGap).build();
  std::vector<LayoutSize> turned;
  for (const LayoutSize& size : sizes) turned.push_back({size.height, size.width});
  std::vector<LayoutEdge> unlabelled;  // a label has its room in the gap
  int gap = kRowGap;
  for (const LayoutEdge& edge : edges) {
    unlabelled.push_back({edge.from, edge.to});
    gap = std::max(gap, kRowGap / 2 + edge.label);
  }
  Layout layout = LayoutBuilder(turned, unlabelled, gap).build();
  transpose(layout);
  return layout;
}

// The reverse order in which a search in depth leaves the nodes.
std::vector<std::size_t> course_order(std::size_t nodes, const std::vector<LayoutEdge>& edges) {
  std::vector<std::vector<std::size_t>> after(nodes);
  for (const LayoutEdge& edge : edges) after[edge.from].push_back(edge.to);
  std::vector<std::size_t> order;
  std::vector<bool> is_seen(nodes);
  std::vector<std::size_t> open;  // the way to the current node
  for (std::size_t root = nodes; root-- > 0;) {
    if (!is_seen[root]) open.push_back(root);
    while (!open.empty()) {
      const std::size_t node = open.back();
      is_seen[node] = true;
      auto& rest = after[node];
      while (!rest.empty() && is_seen[rest.back()]) rest.pop_back();
      if (rest.empty()) {
        order.push_back(node);
        open.pop_back();
      } else {
        open.push_back(rest.back());
      }
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace parley::server
