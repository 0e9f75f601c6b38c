// Tests a language model behind an HTTP endpoint.
#include "models/http_model.h"

#include <catch2/catch.hpp>

#include "tests/support/stub_server.h"

using namespace parley;
using test::completion;
using test::http;
using test::ResponseMode;
using test::StubServer;

namespace {

std::shared_ptr<LanguageModel> model_at(const std::string& url, const std::string& model = "") {
  HttpModelOptions options;
  options.url = url;
  options.model = model;
  options.api_key = "key-that-nobody-may-see";
  options.max_response_bytes = 4096;
  return *create_http_model(options);
}

ModelRequest short_request() {
  ModelRequest request;
  request.model = "named-by-the-bot";
  request.messages = {{"user", "hello"}};
  request.timeout = std::chrono::milliseconds(300);
  return request;
}

}  // namespace

TEST_CASE("a request names the model of the bot, or the operator's") {
  const StubServer server(http("200 OK", completion("fine")));
  REQUIRE(model_at(server.url())->complete(short_request()));
  const auto answer = model_at(server.url(), "own")->complete(short_request());
  REQUIRE(answer);
  CHECK(answer->text == "fine");
  REQUIRE(server.requests().size() == 2);
  CHECK_THAT(server.requests()[0], Catch::StartsWith("POST /v1/chat/completions "));
  CHECK_THAT(server.requests()[0], Catch::Contains("named-by-the-bot"));
  CHECK_THAT(server.requests()[0], Catch::Contains("Bearer key-that-nobody-may-see"));
  CHECK_THAT(server.requests()[1], Catch::Contains("\"own\""));
}

TEST_CASE("an endpoint that fails is an error without a key or a body") {
  struct Case {
    std::string response;
    ResponseMode mode;
  };
  const Case cases[] = {
      {http("429 Too Many Requests", "{\"error\":\"secret\"}"), ResponseMode::kNormal},
      {http("500 Oops", "secret"), ResponseMode::kNormal},
      {http("200 OK", std::string(10'000, ' ')), ResponseMode::kNormal},
      {"", ResponseMode::kNever},
      {"", ResponseMode::kClose},
      {"HTTP/1.1 200 OK\r\n\r\n ", ResponseMode::kDrop},
  };
  for (const Case& one : cases) {
    INFO(one.response.substr(0, 40));
    const StubServer server(one.response, one.mode);
    const auto answer = model_at(server.url())->complete(short_request());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message.find("the language model's endpoint") == 0);
    CHECK(answer.error().message.find("secret") == std::string::npos);
    CHECK(answer.error().message.find("key-that") == std::string::npos);
  }
}

TEST_CASE("an endpoint that refuses one request has a problem with it, and is no error") {
  for (const char* status : {"400 Bad Request", "403 Forbidden", "413 Payload Too Large", "422 Unprocessable Entity"}) {
    INFO(status);
    const StubServer server(http(status, "{\"error\":\"secret\"}"));
    const auto answer = model_at(server.url())->complete(short_request());
    REQUIRE(answer);
    CHECK(answer->text.empty());
    CHECK(answer->problem == "the language model's endpoint: the server responded with HTTP " + std::string(status, 3));
  }
}

TEST_CASE("invalid options of an endpoint are refused") {
  const auto refuses = [](const std::string& url, const std::string& key) {
    HttpModelOptions options;
    options.url = url;
    options.api_key = key;
    const auto model = create_http_model(options);
    return !model && model.error().code == ErrorCode::kInvalidRequest;
  };
  CHECK(refuses("", ""));
  CHECK(refuses("http://models.example/v1", ""));
  CHECK(refuses("https://models.example/v1", "a b"));
  CHECK_FALSE(refuses("https://models.example/v1", "ab"));
}
