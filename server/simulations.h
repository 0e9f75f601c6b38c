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
};

// Holds the simulations that were used last. Thread-safe.
class Simulations {
 public:
  // A simulation that was not used for `idle` ms is dropped.
  explicit Simulations(std::size_t most = 200, TimeMs idle = 60LL * 60 * 1000) : most_(most), idle_(idle) {}

  // Returns the new simulation's id, which cannot be guessed.
  std::string add(const std::string& bot, HeldSimulation simulation, TimeMs now);
  // Calls `use` with a simulation of this bot, while no other thread uses it. Returns false if it does not exist.
  bool with(const std::string& bot, const std::string& id, TimeMs now, const std::function<void(HeldSimulation&)>& use);
  bool remove(const std::string& bot, const std::string& id);

 private:
  struct Entry {
    std::string bot;
    TimeMs used_at = 0;
    std::mutex in_use;
    HeldSimulation held;
  };
  void drop_old(TimeMs now);

  const std::size_t most_;
  const TimeMs idle_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace parley::server
