// Tests the limits of connections, with a client that sends bytes by hand.
#include "server/listener.h"

#include <atomic>
#include <filesystem>
#include <thread>

#include <catch2/catch.hpp>
#include <poll.h>
#include <unistd.h>

#include "server/raw_client.h"

using namespace parley;
using namespace parley::server;

namespace {

ListenerOptions options_with(ListenerLimits limits) {
  ListenerOptions options;
  options.port = 0;
  options.limits = limits;
  return options;
}

std::unique_ptr<Listener> open(ListenerLimits limits, HttpHandler handler) {
  auto opened = Listener::open(options_with(limits), std::move(handler));
  REQUIRE(opened);
  return std::move(*opened);
}

void echo(const std::shared_ptr<Exchange>& exchange) {
  const HttpRequest& request = exchange->request();
  exchange->respond({200, "text/plain", request.method + " " + request.target + " " + request.body});
}

ListenerLimits with(std::function<void(ListenerLimits&)> change) {
  ListenerLimits limits;
  change(limits);
  return limits;
}

// Returns whether `count` reaches `wanted` within 20 seconds.
bool reaches(const std::atomic<int>& count, int wanted) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (count < wanted && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return count == wanted;
}

constexpr std::chrono::milliseconds kSoon{50};
const char* const kHello = "GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n";

}  // namespace

TEST_CASE("A listener answers requests, several on one connection") {
  const auto listener = open({}, echo);
  RawClient client(*listener);
  client.send(kHello);
  CHECK(client.read_until("GET /a?b ").find("HTTP/1.1 200 OK") == 0);
  client.send(
      "POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloPUT /d HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
      "chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  CHECK(client.read_until("PUT /d abc").find("POST /c hello") != std::string::npos);
  client.send("HEAD /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  CHECK(client.is_closed_by_server());
}

TEST_CASE("Requests over a limit are refused, and the connection ends") {
  struct Case {
    const char* what;
    std::string bytes;
    const char* status;
  };
  const std::string large(3000, 'x');
  const auto row = GENERATE_COPY(
      Case{"a header over the limit", "GET / HTTP/1.1\r\nHost: x\r\nX: " + large + "\r\n\r\n", "431"},
      Case{"a body over the limit", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\n\r\n", "413"},
      Case{"chunks over the limit",
           "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nbb8\r\n" + large + "\r\n0\r\n\r\n", "413"},
      Case{"no HTTP", "hello\r\n\r\n", "400"},
      Case{"two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"},
      Case{"a length and chunks", "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"});
  CAPTURE(row.what);
  const auto listener = open(with([](ListenerLimits& limits) {
                               limits.header_bytes = 1024;
                               limits.body_bytes = 2048;
                             }),
                             echo);
  RawClient client(*listener);
  client.send(row.bytes);
  const std::string answer = client.read_until("urn:parley");
  CHECK(answer.substr(0, 12) == std::string("HTTP/1.1 ") + row.status);
  CHECK(client.is_closed_by_server());
}

TEST_CASE("A client that is too slow is disconnected") {
  struct Case {
    const char* what;
    std::string bytes;
  };
  const auto row = GENERATE(Case{"nothing", ""}, Case{"a part of a header", "GET / HTTP/1.1\r\nHo"},
                            Case{"a part of a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"},
                            Case{"a request, and no other", kHello});
  CAPTURE(row.what);
  const auto listener = open(
      with([](ListenerLimits& limits) { limits.header_timeout = limits.body_timeout = limits.idle_timeout = kSoon; }),
      echo);
  RawClient client(*listener);
  client.send(row.bytes);
  CHECK(client.is_closed_by_server());
}

TEST_CASE("The deadline of a header does not move when bytes arrive") {
  const auto listener =
      open(with([](ListenerLimits& limits) { limits.header_timeout = std::chrono::milliseconds(300); }), echo);
  RawClient client(*listener);
  std::atomic<bool> stop{false};
  std::thread drip([&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (client.send("GET / HTTP/1.1\r\n"); !stop && std::chrono::steady_clock::now() < end;) {
      client.send("X: y\r\n");
      pollfd none{-1, 0, 0};
      poll(&none, 1, 20);
    }
  });
  CHECK(client.is_closed_by_server());
  stop = true;
  drip.join();
}

TEST_CASE("Connections over the limit are refused, and the others go on") {
  const auto listener = open(with([](ListenerLimits& limits) { limits.connections = 2; }), echo);
  RawClient one(*listener);
  one.send(kHello);
  one.read_until("GET /a?b ");
  auto two = std::make_unique<RawClient>(*listener);
  two->send(kHello);
  two->read_until("GET /a?b ");
  CHECK(listener->connections() == 2);
  RawClient three(*listener);
  CHECK(three.read_until("overloaded").find("HTTP/1.1 503") == 0);
  CHECK(three.is_closed_by_server());
  two.reset();
  one.send(kHello);
  CHECK(one.read_until("?b GET").find("503") == std::string::npos);
}

TEST_CASE("A stream sends parts, and drops a client that reads too slowly") {
  std::atomic<int> gone{0};
  std::unique_ptr<Listener> listener;
  std::shared_ptr<Exchange> stream;
  listener = open(with([](ListenerLimits& limits) { limits.outbox_bytes = 64 * 1024; }),
                  [&](const std::shared_ptr<Exchange>& exchange) {
                    stream = exchange;  // before the client can read
                    exchange->on_close([&] { ++gone; });
                    exchange->begin_stream({200, "text/event-stream", ""});
                    exchange->write("first");
                  });
  RawClient client(*listener);
  client.send(kHello);
  CHECK(client.read_until("first").find("Transfer-Encoding: chunked") != std::string::npos);
  const std::string part(16 * 1024, 'x');
  int written = 0;
  while (written < 10'000 && stream->write(part)) ++written;
  CHECK(written > 0);
  CHECK(written < 10'000);  // 160 MB: more than the buffers of the system
  CHECK(client.is_closed_by_server());
  CHECK(reaches(gone, 1));
  CHECK_FALSE(stream->write("more"));
}

TEST_CASE("A stream ends when it is ended, and is noticed when the client goes") {
  std::atomic<int> gone{0};
  std::unique_ptr<Listener> listener;
  std::shared_ptr<Exchange> stream;
  listener = open({}, [&](const std::shared_ptr<Exchange>& exchange) {
    stream = exchange;  // before the client can read
    exchange->on_close([&] { ++gone; });
    exchange->begin_stream({200, "text/event-stream", ""});
  });
  auto client = std::make_unique<RawClient>(*listener);
  client->send(kHello);
  client->read_until("\r\n\r\n");
  stream->write("last");
  stream->end();
  CHECK(client->read_until("0\r\n\r\n").find("4\r\nlast\r\n") != std::string::npos);
  CHECK(client->is_closed_by_server());
  CHECK(reaches(gone, 1));
  client = std::make_unique<RawClient>(*listener);
  client->send(kHello);
  client->read_until("\r\n\r\n");
  client.reset();
  CHECK(reaches(gone, 2));
}

TEST_CASE("A handler that forgets its request answers with an error") {
  const auto listener = open({}, [](const std::shared_ptr<Exchange>&) {});
  RawClient client(*listener);
  client.send(kHello);
  CHECK(client.read_until("overloaded").find("HTTP/1.1 503") == 0);
}

TEST_CASE("drain() waits for answers, and closes idle connections and streams") {
  std::unique_ptr<Listener> listener;
  std::shared_ptr<Exchange> waiting;
  std::shared_ptr<Exchange> stream;
  listener = open({}, [&](const std::shared_ptr<Exchange>& exchange) {
    if (exchange->request().target == "/wait") {
      std::atomic_store(&waiting, exchange);
    } else if (exchange->request().target == "/stream") {
      stream = exchange;
      exchange->begin_stream({200, "text/event-stream", ""});
      exchange->write("open");
    } else {
      echo(exchange);
    }
  });
  RawClient idle(*listener);
  idle.send(kHello);
  idle.read_until("GET /a?b ");
  RawClient streaming(*listener);
  streaming.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  streaming.read_until("open");
  RawClient busy(*listener);
  busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!std::atomic_load(&waiting) && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  CHECK_FALSE(listener->drain(std::chrono::milliseconds(100)));
  CHECK(idle.is_closed_by_server());
  CHECK(streaming.is_closed_by_server());
  std::atomic_load(&waiting)->respond({200, "text/plain", "done"});
  CHECK(busy.read_until("done").find("Connection: close") != std::string::npos);
  waiting.reset();
  busy.is_closed_by_server();
  CHECK_FALSE(RawClient(*listener).is_open());
}

TEST_CASE("A Unix socket is private, and a stale one is replaced") {
  const std::string path = "/tmp/parley_listener_" + std::to_string(getpid());
  ListenerOptions options;
  options.unix_path = path;
  {
    auto listener = Listener::open(options, echo);
    REQUIRE(listener);
    CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::others_all) ==
          std::filesystem::perms::none);
    RawClient client(**listener);
    client.send(kHello);
    CHECK(client.read_until("GET /a?b ").find("200 OK") != std::string::npos);
    CHECK_FALSE(Listener::open(options, echo));
  }
  CHECK_FALSE(std::filesystem::exists(path));
  std::filesystem::create_directory(path);
  CHECK_FALSE(Listener::open(options, echo));
  std::filesystem::remove(path);
}

TEST_CASE("A place that cannot be used is refused with the reason") {
  const auto listener = open({}, echo);
  const auto port = static_cast<std::uint16_t>(std::stoi(listener->url().substr(listener->url().rfind(':') + 1)));
  struct Case {
    std::string address;
    std::uint16_t port;
    const char* words;
  };
  const auto row = GENERATE_COPY(Case{"127.0.0.1", port, "in use"}, Case{"example.org", 0, "not an IP address"},
                                 Case{"192.0.2.1", 0, "assign"});
  ListenerOptions options;
  options.address = row.address;
  options.port = row.port;
  const auto opened = Listener::open(options, echo);
  REQUIRE_FALSE(opened);
  CAPTURE(opened.error().message);
  CHECK(opened.error().message.find(row.words) != std::string::npos);
}
