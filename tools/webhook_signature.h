// Signs requests as Standard Webhooks does (standardwebhooks.com, specification 1.0): HMAC-SHA256 over the id, the time
// and the body of a request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"

namespace parley::tools {

// Returns the bytes of a key "whsec_BASE64"; nullopt if the text is not such a key. The key has 24 to 64 bytes.
std::optional<std::string> parse_signing_key(std::string_view text);

// Returns the headers webhook-id, webhook-timestamp and webhook-signature.
std::vector<std::string> signature_headers(std::string_view key, std::string_view id, TimeMs now,
                                           std::string_view body);

}  // namespace parley::tools
