// A proxy on a Unix socket between a store and PostgreSQL. A test can cut the connection at a chosen moment.
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/memory/temp_folder.h"

namespace parley::test {

// Serves one connection at a time, which is enough for a store with one connection.
class CuttingProxy {
 public:
  enum class Cut {
    kNot,
    kRequest,  // the store's next message does not reach the server
    kAnswer,   // the message reaches the server, but the server's reply does not reach the store
  };

  // `folder` contains the server's socket.
  explicit CuttingProxy(const std::string& folder) : server_(address_in(folder)) {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un own = address_in(folder_.path().string());
    ready_ = ::bind(listener_, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0 && ::listen(listener_, 8) == 0;
    thread_ = std::thread([this] { serve(); });
  }
  ~CuttingProxy() {
    over_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  bool ready() const { return ready_; }
  std::string folder() const { return folder_.path().string(); }
  void cut_next(Cut cut) { cut_ = cut; }

 private:
  static sockaddr_un address_in(const std::string& folder) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (folder + "/.s.PGSQL.5432").copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }

  void serve() {
    while (!over_) {
      const int store = ::accept(listener_, nullptr, nullptr);
      if (store < 0) continue;
      const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
      if (::connect(server, reinterpret_cast<const sockaddr*>(&server_), sizeof server_) == 0) pass_on(store, server);
      ::close(store);
      ::close(server);
    }
  }

  void pass_on(int store, int server) {
    std::array<pollfd, 2> ends = {{{store, POLLIN, 0}, {server, POLLIN, 0}}};
    bool answer_is_cut = false;
    while (!over_ && ::poll(ends.data(), ends.size(), 100) >= 0) {
      if (ends[0].revents) {
        const Cut cut = cut_.exchange(Cut::kNot);
        if (cut == Cut::kRequest) return;
        if (cut == Cut::kAnswer) answer_is_cut = true;
        if (!pass(store, server)) return;
      }
      if (ends[1].revents && (answer_is_cut || !pass(server, store))) return;
    }
  }

  static bool pass(int from, int to) {
    std::array<char, 65536> bytes;
    const ssize_t count = ::read(from, bytes.data(), bytes.size());
    return count > 0 && ::write(to, bytes.data(), static_cast<std::size_t>(count)) == count;
  }

  const TempFolder folder_;
  const sockaddr_un server_;
  int listener_ = -1;
  bool ready_ = false;
  std::atomic<bool> over_ = false;
  std::atomic<Cut> cut_ = Cut::kNot;
  std::thread thread_;
};

}  // namespace parley::test
