// bare_bench LIKE PLACE [full|normal [GROUP]]: copies the turns that parley stored in LIKE to PLACE (bare.h) and prints
// the baseline rate as one JSON line. Writes the sessions in the order of `parley bench`. With GROUP, each transaction
// has GROUP turns of different sessions.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "benchmarks/bare.h"
#include "benchmarks/store_load.h"

namespace {

// Orders the turns as `parley bench` does with a number of concurrent conversations: the first turns of these sessions,
// then their second turns, and so on, then the next sessions.
std::vector<bare::Turn> side_by_side(std::vector<bare::Turn> turns, std::size_t sessions) {
  std::size_t begun = 0;
  std::map<std::pair<std::size_t, std::int64_t>, std::vector<bare::Turn>> blocks;
  for (bare::Turn& turn : turns) {
    if (turn.number == 1) ++begun;
    const std::int64_t number = turn.number;
    blocks[{(begun - 1) / sessions, number}].push_back(std::move(turn));
  }
  std::vector<bare::Turn> in_order;
  for (auto& [place, block] : blocks) std::move(block.begin(), block.end(), std::back_inserter(in_order));
  return in_order;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bare_bench LIKE PLACE [full|normal [GROUP]]\n");
    return 2;
  }
  const bool full = argc <= 3 || std::string(argv[3]) != "normal";
  const std::size_t group = argc > 4 ? std::max(1ull, std::strtoull(argv[4], nullptr, 10)) : 1;
  const std::vector<bare::Turn> turns = side_by_side(bare::turns_in(argv[1]), group);
  const auto store = bare::open(argv[2], full);
  load::Timings timings;
  for (std::size_t at = 0; at < turns.size(); at += group) {
    const std::size_t count = std::min(group, turns.size() - at);
    timings.time([&] { store->write(&turns[at], count); }, count);
  }
  std::printf("%s\n", timings.json().c_str());
}
