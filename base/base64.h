// Base64 (RFC 4648, section 4) without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace parley::base {

std::string to_base64(std::string_view bytes);

// Returns nullopt for a text that to_base64() cannot produce.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace parley::base
