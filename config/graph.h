// A directed graph, to find what leads back to itself.
#pragma once

#include <cstddef>
#include <vector>

namespace parley::config {

class Graph {
 public:
  explicit Graph(std::size_t nodes) : next_(nodes) {}
  void add(std::size_t from, std::size_t to) { next_[from].push_back(to); }

  // For each node the number of its circle: two nodes have the same one exactly when each leads to the other. So an
  // edge lies on a cycle exactly when its ends have the same one.
  std::vector<std::size_t> cycles() const;

 private:
  std::vector<std::vector<std::size_t>> next_;
};

}  // namespace parley::config
