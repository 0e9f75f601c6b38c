// Checks `formerly`, the former ids of a bot's items. Each former id must lead to exactly one item, so it must not be
// in use as an id and must not be listed twice.
// Tested by tests/config/dialog_keys_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// Reports E202 at a former id that is also an id of the list or that an earlier item already lists.
template <class List>
void check_aliases(const List& list, const char* what, Diagnostics& findings) {
  std::map<std::string_view, Mark> known;
  for (const auto& one : list) known.emplace(one.id.value, one.id.mark);
  for (const auto& one : list) {
    for (const Text& id : one.formerly) {
      const auto [first, is_new] = known.emplace(id.value, id.mark);
      if (is_new || findings.full()) continue;
      findings.error("E202", id.mark, id.value, std::string("duplicate ") + what + " " + quoted(id.value),
                     "'formerly' lists only ids that nothing else uses; this id is also " +
                         findings.place_of(first->second, id.mark));
    }
  }
}

}  // namespace parley::config
