// Service: takes a request from the listener to its route and back.
//
//   file of the console -> answer
//   admission (server/admission.h) -> route -> answer
//
// Routes that block run on the pool. docs/server.md describes the interface.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "parley/clock.h"
#include "server/admission.h"
#include "server/api_keys.h"
#include "server/assets.h"
#include "server/call.h"
#include "server/compat/mcp_sessions.h"
#include "server/heart.h"
#include "server/hosted_bot.h"
#include "server/http_metrics.h"
#include "server/large_requests.h"
#include "server/router.h"
#include "server/simulations.h"
#include "server/webhooks.h"
#include "server/worker_pool.h"
#include "server/write_progress.h"

namespace parley::server {

struct ServiceOptions {
  std::vector<BotParts> bots;                       // at least one; their ids differ
  std::unique_ptr<ApiKeys> keys;                    // null: every program of this machine may do everything
  std::vector<std::string> origins;                 // of pages that may call the interface: "https://shop.example"
  std::unique_ptr<Webhooks> webhooks;               // tell a desk about conversations that a person has. Null: none
  std::shared_ptr<Clock> clock;                     // not null
  std::shared_ptr<AccessLog> access_log = nullptr;  // null: none
  std::size_t workers = 64;                         // threads that answer requests (server/worker_pool.h)
  std::size_t most_waiting = 1024;                  // requests that wait for a worker
  std::size_t most_slow = 2;                        // requests that read many sessions, at once
  std::chrono::milliseconds slow_time =
      std::chrono::seconds(10);  // after which such a request answers with what it has
  double page_rate = 5;          // requests a second of one token
  double page_burst = 20;
  std::vector<std::string> page_context = {};  // the keys of `context` that a page may send
  bool shares_store = false;  // other servers write to the store, so streams look for new turns by themselves
  std::chrono::milliseconds beat = std::chrono::seconds(15);  // the interval of comments in streams
  unsigned compat = 0;      // the interfaces of other products, a sum of Compat (server/compat/interfaces.h)
  std::string console_dir;  // not empty: the console's files are read from this folder
  std::shared_ptr<WriteProgress> writes = std::make_shared<WriteProgress>();  // of the store of the bots
};

class Service {
 public:
  explicit Service(ServiceOptions options);
  ~Service();

  // Answers a request, now or later, on any thread.
  void handle(std::shared_ptr<Exchange> exchange);

  // Counts and logs a request that the listener has refused. On any thread.
  void note_refusal(const std::string& peer, int status);
  // From now on, new turns are refused and /readyz answers 503.
  void begin_drain() { is_draining_ = true; }
  bool is_draining() const { return is_draining_; }
  std::chrono::milliseconds slow_time() const { return options_.slow_time; }
  const WriteProgress& writes() const { return *options_.writes; }

  const std::vector<std::unique_ptr<HostedBot>>& bots() const { return bots_; }
  const Router& router() const { return router_; }
  Clock& clock() const { return *options_.clock; }
  std::string metrics_text() const;  // of requests and of the parts of the server
  WorkerPool& pool() { return pool_; }
  Heart& heart() { return heart_; }
  // Beats so often that a stream notices turns of other servers in time. Null: no other server writes to the store.
  Heart* pulse() { return pulse_.get(); }
  Simulations& simulations() { return simulations_; }
  McpSessions& mcp() { return mcp_; }
  // With several bots over one store, a session is visible only through its own bot.
  bool belongs_to_bot(const Call& call, std::string_view session) const;
  bool has_keys() const { return options_.keys != nullptr; }
  std::string token_key() const { return admission_.token_key(); }
  Admission::Refusal take_turn(const Principal& who) { return admission_.take_turn(who); }
  void charge_turn(const Principal& who) { admission_.charge_turn(who); }
  // Whether the key of a sender has been neither revoked nor expired since its request, which may be a long stream.
  bool still_admits(const Principal& who) const { return admission_.still_admits(who); }

 private:
  void run(const std::shared_ptr<Arrival>& request);
  void answer(Arrival& request, WorkerPool::Go go);
  Answer answer_of(Arrival& request, WorkerPool::Go go);
  Answer run_route(Arrival& request);
  bool enter_slow(Arrival& request);

  ServiceOptions options_;
  std::vector<std::unique_ptr<HostedBot>> bots_;
  const Router router_;
  const Assets assets_;
  Simulations simulations_;
  HttpMetrics metrics_;
  std::atomic<bool> is_draining_{false};
  std::atomic<std::size_t> slow_{0}, repeating_{0};  // requests of these speeds that run or wait
  LargeRequests large_;
  Heart heart_;
  std::unique_ptr<Heart> pulse_;
  Admission admission_;
  McpSessions mcp_;
  WorkerPool pool_;  // the last member: its jobs use the others
};

}  // namespace parley::server
