// Implements a summarizer that calls an HTTP endpoint for chat completions.
//
// Tested by tests/context/summaries/http_test.cc.
#include <memory>
#include <string>
#include <utility>

#include "base/http_header.h"
#include "context/summaries/chat.h"
#include "models/http_model.h"
#include "parley/summaries.h"

namespace parley {
namespace context {
namespace {

class HttpSummarizer : public Summarizer {
 public:
  HttpSummarizer(std::shared_ptr<LanguageModel> model, std::string prompt)
      : model_(std::move(model)), prompt_(std::move(prompt)) {}

  Result<std::string> summarise(const SummaryRequest& request) override {
    auto answer = model_->complete(chat_request(request, prompt_));
    if (!answer) return Unexpected(answer.error());
    return std::move(answer->text);  // empty if it has a problem, which then concerns only this summary
  }

 private:
  const std::shared_ptr<LanguageModel> model_;
  const std::string prompt_;
};

}  // namespace
}  // namespace context

Result<std::shared_ptr<Summarizer>> create_http_summarizer(HttpSummarizerOptions options) {
  constexpr const char* kName = "the summarizer's endpoint";
  if (options.model.empty()) {
    return Unexpected(ErrorCode::kInvalidRequest, std::string(kName) + ": the model name must not be empty");
  }
  HttpModelOptions endpoint;
  endpoint.url = std::move(options.url);
  endpoint.model = std::move(options.model);
  endpoint.api_key = std::move(options.api_key);
  endpoint.plain_http = options.plain_http;
  endpoint.ca_file = std::move(options.ca_file);
  endpoint.max_response_bytes = options.max_response_bytes;
  auto model = models::open_http_model(std::move(endpoint), kName);
  if (!model) return Unexpected(model.error());
  if (options.prompt.empty()) options.prompt = context::default_prompt();
  return std::shared_ptr<Summarizer>(
      std::make_shared<context::HttpSummarizer>(std::move(*model), std::move(options.prompt)));
}

}  // namespace parley
