// Tested by tests/config/dialog_keys_test.cc.
#include "config/placeholder_rules.h"

#include <algorithm>

namespace parley::config {

bool may_have(const Param& param, std::string_view format) {
  const std::string& type = param.type.value;
  if (format == kEach) return param.list;
  const auto counts = [](std::string_view word) {
    return word == "number" || word == "percent" || word == "ordinal" || word == "head_count";
  };
  if (format.empty() || format == kPlain || format == kSelect || format == kIf || format == kCount || format == type ||
      !is_built_in_type(type))
    return true;
  if (format == kPlural || format == kOrdinalPlural) return counts(type) || param.list;
  return (counts(format) && counts(type)) || (type == "datetime" && (format == "date" || format == "time"));
}

bool is_list_member(const Param& param, std::string_view path) {
  const std::string_view member = path.substr(std::min(path.size(), param.id.value.size() + 1));
  const std::string_view head = member.substr(0, member.find('.'));
  return (head == "count" || head == "first" || head == "last") && !param.list && is_built_in_type(param.type.value);
}

}  // namespace parley::config
