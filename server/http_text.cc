#include "server/http_text.h"

#include <array>
#include <cstdio>
#include <ctime>

#include "server/problem.h"

namespace parley::server {
namespace {

const char* reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "";
  }
}

// The time of the `Date` header, which origin servers send (RFC 9110, 6.6.1). It is made once a second per thread.
const std::string& date_line() {
  thread_local std::time_t made_at = 0;
  thread_local std::string line;
  const std::time_t now = std::time(nullptr);
  if (now != made_at) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    line = text.data();
    made_at = now;
  }
  return line;
}

// A value with a line break would begin another header.
void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) {
    if (c != '\r' && c != '\n') out += c;
  }
  out += "\r\n";
}

std::string head(const HttpResponse& response) {
  std::string out = "HTTP/1.1 " + std::to_string(response.status) + " " + reason_of(response.status) + "\r\n";
  out += date_line();
  out += "X-Content-Type-Options: nosniff\r\n";  // no browser may take an answer for a script
  if (!response.content_type.empty()) append_header(out, "Content-Type", response.content_type);
  for (const auto& [name, value] : response.headers) append_header(out, name, value);
  return out;
}

}  // namespace

std::string response_text(const HttpResponse& response, bool is_head, bool keeps_connection) {
  std::string out = head(response);
  const bool has_length = response.status != 204 && response.status != 304;
  if (has_length) append_header(out, "Content-Length", std::to_string(response.body.size()));
  if (!keeps_connection) out += "Connection: close\r\n";
  out += "\r\n";
  if (has_length && !is_head) out += response.body;
  return out;
}

std::string stream_head_text(const HttpResponse& response) {
  return head(response) + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
}

std::string chunk_text(std::string_view part) {
  if (part.empty()) return {};
  std::array<char, 20> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", part.size());
  return std::string(size.data()).append(part).append("\r\n");
}

std::string refusal_text(const char* code) { return response_text(problem(code).response(), false, false); }

}  // namespace parley::server
