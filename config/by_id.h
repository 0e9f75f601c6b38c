// Things of a bot that have an id, in lists too short for an index: IdIndex (definition.h) is for the long ones.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace parley::config {

// The first of that id; null when there is none. `List` may be const.
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
