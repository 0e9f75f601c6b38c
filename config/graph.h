// Graph is a directed graph for finding cycles.
#pragma once

#include <cstddef>
#include <vector>

namespace parley::config {

class Graph {
 public:
  explicit Graph(std::size_t nodes) : next_(nodes) {}
  void add(std::size_t from, std::size_t to) { next_[from].push_back(to); }

  // Returns the number of the strongly connected component of each node. An edge lies on a cycle exactly when both ends
  // have the same number.
  std::vector<std::size_t> cycles() const;

 private:
  std::vector<std::vector<std::size_t>> next_;
};

}  // namespace parley::config
