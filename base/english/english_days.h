// Writes dates, times and their ranges in English.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/locale_values.h"

namespace parley::base::english {

std::optional<std::string> moment(const Value& value, MomentKind kind, std::string_view style);
std::optional<std::string> range(const Value& value, MomentKind kind, std::string_view style);

bool can_write_fields(std::string_view skeleton);

}  // namespace parley::base::english
