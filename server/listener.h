// Listener: accepts connections and reads HTTP/1.1 requests. It holds every limit of a connection, so that slow or
// hostile clients cannot stop others.
//
//   connection:  accepted -> (TLS) -> idle -> header -> body -> answering -> idle ...
//
// Each stage before "answering" has an absolute deadline, which does not move when bytes arrive. I/O threads only read
// and write; the handler passes work that blocks to other threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "parley/result.h"
#include "server/http.h"

namespace parley::server {

struct ListenerLimits {
  std::size_t header_bytes = 8 * 1024;
  std::size_t body_bytes = 1024 * 1024;
  std::size_t outbox_bytes = 256 * 1024;  // of a stream whose client reads slowly
  std::size_t connections = 10'000;
  std::size_t connections_per_address = 200;  // loopback addresses and Unix sockets are not counted
  std::chrono::milliseconds header_timeout = std::chrono::seconds(10);
  std::chrono::milliseconds body_timeout = std::chrono::seconds(30);
  std::chrono::milliseconds idle_timeout = std::chrono::seconds(60);   // between two requests
  std::chrono::milliseconds write_timeout = std::chrono::seconds(30);  // of an answer, or of a part of a stream
};

struct ListenerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 7272;              // 0: any free port
  std::string unix_path;                  // not empty: listens on this Unix socket (mode 0660) instead
  int inherited_socket = -1;              // not -1: a listening socket of the service manager, instead of the above
  std::string tls_certificates, tls_key;  // paths of PEM files. Empty: no TLS
  int io_threads = 1;
  bool count_addresses = true;  // false: connections_per_address has no effect, because a proxy is in front
  ListenerLimits limits = {};
  // Called on an I/O thread when a request is not valid HTTP or too large. `peer` as HttpRequest::peer. May be empty.
  std::function<void(const std::string& peer, int status)> refused = {};
};

class Listener {
 public:
  // kInvalidRequest: the address or the certificates are invalid, or the place is in use.
  static Result<std::unique_ptr<Listener>> open(const ListenerOptions& options, HttpHandler handler);
  // Drops all connections.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::string url() const;  // "http://127.0.0.1:7272", or "unix:/run/parley.sock"
  std::size_t connections() const;

  // Accepts no more connections, closes idle ones and streams, and waits until the others have their answer, for at
  // most `timeout`. Returns false if answers were missing then.
  bool drain(std::chrono::milliseconds timeout);
  // Drops all connections, and ends the I/O threads: the handler is not called any more. An Exchange may still be used.
  void stop();

 private:
  struct Impl;
  explicit Listener(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace parley::server
