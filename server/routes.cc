// Tested by tests/server/router_test.cc.
#include "server/routes.h"

#include "server/compat/interfaces.h"
#include "server/routes/bot.h"
#include "server/routes/events.h"
#include "server/routes/graph.h"
#include "server/routes/operation.h"
#include "server/routes/session_changes.h"
#include "server/routes/sessions.h"
#include "server/routes/simulations.h"
#include "server/routes/tokens.h"
#include "server/routes/turns.h"

namespace parley::server {

std::vector<Route> all_routes(unsigned compat) {
  using Input = Route::Input;
  constexpr auto kNoBot = Route::Bot::kNone;
  constexpr bool kForPages = true;
  constexpr auto kQuick = Route::Speed::kQuick;
  constexpr auto kRepeating = Route::Speed::kRepeating;
  constexpr auto kSlow = Route::Speed::kSlow;
  constexpr auto kOneBot = Route::Bot::kOne;
  std::vector<Route> routes{
      // Messages
      {"runTurn", "POST", "/v1/sessions/{session}/turns", Scope::kTurn, run_turn, Input::kJson, {}, kForPages},
      {"runAnyTurn", "POST", "/v1/turns", Scope::kTurn, run_any_turn, Input::kEither},
      {"parseMessage", "POST", "/v1/parse", Scope::kTurn, parse_message, Input::kJson},
      // Sessions
      {"listSessions",
       "GET",
       "/v1/sessions",
       Scope::kRead,
       list_sessions,
       Input::kNothing,
       {"user", "tag", "q", "handed_off", "standing", "archived", "limit", "cursor", "clear"}},
      {"getSession", "GET", "/v1/sessions/{session}", Scope::kRead, get_session, Input::kNothing, {"clear"}},
      {"listTurns",
       "GET",
       "/v1/sessions/{session}/turns",
       Scope::kRead,
       list_turns,
       Input::kNothing,
       {"after", "limit", "clear"},
       kForPages},
      {"streamSession",
       "GET",
       "/v1/sessions/{session}/events",
       Scope::kRead,
       stream_session,
       Input::kNothing,
       {"after", "clear"},
       kForPages},
      {"explainTurn",
       "GET",
       "/v1/sessions/{session}/turns/{seq}/why",
       Scope::kRead,
       explain_turn,
       Input::kNothing,
       {"clear"},
       false,
       kOneBot,
       kRepeating},
      {"streamAllSessions",
       "GET",
       "/v1/events",
       Scope::kRead,
       stream_all,
       Input::kNothing,
       {},
       false,
       Route::Bot::kEach},
      {"getContext",
       "GET",
       "/v1/sessions/{session}/context",
       Scope::kRead,
       get_context,
       Input::kNothing,
       {"consumer", "max_tokens"}},
      {"listTopics", "GET", "/v1/sessions/{session}/topics", Scope::kRead, list_topics},
      {"exportSession", "GET", "/v1/sessions/{session}/export", Scope::kRead, export_session},
      {"forkSession", "POST", "/v1/sessions/{session}:fork", Scope::kWrite, fork_stored_session, Input::kJson},
      {"archiveSession", "POST", "/v1/sessions/{session}:archive", Scope::kWrite, archive_session, Input::kJson},
      {"restoreSession", "POST", "/v1/sessions/{session}:restore", Scope::kWrite, restore_session, Input::kJson},
      {"compactSession", "POST", "/v1/sessions/{session}:compact", Scope::kWrite, compact_session, Input::kJson},
      {"changeNotes", "PATCH", "/v1/sessions/{session}/notes", Scope::kWrite, change_notes, Input::kJson},
      {"forgetSession", "DELETE", "/v1/sessions/{session}", Scope::kAdmin, forget_stored_session},
      {"forgetUser", "DELETE", "/v1/users/{user}", Scope::kAdmin, forget_stored_user},
      // The desk
      {"writeAsPerson", "POST", "/v1/sessions/{session}/messages", Scope::kAgent, write_as_person, Input::kJson},
      {"giveBack", "POST", "/v1/sessions/{session}:give_back", Scope::kAgent, give_back, Input::kJson},
      // The bot
      {"listBots", "GET", "/v1/bots", Scope::kRead, list_bots, Input::kNothing, {}, false, kNoBot},
      {"getBot", "GET", "/v1/bot", Scope::kRead, get_bot},
      {"getGraph",
       "GET",
       "/v1/bot/graph",
       Scope::kRead,
       get_graph,
       Input::kNothing,
       {"intent", "sessions"},
       false,
       kOneBot,
       kSlow},
      {"listFindings", "GET", "/v1/bot/findings", Scope::kRead, list_findings},
      {"getSource", "GET", "/v1/bot/source", Scope::kAdmin, get_source, Input::kNothing, {"file", "line", "limit"}},
      {"reloadBot", "POST", "/v1/bot:reload", Scope::kAdmin, reload_bot, Input::kJson},
      {"getReport", "GET", "/v1/reports", Scope::kRead, get_report, Input::kNothing, {}, false, kOneBot, kSlow},
      {"dryRunBot", "POST", "/v1/bot:dry-run", Scope::kAdmin, dry_run_bot, Input::kJson, {}, false, kOneBot, kSlow},
      // Simulations
      {"createSimulation",
       "POST",
       "/v1/simulations",
       Scope::kTurn,
       create_simulation,
       Input::kJson,
       {},
       false,
       kOneBot,
       kRepeating},
      {"getSimulation", "GET", "/v1/simulations/{id}", Scope::kTurn, get_simulation},
      {"deleteSimulation", "DELETE", "/v1/simulations/{id}", Scope::kTurn, delete_simulation},
      {"runStep", "POST", "/v1/simulations/{id}/steps", Scope::kTurn, run_step, Input::kJson},
      {"branchSimulation",
       "POST",
       "/v1/simulations/{id}:branch",
       Scope::kTurn,
       branch_simulation,
       Input::kJson,
       {},
       false,
       kOneBot,
       kRepeating},
      {"getConversation",
       "GET",
       "/v1/simulations/{id}/conversation",
       Scope::kTurn,
       get_conversation,
       Input::kNothing,
       {},
       false,
       kOneBot,
       kRepeating},
      // Tokens
      {"createToken", "POST", "/v1/tokens", Scope::kMint, create_token, Input::kJson},
      {"renewToken",
       "POST",
       "/v1/tokens:renew",
       Scope::kTurn,
       renew_token,
       Input::kJson,
       {},
       kForPages,
       Route::Bot::kNone},
      // Operation
      {"checkAlive", "GET", "/healthz", Scope::kNone, check_alive, Input::kNothing, {}, false, kNoBot, kQuick},
      {"checkReady", "GET", "/readyz", Scope::kNone, check_ready, Input::kNothing, {}, false, kNoBot},
      {"getMetrics", "GET", "/metrics", Scope::kMetrics, get_metrics, Input::kOwn, {}, false, kNoBot},
      {"getOpenApi", "GET", "/openapi.json", Scope::kNone, get_openapi, Input::kNothing, {}, false, kNoBot, kQuick},
  };
  for (Route& route : compat_routes(compat)) routes.push_back(std::move(route));
  return routes;
}

}  // namespace parley::server
