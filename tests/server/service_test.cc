#include "server/service.h"

#include <cstdio>
#include <future>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "parley/stores.h"

using namespace parley;
using namespace parley::server;

namespace {

constexpr const char* kBot = R"(parley: 1
bot: {id: shop}
intents:
  - id: hello
    match: [{regex: hello}]
    steps: [{say: Hello.}]
)";

// A request in memory, to a route that answers without a stream.
class HeldExchange : public Exchange {
 public:
  explicit HeldExchange(HttpRequest request) : request_(std::move(request)) {}

  const HttpRequest& request() const override { return request_; }
  void respond(HttpResponse response) override { answer_.set_value(std::move(response)); }
  void begin_stream(HttpResponse /*head*/) override {}
  bool write(std::string /*part*/) override { return true; }
  void end() override {}
  void on_close(std::function<void()> gone) override { gone(); }

  HttpResponse answer() { return answer_.get_future().get(); }

 private:
  const HttpRequest request_;
  std::promise<HttpResponse> answer_;
};

// What the process writes to its standard error, from the construction to text().
class CapturedErrors {
 public:
  CapturedErrors() : file_(std::tmpfile()), before_(dup(STDERR_FILENO)) {
    std::fflush(stderr);
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~CapturedErrors() {
    restore();
    std::fclose(file_);
  }
  std::string text() {
    restore();
    std::rewind(file_);
    std::string all;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) all += static_cast<char>(c);
    return all;
  }

 private:
  void restore() {
    if (before_ < 0) return;
    std::fflush(stderr);
    dup2(before_, STDERR_FILENO);
    close(before_);
    before_ = -1;
  }

  std::FILE* const file_;
  int before_;
};

ServiceOptions options_with(std::function<Result<std::shared_ptr<const Catalog>>()> load) {
  BotParts parts;
  parts.store = parts.whole_store = create_memory_store();
  parts.engine = *Engine::create(*Catalog::parse(kBot, "bot.yaml"), parts.store);
  parts.load = std::move(load);
  ServiceOptions options;
  options.bots.push_back(std::move(parts));
  options.clock = std::make_shared<ManualClock>(1'000);
  return options;
}

HttpResponse post(Service& service, const std::string& target) {
  HttpRequest request;
  request.method = "POST";
  request.target = target;
  request.headers = {{"Host", "localhost"}};
  const auto exchange = std::make_shared<HeldExchange>(std::move(request));
  service.handle(exchange);
  return exchange->answer();
}

}  // namespace

TEST_CASE("The words of an exception reach the operator, and no client") {
  Service service(options_with(
      []() -> Result<std::shared_ptr<const Catalog>> { throw std::runtime_error("cannot open /secret/place"); }));
  CapturedErrors errors;
  const HttpResponse answer = post(service, "/v1/bot:reload");
  const std::string told = errors.text();
  CHECK(answer.status == 500);
  const auto problem = Value::parse(answer.body);
  REQUIRE(problem);
  CHECK(*problem->find("code") == Value("internal"));
  CHECK(*problem->find("detail") == Value("Internal error."));
  CHECK(answer.body.find("secret") == std::string::npos);
  CHECK(told.find("cannot open /secret/place") != std::string::npos);
}
