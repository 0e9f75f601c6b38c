// A bot that a server answers for.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/store.h"
#include "parley/telemetry.h"
#include "server/authority.h"
#include "server/turn_feed.h"
#include "server/webhooks.h"

namespace parley::server {

// The parts of a bot, which the program that starts the server opens.
struct BotParts {
  std::shared_ptr<Engine> engine;
  std::shared_ptr<SessionStore> store;        // for reading, without sessions past their retention
  std::shared_ptr<SessionStore> whole_store;  // with them
  // Reads the bot's files as they are now. Does not change the engine.
  std::function<Result<std::shared_ptr<const Catalog>>()> load;
  // The tools that the engine runs for this version of the bot. Empty: no change.
  std::function<Result<ToolFunctions>(const Catalog& catalog)> tools;
  std::shared_ptr<TelemetryMetrics> metrics;  // null: none
};

class HostedBot {
 public:
  // `webhooks`: may be null, and must outlive the bot.
  HostedBot(BotParts parts, Webhooks* webhooks)
      : parts_(std::move(parts)), webhooks_(webhooks), id_(parts_.engine->catalog()->id()) {}

  const std::string& id() const { return id_; }
  Engine& engine() const { return *parts_.engine; }  // for all but turns, which handle() runs
  std::shared_ptr<const Catalog> catalog() const { return parts_.engine->catalog(); }
  SessionStore& store() const { return *parts_.store; }
  SessionStore& whole_store() const { return *parts_.whole_store; }
  const std::shared_ptr<TelemetryMetrics>& metrics() const { return parts_.metrics; }
  TurnFeed& feed() { return feed_; }

  // Runs a turn, and tells the streams and the desk about it.
  Result<Turn> handle(const AllowedRequest& request);
  // Whether the store refused the last turn, less than 5 seconds ago. A full disk shows only in a write.
  bool has_refused_a_turn() const;

  Result<std::shared_ptr<const Catalog>> load() const { return parts_.load(); }
  // Replaces the bot by its files as they are now. Returns whether something changed.
  Result<bool> reload();

  // Returns `make(catalog)` for the current catalog. Keeps the last result of each `name`, because these are slow.
  std::string of_catalog(const std::string& name, const std::function<std::string(const Catalog&)>& make);

 private:
  void tell_desk(const Request& request, const Turn& turn);

  const BotParts parts_;
  Webhooks* const webhooks_;
  const std::string id_;
  TurnFeed feed_;
  std::atomic<std::chrono::steady_clock::rep> refused_at_{0};  // 0: the store took the last turn
  std::mutex reloading_;
  std::mutex making_;
  std::string made_for_;                     // the fingerprint of the catalog of `made_`
  std::map<std::string, std::string> made_;  // by name
};

}  // namespace parley::server
