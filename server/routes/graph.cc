// Tested by tests/server/graph_test.
#include "server/routes/graph.h"

#include <algorithm>

#include "parley/bot_graph.h"
#include "parley/simulation.h"
#include "server/graph_picture.h"
#include "server/query.h"
#include "server/service.h"

namespace parley::server {
namespace {

constexpr std::int64_t kMostCounted = 1000;
constexpr std::size_t kPage = 200;

struct Traffic {
  std::int64_t sessions = 0;  // that were counted
  std::int64_t turns = 0;     // that were counted
  std::int64_t skipped = 0;   // turns that do not repeat what the user experienced
  std::int64_t refused = 0;   // sessions that cannot be read or repeated
  bool is_complete = true;    // false: the time was over before all sessions were read
  Digressions digressions;
};

// A turn repeats the stored one if it does the same. Its texts may differ, because results of tools are made up.
bool repeats(const TurnDifference& difference) {
  return std::all_of(difference.fields.begin(), difference.fields.end(),
                     [](const FieldDifference& one) { return one.field == "reply" || one.field == "calls"; });
}

// The intent that interrupts another one begins, or is on top again, right after the event of the digression.
void count_digressions(const std::vector<TraceEvent>& trace, Digressions& digressions) {
  const TraceEvent* left = nullptr;
  for (const TraceEvent& event : trace) {
    const bool is_next = event.rule == Rule::kIntentStarted || event.rule == Rule::kIntentReturned;
    if (event.rule == Rule::kDigression) left = &event;
    if (!is_next || !left) continue;
    ++digressions[{left->intent, event.intent}];
    left = nullptr;
  }
}

void count_conversation(const Reproduction& again, GraphTraffic& counter, Traffic& traffic) {
  const auto changed = std::find_if(again.differences.begin(), again.differences.end(),
                                    [](const TurnDifference& one) { return !repeats(one); });
  const std::int64_t end = changed == again.differences.end() ? INT64_MAX : changed->seq;
  counter.begin_conversation();
  for (std::size_t i = 0; i < again.turns.size(); ++i) {
    const auto& turn = again.simulation->steps()[i].turn;
    const bool is_counted = turn && again.turns[i] < end;
    if (is_counted) counter.add(turn->trace);
    if (is_counted) count_digressions(turn->trace, traffic.digressions);
    ++(is_counted ? traffic.turns : traffic.skipped);
  }
  ++traffic.sessions;
}

// Runs the current conversations of the most recent sessions again, and counts their traces.
Result<Traffic> count_traffic(Call& call, const std::shared_ptr<const Catalog>& catalog, std::size_t sessions,
                              BotGraph& graph) {
  GraphTraffic counter(graph);
  Traffic traffic;
  SessionQuery query;
  query.bot = catalog->id();
  query.archived = SessionQuery::Archived::kToo;
  while (sessions > 0) {
    query.limit = std::min(sessions, kPage);
    const auto page = call.bot->store().list(query);
    if (!page) return Unexpected(page.error());
    for (const SessionInfo& info : *page) {
      if (!call.has_time()) {
        traffic.is_complete = false;
        return traffic;
      }
      RepeatLimits limits;
      limits.may_go_on = [&call] { return call.has_time(); };
      const auto again = Simulation::of_session(catalog, call.bot->store(), info.session, 0, false, limits);
      again ? count_conversation(*again, counter, traffic) : static_cast<void>(++traffic.refused);
    }
    if (page->size() < query.limit) break;
    sessions -= page->size();
    query.after = {page->back().updated_at, page->back().session};
  }
  return traffic;
}

Value traffic_view(const Traffic& traffic) {
  return Value::Object{{"sessions", traffic.sessions},
                       {"turns", traffic.turns},
                       {"skipped", traffic.skipped},
                       {"refused", traffic.refused},
                       {"complete", traffic.is_complete}};
}

}  // namespace

Answer get_graph(Call& call) {
  const std::string* intent = call.query.find("intent");
  const std::string* sessions = call.query.find("sessions");
  const auto most = sessions ? parse_count(*sessions, kMostCounted) : std::optional<std::int64_t>(0);
  if (!most || (sessions && *most == 0)) {
    return problem_response("invalid_request", "'sessions' must be a whole number from 1 to 1000");
  }
  const auto catalog = call.bot->catalog();
  BotGraph graph = bot_graph(*catalog);
  const auto is_wanted = [&](const std::string& id) { return !intent || id == *intent; };
  if (std::none_of(graph.intents.begin(), graph.intents.end(), [&](const auto& one) { return is_wanted(one.id); }) &&
      intent) {
    return problem_response("unknown_intent");
  }
  Value::Object out;
  Digressions digressions;
  if (sessions) {
    const auto traffic = count_traffic(call, catalog, static_cast<std::size_t>(*most), graph);
    if (!traffic) return problem_of(traffic.error()).response();
    out["traffic"] = traffic_view(*traffic);
    digressions = traffic->digressions;
  }
  Value::Array intents, links;
  for (const IntentGraph& one : graph.intents) {
    if (is_wanted(one.id)) intents.push_back(picture_of(one));
  }
  for (const GraphLink& link : graph.links) {
    if (!is_wanted(link.from) && !is_wanted(link.to)) continue;
    links.push_back(Value::Object{{"from", link.from}, {"to", link.to}, {"kind", to_string(link.kind)}});
  }
  out["intents"] = std::move(intents);
  out["links"] = std::move(links);
  if (!intent) out["overview"] = overview_of(graph, digressions);
  return json_response(Value(std::move(out)));
}

}  // namespace parley::server
