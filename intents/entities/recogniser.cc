// Tested by tests/intents/entity_spans_test.cc.
#include "intents/entities/recogniser.h"

#include <algorithm>
#include <map>

namespace parley::intents {

void drop_impossible(const Reading& reading, std::vector<Found>& all) {
  if (reading.with_impossible) return;
  all.erase(std::remove_if(all.begin(), all.end(), [](const Found& found) { return !found.why.empty(); }), all.end());
}

void keep_longest(std::vector<Found>& all) {
  if (all.size() < 2) return;
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.end - a.begin > b.end - b.begin; });
  std::map<std::size_t, std::size_t> taken;  // begin -> end; spans do not overlap
  const auto is_taken = [&](const Found& found) {
    const auto next = taken.lower_bound(found.end);
    if (next != taken.begin() && std::prev(next)->second > found.begin) return true;
    taken.emplace(found.begin, found.end);
    return false;
  };
  all.erase(std::remove_if(all.begin(), all.end(), is_taken), all.end());
  std::sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.begin < b.begin; });
}

}  // namespace parley::intents
