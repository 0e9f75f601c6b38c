// Tested by tests/server/access_test.
#include "server/service.h"

#include <algorithm>
#include <utility>

#include "server/ascii.h"
#include "server/routes.h"
#include "server/secrets.h"
#include "server/tokens.h"

namespace parley::server {
namespace {

constexpr std::chrono::seconds kPulse{2};
constexpr const char* kUnknownOperation = "unknown";
constexpr const char* kSlowQueue = "/slow";  // no session has this name

// "127.0.0.1:7272" -> "127.0.0.1", "[::1]:7272" -> "[::1]"
std::string_view name_in(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.rfind(':');
  return colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)
             ? host.substr(0, colon)
             : host;
}

// A name such as 127.example.org begins like an address, but may lead anywhere.
bool is_local_name(std::string_view name) {
  const bool is_number = name.find_first_not_of("0123456789.") == std::string_view::npos;
  return equals_ignoring_case(name, "localhost") || name == "[::1]" || (is_number && starts_with(name, "127."));
}

std::string_view media_type(const std::string* header) {
  return header ? trimmed(std::string_view(*header).substr(0, header->find(';'))) : std::string_view();
}

bool accepts_json(const std::string* accept) {
  if (!accept) return true;
  for (const std::string_view part : split(*accept, ',')) {
    const std::string_view type = trimmed(part.substr(0, part.find(';')));
    for (const char* fine : {"*/*", "application/*", "application/json", "application/problem+json",
                             "application/x-ndjson", "text/event-stream", "text/*", "text/plain"}) {
      if (equals_ignoring_case(type, fine)) return true;
    }
  }
  return false;
}

bool is_session_name(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
           std::string_view("._:@+-").find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= 128 && std::all_of(name.begin(), name.end(), is_allowed);
}

// Whether a page of `origin` sent the request. A browser leaves out the header Origin only if the page asks its own
// server.
bool is_of_origin(const HttpRequest& http, const std::string& origin) {
  const std::string* sent = http.header("Origin");
  return sent ? *sent == origin : ends_with(origin, "://" + *http.header("Host"));
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

}  // namespace

// Adds to each answer the headers that its origin needs, and counts it.
class AnsweredExchange final : public Exchange {
 public:
  AnsweredExchange(std::shared_ptr<Exchange> inner, HttpMetrics& metrics)
      : inner_(std::move(inner)), metrics_(metrics) {}

  const HttpRequest& request() const override { return inner_->request(); }
  void respond(HttpResponse response) override {
    metrics_.count(operation, response.status);
    inner_->respond(with_headers(std::move(response)));
  }
  void begin_stream(HttpResponse head) override {
    metrics_.count(operation, head.status);
    inner_->begin_stream(with_headers(std::move(head)));
  }
  bool write(std::string part) override { return inner_->write(std::move(part)); }
  void end() override { inner_->end(); }
  void on_close(std::function<void()> gone) override { inner_->on_close(std::move(gone)); }

  std::string operation = kUnknownOperation;
  std::string allowed_origin;  // the origin of the page that may read the answer. Empty: none

 private:
  HttpResponse with_headers(HttpResponse response) const {
    if (!allowed_origin.empty()) {
      response.headers.emplace_back("Access-Control-Allow-Origin", allowed_origin);
      response.headers.emplace_back("Access-Control-Expose-Headers",
                                    "Idempotency-Replayed, Retry-After, Mcp-Session-Id");
      response.headers.emplace_back("Vary", "Origin");
    }
    return response;
  }

  std::shared_ptr<Exchange> inner_;
  HttpMetrics& metrics_;
};

struct Service::Admission {
  std::shared_ptr<AnsweredExchange> exchange;
  Router::Match match;
  Call call;
  std::string origin;      // of the page that sent the request. Empty: no page, or a page of this server
  std::string queue = {};  // where it counts: its session, or the queue of slow requests. Empty: nowhere

  const HttpRequest& request() const { return exchange->request(); }
  const Route& route() const { return *match.route; }
  void refuse(const Problem& refusal) const {
    exchange->respond(match.route && route().refusal ? route().refusal(refusal) : refusal.response());
  }
};

Service::Service(ServiceOptions options)
    : options_(std::move(options)),
      router_(all_routes(options_.compat)),
      assets_(options_.console_dir),
      token_key_(*from_base64url(random_token(32))),
      heart_(options_.beat),
      pulse_(options_.shares_store ? std::make_unique<Heart>(kPulse) : nullptr),
      mcp_(token_key(), heart_),
      pool_(options_.workers, options_.most_waiting) {
  for (BotParts& parts : options_.bots) {
    bots_.push_back(std::make_unique<HostedBot>(std::move(parts), options_.webhooks.get()));
  }
}
Service::~Service() = default;

void Service::handle(std::shared_ptr<Exchange> given) {
  auto exchange = std::make_shared<AnsweredExchange>(std::move(given), metrics_);
  const HttpRequest& http = exchange->request();
  auto request = std::make_shared<Admission>(Admission{exchange, {}, Call{*this, exchange, {}, {}, {}}, {}});
  Problem refusal;
  if (!check_host(*request, refusal)) return exchange->respond(refusal.response());
  const bool reads = http.method == "GET" || http.method == "HEAD";
  if (HttpResponse file; reads && assets_.answer(http, file)) {
    exchange->operation = "getFile";
    return exchange->respond(std::move(file));
  }
  if (!check_origin(*request, refusal)) return exchange->respond(refusal.response());
  request->match = router_.find(http.method, http.path());
  if (!request->match.route) {
    const std::string allowed = joined(request->match.allowed);
    if (allowed.empty()) return exchange->respond(problem_response("unknown_route"));
    if (http.method == "OPTIONS") {
      HttpResponse options{204, "", "", {{"Allow", allowed + ", OPTIONS"}}};
      if (!exchange->allowed_origin.empty()) {
        options.headers.emplace_back("Access-Control-Allow-Methods", allowed);
        options.headers.emplace_back("Access-Control-Allow-Headers",
                                     "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, traceparent, "
                                     "X-Parley-Session, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name");
        options.headers.emplace_back("Access-Control-Max-Age", "600");
      }
      return exchange->respond(std::move(options));
    }
    HttpResponse refused = problem_response("method", "the path supports " + allowed);
    refused.headers.emplace_back("Allow", allowed);
    return exchange->respond(std::move(refused));
  }
  exchange->operation = request->route().operation;
  request->call.path = std::move(request->match.path);
  if (!find_sender(*request, refusal) || !check_sender(*request, refusal) || !check_rate(*request, refusal) ||
      !find_bot(*request, refusal) || !check_input(*request, refusal)) {
    return request->refuse(refusal);
  }
  run(request);
}

// Without keys, a page of another site could reach the server under a name of its own that leads to this machine (DNS
// rebinding). The browser then sends that name.
bool Service::check_host(const Admission& request, Problem& refusal) const {
  const HttpRequest& http = request.request();
  const std::string* host = http.header("Host");
  if (!host) {
    refusal = problem("malformed_request", "the header Host is missing");
    return false;
  }
  if (options_.keys || http.peer.empty() || is_local_name(name_in(*host))) return true;
  refusal = problem("host_refused", "a server without keys answers only to localhost and 127.0.0.1");
  return false;
}

bool Service::check_origin(Admission& request, Problem& refusal) const {
  const HttpRequest& http = request.request();
  const std::string* origin = http.header("Origin");
  if (!origin) return true;
  const std::string own = (http.is_tls ? "https://" : "http://") + *http.header("Host");
  if (equals_ignoring_case(*origin, own)) return true;
  if (std::find(options_.origins.begin(), options_.origins.end(), *origin) != options_.origins.end()) {
    request.origin = *origin;
    request.exchange->allowed_origin = *origin;
    return true;
  }
  refusal = problem("origin_refused", "the page's origin is not on the server's list; add it with --origin");
  return false;
}

bool Service::find_sender(Admission& request, Problem& refusal) {
  Principal& who = request.call.who;
  const std::string* header = request.request().header("Authorization");
  if (request.route().scope == Scope::kNone) return true;
  const std::string_view given = header ? std::string_view(*header) : std::string_view();
  const bool is_bearer = given.size() > 7 && equals_ignoring_case(given.substr(0, 7), "Bearer ");
  const std::string_view key = is_bearer ? trimmed(given.substr(7)) : std::string_view();
  // A page of another site must bring a token, even if the server is open for programs of this machine. Clients of
  // OpenAI cannot leave out the key, so a key of a program is ignored.
  if (!options_.keys && request.origin.empty() && !starts_with(key, "wt_")) {
    who.scopes = kAllScopes;
    return true;
  }
  if (starts_with(key, "wt_")) {
    const auto claims = read_token(key, token_key(), clock().now());
    if (claims) {
      who = {Principal::Kind::kToken, claims->session, 0, claims->bot, claims->session, claims->user, 0};
      if (is_of_origin(request.request(), claims->origin)) return true;
      refusal = problem("origin_refused", "the token belongs to another origin");
      return false;
    }
  } else if (options_.keys) {
    auto known = options_.keys->find(key);
    if (known) {
      who = std::move(*known);
      return true;
    }
  }
  refusal = problem("unauthenticated", header ? "the key is not valid" : "the header Authorization is missing");
  return false;
}

bool Service::check_sender(const Admission& request, Problem& refusal) const {
  const Principal& who = request.call.who;
  const Route& route = request.route();
  if (who.kind == Principal::Kind::kToken) {
    const auto session = request.call.path.find("session");
    if (route.for_pages && (session == request.call.path.end() || session->second == who.session)) return true;
    refusal = problem("forbidden", "the token allows messages in its own session only");
    return false;
  }
  if (who.may(route.scope)) return true;
  refusal = problem("forbidden", std::string("the key lacks the scope '") + to_string(route.scope) + "'");
  return false;
}

bool Service::check_rate(const Admission& request, Problem& refusal) {
  const Principal& who = request.call.who;
  const bool is_page = who.kind == Principal::Kind::kToken;
  const double rate = is_page ? options_.page_rate : who.per_second;
  if (rate <= 0) return true;
  const double burst = is_page ? options_.page_burst : std::max(1.0, rate);
  const TimeMs wait = rates_.take((is_page ? "session " : "key ") + who.id, rate, burst, clock().now());
  if (wait == 0) return true;
  refusal = problem("rate_limited");
  refusal.headers.emplace_back("Retry-After", std::to_string((wait + 999) / 1000));
  return false;
}

bool Service::find_bot(Admission& request, Problem& refusal) const {
  auto query = Query::parse(request.request().query());
  if (!query) {
    refusal = problem("invalid_request", "the query is not valid: a wrong encoding, or a parameter twice");
    return false;
  }
  request.call.query = std::move(*query);
  if (request.route().bot == Route::Bot::kNone) return true;
  const Principal& who = request.call.who;
  const std::string* named = request.call.query.find("bot");
  if (named && !who.bot.empty() && *named != who.bot) {
    refusal = problem("forbidden", "the key belongs to another bot");
    return false;
  }
  const std::string wanted = named ? *named : who.bot;
  for (const auto& bot : bots_) {
    if (wanted.empty() ? bots_.size() == 1 : bot->id() == wanted) {
      request.call.bot = bot.get();
      return true;
    }
  }
  if (!wanted.empty()) {
    refusal = named ? problem("unknown_bot") : problem("forbidden", "the key belongs to another bot");
    return false;
  }
  std::string ids;
  for (const auto& bot : bots_) ids += (ids.empty() ? "" : ", ") + bot->id();
  refusal = problem("invalid_request", "the server has several bots; name one with ?bot=, one of: " + ids);
  refusal.errors.push_back({"?bot", "is missing"});
  return false;
}

bool Service::check_input(const Admission& request, Problem& refusal) const {
  const Route& route = request.route();
  const HttpRequest& http = request.request();
  const auto session = request.call.path.find("session");
  if (session != request.call.path.end() && !is_session_name(session->second)) {
    refusal = problem("invalid_request", "a session's name has 1 to 128 characters of [A-Za-z0-9._:@+-]");
    return false;
  }
  for (const auto& [name, value] : request.call.query.all()) {
    const auto is_it = [&name = name](const char* known) { return name == known; };
    if (name == "bot" || std::any_of(route.query.begin(), route.query.end(), is_it)) continue;
    refusal = problem("invalid_request", "unknown query parameter");
    refusal.errors.push_back({"?" + name, "is unknown"});
    return false;
  }
  if (route.input != Route::Input::kOwn && !accepts_json(http.header("Accept"))) {
    refusal = problem("not_acceptable");
    return false;
  }
  if (http.body.empty() || route.input == Route::Input::kOwn) return true;
  const std::string_view type = media_type(http.header("Content-Type"));
  const bool is_json = equals_ignoring_case(type, "application/json");
  const bool is_lines = equals_ignoring_case(type, "application/x-ndjson");
  if (is_json || (is_lines && route.input == Route::Input::kEither)) return true;
  if (route.input == Route::Input::kNothing) return true;  // a body without a meaning is ignored
  refusal = problem("unsupported_media_type", "send the body as application/json");
  return false;
}

void Service::run(const std::shared_ptr<Admission>& request) {
  const Route& route = request->route();
  if (route.speed == Route::Speed::kQuick) return run_route(*request);
  if (is_draining_) return request->refuse(problem("draining"));
  const auto session = request->call.path.find("session");
  const bool is_turn = route.scope == Scope::kTurn && session != request->call.path.end();
  if (is_turn && !enter(*request, session->second, options_.most_per_session)) {
    Problem refusal = problem("rate_limited", "too many turns of the session wait for each other");
    refusal.headers.emplace_back("Retry-After", "1");
    return request->refuse(refusal);
  }
  if (route.speed == Route::Speed::kSlow && !enter(*request, kSlowQueue, options_.most_slow)) {
    return request->refuse(problem("overloaded", "too many requests that read many sessions are running"));
  }
  const bool posted = pool_.post([this, request] {
    run_route(*request);
    leave(*request);
  });
  if (posted) return;
  leave(*request);
  request->refuse(problem("overloaded"));
}

void Service::run_route(Admission& request) {
  const Call& call = request.call;
  if (call.bot && call.path.count("session") != 0 && !belongs_to_bot(call, call.session())) {
    return request.refuse(problem("unknown_session"));
  }
  try {
    if (Answer answer = request.route().run(request.call)) request.exchange->respond(std::move(*answer));
  } catch (const std::exception& failure) {
    // No call of parley throws. This is, for example, a lack of memory.
    request.refuse(problem("internal", std::string("unexpected: ") + failure.what()));
  }
}

bool Service::belongs_to_bot(const Call& call, std::string_view session) const {
  if (bots_.size() == 1 && call.who.bot.empty()) return true;
  const auto state = call.bot->whole_store().load(session);
  return !state || !*state || (*state)->bot == call.bot->id();
}

bool Service::enter(Admission& request, const std::string& queue, std::size_t most) {
  const std::lock_guard lock(queues_mutex_);
  std::size_t& count = queues_[queue];
  if (count >= most) return false;
  ++count;
  request.queue = queue;
  return true;
}

void Service::leave(const Admission& request) {
  if (request.queue.empty()) return;
  const std::lock_guard lock(queues_mutex_);
  const auto found = queues_.find(request.queue);
  if (--found->second == 0) queues_.erase(found);
}

}  // namespace parley::server
