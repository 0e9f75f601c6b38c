// Tests events for a collector: the requests that it receives, and that a failing, slow or faulty collector loses only
// events.
#include <catch2/catch.hpp>

#include "telemetry/otlp_json.h"
#include "telemetry/queue.h"
#include "tests/support/stub_server.h"
#include "tests/telemetry/push_events.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using test::event_lines;
using test::http;
using test::push;
using test::ResponseMode;
using test::StubServer;

namespace {

constexpr TimeMs kStart = 1772442000000;
constexpr char kSecret[] = "key-that-nobody-may-see";

struct Exporter {
  explicit Exporter(const std::string& url, std::chrono::milliseconds timeout = std::chrono::minutes(1)) {
    options.url = url;
    options.headers = {{"Authorization", std::string("Bearer ") + kSecret}, {"X-Scope-OrgID", "shop 7"}};
    options.timeout = timeout;
    options.clock = clock;
    sink = *create_otlp_sink(options);
  }
  Result<std::size_t> write(std::size_t events = 3) { return sink->write(event_lines(events)); }

  OtlpOptions options;
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(kStart);
  std::shared_ptr<TelemetrySink> sink;
};

std::string retry_after(const char* seconds) { return std::string("Retry-After: ") + seconds + "\r\n"; }

}  // namespace

TEST_CASE("a batch is one request with the configured headers") {
  const StubServer server(http("200 OK", "{}"));
  Exporter exporter(server.url() + "/");
  const auto written = exporter.write();
  REQUIRE(written);
  CHECK(*written == 3);
  REQUIRE(server.requests().size() == 1);
  const std::string sent = server.requests()[0];
  CHECK_THAT(sent, Catch::StartsWith("POST /v1/v1/logs HTTP/1.1\r\n"));  // appended to the path of the server's URL
  CHECK_THAT(sent, Catch::Contains("Content-Type: application/json\r\n"));
  CHECK_THAT(sent, Catch::Contains(std::string("Authorization: Bearer ") + kSecret + "\r\n"));
  CHECK_THAT(sent, Catch::Contains("X-Scope-OrgID: shop 7\r\n"));
  CHECK(sent.substr(sent.find("\r\n\r\n") + 4) == telemetry::otlp_request(event_lines(3), kStart));
}

TEST_CASE("batches have the configured size and delay") {
  OtlpOptions options;
  options.url = "https://collector.example";
  CHECK((*create_otlp_sink(options))->pace().most_lines == 512);
  CHECK((*create_otlp_sink(options))->pace().every == std::chrono::seconds(1));
  options.max_batch = 7;
  options.every = std::chrono::milliseconds(5);
  CHECK((*create_otlp_sink(options))->pace().most_lines == 7);
  CHECK((*create_otlp_sink(options))->pace().every == std::chrono::milliseconds(5));
}

TEST_CASE("a collector that requests a retry gets it after the requested delay") {
  struct Case {
    const char* status;
    std::string head;
    std::string second;  // empty: no second request is expected
    TimeMs waited;
    int written;  // -1: an error
  };
  const std::string good = http("200 OK", "{}");
  const Case cases[] = {
      {"429 Too Many Requests", retry_after("7"), good, 7'000, 3},
      {"502 Bad Gateway", "", good, 1'000, 3},
      {"503 Service Unavailable", retry_after("0"), good, 1'000, 3},
      {"503 Service Unavailable", retry_after("nonsense"), good, 1'000, 3},
      {"504 Gateway Timeout", retry_after("60"), good, 60'000, 3},
      {"504 Gateway Timeout", retry_after("61"), "", 0, -1},
      {"503 Service Unavailable", "", http("503 Service Unavailable", ""), 1'000, -1},
      {"503 Service Unavailable", "", http("400 Bad Request", ""), 1'000, -1},
      {"503 Service Unavailable", "", http("200 OK", R"({"partialSuccess":{"rejectedLogRecords":"1"}})"), 1'000, 2},
      {"400 Bad Request", retry_after("1"), "", 0, -1},
      {"401 Unauthorized", "", "", 0, -1},
      {"404 Not Found", "", "", 0, -1},
      {"413 Payload Too Large", "", "", 0, -1},
      {"500 Internal Server Error", "", "", 0, -1},
      {"307 Temporary Redirect", "Location: http://127.0.0.1:1/\r\n", "", 0, -1},
  };
  for (const Case& each : cases) {
    CAPTURE(each.status, each.head);
    std::vector<std::string> answers{http(each.status, kSecret, each.head)};
    if (!each.second.empty()) answers.push_back(each.second);
    const StubServer server(answers);
    Exporter exporter(server.url());
    const auto written = exporter.write();
    CHECK(exporter.clock->now() == kStart + each.waited);
    CHECK(server.requests().size() == answers.size());
    REQUIRE(written.has_value() == (each.written >= 0));
    if (written) {
      CHECK(*written == static_cast<std::size_t>(each.written));
    } else {
      CHECK_THAT(written.error().message, Catch::Contains("HTTP ") && !Catch::Contains(kSecret));
    }
  }
}

TEST_CASE("a faulty collector loses the batch, and no error shows the key or its location") {
  struct Case {
    const char* what;
    std::string answer;
    ResponseMode manner;
  };
  const std::string endless = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n ";
  const Case cases[] = {
      {"one byte from time to time", endless, ResponseMode::kDrop},
      {"nothing", "", ResponseMode::kNever},
      {"a body without an end", endless, ResponseMode::kStream},
      {"a huge body", http("200 OK", std::string(200'000, ' ')), ResponseMode::kNormal},
      {"garbage instead of HTTP", "\x01\x02\x03 nothing of the kind\r\n\r\n", ResponseMode::kNormal},
      {"HTML instead of JSON", http("200 OK", "<html>hello</html>"), ResponseMode::kNormal},
      {"half a response", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}", ResponseMode::kNormal},
      {"a closed connection", "", ResponseMode::kClose},
      {"a count that is not a number", http("200 OK", R"({"partialSuccess":{"rejectedLogRecords":"all"}})"),
       ResponseMode::kNormal},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const StubServer server(each.answer, each.manner);
    const bool is_slow = each.manner == ResponseMode::kDrop || each.manner == ResponseMode::kNever;
    Exporter exporter(server.url(), std::chrono::milliseconds(is_slow ? 100 : 60'000));
    const auto written = exporter.write();
    REQUIRE(!written);
    CHECK_THAT(written.error().message, Catch::StartsWith("the telemetry collector: ") && !Catch::Contains(kSecret) &&
                                            !Catch::Contains("127.0.0.1"));
  }
}

TEST_CASE("an empty response is a success") {
  const StubServer server(http("200 OK", ""));
  CHECK(*Exporter(server.url()).write() == 3);
}

TEST_CASE("while a collector is down nothing is sent, with growing backoff; afterwards sending continues") {
  std::string url;
  { url = StubServer("").url(); }
  Exporter down(url);
  CHECK(!down.write());

  const std::string bad = http("500 Internal Server Error", ""), good = http("200 OK", "{}");
  const StubServer server({bad, bad, bad, good, bad, good});
  Exporter exporter(server.url());
  std::size_t asked = 0;
  TimeMs now = kStart;
  for (const TimeMs rest : {1'000, 2'000, 4'000}) {
    const auto failed = exporter.write();
    REQUIRE(!failed);
    CHECK_THAT(failed.error().message, Catch::Contains("HTTP 500"));
    CHECK(server.requests().size() == ++asked);
    exporter.clock->set(now += rest - 1);
    const auto resting = exporter.write();
    REQUIRE(!resting);
    CHECK_THAT(resting.error().message, Catch::Contains("is paused after failures"));
    CHECK(server.requests().size() == asked);
    exporter.clock->set(++now);
  }
  CHECK(*exporter.write() == 3);
  CHECK(!exporter.write());
  exporter.clock->set(now + 1'000);
  CHECK(*exporter.write() == 3);
}

TEST_CASE("a collector can request a long backoff") {
  const StubServer server({http("503 Service Unavailable", "", retry_after("61")), http("200 OK", "{}")});
  Exporter exporter(server.url());
  CHECK(!exporter.write());
  exporter.clock->set(kStart + 59'999);
  CHECK(!exporter.write());
  CHECK(server.requests().size() == 1);
  exporter.clock->set(kStart + 60'000);
  CHECK(exporter.write());
}

TEST_CASE("the queue counts lost events and reports them to the collector when it recovers") {
  const std::string part = http("200 OK", R"({"partialSuccess":{"rejectedLogRecords":2}})");
  const StubServer server({http("500 Internal Server Error", ""), part, http("200 OK", "{}")});
  Exporter exporter(server.url());
  telemetry::Queue queue({exporter.sink});
  const auto export_some = [&](std::size_t events) {
    push(queue, event_lines(events));
    REQUIRE(queue.flush(test::kPatience));
  };
  export_some(5);
  export_some(7);  // during the backoff
  CHECK(queue.counts()[0].lost == 12);
  CHECK(queue.counts()[0].errors == 2);
  exporter.clock->set(kStart + 1'000);
  export_some(4);
  CHECK(queue.counts()[0].lost == 14);
  export_some(1);
  CHECK(queue.counts()[0].written == 3);
  CHECK(queue.counts()[0].errors == 3);
  REQUIRE(server.requests().size() == 3);
  const auto tells = [](int lost) { return Catch::Contains(R"("lost","value":{"intValue":")" + std::to_string(lost)); };
  CHECK_THAT(server.requests()[1], tells(12));
  CHECK_THAT(server.requests()[2], tells(2));
}

TEST_CASE("options that cannot work or would send telemetry unencrypted are refused, and the key is not shown") {
  const auto refuses = [](auto change) {
    OtlpOptions options;
    options.url = "https://collector.example:4318";
    options.headers = {{"Authorization", kSecret}};
    change(options);
    const auto made = create_otlp_sink(options);
    if (!made) CHECK_THAT(made.error().message, !Catch::Contains(kSecret));
    return !made && made.error().code == ErrorCode::kInvalidRequest;
  };
  CHECK_FALSE(refuses([](auto&) {}));
  CHECK_FALSE(refuses([](auto& options) { options.url = "http://localhost:4318"; }));
  CHECK_FALSE(refuses([](auto& options) { options.url = "http://a.example", options.plain_http = true; }));
  CHECK(refuses([](auto& options) { options.url = "http://a.example"; }));
  CHECK(refuses([](auto& options) { options.url = ""; }));
  CHECK(refuses([](auto& options) { options.url = "https://a.example?key=1"; }));
  CHECK(refuses([](auto& options) { options.timeout = {}; }));
  CHECK(refuses([](auto& options) { options.max_batch = 0; }));
  CHECK(refuses([](auto& options) { options.every = {}; }));
  CHECK(refuses([](auto& options) { options.headers[0].second += "\r\nX-Other: two"; }));
  CHECK(refuses([](auto& options) { options.headers[0].first = "A: b\r\nC"; }));
  CHECK(refuses([](auto& options) { options.headers[0].first = ""; }));
}
