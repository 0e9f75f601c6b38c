#include "server/access_log.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <thread>

#include <catch2/catch.hpp>

using namespace parley;
using namespace parley::server;

namespace {

// Keeps the lines, and writes none while `blocked` is not ready.
class Lines final : public TelemetrySink {
 public:
  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    ++writes;
    blocked.wait();
    if (is_full) return Unexpected(ErrorCode::kStoreUnavailable, "the disk is full");
    written.insert(written.end(), lines.begin(), lines.end());
    return lines.size();
  }
  std::atomic<int> writes{0};
  std::shared_future<void> blocked;
  bool is_full = false;
  std::vector<std::string> written;
};

AccessEntry entry_of(const std::string& route, int status) {
  AccessEntry entry;
  entry.at = 1764234000000;
  entry.method = "POST";
  entry.route = route;
  entry.operation = "runTurn";
  entry.status = status;
  entry.bytes = 12;
  entry.ms = 1.23456;
  entry.peer = "203.0.113.77";
  return entry;
}

bool becomes(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_so() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return is_so();
}

}  // namespace

TEST_CASE("The access log holds as much of an address as the operator chose") {
  struct Case {
    const char* address;
    LoggedAddress how_much;
    const char* logged;
  };
  for (const Case& c : {
           Case{"203.0.113.77", LoggedAddress::kNone, ""},
           Case{"203.0.113.77", LoggedAddress::kNetwork, "203.0.113.0/24"},
           Case{"203.0.113.77", LoggedAddress::kWhole, "203.0.113.77"},
           Case{"2001:db8:1:2:3:4:5:6", LoggedAddress::kNetwork, "2001:db8:1::/48"},
           Case{"::1", LoggedAddress::kNetwork, "::/48"},
           Case{"", LoggedAddress::kNetwork, ""},
           Case{"", LoggedAddress::kWhole, ""},
       }) {
    CAPTURE(c.address);
    CHECK(logged_address(c.address, c.how_much) == c.logged);
  }
  CHECK(logged_address_named("network") == LoggedAddress::kNetwork);
  CHECK_FALSE(logged_address_named("some"));
}

TEST_CASE("A line of the access log has what is known, and an unknown method only as 'other'") {
  auto sink = std::make_shared<Lines>();
  std::promise<void> go;
  sink->blocked = go.get_future().share();
  go.set_value();
  {
    AccessLog log(sink, LoggedAddress::kNetwork);
    AccessEntry entry = entry_of("/v1/turns", 200);
    entry.method = "ANNA-SMITH";
    log.add(entry);
  }
  REQUIRE(sink->written.size() == 1);
  CHECK(sink->written.front() ==
        R"({"at":"2025-11-27T09:00:00.000Z","bytes":12,"method":"other","ms":1.235,"operation":"runTurn",)"
        R"("peer":"203.0.113.0/24","route":"/v1/turns","status":200})");
}

TEST_CASE("Lines that do not fit into the queue, and lines that the sink refuses, are counted as lost") {
  auto sink = std::make_shared<Lines>();
  std::promise<void> go;
  sink->blocked = go.get_future().share();
  sink->is_full = true;
  AccessLog log(sink, LoggedAddress::kNone, 2);
  log.add(entry_of("/v1/turns", 200));
  REQUIRE(becomes([&] { return sink->writes == 1; }));  // the first line is being written
  for (int i = 0; i < 5; ++i) log.add(entry_of("/v1/turns", 200));
  CHECK(log.lost() == 3);
  go.set_value();
  CHECK(becomes([&] { return log.lost() == 6; }));
}
