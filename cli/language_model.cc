// Tested by tests/cli/model_test.
#include "cli/language_model.h"

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr const char* kUrlHint =
    "PARLEY_LLM_URL must be the root of an API like OpenAI's, such as "
    "http://127.0.0.1:11434/v1";

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// Names what the operator can change. `model` is the name in the request.
std::string hint_for(const std::string& message, const std::string& model, bool sends_schema) {
  if (contains(message, "HTTP 401") || contains(message, "HTTP 403")) return "; set PARLEY_LLM_KEY to a key of it";
  if (contains(message, "HTTP 404"))
    return fmt::format("; {}, and the server must have the model '{}'", kUrlHint, model);
  if (contains(message, "HTTP 400")) {
    return fmt::format("; does the server have the model '{}'?{}", model,
                       sends_schema ? " If it does not support JSON Schema, unset PARLEY_LLM_JSON_SCHEMA" : "");
  }
  if (contains(message, "is not JSON") || contains(message, "contains no text")) return fmt::format("; {}", kUrlHint);
  if (contains(message, "was cut off")) return "; increase 'llm.answer_tokens' of the bot";
  if (contains(message, "timed out")) return "; increase 'llm.timeout' of the bot, or use a faster model";
  const bool is_unreachable = contains(message, "connect to server") || contains(message, "resolve host");
  return is_unreachable ? "; does the server run at PARLEY_LLM_URL?" : "";
}

class ReportingModel final : public LanguageModel {
 public:
  ReportingModel(std::shared_ptr<LanguageModel> model, std::string name, bool sends_schema)
      : model_(std::move(model)), name_(std::move(name)), sends_schema_(sends_schema) {}

  Result<ModelAnswer> complete(const ModelRequest& request) override {
    auto answer = model_->complete(request);
    const std::string& message = answer ? answer->problem : answer.error().message;
    if (!message.empty()) {
      const std::string hint = hint_for(message, name_.empty() ? request.model : name_, sends_schema_);
      fmt::print(stderr, "parley: {}{}\n", printable(message), printable(hint));
    }
    return answer;
  }

 private:
  const std::shared_ptr<LanguageModel> model_;
  const std::string name_;  // replaces the name in the request. Empty: does not
  const bool sends_schema_;
};

// Names the setting that is wrong. The command has no option that permits plain HTTP.
Error of_setting(Error error) {
  const std::string option = ", or set plain_http";
  if (const auto at = error.message.find(option); at != std::string::npos) error.message.erase(at, option.size());
  const bool is_key = contains(error.message, "API key");
  error.message += is_key ? " (PARLEY_LLM_KEY)" : " (PARLEY_LLM_URL)";
  return error;
}

}  // namespace

Result<std::shared_ptr<LanguageModel>> open_language_model(const Settings& settings) {
  HttpModelOptions options;
  options.url = settings.text("llm.url");
  if (options.url.empty()) return std::shared_ptr<LanguageModel>();
  options.model = settings.text("llm.model");
  options.api_key = settings.text("llm.key");
  options.json_schema = settings.is_on("llm.json_schema");
  const bool sends_schema = options.json_schema;
  std::string name = options.model;
  auto model = create_http_model(std::move(options));
  if (!model) return Unexpected(of_setting(model.error()));
  return std::shared_ptr<LanguageModel>(
      std::make_shared<ReportingModel>(std::move(*model), std::move(name), sends_schema));
}

}  // namespace parley::cli
