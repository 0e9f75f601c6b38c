// LanguageModel: a model that completes a chat. The engine asks it to read messages that the bot's rules leave unclear,
// if the bot has `llm` and `understanding` (docs/models.md), and to answer questions from the bot's pages, if it has
// `knowledge: {answer: model}` (docs/knowledge.md).
//
//   parley::HttpModelOptions endpoint;
//   endpoint.url = "http://127.0.0.1:8080/v1";  // a llama.cpp server on this machine
//   auto model = parley::create_http_model(endpoint);
//   if (!model) return std::cerr << model.error().to_string() << '\n', 1;
//   parley::EngineOptions options;
//   options.model = *model;
//
// A model only reads, or writes an answer from pages. Its answer is checked against the bot, the message and the pages,
// like the result of a caller's own NLU. It calls no tool, confirms nothing, and gives no value that the message does
// not contain.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/tool.h"
#include "parley/value.h"

namespace parley {

struct ModelMessage {
  std::string role;  // "system", "user" or "assistant"
  std::string text;
  friend bool operator==(const ModelMessage&, const ModelMessage&) = default;
};

struct ModelRequest {
  std::string model;  // the name under `llm` of the bot
  std::vector<ModelMessage> messages;
  Value schema;                   // the JSON Schema of the answer. Null: any text
  std::int64_t max_tokens = 400;  // of the answer
  std::chrono::milliseconds timeout = std::chrono::seconds(4);
};

struct ModelAnswer {
  std::string text;
  Usage usage;                // all 0: unknown; the engine then estimates the tokens
  bool may_be_cached = true;  // false: an equal request must get a new answer
  // Why this request gets no text, although the model works: "the text was cut off". It must not quote the request.
  // Empty: `text` is the answer.
  std::string problem = {};
};

// The interface of a model. Implementations must be thread-safe. Errors must not quote the request. An error means that
// the model does not work: after three of them in a row, the engine asks it nothing for 30 seconds, in any session.
// What only concerns one request is a ModelAnswer::problem, so that one user cannot switch the model off. The engine
// calls complete() on a thread of its own and stops waiting after the timeout; the thread shares the ownership of the
// model.
class LanguageModel {
 public:
  LanguageModel() = default;
  LanguageModel(const LanguageModel&) = delete;
  LanguageModel& operator=(const LanguageModel&) = delete;
  virtual ~LanguageModel() = default;
  virtual Result<ModelAnswer> complete(const ModelRequest& request) = 0;
};

// A model behind an HTTP endpoint with OpenAI's interface: POST {url}/chat/completions. The model gets no tools. The
// client follows no redirects, uses no proxy, and checks every certificate.
struct HttpModelOptions {
  std::string url;           // "https://models.example/v1"
  std::string model;         // replaces the name in the request. Empty: the name in the request
  std::string api_key;       // sent as a bearer token; never in an error. Empty: none
  bool json_schema = false;  // true: the server supports `response_format` with a JSON Schema
  bool plain_http = false;   // true: allows http:// to other machines
  std::string ca_file;       // of the trusted certificates. Empty: those of the machine
  std::size_t max_response_bytes = 256 * 1024;
};
// kInvalidRequest: an invalid option. complete() returns kLimitExceeded after a timeout or a response that is too long,
// and kInvalidRequest if the endpoint cannot be reached, or returns another HTTP status. The answer has a problem if
// the endpoint refuses the request (HTTP 400, 403, 413 or 422), or returns no JSON, no text or a text that was cut off.
Result<std::shared_ptr<LanguageModel>> create_http_model(HttpModelOptions options);

}  // namespace parley
