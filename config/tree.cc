// Tested by tests/config/document_test.cc.
#include "config/tree.h"

#include <algorithm>
#include <numeric>

namespace parley::config {

void Tree::open(Node::Kind kind, std::size_t offset) {
  count(offset);
  if (open_.size() >= static_cast<std::size_t>(limits_.max_depth)) {
    error("E110", source_.mark(offset), {}, "nested more than " + std::to_string(limits_.max_depth) + " levels deep");
    throw Stop{};
  }
  Open collection;
  collection.node.kind = kind;
  collection.node.mark = source_.mark(offset);
  open_.push_back(std::move(collection));
}

void Tree::close() {
  Node node = std::move(open_.back().node);
  open_.pop_back();
  if (node.kind == Node::Kind::kMap) drop_duplicates(node);
  node.items.shrink_to_fit();
  node.members.shrink_to_fit();
  place(std::move(node));
}

void Tree::put(Node node) {
  count(node.mark.offset);
  place(std::move(node));
}

void Tree::refuse_key() { open_.back().state = State::kDropped; }

std::optional<std::size_t> Tree::open_bracket() const {
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    const char sign = source_.at(open->node.mark.offset);
    if (sign == '[' || sign == '{') return open->node.mark.offset;
  }
  return std::nullopt;
}

void Tree::count(std::size_t offset) {
  if (++nodes_ <= limits_.max_nodes) return;
  error("E111", source_.mark(offset), {}, "more than " + std::to_string(limits_.max_nodes) + " values in one file");
  throw Stop{};
}

void Tree::place(Node node) {
  if (!is_open()) {
    root_ = std::move(node);
    return;
  }
  Open& into = open_.back();
  if (in_list()) {
    into.node.items.push_back(std::move(node));
  } else if (into.state == State::kKey) {
    place_key(std::move(node));
  } else {
    if (into.state == State::kValue) into.node.members.push_back({std::move(into.key), std::move(node)});
    into.state = State::kKey;
  }
}

void Tree::place_key(Node node) {
  if (node.kind == Node::Kind::kRefused) return refuse_key();
  if (node.kind == Node::Kind::kList || node.kind == Node::Kind::kMap) {
    error("E103", node.mark, source_.bytes().substr(node.mark.offset, 1), "a key must be a text",
          "put a text that starts with '[' or '{' in quotes");
    return refuse_key();
  }
  if (node.text == "<<" && !node.quoted) {
    error("E112", node.mark, node.text, "merge keys are not supported", "write the keys themselves");
    return refuse_key();
  }
  open_.back().key = {std::move(node.text), node.mark};
  open_.back().state = State::kValue;
}

// Reports duplicate keys (E105) and keeps the first of each.
void Tree::drop_duplicates(Node& map) {
  std::vector<Node::Member>& members = map.members;
  const auto key = [&](std::size_t i) -> const Text& { return members[i].key; };
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a).value < key(b).value; });

  std::vector<bool> again(members.size());
  std::size_t first = 0;  // position in `order` of the first member with the current key
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Text& repeated = key(order[i]);
    if (repeated.value != key(order[first]).value) {
      first = i;
      continue;
    }
    again[order[i]] = true;
    error("E105", repeated.mark, repeated.value, "duplicate key " + quoted(repeated.value),
          "the first is on line " + std::to_string(key(order[first]).mark.line));
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!again[i] && kept++ != i) members[kept - 1] = std::move(members[i]);
  }
  members.resize(kept);
}

}  // namespace parley::config
