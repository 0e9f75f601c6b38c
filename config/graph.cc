// Kosaraju's algorithm, without recursion: a bot may have a chain of 100,000 intents.
// Tested by tests/config/dialog_keys_test.cc.
#include "config/graph.h"

namespace parley::config {
namespace {

using Edges = std::vector<std::vector<std::size_t>>;

// Visits every unvisited node that is reachable from `start`. Calls `leave` for each node after all its successors.
template <class Leave>
void descend(const Edges& next, std::size_t start, std::vector<bool>& visited, const Leave& leave) {
  struct Place {
    std::size_t node;
    std::size_t edge = 0;
  };
  std::vector<Place> way;
  const auto enter = [&](std::size_t node) {
    if (visited[node]) return;
    visited[node] = true;
    way.push_back({node});
  };
  enter(start);
  while (!way.empty()) {
    Place& here = way.back();
    if (here.edge < next[here.node].size()) {
      enter(next[here.node][here.edge++]);
    } else {
      leave(here.node);
      way.pop_back();
    }
  }
}

}  // namespace

std::vector<std::size_t> Graph::cycles() const {
  std::vector<std::size_t> left;
  std::vector<bool> visited(next_.size());
  for (std::size_t node = 0; node < next_.size(); ++node) {
    descend(next_, node, visited, [&](std::size_t done) { left.push_back(done); });
  }
  Edges back(next_.size());
  for (std::size_t from = 0; from < next_.size(); ++from) {
    for (const std::size_t to : next_[from]) back[to].push_back(from);
  }
  std::vector<std::size_t> cycles(next_.size());
  visited.assign(next_.size(), false);
  for (std::size_t i = left.size(); i-- > 0;) {
    descend(back, left[i], visited, [&](std::size_t node) { cycles[node] = left[i]; });
  }
  return cycles;
}

}  // namespace parley::config
