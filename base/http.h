// HttpClient sends one HTTP request at a time to an endpoint that the operator configures. Only base/http.cc uses
// libcurl.
//
// libcurl reads the proxy settings from the environment by default; HttpClient disables proxies explicitly. It allows
// only http and https, follows no redirects, and verifies certificates. It accepts http:// only for this machine,
// unless `plain_http` is set.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"

namespace parley::base {

struct HttpEndpoint {
  std::string name;  // prefix of error messages, such as "the summarizer's endpoint"
  std::string url;   // set by the operator; no password, query or fragment
  std::string path;  // appended to `url`, such as "/chat/completions"
  bool plain_http = false;
  std::string ca_file;               // trusted CA certificates; empty: the system's
  std::vector<std::string> headers;  // "Name: value"; sent in addition to the JSON content type
  std::size_t max_response_bytes = 1024 * 1024;
};

struct HttpAnswer {
  long status = 0;
  std::string body;
  std::optional<std::int64_t> retry_after_ms;  // from Retry-After, as seconds or a date; at most one day
};

// Thread-safe: each request uses its own connection.
class HttpClient {
 public:
  // Checks the endpoint. Errors: kInvalidRequest when the URL or a header is invalid; kLimitExceeded when libcurl
  // cannot start.
  static Result<HttpClient> open(HttpEndpoint endpoint);

  // Posts `body` and returns the response, whatever its status. `timeout` covers the whole request and is clamped to
  // 1 ms to 1 hour. Errors: kLimitExceeded when the request times out or the response is too large; kInvalidRequest
  // when the endpoint is unreachable or does not speak HTTP. Error messages never contain the URL or a header.
  Result<HttpAnswer> post_json(const std::string& body, std::chrono::milliseconds timeout) const;

  Unexpected wrong(const std::string& what) const;  // kInvalidRequest with the endpoint's name

 private:
  explicit HttpClient(HttpEndpoint endpoint);
  HttpEndpoint endpoint_;
};

// Whether `value` is valid as the value of a header: visible ASCII, with blanks only inside.
bool fits_into_header(std::string_view value);

}  // namespace parley::base
