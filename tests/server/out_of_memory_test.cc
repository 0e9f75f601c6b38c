// Lets each allocation of a request fail in turn, on the threads of the server.
#include <atomic>
#include <cstdlib>
#include <new>

#include <catch2/catch.hpp>

#include "server/http_text.h"
#include "server/listener.h"
#include "server/raw_client.h"
#include "server/worker_pool.h"

using namespace parley;
using namespace parley::server;

namespace {

std::atomic<long> until_failure{-1};  // the number of allocations that succeed before one fails. Negative: none fails
thread_local bool is_test_thread = false;

bool must_fail() {
  if (is_test_thread || until_failure.load(std::memory_order_relaxed) < 0) return false;
  return until_failure.fetch_sub(1) == 0;
}

}  // namespace

void* operator new(std::size_t size) {
  void* const memory = must_fail() ? nullptr : std::malloc(size > 0 ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("A lack of memory ends a connection or a request, and the listener goes on") {
  struct Case {
    const char* what;
    const char* request;
    bool is_stream;
  };
  const auto row =
      GENERATE(Case{"a request", "GET /a HTTP/1.1\r\nHost: x\r\nA-long-header-of-the-request: y\r\n\r\n", false},
               Case{"a body in chunks",
                    "POST /a-path-that-is-not-short HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "20\r\n0123456789abcdef0123456789abcdef\r\n0\r\n\r\n",
                    false},
               Case{"a stream", "GET /s HTTP/1.1\r\nHost: x\r\n\r\n", true});
  CAPTURE(row.what);
  is_test_thread = true;
  {
    WorkerPool pool(2, 10);
    ListenerOptions options;
    options.port = 0;
    auto opened = Listener::open(options, [&](std::shared_ptr<Exchange> exchange) {
      const bool posted = pool.post([exchange, &row](WorkerPool::Go) {
        if (!row.is_stream) return exchange->respond({200, "text/plain", "the answer to a request"});
        exchange->begin_stream({200, "text/event-stream", ""});
        exchange->write("the answer to a request, in parts");
        exchange->end();
      });
      if (!posted) exchange->respond({503, "text/plain", "no room"});
    });
    REQUIRE(opened);
    Listener& listener = **opened;
    int answered = 0;
    bool has_failed = true;
    for (long allocations = 0; has_failed; ++allocations) {
      CAPTURE(allocations);
      REQUIRE(allocations < 10'000);
      until_failure = allocations;
      RawClient client(listener);
      client.send(row.request);
      const std::string answer = client.read_until("the answer to a request");
      has_failed = until_failure.exchange(-1) < 0;
      const bool is_answer =
          answer.find("HTTP/1.1 200") == 0 && answer.find("the answer to a request") != std::string::npos;
      const bool is_refusal = answer == kOverloaded || answer.find("no room") != std::string::npos;
      CAPTURE(answer);
      CHECK((is_answer || is_refusal || client.is_closed()));
      CHECK((has_failed || is_answer));
      answered += is_refusal ? 1 : 0;

      RawClient other(listener);
      other.send(row.request);
      REQUIRE(other.read_until("the answer to a request").find("HTTP/1.1 200") == 0);
    }
    CHECK(answered > 0);
  }
  is_test_thread = false;
}
