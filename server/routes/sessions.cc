// Tested by tests/server/sessions_test.
#include "server/routes/sessions.h"

#include <algorithm>
#include <set>

#include "parley/protocol.h"
#include "parley/stores.h"
#include "server/ascii.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/views.h"

namespace parley::server {
namespace {

constexpr std::int64_t kMostSessions = 200;
constexpr std::int64_t kMostTurns = 200;
constexpr std::size_t kMostHits = 10'000;

Problem invalid_parameter(const std::string& name, const std::string& why) {
  Problem out = problem("invalid_request", "the query parameter '" + name + "' " + why);
  out.errors.push_back({"?" + name, why});
  return out;
}

// Reads a count of the query. Returns false, and sets `fault`, if it is not one.
bool read_count(const Call& call, const char* name, std::int64_t least, std::int64_t most, std::int64_t& out,
                Problem& fault) {
  const std::string* text = call.query.find(name);
  if (!text) return true;
  const auto number = parse_count(*text, most);
  if (!number || *number < least) {
    fault =
        invalid_parameter(name, "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return false;
  }
  out = *number;
  return true;
}

// A cursor is the place of the last session of a page. It is opaque for clients.
std::string cursor_of(const SessionInfo& last) {
  return to_base64url(std::to_string(last.updated_at) + " " + last.session);
}
std::optional<SessionQuery::Place> place_of(const std::string& cursor) {
  const auto text = from_base64url(cursor);
  const std::size_t space = text ? text->find(' ') : std::string::npos;
  if (space == std::string::npos) return std::nullopt;
  const auto at = parse_count(text->substr(0, space), INT64_MAX);
  if (!at) return std::nullopt;
  return SessionQuery::Place{*at, text->substr(space + 1)};
}

// Reads a parameter that is one of some words. Returns false, and sets `fault`, if it is another word.
template <class Choice>
bool read_choice(const Call& call, const char* name, const std::vector<std::pair<const char*, Choice>>& choices,
                 Choice& out, Problem& fault) {
  const std::string* text = call.query.find(name);
  if (!text) return true;
  std::vector<std::string> words;
  for (const auto& [word, choice] : choices) {
    if (*text == word) {
      out = choice;
      return true;
    }
    words.emplace_back(word);
  }
  const std::string last = words.back();
  words.pop_back();
  fault = invalid_parameter(name, "must be " + joined(words) + " or " + last);
  return false;
}

bool read_query(const Call& call, SessionQuery& query, Problem& fault) {
  using Archived = SessionQuery::Archived;
  using Standing = SessionQuery::Standing;
  std::int64_t limit = 20;
  if (!read_count(call, "limit", 1, kMostSessions, limit, fault)) return false;
  query.limit = static_cast<std::size_t>(limit);
  query.bot = call.bot->id();
  if (const std::string* user = call.query.find("user")) query.user = call.bot->engine().user_hash(*user);
  if (const std::string* tag = call.query.find("tag")) query.tag = *tag;
  query.now = call.service.clock().now();
  if (!read_choice<Archived>(call, "archived",
                             {{"no", Archived::kNo}, {"only", Archived::kOnly}, {"too", Archived::kToo}},
                             query.archived, fault) ||
      !read_choice<bool>(call, "handed_off", {{"true", true}, {"false", false}}, query.handed_off, fault)) {
    return false;
  }
  // A person no longer has a conversation that has expired.
  if (query.handed_off) query.standing = Standing::kLive;
  if (!read_choice<Standing>(call, "standing",
                             {{"live", Standing::kLive}, {"expired", Standing::kExpired}, {"any", Standing::kAny}},
                             query.standing, fault)) {
    return false;
  }
  const std::string* cursor = call.query.find("cursor");
  if (cursor) query.after = place_of(*cursor);
  if (cursor && !query.after) {
    fault = invalid_parameter("cursor", "is not a cursor of an earlier answer");
    return false;
  }
  return true;
}

// Whether a session that a search has found is one of those that the list would show.
bool is_asked_for(const SessionQuery& query, const SessionInfo& info) {
  using Archived = SessionQuery::Archived;
  using Standing = SessionQuery::Standing;
  const bool is_archived = info.notes.archived_at != 0;
  const bool is_expired = info.expires_at != 0 && info.expires_at <= query.now;
  const std::vector<std::string>& tags = info.notes.tags;
  return info.bot == query.bot && (!query.handed_off || info.handed_off) &&
         (query.archived == Archived::kToo || is_archived == (query.archived == Archived::kOnly)) &&
         (query.standing == Standing::kAny || is_expired == (query.standing == Standing::kExpired)) &&
         (query.tag.empty() || std::find(tags.begin(), tags.end(), query.tag) != tags.end());
}

// Returns the sessions of the hits that the query asks for, each once and with its first hit.
Result<Value::Array> sessions_of(const Call& call, const SessionQuery& query, const std::vector<SearchHit>& hits) {
  Value::Array sessions;
  std::set<std::string> seen;
  for (const SearchHit& hit : hits) {
    if (sessions.size() == query.limit || !call.has_time()) break;
    if (!seen.insert(hit.session).second) continue;
    const auto info = call.bot->store().summary(hit.session);
    if (!info) return Unexpected(info.error());
    if (!*info || !is_asked_for(query, **info)) continue;
    const auto state = call.bot->store().load(hit.session);
    Value view = view_of(**info, query.now);
    (*view.if_object())["hit"] = view_of(hit.message, mask_for(call, state && *state ? &**state : nullptr));
    sessions.push_back(std::move(view));
  }
  return sessions;
}

// A search counts messages, not sessions, so it becomes wider until enough sessions are found.
Answer search_sessions(const Call& call, const SessionQuery& query) {
  SearchQuery search;
  search.text = *call.query.find("q");
  search.user = query.user;
  for (search.limit = 2 * query.limit;; search.limit *= 4) {
    std::vector<RefusedSession> unread;
    search.unread = &unread;
    const auto hits = call.bot->store().search(search);
    if (!hits) return problem_of(hits.error()).response();
    auto sessions = sessions_of(call, query, *hits);
    if (!sessions) return problem_of(sessions.error()).response();
    const bool is_all = hits->size() < search.limit || search.limit > kMostHits || !call.has_time();
    if (!is_all && sessions->size() < query.limit) continue;
    return json_response(Value::Object{{"sessions", std::move(*sessions)}, {"next", Value()}});
  }
}

Result<SessionState> load_session(const Call& call) {
  auto state = call.bot->store().load(call.session());
  if (!state) return Unexpected(state.error());
  if (!*state) return Unexpected(ErrorCode::kUnknownSession, "the session does not exist");
  return std::move(**state);
}

std::optional<Consumer> consumer_named(const std::string& name) {
  for (const Consumer each : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
    if (name == to_string(each)) return each;
  }
  return std::nullopt;
}

}  // namespace

Answer list_sessions(Call& call) {
  SessionQuery query;
  Problem fault;
  if (!read_query(call, query, fault)) return fault.response();
  if (call.query.find("q")) return search_sessions(call, query);
  const auto found = call.bot->store().list(query);
  if (!found) return problem_of(found.error()).response();
  Value::Array sessions;
  for (const SessionInfo& info : *found) sessions.push_back(view_of(info, call.service.clock().now()));
  const bool is_full = query.limit > 0 && found->size() == query.limit;
  const Value next = is_full ? Value(cursor_of(found->back())) : Value();
  return json_response(Value::Object{{"sessions", std::move(sessions)}, {"next", next}});
}

Answer get_session(Call& call) {
  const auto state = load_session(call);
  if (!state) return problem_of(state.error()).response();
  const auto info = call.bot->store().summary(call.session());
  if (!info) return problem_of(info.error()).response();
  if (!*info) return problem_response("unknown_session");
  Value view = view_of(**info, call.service.clock().now());
  (*view.if_object())["notes"] = view_of((*info)->notes);
  (*view.if_object())["state"] = masked(to_value(*state), mask_for(call, &*state));
  return json_response(view);
}

Answer list_turns(Call& call) {
  std::int64_t after = 0;
  std::int64_t limit = 50;
  Problem fault;
  if (!read_count(call, "after", 0, INT64_MAX, after, fault) ||
      !read_count(call, "limit", 1, kMostTurns, limit, fault)) {
    return fault.response();
  }
  const auto state = load_session(call);
  if (!state) return problem_of(state.error()).response();
  auto turns =
      turn_views(call.bot->store(), call.session(), after, static_cast<std::size_t>(limit), mask_for(call, &*state));
  if (!turns) return problem_of(turns.error()).response();
  const Value next =
      !turns->empty() && turns->size() == static_cast<std::size_t>(limit) ? *turns->back().find("seq") : Value();
  return json_response(Value::Object{{"turns", Value::Array(turns->begin(), turns->end())}, {"next", next}});
}

Answer get_context(Call& call) {
  ContextQuery query;
  Problem fault;
  if (!read_count(call, "max_tokens", 0, 10'000'000, query.max_tokens, fault)) return fault.response();
  if (const std::string* name = call.query.find("consumer")) {
    const auto consumer = consumer_named(*name);
    if (!consumer) return invalid_parameter("consumer", "must be classifier, planner, llm or agent").response();
    query.consumer = *consumer;
  }
  const auto made = call.bot->engine().context(call.session(), query);
  if (!made) return problem_of(made.error()).response();
  return json_response(Value::Object{{"context", render_json(made->context)},
                                     {"dialog", render_json(made->dialog)},
                                     {"text", render_text(made->context)}});
}

Answer list_topics(Call& call) {
  Engine& engine = call.bot->engine();
  const auto found = engine.topic_stats(call.session());
  if (!found) return problem_of(found.error()).response();
  Value::Array topics;
  for (const TopicStats& one : *found) {
    topics.push_back(Value::Object{{"id", one.topic},
                                   {"title", engine.redact(one.title)},
                                   {"messages", one.total},
                                   {"has_summary", one.has_summary},
                                   {"archived", one.archived},
                                   {"importance", one.importance},
                                   {"priority", one.priority}});
  }
  return json_response(Value::Object{{"topics", std::move(topics)}});
}

// The export is for moving a session, so it is as the store holds it.
Answer export_session(Call& call) {
  if (!call.who.may(Scope::kClear)) return problem_response("forbidden", "an export needs the scope 'clear'");
  const auto record = call.bot->store().record(call.session());
  if (!record) return problem_of(record.error()).response();
  if (!*record) return problem_response("unknown_session");
  // An export covers a whole store, so the session gets a store of its own.
  const auto alone = create_memory_store();
  if (auto put = alone->put(**record); !put) return problem_of(put.error()).response();
  std::string lines;
  SessionQuery query;
  query.archived = SessionQuery::Archived::kToo;
  const auto report = export_sessions(*alone, query, [&lines](std::string_view line) {
    lines.append(line).append("\n");
    return true;
  });
  if (!report) return problem_of(report.error()).response();
  return HttpResponse{200, "application/x-ndjson", std::move(lines), {{"Cache-Control", "no-store"}}};
}

}  // namespace parley::server
