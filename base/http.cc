// Tested by tests/base/http_test.cc, and through its users by tests/context/summaries/http_test.cc and
// tests/telemetry/otlp_sink_test.cc.
#include "base/http.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include <arpa/inet.h>
#include <curl/curl.h>
#include <sys/socket.h>

#include "base/http_header.h"
#include "base/text.h"

namespace parley::base {
namespace {

struct Release {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  void operator()(char* text) const { curl_free(text); }
};
using Handle = std::unique_ptr<CURL, Release>;
using Url = std::unique_ptr<CURLU, Release>;
using HeaderList = std::unique_ptr<curl_slist, Release>;
using CurlText = std::unique_ptr<char, Release>;

bool is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

Unexpected over_limit(const HttpEndpoint& endpoint, const char* what) {
  return Unexpected(ErrorCode::kLimitExceeded, endpoint.name + ": " + what);
}

std::optional<std::string> part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return std::nullopt;
  return std::string(CurlText(text).get());
}

bool is_this_machine(const std::string& host) {
  const bool is_loopback_address =
      host.rfind("127.", 0) == 0 && host.find_first_not_of("0123456789.") == std::string::npos;
  return is_loopback_address || host == "localhost" || host == "[::1]";
}

// Returns a description of what is wrong with the endpoint, or null when it is valid.
const char* problem_of(const HttpEndpoint& endpoint) {
  const Url url(curl_url());
  if (curl_url_set(url.get(), CURLUPART_URL, endpoint.url.c_str(), 0) != CURLUE_OK) return "the URL is invalid";
  const auto scheme = part_of(url.get(), CURLUPART_SCHEME), host = part_of(url.get(), CURLUPART_HOST);
  const bool is_plain = scheme == "http";
  if (!host || (!is_plain && scheme != "https")) return "the URL must begin with https:// or http://";
  if (part_of(url.get(), CURLUPART_USER) || part_of(url.get(), CURLUPART_PASSWORD)) {
    return "the URL must not contain a user name or password";
  }
  if (part_of(url.get(), CURLUPART_QUERY) || part_of(url.get(), CURLUPART_FRAGMENT)) {
    return "the URL must not have a query or fragment";
  }
  if (is_plain && !endpoint.plain_http && !endpoint.guard && !is_this_machine(*host))
    return "http:// sends data unencrypted to another machine; use https://, or set plain_http";
  if (!std::all_of(endpoint.headers.begin(), endpoint.headers.end(), is_header)) {
    return "a header is invalid; it must be 'Name: value' in visible ASCII";
  }
  return nullptr;
}

// What one request receives.
struct Exchange {
  const HttpEndpoint& endpoint;
  const HttpRequest& request;
  HttpAnswer answer;
  std::size_t header_bytes = 0;
  bool is_too_large = false;
  bool is_complete = false;       // the request does not need the rest of the body
  const char* refusal = nullptr;  // why the guard refused an address
};

constexpr std::size_t kMaxHeaderBytes = 64 * 1024;

std::size_t receive_body(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  std::string& body = exchange.answer.body;
  const std::size_t length = size * count;
  exchange.is_too_large = length > exchange.endpoint.max_response_bytes - body.size();
  if (exchange.is_too_large) return CURL_WRITEFUNC_ERROR;
  body.append(bytes, length);
  exchange.is_complete = exchange.request.is_complete && exchange.request.is_complete(exchange.answer);
  return exchange.is_complete ? CURL_WRITEFUNC_ERROR : length;
}

std::size_t receive_header(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  const std::size_t length = size * count;
  exchange.header_bytes += length;
  exchange.is_too_large = exchange.header_bytes > kMaxHeaderBytes;
  if (exchange.is_too_large) return CURL_WRITEFUNC_ERROR;
  const std::string_view line(bytes, length);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return length;
  exchange.answer.headers[lower_ascii(line.substr(0, colon))] = trim(line.substr(colon + 1));
  return length;
}

std::optional<IpAddress> address_of(const sockaddr& address) {
  IpAddress out;
  if (address.sa_family == AF_INET) {
    out.is_v4 = true;
    std::memcpy(out.bytes.data(), &reinterpret_cast<const sockaddr_in&>(address).sin_addr, 4);
  } else if (address.sa_family == AF_INET6) {
    std::memcpy(out.bytes.data(), &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, 16);
  } else {
    return std::nullopt;
  }
  return out;
}

const char* why_refused(const sockaddr& socket_address, const HttpEndpoint& endpoint) {
  const auto address = address_of(socket_address);
  if (!address) return "an address of an unknown kind";
  const auto& allowed = endpoint.guard->allowed;
  if (const char* why = base::why_refused(*address, allowed)) return why;
  const bool is_encrypted = lower_ascii(endpoint.url.substr(0, 5)) == "https";
  const bool is_named =
      std::any_of(allowed.begin(), allowed.end(), [&](const Network& net) { return net.contains(*address); });
  return is_encrypted || is_named ? nullptr : "a public address, and http:// is not encrypted";
}

// Called for each address of the host before libcurl connects to it.
curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(user);
  exchange.refusal = why_refused(address->addr, exchange.endpoint);
  if (exchange.refusal) return CURL_SOCKET_BAD;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Returns null when out of memory.
HeaderList headers_of(const HttpEndpoint& endpoint, const HttpRequest& request) {
  // Otherwise curl waits for "100 Continue" on long requests, which many servers never send.
  HeaderList headers(curl_slist_append(nullptr, "Expect:"));
  const auto add = [&](std::string line) {
    // curl sends a header without a value only in this form; "Name:" removes a header of its own.
    if (line.size() > 2 && line.compare(line.size() - 2, 2, ": ") == 0) line.replace(line.size() - 2, 2, ";");
    if (curl_slist* longer = headers ? curl_slist_append(headers.get(), line.c_str()) : nullptr) {
      (void)headers.release();
      headers.reset(longer);
    } else {
      headers.reset();
    }
  };
  if (!request.body) add("Content-Type:");
  for (const std::string& line : endpoint.headers) add(line);
  for (const std::string& line : request.headers) add(line);
  return headers;
}

void set_request(CURL* handle, const HttpRequest& request) {
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, request.is_repeatable ? 0L : 1L);
  if (!request.body) return;
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body->c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
}

void set_limits(CURL* handle, const HttpEndpoint& endpoint, std::chrono::milliseconds timeout) {
  using std::chrono::milliseconds;
  const auto within = std::clamp<milliseconds>(timeout, milliseconds(1), std::chrono::hours(1));
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS,
                   static_cast<long>(within.count()));  // the total, from name lookup to the last byte
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);  // otherwise a slow name server delays the end of the request
  curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(endpoint.max_response_bytes));
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  if (!endpoint.ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, endpoint.ca_file.c_str());
}

void receive_into(CURL* handle, Exchange& exchange) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, receive_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &exchange);
  if (!exchange.endpoint.guard) return;
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, &exchange);
}

void read_status(CURL* handle, HttpAnswer& answer) {
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status);
  curl_off_t seconds = 0;
  if (curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0) {
    answer.retry_after_ms = std::min<std::int64_t>(seconds, 86'400) * 1000;
  }
}

}  // namespace

// Idle handles, each with its open connection. Thread-safe.
struct HttpClient::Connections {
  static constexpr std::size_t kMostIdle = 8;

  ~Connections() {
    for (CURL* handle : idle) curl_easy_cleanup(handle);
  }
  Handle take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return Handle(curl_easy_init());
    Handle handle(idle.back());
    idle.pop_back();
    return handle;
  }
  void keep(Handle handle) {
    curl_easy_reset(handle.get());  // the connection stays open
    const std::lock_guard lock(mutex);
    if (idle.size() < kMostIdle) idle.push_back(handle.release());
  }

  std::mutex mutex;
  std::vector<CURL*> idle;  // owned
};

HttpClient::HttpClient(HttpEndpoint endpoint, std::shared_ptr<Connections> connections)
    : endpoint_(std::move(endpoint)), connections_(std::move(connections)) {}

Result<HttpClient> HttpClient::open(HttpEndpoint endpoint) {
  if (!is_ready()) return over_limit(endpoint, "cannot start libcurl");
  if (const char* problem = problem_of(endpoint)) {
    return Unexpected(ErrorCode::kInvalidRequest, endpoint.name + ": " + problem);
  }
  while (endpoint.url.back() == '/') endpoint.url.pop_back();
  endpoint.url += endpoint.path;
  return HttpClient(std::move(endpoint), std::make_shared<Connections>());
}

Unexpected HttpClient::wrong(const std::string& what) const {
  return Unexpected(ErrorCode::kInvalidRequest, endpoint_.name + ": " + what);
}

Result<HttpAnswer> HttpClient::send(const HttpRequest& request, std::chrono::milliseconds timeout) const {
  if (!std::all_of(request.headers.begin(), request.headers.end(), is_header)) return wrong("a header is invalid");
  Handle handle = connections_->take();
  const HeaderList headers = headers_of(endpoint_, request);
  if (!handle || !headers) return over_limit(endpoint_, "out of memory");
  Exchange exchange{endpoint_, request, {}, 0, false, false, nullptr};
  const std::string url = endpoint_.url + request.target;
  curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  set_request(handle.get(), request);
  set_limits(handle.get(), endpoint_, timeout);
  receive_into(handle.get(), exchange);
  const CURLcode code = curl_easy_perform(handle.get());
  if (exchange.is_too_large || code == CURLE_FILESIZE_EXCEEDED) {
    return over_limit(endpoint_, "the response is too large");
  }
  if (code == CURLE_OPERATION_TIMEDOUT) return over_limit(endpoint_, "the request timed out");
  if (exchange.refusal && code == CURLE_COULDNT_CONNECT) {
    return wrong(std::string("refused to connect: the host has ") + exchange.refusal);
  }
  if (exchange.is_complete) {
    read_status(handle.get(), exchange.answer);
    return std::move(exchange.answer);  // curl has closed the connection
  }
  if (code != CURLE_OK) return wrong(curl_easy_strerror(code));
  read_status(handle.get(), exchange.answer);
  connections_->keep(std::move(handle));
  return std::move(exchange.answer);
}

Result<HttpAnswer> HttpClient::post_json(std::string body, std::chrono::milliseconds timeout) const {
  HttpRequest request;
  request.headers = {"Content-Type: application/json"};
  request.body = std::move(body);
  return send(request, timeout);
}

}  // namespace parley::base
