// Tested by tests/base/http_test.cc, and through its users by tests/context/summaries/http_test.cc and
// tests/telemetry/otlp_sink_test.cc.
#include "base/http.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <curl/curl.h>

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

// Whether `line` is "Name: value" without line breaks.
bool is_header(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon == 0) return false;
  const auto may_be_in_name = [](char c) {
    return is_word_byte(c) || std::string_view("!#$%&'*+-.^`|~").find(c) != std::string_view::npos;
  };
  const std::string_view name = line.substr(0, colon);
  return std::all_of(name.begin(), name.end(), may_be_in_name) && fits_into_header(line);
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
  if (is_plain && !endpoint.plain_http && !is_this_machine(*host))
    return "http:// sends data unencrypted to another machine; use https://, or set plain_http";
  if (!std::all_of(endpoint.headers.begin(), endpoint.headers.end(), is_header)) {
    return "a header is invalid; it must be 'Name: value' in visible ASCII";
  }
  return nullptr;
}

struct Received {
  std::string body;
  std::size_t most = 0;
  bool is_too_much = false;
};

std::size_t receive(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& received = *static_cast<Received*>(user);
  const std::size_t length = size * count;
  received.is_too_much = length > received.most - received.body.size();
  if (received.is_too_much) return CURL_WRITEFUNC_ERROR;
  received.body.append(bytes, length);
  return length;
}

// Returns null when out of memory.
HeaderList headers_of(const HttpEndpoint& endpoint) {
  HeaderList headers(curl_slist_append(nullptr, "Content-Type: application/json"));
  const auto add = [&](const std::string& line) {
    if (curl_slist* longer = headers ? curl_slist_append(headers.get(), line.c_str()) : nullptr) {
      (void)headers.release();
      headers.reset(longer);
    } else {
      headers.reset();
    }
  };
  add("Expect:");  // otherwise curl waits for "100 Continue" on long requests, which many servers never send
  for (const std::string& line : endpoint.headers) add(line);
  return headers;
}

void set_up(CURL* handle, const HttpEndpoint& endpoint, curl_slist* headers, const std::string& body,
            std::chrono::milliseconds timeout, Received& received) {
  using std::chrono::milliseconds;
  const auto within = std::clamp<milliseconds>(timeout, milliseconds(1), std::chrono::hours(1));
  curl_easy_setopt(handle, CURLOPT_URL, endpoint.url.c_str());
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &received);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS,
                   static_cast<long>(within.count()));  // the total, from name lookup to the last byte
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  if (!endpoint.ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, endpoint.ca_file.c_str());
}

}  // namespace

bool fits_into_header(std::string_view value) {
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7F;
  };
  return trim(value) == value && std::none_of(value.begin(), value.end(), is_odd);
}

HttpClient::HttpClient(HttpEndpoint endpoint) : endpoint_(std::move(endpoint)) {}

Result<HttpClient> HttpClient::open(HttpEndpoint endpoint) {
  if (!is_ready()) return over_limit(endpoint, "cannot start libcurl");
  if (const char* problem = problem_of(endpoint)) {
    return Unexpected(ErrorCode::kInvalidRequest, endpoint.name + ": " + problem);
  }
  while (endpoint.url.back() == '/') endpoint.url.pop_back();
  endpoint.url += endpoint.path;
  return HttpClient(std::move(endpoint));
}

Unexpected HttpClient::wrong(const std::string& what) const {
  return Unexpected(ErrorCode::kInvalidRequest, endpoint_.name + ": " + what);
}

Result<HttpAnswer> HttpClient::post_json(const std::string& body, std::chrono::milliseconds timeout) const {
  const Handle handle(curl_easy_init());
  const HeaderList headers = headers_of(endpoint_);
  if (!handle || !headers) return over_limit(endpoint_, "out of memory");
  Received received;
  received.most = endpoint_.max_response_bytes;
  set_up(handle.get(), endpoint_, headers.get(), body, timeout, received);
  const CURLcode code = curl_easy_perform(handle.get());
  if (received.is_too_much) return over_limit(endpoint_, "the response is too large");
  if (code == CURLE_OPERATION_TIMEDOUT) return over_limit(endpoint_, "the request timed out");
  if (code != CURLE_OK) return wrong(curl_easy_strerror(code));
  HttpAnswer answer;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &answer.status);
  curl_off_t seconds = 0;
  if (curl_easy_getinfo(handle.get(), CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0) {
    answer.retry_after_ms = std::min<std::int64_t>(seconds, 86'400) * 1000;
  }
  answer.body = std::move(received.body);
  return answer;
}

}  // namespace parley::base
