// HTTP in a build without PARLEY_HTTP: no endpoint can be opened.
//
// Tested by tests/absent/absent_test.cc.
#include "base/http.h"

#include "base/absent.h"

namespace parley::base {

struct HttpClient::Connections {};

HttpClient::HttpClient(HttpEndpoint endpoint, std::shared_ptr<Connections> connections)
    : endpoint_(std::move(endpoint)), connections_(std::move(connections)) {}

// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves it
Result<HttpClient> HttpClient::open(HttpEndpoint endpoint) {
  auto error = absent("HTTP", "PARLEY_HTTP");
  error.error.message = endpoint.name + ": " + error.error.message;
  return error;
}

Result<HttpAnswer> HttpClient::send(const HttpRequest&, std::chrono::milliseconds) const {
  return absent("HTTP", "PARLEY_HTTP");
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves it
Result<HttpAnswer> HttpClient::post_json(std::string, std::chrono::milliseconds) const {
  return absent("HTTP", "PARLEY_HTTP");
}

Unexpected HttpClient::wrong(const std::string& what) const {
  return Unexpected(ErrorCode::kInvalidRequest, endpoint_.name + ": " + what);
}

}  // namespace parley::base
