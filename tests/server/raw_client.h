// RawClient sends bytes to a listener by hand.
#pragma once

#include <string>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/listener.h"

namespace parley::server {

// A connection of a client. Every wait is bounded.
class RawClient {
 public:
  explicit RawClient(const Listener& listener) {
    const std::string url = listener.url();
    if (url.rfind("unix:", 0) == 0) {
      sockaddr_un address{};
      address.sun_family = AF_UNIX;
      url.copy(address.sun_path, sizeof address.sun_path - 1, 5);
      socket_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
      open_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
      return;
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))));
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    open_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool is_open() const { return open_; }
  void send(const std::string& bytes) const { (void)::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

  // Reads until the answer contains `text`, the server closes, or 20 seconds pass.
  std::string read_until(const std::string& text) {
    while (read_.find(text) == std::string::npos && receive()) {
    }
    return read_;
  }
  bool is_closed() const { return closed_; }  // as far as it has read
  // Returns whether the server closes within 20 seconds.
  bool is_closed_by_server() {
    while (receive()) {
    }
    return closed_;
  }

 private:
  bool receive() {
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, 20'000) != 1) return false;
    char bytes[4096];
    const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
    closed_ = count <= 0;
    if (!closed_) read_.append(bytes, static_cast<std::size_t>(count));
    return !closed_;
  }

  int socket_ = -1;
  bool open_ = false;
  bool closed_ = false;
  std::string read_;
};

}  // namespace parley::server
