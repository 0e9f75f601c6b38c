// Simulations: the conversations that people try out in the console. They live in the memory of the server.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "parley/clock.h"
#include "parley/simulation.h"

namespace parley::server {

struct HeldSimulation {
  std::unique_ptr<Simulation> simulation;
  bool repeats_session = false;  // it holds what the store holds of a session
  std::size_t bytes = 0;         // that its steps take in memory, roughly
};

// Holds the simulations that were used last. Thread-safe.
class Simulations {
 public:
  static constexpr std::size_t kMostBytes = 4 * 1024 * 1024;  // of one simulation, before it takes its last step

  // A simulation that was not used for `idle` ms is dropped. So are those that were not used longest, while all have
  // more than `most_bytes` together.
  explicit Simulations(std::size_t most = 200, TimeMs idle = 60LL * 60 * 1000, std::size_t most_bytes = 8 * kMostBytes)
      : most_(most), idle_(idle), most_bytes_(most_bytes) {}

  // Returns the new simulation's id, which cannot be guessed.
  std::string add(const std::string& bot, HeldSimulation simulation, TimeMs now);
  // Calls `use` with a simulation of this bot, while no other thread uses it. Returns false if it does not exist.
  bool with(const std::string& bot, const std::string& id, TimeMs now, const std::function<void(HeldSimulation&)>& use);
  bool remove(const std::string& bot, const std::string& id);

 private:
  struct Entry {
    std::string bot;
    TimeMs used_at = 0;
    std::size_t bytes = 0;  // of `held`, when it was used last
    std::mutex in_use;
    HeldSimulation held;
  };
  using Entries = std::map<std::string, std::shared_ptr<Entry>>;
  void drop_old(TimeMs now);
  // Drops those that were not used longest, but never `newest`.
  void drop_large(const Entry* newest);
  Entries::iterator oldest();

  const std::size_t most_;
  const TimeMs idle_;
  const std::size_t most_bytes_;
  std::mutex mutex_;
  Entries entries_;
};

}  // namespace parley::server
