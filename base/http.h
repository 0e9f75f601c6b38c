// HTTP: one request, one answer, to an endpoint that an operator names. The one place that knows libcurl.
//
// libcurl would read a proxy, and where it is not to be used, from the environment; both are set here. It is given no
// more protocols than it needs, follows no redirect, and checks certificates. A url without TLS is for this machine
// only, unless it is said to be fine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"

namespace parley::base {

struct HttpEndpoint {
  std::string name;  // begins the errors: "the summarizer's endpoint"
  std::string url;   // the operator's: no password, no query
  std::string path;  // of what is asked for there: "/chat/completions"
  bool plain_http = false;
  std::string ca_file;               // of the certificates to trust; empty: the machine's
  std::vector<std::string> headers;  // "Name: value", beside those for JSON
  std::size_t max_response_bytes = 1024 * 1024;
};

struct HttpAnswer {
  long status = 0;
  std::string body;
  std::optional<std::int64_t> retry_after_ms;  // what the answer asks for, by seconds or by date
};

// Thread-safe: each request has a connection of its own.
class HttpClient {
 public:
  // kInvalidRequest: a url or a header that cannot work.
  static Result<HttpClient> open(HttpEndpoint endpoint);

  // An answer of any status. kLimitExceeded: it took too long, or answers at too great a length; kInvalidRequest: it
  // could not be reached, or does not speak HTTP. No error tells the url or a header.
  Result<HttpAnswer> post_json(const std::string& body, std::int64_t timeout_ms) const;

  Unexpected wrong(const std::string& what) const;  // kInvalidRequest, with the endpoint's name

 private:
  explicit HttpClient(HttpEndpoint endpoint);
  HttpEndpoint endpoint_;
};

// Whether a value can stand in a header: visible ASCII, with blanks in between.
bool fits_into_header(std::string_view value);

}  // namespace parley::base
