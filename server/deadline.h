// Deadline closes a connection that takes too long. Only connection.h includes this file, because it contains types of
// Boost.
//
// Tested by tests/server/listener_test.cc.
#pragma once

#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "server/connections.h"

namespace parley::server {

// Everything runs on the I/O thread of the connection, which must own the deadline.
class Deadline {
 public:
  explicit Deadline(net::io_context& context) : timer_(context) {}

  // Must be called before arm().
  void watch(std::weak_ptr<ConnectionBase> connection) { connection_ = std::move(connection); }
  void arm(std::chrono::milliseconds within) {
    at_ = std::chrono::steady_clock::now() + within;
    if (!is_waiting_ || at_ < timer_.expiry()) wait();
  }
  void disarm() { at_ = SteadyTime::max(); }
  void cancel() {
    disarm();
    timer_.cancel();
  }

 private:
  // One wait lasts over many requests: when it ends early, it begins again for the rest.
  void wait() {
    is_waiting_ = true;
    timer_.expires_at(at_);
    timer_.async_wait([this, watched = connection_](error_code failed) {
      const auto connection = watched.lock();
      if (failed || !connection) return;
      is_waiting_ = false;
      if (at_ == SteadyTime::max()) return;
      try {
        if (std::chrono::steady_clock::now() < at_) return wait();
      } catch (const std::exception&) {  // out of memory
      }
      connection->close();
    });
  }

  net::steady_timer timer_;
  std::weak_ptr<ConnectionBase> connection_;
  SteadyTime at_ = SteadyTime::max();
  bool is_waiting_ = false;
};

}  // namespace parley::server
