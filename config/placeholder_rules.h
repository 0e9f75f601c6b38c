// Says which placeholders a param can have in a text: "{day, date}", "{items.first}".
#pragma once

#include <string_view>

#include "config/definition.h"

namespace parley::config {

// Whether the format can apply to the param. Any format can apply to a declared entity, because the types of its values
// are not known yet.
bool may_have(const Param& param, std::string_view format);

// Whether a path is `count`, `first` or `last` of a param that takes one value. The value of a declared entity may have
// members of its own.
bool is_list_member(const Param& param, std::string_view path);

// Whether the arguments of a check of `param` are this param and params before it. The texts of later params may then
// name what the check saves.
bool is_called_before_later_params(const Intent& intent, const Param& param, const ToolStep& check);

}  // namespace parley::config
