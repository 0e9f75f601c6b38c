// AccessLog: one line of JSON for each answered request. It holds no query, no session, no user and no text.
//
//   {"at": "2026-11-27T09:00:00.000Z", "bytes": 412, "key": "k3f9a1c2", "method": "POST", "ms": 3.2,
//    "operation": "runTurn", "request": "9f0c...", "route": "/v1/sessions/{session}/turns", "status": 200}
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "parley/clock.h"
#include "parley/telemetry.h"

namespace parley::server {

// How much of a client's address a line holds. kNetwork: the first 24 bits of IPv4, and 48 bits of IPv6.
enum class LoggedAddress { kNone, kNetwork, kWhole };
std::optional<LoggedAddress> logged_address_named(std::string_view name);  // "none", "network", "whole"

// The part of an address that a line holds: "203.0.113.0/24". Empty: none.
std::string logged_address(const std::string& address, LoggedAddress how_much);

struct AccessEntry {
  TimeMs at = 0;  // the arrival of the whole request
  std::string method;
  std::string route;      // the path of its route: "/v1/sessions/{session}/turns". Empty: no route
  std::string operation;  // the operationId of openapi.json
  int status = 0;
  std::int64_t bytes = 0;  // of the body of the answer
  double ms = 0;           // from the arrival to the answer, or to the end of the stream
  std::string key;         // the id of the API key, or "token" for a web page. Empty: none
  std::string request;     // the header X-Request-Id of the answer, which is also the `instance` of a problem
  std::string peer = {};   // the address of the client
  bool clear = false;      // the request asked for private values (`clear=true`)
};

// Thread-safe. A thread of its own writes the lines. If too many lines wait, further ones are lost.
class AccessLog {
 public:
  AccessLog(std::shared_ptr<TelemetrySink> sink, LoggedAddress addresses, std::size_t most_waiting = 20'000);
  ~AccessLog();  // writes the lines that wait

  void add(const AccessEntry& entry);
  std::int64_t lost() const;

 private:
  void run();
  std::size_t write(const std::vector<std::string>& lines) const;  // returns how many were written

  const std::shared_ptr<TelemetrySink> sink_;
  const LoggedAddress addresses_;
  const std::size_t most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> waiting_;
  std::int64_t lost_ = 0;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace parley::server
