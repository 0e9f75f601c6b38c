// A summarizer behind an endpoint. The only user of libcurl.
//
// libcurl would read a proxy and where it is not to be used from the environment; both are set here. It is given no
// more protocols than it needs, follows no redirect, and checks certificates.
//
// Tested by tests/memory/summaries/http_test.cc.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <curl/curl.h>

#include "memory/summaries/chat.h"
#include "parley/summaries.h"

namespace parley {
namespace memory {
namespace {

struct Release {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  void operator()(char* text) const { curl_free(text); }
};
using Handle = std::unique_ptr<CURL, Release>;
using Url = std::unique_ptr<CURLU, Release>;
using Headers = std::unique_ptr<curl_slist, Release>;
using Text = std::unique_ptr<char, Release>;

bool is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

Unexpected wrong(const std::string& what) {
  return Unexpected(ErrorCode::kInvalidRequest, "the summarizer's endpoint: " + what);
}

Unexpected over_limit(const char* what) {
  return Unexpected(ErrorCode::kLimitExceeded, std::string("the summarizer's endpoint: ") + what);
}

std::optional<std::string> part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return std::nullopt;
  return std::string(Text(text).get());
}

bool is_this_machine(const std::string& host) {
  const bool is_loopback_address =
      host.rfind("127.", 0) == 0 && host.find_first_not_of("0123456789.") == std::string::npos;
  return is_loopback_address || host == "localhost" || host == "[::1]";
}

// Null: nothing is wrong with it.
const char* problem_of(const HttpSummarizerOptions& options) {
  const Url url(curl_url());
  if (curl_url_set(url.get(), CURLUPART_URL, options.url.c_str(), 0) != CURLUE_OK) return "its url is none";
  const auto scheme = part_of(url.get(), CURLUPART_SCHEME), host = part_of(url.get(), CURLUPART_HOST);
  const bool is_plain = scheme == "http";
  if (!host || (!is_plain && scheme != "https")) return "its url must begin with https:// or http://";
  if (part_of(url.get(), CURLUPART_USER) || part_of(url.get(), CURLUPART_PASSWORD)) {
    return "its url must not hold a password";
  }
  if (part_of(url.get(), CURLUPART_QUERY) || part_of(url.get(), CURLUPART_FRAGMENT)) {
    return "its url must end with a path";
  }
  if (is_plain && !options.plain_http && !is_this_machine(*host)) return "http:// leaves this machine unencrypted";
  if (options.model.empty()) return "its model has no name";
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7F;
  };
  if (std::any_of(options.api_key.begin(), options.api_key.end(), is_odd)) return "its key cannot be sent in a header";
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

class HttpSummarizer : public Summarizer {
 public:
  explicit HttpSummarizer(HttpSummarizerOptions options) : options_(std::move(options)) {
    while (!options_.url.empty() && options_.url.back() == '/') options_.url.pop_back();
    options_.url += "/chat/completions";
    if (options_.prompt.empty()) options_.prompt = default_prompt();
  }

  Result<std::string> summarise(const SummaryRequest& request) override {
    const Handle handle(curl_easy_init());
    const Headers headers = make_headers();
    if (!handle || !headers) return over_limit("out of memory");
    const std::string body = chat_request(request, options_.model, options_.prompt);
    Received received;
    received.most = options_.max_response_bytes;
    set_up(handle.get(), request, headers.get(), body, received);
    const CURLcode code = curl_easy_perform(handle.get());
    if (received.is_too_much) return over_limit("it answers at too great a length");
    if (code == CURLE_OPERATION_TIMEDOUT) return over_limit("it did not answer in time");
    if (code != CURLE_OK) return wrong(curl_easy_strerror(code));
    long status = 0;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) return wrong("it answered with HTTP " + std::to_string(status));
    return completion_of(received.body);
  }

 private:
  Headers make_headers() const {
    Headers headers(curl_slist_append(nullptr, "Content-Type: application/json"));
    const auto add = [&](const std::string& line) {
      if (curl_slist* longer = headers ? curl_slist_append(headers.get(), line.c_str()) : nullptr) {
        (void)headers.release();
        headers.reset(longer);
      } else {
        headers.reset();
      }
    };
    add("Expect:");  // else a long request waits for a leave that many servers do not give
    if (!options_.api_key.empty()) add("Authorization: Bearer " + options_.api_key);
    return headers;
  }

  void set_up(CURL* handle, const SummaryRequest& request, curl_slist* headers, const std::string& body,
              Received& received) const {
    const long timeout = static_cast<long>(std::clamp<std::int64_t>(request.timeout_ms, 1, 3'600'000));
    curl_easy_setopt(handle, CURLOPT_URL, options_.url.c_str());
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.c_str());
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &received);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout);  // of all, from the name's look-up to the last byte
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!options_.ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, options_.ca_file.c_str());
  }

  HttpSummarizerOptions options_;
};

}  // namespace
}  // namespace memory

Result<std::shared_ptr<Summarizer>> http_summarizer(HttpSummarizerOptions options) {
  if (!memory::is_ready()) return memory::over_limit("libcurl could not be started");
  if (const char* problem = memory::problem_of(options)) return memory::wrong(problem);
  return std::shared_ptr<Summarizer>(std::make_shared<memory::HttpSummarizer>(std::move(options)));
}

}  // namespace parley
