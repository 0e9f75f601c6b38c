// What the connections of a listener share. Only listener.cc and connection.cc include this file, because
// it contains types of Boost.
//
// Tested by tests/server/listener_test.cc.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>

#include "server/listener.h"

namespace parley::server {

namespace net = boost::asio;
using Socket = net::generic::stream_protocol::socket;
using TlsStream = net::ssl::stream<Socket&>;
using SteadyTime = std::chrono::steady_clock::time_point;
using boost::system::error_code;

class ConnectionBase {
 public:
  virtual ~ConnectionBase() = default;
  virtual void begin_drain() = 0;  // closes the connection if it is idle or a stream
  virtual void close() = 0;
};

// A thread that runs connections.
struct IoThread {
  net::io_context context{1};
  std::unordered_set<ConnectionBase*> connections = {};  // used only on this thread
};

// What all connections of a listener share.
struct ConnectionsShared {
  ListenerLimits limits;
  HttpHandler handler;
  std::unique_ptr<net::ssl::context> tls;                            // null: connections have no TLS
  std::function<void(const std::string& peer, int status)> refused;  // may be empty
  std::atomic<bool> draining{false};
  std::atomic<std::size_t> connections{0};

  // Counts a connection. Returns false if there are too many, or too many of this address. An empty address is not
  // counted.
  bool admit(const std::string& address) {
    const std::lock_guard lock(mutex);
    if (connections >= limits.connections) return false;
    if (!address.empty()) {
      std::size_t& count = by_address[address];
      if (count >= limits.connections_per_address) return false;
      ++count;
    }
    ++connections;
    return true;
  }
  void leave(const std::string& address) {
    const std::lock_guard lock(mutex);
    --connections;
    const auto found = by_address.find(address);
    if (found != by_address.end() && --found->second == 0) by_address.erase(found);
  }

 private:
  std::mutex mutex;
  std::map<std::string, std::size_t> by_address;
};

// The place of a connection among those that ConnectionsShared counts.
class Place {
 public:
  // Unset: there are too many.
  static std::optional<Place> take(std::shared_ptr<ConnectionsShared> shared, std::string address) {
    if (!shared->admit(address)) return std::nullopt;
    return Place(std::move(shared), std::move(address));
  }
  Place(Place&&) = default;
  ~Place() {
    if (shared_) shared_->leave(address_);
  }

 private:
  Place(std::shared_ptr<ConnectionsShared> shared, std::string address)
      : shared_(std::move(shared)), address_(std::move(address)) {}
  std::shared_ptr<ConnectionsShared> shared_;
  std::string address_;
};

}  // namespace parley::server
