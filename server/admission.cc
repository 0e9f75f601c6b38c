// Tested by tests/server/access_test.
#include "server/admission.h"

#include <algorithm>
#include <utility>

#include "server/ascii.h"
#include "server/tokens.h"

namespace parley::server {
namespace {

// "127.0.0.1:7272" -> "127.0.0.1", "[::1]:7272" -> "[::1]". Empty: the part behind the name is no port.
std::string_view name_in(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || (bracket != std::string_view::npos && colon < bracket)) return host;
  const std::string_view port = host.substr(colon + 1);
  const bool is_port = port.size() <= 5 && port.find_first_not_of("0123456789") == std::string_view::npos;
  return is_port ? host.substr(0, colon) : std::string_view();
}

// Whether a browser says that a page of another site or another port asks. It sends no Origin with the request of an
// image or a link.
bool is_of_other_site(const HttpRequest& http) {
  const std::string* site = http.header("Sec-Fetch-Site");
  return site && *site != "same-origin" && *site != "none";
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

// Returns a header that decides about the request and is there twice. A proxy could use the other one. Null: none.
const char* repeated_header(const HttpRequest& http) {
  for (const char* name : {"Host", "Origin", "Authorization", "Content-Type", "Idempotency-Key", "X-Parley-Session"}) {
    const auto is_it = [name](const auto& header) { return equals_ignoring_case(header.first, name); };
    if (std::count_if(http.headers.begin(), http.headers.end(), is_it) > 1) return name;
  }
  return nullptr;
}

}  // namespace

// Without keys, a page of another site could reach the server under a name of its own that leads to this machine (DNS
// rebinding). The browser then sends that name.
Admission::Refusal Admission::check_host(const HttpRequest& http) const {
  if (const char* repeated = repeated_header(http)) {
    return problem("malformed_request", std::string("the header ") + repeated + " is there more than once");
  }
  const std::string* host = http.header("Host");
  if (!host) return problem("malformed_request", "the header Host is missing");
  if (options_.keys || http.peer.empty() || is_local_name(name_in(*host))) return std::nullopt;
  return problem("host_refused", "a server without keys answers only to localhost and 127.0.0.1");
}

Admission::Refusal Admission::check_origin(Arrival& arrival) const {
  const HttpRequest& http = arrival.request();
  const std::string* origin = http.header("Origin");
  if (!origin && !options_.keys && is_of_other_site(http)) {
    return problem("origin_refused", "a server without keys answers only to its own pages");
  }
  if (!origin) return std::nullopt;
  const std::string own = (http.is_tls ? "https://" : "http://") + *http.header("Host");
  if (equals_ignoring_case(*origin, own)) return std::nullopt;
  if (std::find(options_.origins.begin(), options_.origins.end(), *origin) != options_.origins.end()) {
    arrival.origin = *origin;
    arrival.exchange->allowed_origin = *origin;
    return std::nullopt;
  }
  return problem("origin_refused", "the page's origin is not on the server's list; add it with --origin");
}

Admission::Refusal Admission::check(Arrival& arrival) {
  if (auto refusal = find_sender(arrival)) return refusal;
  if (auto refusal = check_sender(arrival)) return refusal;
  if (auto refusal = take_turn(arrival.call.who)) return refusal;
  if (auto refusal = find_bot(arrival)) return refusal;
  if (auto refusal = check_query(arrival)) return refusal;
  return check_media_types(arrival);
}

Admission::Refusal Admission::find_sender(Arrival& arrival) {
  Principal& who = arrival.call.who;
  const std::string* header = arrival.request().header("Authorization");
  if (arrival.route().scope == Scope::kNone) return std::nullopt;
  const std::string_view given = header ? std::string_view(*header) : std::string_view();
  const bool is_bearer = given.size() > 7 && equals_ignoring_case(given.substr(0, 7), "Bearer ");
  const std::string_view key = is_bearer ? trimmed(given.substr(7)) : std::string_view();
  // A page of another site must bring a token, even if the server is open for programs of this machine. Clients of
  // OpenAI cannot leave out the key, so a key of a program is ignored.
  if (!options_.keys && arrival.origin.empty() && !starts_with(key, "wt_")) {
    who.scopes = kAllScopes;
    return std::nullopt;
  }
  if (starts_with(key, "wt_")) {
    const auto claims = read_token(key, token_key(), options_.clock->now());
    if (claims) {
      who = {Principal::Kind::kToken, claims->session, 0, claims->bot,
             claims->session,         claims->user,    0, options_.page_context};
      if (is_of_origin(arrival.request(), claims->origin)) return std::nullopt;
      return problem("origin_refused", "the token belongs to another origin");
    }
  } else if (options_.keys) {
    auto known = options_.keys->find(key);
    if (known) {
      who = std::move(*known);
      return std::nullopt;
    }
  }
  return problem("unauthenticated", header ? "the key is not valid" : "the header Authorization is missing");
}

Admission::Refusal Admission::check_sender(const Arrival& arrival) const {
  const Principal& who = arrival.call.who;
  const Route& route = arrival.route();
  if (who.kind == Principal::Kind::kToken) {
    const auto session = arrival.call.path.find("session");
    if (route.for_pages && (session == arrival.call.path.end() || session->second == who.session)) return std::nullopt;
    return problem("forbidden", "the token allows messages in its own session only");
  }
  if (who.may(route.scope)) return std::nullopt;
  return problem("forbidden", std::string("the key lacks the scope '") + to_string(route.scope) + "'");
}

std::optional<Admission::Rate> Admission::rate_of(const Principal& who) const {
  const bool is_page = who.kind == Principal::Kind::kToken;
  const double rate = is_page ? options_.page_rate : who.per_second;
  if (rate <= 0) return std::nullopt;
  return Rate{(is_page ? "session " : "key ") + who.id, rate, is_page ? options_.page_burst : std::max(1.0, rate)};
}

Admission::Refusal Admission::take_turn(const Principal& who) {
  const auto rate = rate_of(who);
  const TimeMs wait = rate ? rates_.take(rate->bucket, rate->per_second, rate->burst, options_.clock->now()) : 0;
  if (wait == 0) return std::nullopt;
  Problem refusal = problem("rate_limited");
  refusal.headers.emplace_back("Retry-After", std::to_string((wait + 999) / 1000));
  return refusal;
}

void Admission::charge_turn(const Principal& who) {
  if (const auto rate = rate_of(who)) {
    rates_.charge(rate->bucket, rate->per_second, rate->burst, options_.clock->now());
  }
}

Admission::Refusal Admission::find_bot(Arrival& arrival) const {
  auto query = Query::parse(arrival.request().query());
  if (!query) {
    return problem("invalid_request", "the query is not valid: a wrong encoding, or a parameter twice");
  }
  arrival.call.query = std::move(*query);
  if (arrival.route().bot == Route::Bot::kNone) return std::nullopt;
  const Principal& who = arrival.call.who;
  const std::string* named = arrival.call.query.find("bot");
  if (named && !who.bot.empty() && *named != who.bot) {
    return problem("forbidden", "the key belongs to another bot");
  }
  const std::string wanted = named ? *named : who.bot;
  for (const auto& bot : bots_) {
    if (wanted.empty() ? bots_.size() == 1 : bot->id() == wanted) {
      arrival.call.bot = bot.get();
      return std::nullopt;
    }
  }
  if (!wanted.empty()) {
    return named ? problem("unknown_bot") : problem("forbidden", "the key belongs to another bot");
  }
  if (arrival.route().bot == Route::Bot::kEach) return std::nullopt;
  std::string ids;
  for (const auto& bot : bots_) ids += (ids.empty() ? "" : ", ") + bot->id();
  Problem refusal = problem("invalid_request", "the server has several bots; name one with ?bot=, one of: " + ids);
  refusal.errors.push_back({"?bot", "is missing"});
  return refusal;
}

Admission::Refusal Admission::check_query(const Arrival& arrival) const {
  const Route& route = arrival.route();
  const auto session = arrival.call.path.find("session");
  if (session != arrival.call.path.end() && !is_session_name(session->second)) {
    return problem("invalid_request", "a session's name has 1 to 128 characters of [A-Za-z0-9._:@+-]");
  }
  for (const auto& [name, value] : arrival.call.query.all()) {
    const auto is_it = [&name = name](const char* known) { return name == known; };
    if (name == "bot" || std::any_of(route.query.begin(), route.query.end(), is_it)) continue;
    Problem refusal = problem("invalid_request", "unknown query parameter");
    refusal.errors.push_back({"?" + name, "is unknown"});
    return refusal;
  }
  if (arrival.call.wants_clear() && !arrival.call.who.may(Scope::kClear))
    return problem("forbidden", "'clear=true' needs the scope 'clear'");
  return std::nullopt;
}

Admission::Refusal Admission::check_media_types(const Arrival& arrival) const {
  const Route& route = arrival.route();
  const HttpRequest& http = arrival.request();
  if (route.input != Route::Input::kOwn && !accepts_json(http.header("Accept"))) return problem("not_acceptable");
  if (http.body.empty() || route.input == Route::Input::kOwn) return std::nullopt;
  const std::string_view type = media_type(http.header("Content-Type"));
  const bool is_json = equals_ignoring_case(type, "application/json");
  const bool is_lines = equals_ignoring_case(type, "application/x-ndjson");
  if (is_json || (is_lines && route.input == Route::Input::kEither)) return std::nullopt;
  if (route.input == Route::Input::kNothing) return std::nullopt;  // a body without a meaning is ignored
  return problem("unsupported_media_type", "send the body as application/json");
}

}  // namespace parley::server
