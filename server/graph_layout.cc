#include "server/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace parley::server {
namespace {

constexpr int kNodeHeight = 44;
constexpr int kRowGap = 44;
constexpr int kColumnGap = 28;
constexpr int kMargin = 20;
constexpr int kLaneGap = 14;  // between edges on the right side
constexpr int kWayWidth = 16;
constexpr int kSweeps = 8;

// A node, or the way of a long edge through a row.
struct Place {
  std::size_t row = 0;
  double width = 0;
  double middle = 0;
  std::size_t order = 0;              // in its row
  std::vector<std::size_t> up, down;  // neighbours in the row above and in the row below
};

class LayoutBuilder {
 public:
  LayoutBuilder(const std::vector<int>& widths, const std::vector<LayoutEdge>& edges)
      : edges_(edges), nodes_(widths.size()), places_(widths.size()) {
    for (std::size_t i = 0; i < nodes_; ++i) places_[i].width = widths[i];
  }

  Layout build() {
    if (nodes_ == 0) return {};
    set_rows();
    for (const LayoutEdge& edge : edges_) chains_.push_back(is_aside(edge) ? Chain() : chain_of(edge));
    fill_rows();
    for (int sweep = 0; sweep < kSweeps; ++sweep) order_rows(sweep % 2 == 0);
    for (int sweep = 0; sweep < kSweeps; ++sweep) align_rows(sweep % 2 == 0);
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
      way.width = kWayWidth;
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
    double sum = 0;
    for (const std::size_t one : near) sum += places_[one].middle;
    return sum / static_cast<double>(near.size());
  }

  Layout picture() {
    Layout layout;
    double left = places_[0].middle;
    for (const Place& place : places_) left = std::min(left, place.middle - place.width / 2);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Place& place = places_[i];
      LayoutBox box;
      box.x = kMargin + static_cast<int>(std::lround(place.middle - place.width / 2 - left));
      box.y = kMargin + static_cast<int>(place.row) * (kNodeHeight + kRowGap);
      box.width = static_cast<int>(place.width);
      box.height = kNodeHeight;
      layout.width = std::max(layout.width, box.x + box.width + kMargin);
      layout.height = std::max(layout.height, box.y + box.height + kMargin);
      layout.nodes.push_back(box);
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) layout.edges.push_back(points_of(i, layout));
    layout.width += static_cast<int>(lanes_.size()) * kLaneGap;
    layout.nodes.resize(nodes_);
    return layout;
  }

  std::vector<LayoutPoint> points_of(std::size_t edge, const Layout& layout) {
    if (chains_[edge].empty()) return points_aside(edges_[edge], layout);
    std::vector<LayoutPoint> points;
    for (const std::size_t place : chains_[edge]) {
      const LayoutBox& box = layout.nodes[place];
      const int x = box.x + box.width / 2;
      if (place != edges_[edge].from) points.push_back({x, box.y});
      if (place != edges_[edge].to) points.push_back({x, box.y + box.height});
    }
    return points;
  }

  // Edges to the same node share a lane.
  std::vector<LayoutPoint> points_aside(const LayoutEdge& edge, const Layout& layout) {
    const auto lane = lanes_.emplace(edge.to, lanes_.size()).first->second;
    const int x = layout.width + static_cast<int>(lane) * kLaneGap;
    const LayoutBox& from = layout.nodes[edge.from];
    const LayoutBox& to = layout.nodes[edge.to];
    // An edge to its own node leaves above the middle, and returns below.
    const int shift = edge.from == edge.to ? kNodeHeight / 4 : 0;
    const int start = from.y + from.height / 2 - shift, end = to.y + to.height / 2 + shift;
    return {{from.x + from.width, start}, {x, start}, {x, end}, {to.x + to.width, end}};
  }

  const std::vector<LayoutEdge>& edges_;
  const std::size_t nodes_;
  std::vector<Place> places_;  // the nodes, and then the ways of long edges
  std::vector<Chain> chains_;  // by edge; empty: the edge passes on the right side
  std::vector<std::vector<std::size_t>> rows_;
  std::map<std::size_t, std::size_t> lanes_;  // by the node to which their edges lead
};

}  // namespace

Layout layout_graph(const std::vector<int>& widths, const std::vector<LayoutEdge>& edges) {
  return LayoutBuilder(widths, edges).build();
}

}  // namespace parley::server
