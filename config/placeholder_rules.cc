// Tested by tests/config/dialog_keys_test.cc.
#include "config/placeholder_rules.h"

#include <algorithm>

#include "config/by_id.h"
#include "config/reader_parts.h"
#include "config/template.h"
#include "config/visitors.h"

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

bool is_called_before_later_params(const Intent& intent, const Param& param, const ToolStep& check) {
  bool is_before = true;
  for (const Argument& argument : check.with) {
    if (!argument.origin.text) continue;
    for_each_placeholder(argument.origin.text->pieces, [&](const Template::Piece& piece) {
      const Param* given = find_by_id(intent.params, expr_root(piece.placeholder));
      is_before = is_before && (!given || given <= &param);
    });
  }
  return is_before;
}

}  // namespace parley::config
