// Tested by tests/base/value_test.cc.
#include "base/nesting.h"

#include <algorithm>

namespace parley::base {

bool is_nested_deeper(const Value& value, int levels) {
  const auto is_deeper = [&](const Value& below) { return is_nested_deeper(below, levels - 1); };
  if (const Value::Array* items = value.if_array()) {
    return levels == 0 || std::any_of(items->begin(), items->end(), is_deeper);
  }
  const Value::Object* members = value.if_object();
  if (!members) return false;
  return levels == 0 ||
         std::any_of(members->begin(), members->end(), [&](const auto& member) { return is_deeper(member.second); });
}

}  // namespace parley::base
