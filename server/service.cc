// Tested by tests/server/access_test.
#include "server/service.h"

#include <algorithm>
#include <new>
#include <utility>

#include "server/ascii.h"
#include "server/routes.h"
#include "server/secrets.h"

namespace parley::server {
namespace {

constexpr std::chrono::seconds kPulse{2};

// Answers a request whose path or method has no route.
HttpResponse without_route(const Arrival& arrival) {
  const std::string allowed = joined(arrival.match.allowed);
  const bool is_options = arrival.request().method == "OPTIONS";
  if (is_options && arrival.request().target == "*") return {204, "", "", {{"Allow", "GET, POST, PATCH, DELETE"}}};
  if (allowed.empty()) return problem_response("unknown_route");
  if (is_options) {
    HttpResponse options{204, "", "", {{"Allow", allowed + ", OPTIONS"}}};
    if (!arrival.exchange->allowed_origin.empty()) {
      options.headers.emplace_back("Access-Control-Allow-Methods", allowed);
      options.headers.emplace_back("Access-Control-Allow-Headers",
                                   "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, traceparent, "
                                   "X-Parley-Session, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name");
      options.headers.emplace_back("Access-Control-Max-Age", "600");
    }
    return options;
  }
  HttpResponse refused = problem_response("method", "the path supports " + allowed);
  refused.headers.emplace_back("Allow", allowed);
  return refused;
}

// The id of a token is its session, which no log holds.
std::string logged_key(const Principal& who) { return who.kind == Principal::Kind::kToken ? "token" : who.id; }

}  // namespace

Service::Service(ServiceOptions options)
    : options_(std::move(options)),
      router_(all_routes(options_.compat)),
      assets_(options_.console_dir),
      heart_(options_.beat),
      pulse_(options_.shares_store ? std::make_unique<Heart>(kPulse) : nullptr),
      admission_({options_.keys.get(), options_.origins, *from_base64url(random_token(32)), options_.page_rate,
                  options_.page_burst, options_.clock, options_.page_context},
                 bots_),
      mcp_(token_key(), heart_),
      pool_(options_.workers, options_.most_waiting, [writes = options_.writes] { return writes->has_stalled(); }) {
  for (BotParts& parts : options_.bots) {
    bots_.push_back(std::make_unique<HostedBot>(std::move(parts), options_.webhooks.get()));
  }
}
Service::~Service() = default;

void Service::note_refusal(const std::string& peer, int status) {
  metrics_.count("unknown", status);
  if (!options_.access_log) return;
  AccessEntry entry;
  entry.at = clock().now();
  entry.operation = "unknown";
  entry.status = status;
  entry.peer = peer;
  options_.access_log->add(entry);
}

std::string Service::metrics_text() const {
  std::string text = metrics_.text();
  const auto add = [&text](const char* name, const char* help, std::int64_t count) {
    text += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " counter\n" + name + " " +
            std::to_string(count) + "\n";
  };
  if (options_.access_log) {
    add("parley_access_log_lost_total", "Lines of the access log that were not written", options_.access_log->lost());
  }
  if (options_.webhooks) {
    add("parley_webhooks_sent_total", "Webhooks that the desk accepted", options_.webhooks->sent());
    add("parley_webhooks_dropped_total", "Webhooks that the desk did not get", options_.webhooks->dropped());
  }
  return text;
}

void Service::handle(std::shared_ptr<Exchange> given) {
  auto exchange = std::make_shared<AnsweredExchange>(std::move(given), metrics_, options_.access_log, clock().now());
  const HttpRequest& http = exchange->request();
  auto request = std::make_shared<Arrival>(Arrival{exchange, {}, Call{*this, exchange, {}, {}, {}}});
  if (const auto refusal = admission_.check_host(http)) return exchange->respond(refusal->response());
  const bool reads = http.method == "GET" || http.method == "HEAD";
  if (HttpResponse file; reads && assets_.answer(http, file)) {
    exchange->operation = "getFile";
    exchange->route = starts_with(http.path(), "/widget") ? "/widget/{file}" : "/console/{file}";
    return exchange->respond(std::move(file));
  }
  if (const auto refusal = admission_.check_origin(*request)) return exchange->respond(refusal->response());
  request->match = router_.find(http.method, http.path());
  if (!request->match.route) return exchange->respond(without_route(*request));
  exchange->operation = request->route().operation;
  exchange->route = request->route().path;
  request->call.path = std::move(request->match.path);
  const auto refusal = admission_.check(*request);
  exchange->key = logged_key(request->call.who);
  exchange->is_clear = request->call.wants_clear();
  if (refusal) return request->refuse(*refusal);
  run(request);
}

void Service::run(const std::shared_ptr<Arrival>& request) {
  const Route& route = request->route();
  if (route.speed == Route::Speed::kQuick) return answer(*request, WorkerPool::Go::kRun);
  if (is_draining_) return request->refuse(problem("draining"));
  if (route.speed != Route::Speed::kBlocking && !enter_slow(*request)) {
    return request->refuse(problem("overloaded", "too many requests that take long are running"));
  }
  const auto kind = route.may_write() ? WorkerPool::Kind::kWrites : WorkerPool::Kind::kReads;
  const bool posted = pool_.post([this, request](WorkerPool::Go go) { answer(*request, go); }, kind);
  if (posted) return;
  request->slow_place.reset();
  request->refuse(problem("overloaded"));
}

// Leaves before it answers, because the client may then send its next request.
void Service::answer(Arrival& request, WorkerPool::Go go) {
  Answer answer = answer_of(request, go);
  request.slow_place.reset();
  if (answer) request.exchange->respond(std::move(*answer));
}

Answer Service::answer_of(Arrival& request, WorkerPool::Go go) {
  if (go != WorkerPool::Go::kRun) return request.refusal_of(problem("store_unavailable"));
  const LargeRequests::Running counted(large_, request.request().body.size());
  return run_route(request);
}

Answer Service::run_route(Arrival& request) {
  Call& call = request.call;
  const auto session = call.bot ? call.path.find("session") : call.path.end();
  if (session != call.path.end()) {
    if (!belongs_to_bot(call, session->second)) return request.refusal_of(problem("unknown_session"));
    auto own = own_session(call.who, *call.bot, session->second);
    if (const auto* refusal = std::get_if<Problem>(&own)) return request.refusal_of(*refusal);
    session->second = std::get<std::string>(std::move(own));
    if (!call.who.session.empty()) call.who.session = session->second;
  }
  try {
    return request.route().run(request.call);
  } catch (const std::bad_alloc&) {
    return request.refusal_of(problem("overloaded", "the server is out of memory"));
  } catch (const std::exception& failure) {
    // No call of parley throws. This is, for example, a lack of memory.
    return request.refusal_of(problem_of({ErrorCode::kInternal, "unexpected: " + std::string(failure.what()), {}}));
  }
}

bool Service::belongs_to_bot(const Call& call, std::string_view session) const {
  if (bots_.size() == 1 && call.who.bot.empty()) return true;
  const auto state = call.bot->whole_store().load(session);
  return !state || !*state || (*state)->bot == call.bot->id();
}

bool Service::enter_slow(Arrival& request) {
  const bool repeats = request.route().speed == Route::Speed::kRepeating;
  const std::size_t most = repeats ? std::max(options_.workers / 8, options_.most_slow) : options_.most_slow;
  std::atomic<std::size_t>& running = repeats ? repeating_ : slow_;
  if (++running > most) {
    --running;
    return false;
  }
  request.slow_place.reset(&running);
  return true;
}

}  // namespace parley::server
