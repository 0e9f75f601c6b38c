// Server-sent events (HTML Living Standard, 9.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/http.h"

namespace parley::server {

// The head of a stream. Proxies must not buffer it.
HttpResponse event_stream_head();

// `data` must have no line breaks; JSON of Value has none. `id`: the number that the client sends as Last-Event-ID when
// it connects again.
std::string event_text(std::string_view event, std::string_view data, std::optional<std::int64_t> id = {});

// An event without a name, as other products send them.
std::string data_text(std::string_view data);

// A comment, which keeps the connection open.
inline constexpr const char* kKeepAlive = ":\n\n";

}  // namespace parley::server
