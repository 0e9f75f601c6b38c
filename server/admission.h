// Admission: decides whether a request may reach its route.
//
//   host and origin -> route -> sender (key, token) -> scope -> rate -> bot -> query and media type
//
// Nothing here blocks, because it runs on the I/O threads.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/answered_exchange.h"
#include "server/api_keys.h"
#include "server/call.h"
#include "server/rate_limits.h"
#include "server/router.h"

namespace parley::server {

// A request on its way to its route.
struct Arrival {
  std::shared_ptr<AnsweredExchange> exchange;
  Router::Match match;
  Call call;
  std::string origin = {};  // of the page that sent the request. Empty: no page, or a page of this server
  // The request counts as one of the slow requests that run. Null: it does not.
  struct Leave {
    void operator()(std::atomic<std::size_t>* slow) const { --*slow; }
  };
  std::unique_ptr<std::atomic<std::size_t>, Leave> slow_place = {};

  const HttpRequest& request() const { return exchange->request(); }
  const Route& route() const { return *match.route; }
  HttpResponse refusal_of(const Problem& problem) const {
    return match.route && route().refusal ? route().refusal(problem) : problem.response();
  }
  void refuse(const Problem& problem) const { exchange->respond(refusal_of(problem)); }
};

struct AdmissionOptions {
  ApiKeys* keys = nullptr;           // null: every program of this machine may do everything
  std::vector<std::string> origins;  // of pages that may call the interface
  std::string token_key;             // without `keys`: the key of tokens
  double page_rate = 5;              // requests a second of one token
  double page_burst = 20;
  std::shared_ptr<Clock> clock;
  std::vector<std::string> page_context = {};  // the keys of `context` that a token may send
};

// Thread-safe. Each check returns the problem of a request that it refuses.
class Admission {
 public:
  // The bots must outlive this object.
  Admission(AdmissionOptions options, const std::vector<std::unique_ptr<HostedBot>>& bots)
      : options_(std::move(options)), bots_(bots) {}

  using Refusal = std::optional<Problem>;
  Refusal check_host(const HttpRequest& http) const;
  Refusal check_origin(Arrival& arrival) const;
  // The checks after the route is found.
  Refusal check(Arrival& arrival);

  // A rate counts turns. check() takes the first turn of a request. A route takes each further one before it runs it,
  // or charges it if the request cannot stop there.
  Refusal take_turn(const Principal& who);
  void charge_turn(const Principal& who);

  bool still_admits(const Principal& who) const {
    return who.kind != Principal::Kind::kKey || options_.keys->is_valid(who.id);
  }
  std::string token_key() const { return options_.keys ? options_.keys->token_key() : options_.token_key; }

 private:
  Refusal find_sender(Arrival& arrival);
  Refusal check_sender(const Arrival& arrival) const;
  // Unset: no limit.
  struct Rate {
    std::string bucket;
    double per_second = 0, burst = 0;
  };
  std::optional<Rate> rate_of(const Principal& who) const;
  Refusal find_bot(Arrival& arrival) const;
  Refusal check_query(const Arrival& arrival) const;
  Refusal check_media_types(const Arrival& arrival) const;

  const AdmissionOptions options_;
  const std::vector<std::unique_ptr<HostedBot>>& bots_;
  RateLimits rates_;
};

}  // namespace parley::server
