// A local HTTP server that answers each request as configured and records the requests.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace parley::test {

enum class ResponseMode {
  kNormal,
  kDrop,    // sends a byte from time to time, endlessly
  kNever,   // sends nothing
  kStream,  // sends endlessly, as fast as possible
  kClose,   // closes the connection without sending a byte
  kKeep,    // answers several requests of a connection
};

class StubServer {
 public:
  // How the server answers a request. `response` includes the head; kDrop and kStream repeat its last byte endlessly.
  explicit StubServer(std::string response, ResponseMode mode = ResponseMode::kNormal)
      : StubServer(std::vector<std::string>{std::move(response)}, mode) {}
  // The first request gets the first response, and so on. All later requests get the last response.
  explicit StubServer(std::vector<std::string> responses, ResponseMode mode = ResponseMode::kNormal)
      : responses_(std::move(responses)), mode_(mode), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), length);
    ::listen(listener_, 8);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
    url_ = "http://127.0.0.1:" + std::to_string(port_) + "/v1";
    thread_ = std::thread([this] { serve(); });
  }
  ~StubServer() {
    stops_ = true;
    thread_.join();
    ::close(listener_);
  }
  StubServer(const StubServer&) = delete;
  StubServer& operator=(const StubServer&) = delete;

  const std::string& url() const { return url_; }
  int port() const { return port_; }
  int connections() const { return connections_; }
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  static constexpr int kPatience = 10;  // ms between two checks for a stop

  // Returns whether the socket becomes readable within a short time.
  static bool is_ready(int socket) {
    pollfd wanted{socket, POLLIN, 0};
    return ::poll(&wanted, 1, kPatience) > 0;
  }

  void serve() {
    while (!stops_) {
      if (!is_ready(listener_)) continue;
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client < 0) continue;
      ++connections_;
      while (read_request(client)) {
        answer(client);
        if (mode_ != ResponseMode::kKeep) break;
      }
      ::close(client);
    }
  }

  // Returns false if the client closes the connection first.
  bool read_request(int client) {
    std::string request;
    char bytes[4096];
    while (!stops_ && !is_complete(request)) {
      if (!is_ready(client)) continue;
      const ssize_t count = ::recv(client, bytes, sizeof bytes, 0);
      if (count <= 0) break;
      request.append(bytes, static_cast<std::size_t>(count));
    }
    if (stops_ || (request.empty() && mode_ == ResponseMode::kKeep)) return false;
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
    return true;
  }

  static bool is_complete(const std::string& request) {
    const std::size_t head = request.find("\r\n\r\n");
    const std::size_t length = request.find("Content-Length: ");
    if (head == std::string::npos) return false;
    if (length == std::string::npos) return request.size() == head + 4;
    return request.size() >= head + 4 + std::stoul(request.substr(length + 16));
  }

  void answer(int client) {
    if (mode_ == ResponseMode::kClose) return;
    const std::string& response = responses_[std::min(requests().size(), responses_.size()) - 1];
    if (mode_ != ResponseMode::kNever && !send_all(client, response)) return;
    if (mode_ == ResponseMode::kNormal || mode_ == ResponseMode::kKeep) return;
    const std::string more(mode_ == ResponseMode::kStream ? 65536 : 1, response.empty() ? ' ' : response.back());
    while (!stops_) {
      if (mode_ != ResponseMode::kStream && is_ready(client)) return;  // the client has closed the connection
      if (mode_ != ResponseMode::kNever && !send_all(client, more)) return;
    }
  }

  static bool send_all(int client, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  const std::vector<std::string> responses_;
  const ResponseMode mode_;
  const int listener_;
  std::string url_;
  int port_ = 0;
  std::atomic<int> connections_{0};
  std::atomic<bool> stops_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

inline std::string http(const std::string& status, const std::string& body, const std::string& more_head = {}) {
  return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n" + more_head + "\r\n" + body;
}

// Returns the response body of a chat endpoint. `text` must not need escaping.
inline std::string completion(const std::string& text) {
  return R"({"choices":[{"index":0,"message":{"role":"assistant","content":")" + text +
         R"("},"finish_reason":"stop"}]})";
}

}  // namespace parley::test
