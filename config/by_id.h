// Linear lookup by id in short lists of a bot's items. For long lists use IdIndex (definition.h).
// Tested by tests/intents/bad_bots_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace parley::config {

// Returns the first item with that id, or null. `List` may be const.
template <class List>
auto find_by_id(List& list, std::string_view id) -> decltype(list.data()) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.id.value == id; });
  return found == list.end() ? nullptr : &*found;
}

template <class List>
std::vector<std::string> ids_of(const List& list) {
  std::vector<std::string> ids;
  for (const auto& one : list) ids.push_back(one.id.value);
  return ids;
}

}  // namespace parley::config
