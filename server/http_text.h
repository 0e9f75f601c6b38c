// The bytes of HTTP/1.1 responses.
#pragma once

#include <string>
#include <string_view>

#include "server/http.h"

namespace parley::server {

inline constexpr const char* kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
inline constexpr const char* kLastChunk = "0\r\n\r\n";
// A response that needs no memory.
inline constexpr std::string_view kOverloaded =
    "HTTP/1.1 503 Service Unavailable\r\n"
    "Content-Type: application/problem+json\r\n"
    "Content-Length: 225\r\n"
    "Retry-After: 1\r\n"
    "Connection: close\r\n"
    "\r\n"
    "{\"type\":\"urn:parley:problem:overloaded\",\"title\":\"The server has too much work\",\"status\":503,"
    "\"code\":\"overloaded\",\"detail\":\"The server has no memory or no place left.\","
    "\"instance\":\"urn:uuid:00000000-0000-0000-0000-000000000000\"}";

// `is_head`: the request is a HEAD, so the body is left out.
std::string response_text(const HttpResponse& response, bool is_head, bool keeps_connection);
std::string stream_head_text(const HttpResponse& head);
// Returns a chunk of a stream. Empty for an empty part, because an empty chunk would end the stream.
std::string chunk_text(std::string_view part);
// Returns the response with the problem `code` (server/problem.h), which closes the connection.
std::string refusal_text(const char* code);

}  // namespace parley::server
