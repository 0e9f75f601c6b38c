#include "server/service.h"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <future>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "memory/forwarding_store.h"
#include "parley/stores.h"
#include "server/authority.h"

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

// A request whose answer is a stream.
class StreamedExchange : public HeldExchange {
 public:
  using HeldExchange::HeldExchange;

  bool write(std::string part) override {
    if (part.starts_with(":")) beats_.set_value_once();
    return true;
  }
  void end() override {
    ended_.set_value_once();
    close();
  }
  void on_close(std::function<void()> gone) override {
    std::unique_lock lock(mutex_);
    gone_ = std::move(gone);
    if (!is_closed_) return;
    lock.unlock();
    close();
  }

  bool beats() { return beats_.comes(); }
  bool ends() { return ended_.comes(); }
  void close() {
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    const auto gone = std::exchange(gone_, {});
    lock.unlock();
    if (gone) gone();
  }

 private:
  struct Signal {
    void set_value_once() {
      if (!is_set.exchange(true)) set.set_value();
    }
    bool comes() { return set.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready; }
    std::atomic<bool> is_set = false;
    std::promise<void> set;
  };
  Signal beats_, ended_;
  std::mutex mutex_;
  bool is_closed_ = false;
  std::function<void()> gone_;
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

// A store that reads no session before a test opens the gate.
class GatedStore final : public memory::ForwardingStore {
 public:
  explicit GatedStore(std::shared_future<void> gate) : ForwardingStore(create_memory_store()), gate_(std::move(gate)) {}
  Result<std::optional<SessionState>> load(std::string_view session) override {
    gate_.wait();
    return inner()->load(session);
  }
  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    gate_.wait();
    return inner()->record(session);
  }

 private:
  const std::shared_future<void> gate_;
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

std::shared_ptr<HeldExchange> send(Service& service, const char* method, const std::string& target,
                                   const std::string& body = "") {
  HttpRequest request;
  request.method = method;
  request.target = target;
  request.headers = {{"Host", "localhost"}, {"Content-Type", "application/json"}};
  request.body = body;
  auto exchange = std::make_shared<HeldExchange>(std::move(request));
  service.handle(exchange);
  return exchange;
}
HttpResponse post(Service& service, const std::string& target) { return send(service, "POST", target)->answer(); }

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

TEST_CASE("The streams of a revoked key end") {
  const auto folder = std::filesystem::temp_directory_path() / ("parley_streams_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string file = (folder / "keys.json").string();
  ApiKey reads;
  reads.scopes = static_cast<unsigned>(Scope::kRead);
  const auto key = add_api_key(file, reads), other = add_api_key(file, reads);
  REQUIRE((key && other));

  ServiceOptions options = options_with(std::function<Result<std::shared_ptr<const Catalog>>()>());
  const auto clock = std::make_shared<ManualClock>(1'000);
  options.clock = clock;
  options.beat = std::chrono::milliseconds(1);
  options.keys = *ApiKeys::open(file, clock);
  Service service(std::move(options));
  const auto open = [&](const std::string& target, const std::string& with) {
    HttpRequest request;
    request.method = "GET";
    request.target = target;
    request.headers = {{"Host", "localhost"}, {"Authorization", "Bearer " + with}};
    auto exchange = std::make_shared<StreamedExchange>(std::move(request));
    service.handle(exchange);
    return exchange;
  };
  const auto of_session = open("/v1/sessions/s/events", *key), of_all = open("/v1/events", *key);
  CHECK(of_session->beats());
  CHECK(of_all->beats());
  REQUIRE(revoke_api_key(file, key->substr(3, 9), 2'000));
  clock->set(3'000);
  CHECK(of_session->ends());
  CHECK(of_all->ends());
  const auto of_other = open("/v1/events", *other);
  CHECK(of_other->beats());
  of_other->close();
  std::filesystem::remove_all(folder);
}

TEST_CASE("A page does not end a handoff that begins after its request was allowed") {
  for (const SessionEvent event : {SessionEvent::kReset, SessionEvent::kEnd}) {
    INFO(to_string(event));
    BotParts parts;
    parts.store = parts.whole_store = create_memory_store();
    const auto catalog = Catalog::parse(
        "parley: 1\nbot: {id: shop}\nintents:\n  - {id: human, match: [{regex: human}], steps: [{handoff: asked}]}\n",
        "bot.yaml");
    REQUIRE(catalog);
    parts.engine = *Engine::create(*catalog, parts.store);
    HostedBot bot(std::move(parts), nullptr);
    Principal page;
    page.kind = Principal::Kind::kToken;
    page.session = "s";
    Principal key;
    key.kind = Principal::Kind::kKey;
    key.scopes = static_cast<unsigned>(Scope::kTurn);
    const auto ends = [&](const Principal& who) {
      Request request;
      request.session = "s";
      request.input = event;
      return std::get<AllowedRequest>(allow(who, bot, request));
    };
    const AllowedRequest end = ends(page);
    REQUIRE(bot.handle(std::get<AllowedRequest>(allow(page, bot, Request::text("s", "human")))));
    const auto refused = bot.handle(end);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kInvalidRequest);
    CHECK((*bot.store().load("s"))->handed_off);
    CHECK(bot.handle(ends(key)));
    CHECK_FALSE((*bot.store().load("s"))->handed_off);
  }
}

TEST_CASE("Requests that run turns again never hold all workers") {
  struct Row {
    const char* method;
    const char* target;
    const char* body;
  };
  const auto row =
      GENERATE(Row{"GET", "/v1/sessions/s/turns/1/why", ""}, Row{"POST", "/v1/simulations", R"({"session":"s"})"});
  CAPTURE(row.target);
  constexpr std::size_t kWorkers = 32, kRepeating = kWorkers / 8;
  std::promise<void> gate;
  ServiceOptions options = options_with(std::function<Result<std::shared_ptr<const Catalog>>()>());
  options.workers = kWorkers;
  const auto store = std::make_shared<GatedStore>(gate.get_future().share());
  options.bots.front().store = options.bots.front().whole_store = store;
  Service service(std::move(options));
  std::vector<std::shared_ptr<HeldExchange>> held;
  for (std::size_t i = 0; i < kRepeating; ++i) held.push_back(send(service, row.method, row.target, row.body));
  for (std::size_t i = 0; i < kWorkers; ++i) {
    CHECK(send(service, row.method, row.target, row.body)->answer().status == 503);
  }
  CHECK(send(service, "GET", "/v1/sessions")->answer().status == 200);
  gate.set_value();
  for (const auto& exchange : held) CHECK(exchange->answer().status == 404);
  CHECK(send(service, row.method, row.target, row.body)->answer().status == 404);
}
