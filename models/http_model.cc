// Tested by tests/models/http_model_test.cc and tests/context/summaries/http_test.cc.
#include "models/http_model.h"

#include <utility>

#include "base/http.h"
#include "base/http_header.h"
#include "models/chat_completion.h"

namespace parley {
namespace models {
namespace {

// Whether the endpoint works, but does not take this request: it is too long, or a filter of its contents refuses it
// (OpenRouter: 403).
bool is_refusal(long status) { return status == 400 || status == 403 || status == 413 || status == 422; }

class HttpModel : public LanguageModel {
 public:
  HttpModel(base::HttpClient client, std::string name, std::string model, Schema schema)
      : client_(std::move(client)), name_(std::move(name)), model_(std::move(model)), schema_(schema) {}

  Result<ModelAnswer> complete(const ModelRequest& request) override {
    const std::string& model = model_.empty() ? request.model : model_;
    const auto answer = client_.post_json(chat_body(request, model, schema_), request.timeout);
    if (!answer) return Unexpected(answer.error());
    const std::string status = "the server responded with HTTP " + std::to_string(answer->status);
    if (is_refusal(answer->status)) return ModelAnswer{{}, {}, true, name_ + ": " + status};
    if (answer->status != 200) return client_.wrong(status);
    return completion_of(answer->body, name_);
  }

 private:
  const base::HttpClient client_;
  const std::string name_, model_;
  const Schema schema_;
};

}  // namespace

Result<std::shared_ptr<LanguageModel>> open_http_model(HttpModelOptions options, std::string name) {
  const bool has_blank = options.api_key.find(' ') != std::string::npos;
  if (has_blank || !base::fits_into_header(options.api_key)) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      name + ": the API key is not valid in an HTTP header; it must be visible ASCII without blanks");
  }
  base::HttpEndpoint endpoint;
  endpoint.name = name;
  endpoint.url = std::move(options.url);
  endpoint.path = "/chat/completions";
  endpoint.plain_http = options.plain_http;
  endpoint.ca_file = std::move(options.ca_file);
  endpoint.max_response_bytes = options.max_response_bytes;
  if (!options.api_key.empty()) endpoint.headers = {"Authorization: Bearer " + options.api_key};
  auto client = base::HttpClient::open(std::move(endpoint));
  if (!client) return Unexpected(client.error());
  return std::shared_ptr<LanguageModel>(
      std::make_shared<HttpModel>(std::move(*client), std::move(name), std::move(options.model),
                                  options.json_schema ? Schema::kSent : Schema::kOmitted));
}

}  // namespace models

Result<std::shared_ptr<LanguageModel>> create_http_model(HttpModelOptions options) {
  return models::open_http_model(std::move(options), "the language model's endpoint");
}

}  // namespace parley
