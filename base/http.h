// HttpClient sends HTTP requests to one endpoint. Only base/http.cc uses libcurl.
//
// libcurl reads the proxy settings from the environment by default; HttpClient disables proxies explicitly. It allows
// only http and https, follows no redirects, keeps no cookies, and verifies certificates. Without a guard, it accepts
// http:// only for this machine, unless `plain_http` is set.
//
// An endpoint that a bot names has a guard: the addresses behind its host name must be public, or of a network that the
// operator allows. HttpClient judges each address after the name lookup and before it connects, so that no spelling of
// a host and no answer of a name server gets around the guard.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "parley/result.h"

namespace parley::base {

struct HttpGuard {
  std::vector<Network> allowed;  // in addition to the public internet. http:// needs an address of these networks
};

struct HttpEndpoint {
  std::string name;  // prefix of error messages, such as "the summarizer's endpoint"
  std::string url;   // no password, query or fragment
  std::string path;  // appended to `url`, such as "/chat/completions"
  bool plain_http = false;
  std::string ca_file;               // trusted CA certificates; empty: the system's
  std::vector<std::string> headers;  // "Name: value"; sent with every request
  std::size_t max_response_bytes = 1024 * 1024;
  std::optional<HttpGuard> guard;  // unset: the operator chose the URL
};

struct HttpAnswer;

struct HttpRequest {
  std::string method = "POST";
  std::string target;                // appended to the URL of the endpoint, percent-encoded: "/orders/O-1?lang=en"
  std::vector<std::string> headers;  // "Name: value"
  std::optional<std::string> body;
  // Whether the server may receive the request twice. If not, the client opens a new connection, because a reused one
  // may fail after the server has read the request.
  bool is_repeatable = false;
  // Returns whether the body of a response is complete, although the server has not ended it: an event stream. Empty:
  // the server ends it.
  std::function<bool(const HttpAnswer& so_far)> is_complete = {};
};

struct HttpAnswer {
  long status = 0;
  std::string body;
  std::map<std::string, std::string, std::less<>> headers;  // by lower-case name; the last one of several
  std::optional<std::int64_t> retry_after_ms;               // from Retry-After, as seconds or a date; at most one day
};

// Thread-safe. Requests at the same time use different connections; idle connections are kept for later requests.
class HttpClient {
 public:
  // Checks the endpoint. Errors: kInvalidRequest when the URL or a header is invalid; kLimitExceeded when libcurl
  // cannot start.
  static Result<HttpClient> open(HttpEndpoint endpoint);

  // Sends the request and returns the response, whatever its status. `timeout` covers the whole request and is clamped
  // to 1 ms to 1 hour. Errors: kLimitExceeded when the request times out or the response is too large; kInvalidRequest
  // when a header is invalid, the guard refuses an address, or the endpoint is unreachable or does not speak HTTP.
  // Error messages never contain the URL or a header.
  Result<HttpAnswer> send(const HttpRequest& request, std::chrono::milliseconds timeout) const;

  // Posts `body` to the endpoint.
  Result<HttpAnswer> post_json(std::string body, std::chrono::milliseconds timeout) const;

  Unexpected wrong(const std::string& what) const;  // kInvalidRequest with the endpoint's name

 private:
  struct Connections;
  HttpClient(HttpEndpoint endpoint, std::shared_ptr<Connections> connections);

  HttpEndpoint endpoint_;
  std::shared_ptr<Connections> connections_;
};

}  // namespace parley::base
