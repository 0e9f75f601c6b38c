// Implements a summarizer that calls an HTTP endpoint for chat completions.
//
// Tested by tests/context/summaries/http_test.cc.
#include "base/http.h"

#include <memory>
#include <string>
#include <utility>

#include "base/http_header.h"
#include "context/summaries/chat.h"
#include "parley/summaries.h"

namespace parley {
namespace context {
namespace {

constexpr char kName[] = "the summarizer's endpoint";

Unexpected refused(const char* what) {
  return Unexpected(ErrorCode::kInvalidRequest, std::string(kName) + ": " + what);
}

class HttpSummarizer : public Summarizer {
 public:
  HttpSummarizer(base::HttpClient client, std::string model, std::string prompt)
      : client_(std::move(client)), model_(std::move(model)), prompt_(std::move(prompt)) {}

  Result<std::string> summarise(const SummaryRequest& request) override {
    const auto answer = client_.post_json(context::chat_request(request, model_, prompt_), request.timeout);
    if (!answer) return Unexpected(answer.error());
    if (answer->status != 200) return client_.wrong("the server responded with HTTP " + std::to_string(answer->status));
    return context::completion_of(answer->body);
  }

 private:
  const base::HttpClient client_;
  const std::string model_, prompt_;
};

}  // namespace
}  // namespace context

Result<std::shared_ptr<Summarizer>> create_http_summarizer(HttpSummarizerOptions options) {
  if (options.model.empty()) return context::refused("the model name must not be empty");
  const bool has_blank = options.api_key.find(' ') != std::string::npos;
  if (has_blank || !base::fits_into_header(options.api_key)) {
    return context::refused("the API key is not valid in an HTTP header; it must be visible ASCII without blanks");
  }
  base::HttpEndpoint endpoint;
  endpoint.name = context::kName;
  endpoint.url = std::move(options.url);
  endpoint.path = "/chat/completions";
  endpoint.plain_http = options.plain_http;
  endpoint.ca_file = std::move(options.ca_file);
  endpoint.max_response_bytes = options.max_response_bytes;
  if (!options.api_key.empty()) endpoint.headers = {"Authorization: Bearer " + options.api_key};
  auto client = base::HttpClient::open(std::move(endpoint));
  if (!client) return Unexpected(client.error());
  if (options.prompt.empty()) options.prompt = context::default_prompt();
  return std::shared_ptr<Summarizer>(std::make_shared<context::HttpSummarizer>(
      std::move(*client), std::move(options.model), std::move(options.prompt)));
}

}  // namespace parley
