// Heart: calls functions at a fixed interval, to keep the connections of streams open.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace parley::server {

// Thread-safe.
class Heart {
 public:
  explicit Heart(std::chrono::milliseconds every);
  ~Heart();

  // Calls `beat` at each interval, on the heart's thread, until it returns false. It must not block.
  std::uint64_t add(std::function<bool()> beat);
  void remove(std::uint64_t id);

 private:
  void run();
  void beat_all(std::unique_lock<std::mutex>& lock);

  const std::chrono::milliseconds every_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool is_stopping_ = false;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, std::function<bool()>> beats_;
  std::thread thread_;
};

}  // namespace parley::server
