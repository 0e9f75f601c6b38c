// Tested by tests/server/graph_test.
#include "server/graph_picture.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/graph_layout.h"

namespace parley::server {
namespace {

// Of a font of 13 pixels; the second line of a node and the labels of edges have 11 pixels.
constexpr int kCharacter = 7;
constexpr int kBoldCharacter = 8;  // of the name of an intent
constexpr int kSmallCharacter = 6;
constexpr int kPadding = 28;
constexpr int kLeastWidth = 110, kMostWidth = 280;
constexpr int kHeight = 44, kHeightOfTwoLines = 60;

// The columns of a text. The characters of Chinese, Japanese and Korean, and emoji, take two.
int columns_of(std::string_view text) {
  int columns = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) columns += byte >= 0xE1 ? 2 : 1;
  }
  return columns;
}

LayoutSize size_of(const GraphNode& node) {
  const bool is_intent = node.kind == GraphNode::Kind::kStart || node.kind == GraphNode::Kind::kOtherIntent;
  const int character = is_intent ? kBoldCharacter : kCharacter;
  const int label = columns_of(node.label) * character + kPadding;
  const std::string place = std::string(to_string(node.kind)) + " - line " + std::to_string(node.line);
  const int wanted = std::max(label, columns_of(place) * kSmallCharacter + kPadding);
  return {std::clamp(wanted, kLeastWidth, kMostWidth), label > kMostWidth ? kHeightOfTwoLines : kHeight};
}

int width_of_label(std::string_view label, const std::optional<std::int64_t>& count) {
  const int columns = columns_of(label) + (count ? columns_of(std::to_string(*count)) + 3 : 0);
  return columns * kSmallCharacter;
}

Layout layout_of(const IntentGraph& graph) {
  std::vector<LayoutSize> sizes;
  std::unordered_map<std::string_view, std::size_t> numbers;
  for (const GraphNode& node : graph.nodes) {
    numbers.emplace(node.id, sizes.size());
    sizes.push_back(size_of(node));
  }
  std::vector<LayoutEdge> edges;
  for (const GraphEdge& edge : graph.edges) {
    const char* label = edge.label == GraphEdge::Label::kNext ? "" : to_string(edge.label);
    edges.push_back({numbers[edge.from], numbers[edge.to], width_of_label(label, edge.count)});
  }
  return layout_graph(sizes, edges);
}

void add_text(Value::Object& out, const char* name, const std::string& text) {
  if (!text.empty()) out[name] = text;
}

Value node_view(const GraphNode& node, const LayoutBox& box) {
  Value::Object out{{"id", node.id}, {"kind", to_string(node.kind)}, {"label", node.label}, {"x", box.x},
                    {"y", box.y},    {"width", box.width},           {"height", box.height}};
  add_text(out, "file", node.file);
  if (node.line > 0) out["line"] = node.line;
  add_text(out, "param", node.param);
  add_text(out, "tool", node.tool);
  add_text(out, "intent", node.intent);
  add_text(out, "when", node.when);
  if (node.kind == GraphNode::Kind::kParam || node.kind == GraphNode::Kind::kAsk) out["required"] = node.required;
  if (node.count) out["count"] = *node.count;
  if (node.asked) out["asked"] = *node.asked;
  return Value(std::move(out));
}

Value points_view(const std::vector<LayoutPoint>& points) {
  Value::Array out;
  for (const LayoutPoint& point : points) out.push_back(Value::Object{{"x", point.x}, {"y", point.y}});
  return Value(std::move(out));
}

Value edge_view(const GraphEdge& edge, const std::vector<LayoutPoint>& points) {
  Value::Object out{{"from", edge.from}, {"to", edge.to}, {"points", points_view(points)}};
  if (edge.label != GraphEdge::Label::kNext) out["label"] = to_string(edge.label);
  if (edge.back) out["back"] = true;
  if (edge.count) out["count"] = *edge.count;
  return Value(std::move(out));
}

// ---- the overview

// All links and digressions from one intent to another.
struct Way {
  std::size_t from = 0, to = 0;  // numbers of nodes of the overview
  std::vector<const char*> kinds;
  std::optional<std::int64_t> count;
};

std::optional<std::int64_t> sum_of(const IntentGraph& graph, std::string_view target) {
  std::optional<std::int64_t> sum;
  for (const GraphNode& node : graph.nodes) {
    if (node.intent == target && node.count) sum = sum.value_or(0) + *node.count;
  }
  return sum;
}

class OverviewBuilder {
 public:
  OverviewBuilder(const BotGraph& graph, const Digressions& digressions) : graph_(graph), digressions_(digressions) {
    add_intents();
    add_ways();
  }

  Value build() const {
    std::vector<LayoutSize> sizes;
    std::vector<LayoutEdge> edges;
    for (const IntentGraph* intent : intents_) {
      sizes.push_back({std::max(kLeastWidth, columns_of(intent->id) * kBoldCharacter + kPadding), kHeight});
    }
    for (const Way& way : ways_) edges.push_back({way.from, way.to, width_of_label(label_of(way), way.count)});
    const Layout layout = layout_graph(sizes, edges, LayoutDirection::kRight);
    Value::Array nodes, views;
    for (std::size_t i = 0; i < intents_.size(); ++i) nodes.push_back(view_of(*intents_[i], layout.nodes[i]));
    for (std::size_t i = 0; i < ways_.size(); ++i) views.push_back(view_of(ways_[i], layout.edges[i]));
    return Value::Object{
        {"width", layout.width}, {"height", layout.height}, {"nodes", std::move(nodes)}, {"edges", std::move(views)}};
  }

 private:
  void add_intents() {
    std::set<std::string_view> ends;
    for (const GraphLink& link : graph_.links) ends.insert({link.from, link.to});
    for (const auto& [intents, count] : digressions_) ends.insert({intents.first, intents.second});
    std::vector<const IntentGraph*> linked;
    std::unordered_map<std::string_view, std::size_t> known;  // to the place in `linked`
    for (const IntentGraph& intent : graph_.intents) {
      if (ends.count(intent.id) == 0) continue;
      known.emplace(intent.id, linked.size());
      linked.push_back(&intent);
    }
    std::vector<LayoutEdge> edges;
    for (const GraphLink& link : graph_.links) edges.push_back({known.at(link.from), known.at(link.to)});
    for (const auto& [intents, count] : digressions_)
      edges.push_back({known.at(intents.first), known.at(intents.second)});
    for (const std::size_t one : course_order(linked.size(), edges)) {
      numbers_.emplace(linked[one]->id, intents_.size());
      intents_.push_back(linked[one]);
    }
  }

  void add_ways() {
    for (const GraphLink& link : graph_.links) {
      Way& way = way_between(link.from, link.to);
      if (way.kinds.empty()) way.count = sum_of(*intents_[way.from], link.to);
      way.kinds.push_back(to_string(link.kind));
    }
    for (const auto& [intents, count] : digressions_) {
      Way& way = way_between(intents.first, intents.second);
      way.kinds.push_back("digression");
      way.count = way.count.value_or(0) + count;
    }
  }

  // Adds the way if it is new.
  Way& way_between(const std::string& from, const std::string& to) {
    const std::pair ends(numbers_.at(from), numbers_.at(to));
    const auto [found, is_new] = known_ways_.emplace(ends, ways_.size());
    return is_new ? ways_.emplace_back(Way{ends.first, ends.second, {}, {}}) : ways_[found->second];
  }

  static std::string label_of(const Way& way) {
    std::string label;
    for (const char* kind : way.kinds) label += (label.empty() ? "" : ", ") + std::string(kind);
    return label;
  }

  static Value view_of(const IntentGraph& intent, const LayoutBox& box) {
    Value::Object out{{"id", intent.id}, {"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}};
    if (intent.nodes.front().count) out["count"] = *intent.nodes.front().count;
    return Value(std::move(out));
  }

  Value view_of(const Way& way, const std::vector<LayoutPoint>& points) const {
    Value::Array kinds(way.kinds.begin(), way.kinds.end());
    Value::Object out{{"from", intents_[way.from]->id},
                      {"to", intents_[way.to]->id},
                      {"kinds", std::move(kinds)},
                      {"points", points_view(points)}};
    if (way.to <= way.from) out["back"] = true;
    if (way.count) out["count"] = *way.count;
    return Value(std::move(out));
  }

  const BotGraph& graph_;
  const Digressions& digressions_;
  std::vector<const IntentGraph*> intents_;  // those with links, in the order of the course
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::vector<Way> ways_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known_ways_;  // their places in `ways_`, by their ends
};

}  // namespace

Value picture_of(const IntentGraph& graph) {
  const Layout layout = layout_of(graph);
  Value::Array nodes, edges;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) nodes.push_back(node_view(graph.nodes[i], layout.nodes[i]));
  for (std::size_t i = 0; i < graph.edges.size(); ++i) edges.push_back(edge_view(graph.edges[i], layout.edges[i]));
  return Value::Object{{"id", graph.id},
                       {"width", layout.width},
                       {"height", layout.height},
                       {"nodes", std::move(nodes)},
                       {"edges", std::move(edges)}};
}

Value overview_of(const BotGraph& graph, const Digressions& digressions) {
  return OverviewBuilder(graph, digressions).build();
}

}  // namespace parley::server
