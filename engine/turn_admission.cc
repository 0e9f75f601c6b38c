// Tested by tests/engine/continuation_test.cc and tests/engine/caller_mistakes_test.cc.
#include "engine/turn_admission.h"

#include <utility>

#include "engine/request_limits.h"
#include "engine/session_owner.h"

namespace parley::engine {
namespace {

// Returns the session of a conversation. kSessionExpired: the session expired and was erased. A later stage checks
// whether a stored session has begun another conversation, because a redelivery and a late result are accepted even
// then.
Result<std::string> session_with(const std::string& continuation_id, TurnStore& store) {
  auto found = store.find_conversation(continuation_id);
  if (!found) return Unexpected(found.error());
  if (!*found) return Unexpected(ErrorCode::kUnknownSession, "no conversation has this 'continuation_id'");
  if (!(*found)->session.empty()) return std::move((**found).session);
  return Unexpected(ErrorCode::kSessionExpired,
                    "the conversation of this 'continuation_id' is over; begin a new one with 'session'");
}

}  // namespace

Result<Admission> admit(const Request& request, const EngineServices& services) {
  std::shared_ptr<const BotServices> bot = services.bot.get();
  if (auto checked = check_request(request, services.limits, bot->definition()); !checked) {
    return Unexpected(checked.error());
  }
  auto session = request.continuation_id.empty() ? session_for(request.session, request.user, *services.store, *bot)
                                                 : session_with(request.continuation_id, *services.store);
  if (!session) return Unexpected(session.error());
  return Admission{request, std::move(*session), std::move(bot)};
}

Result<void> use_current_bot(Admission& admission, const EngineServices& services) {
  auto bot = services.bot.get();
  if (bot == admission.bot) return {};
  admission.bot = std::move(bot);
  return check_request(admission.request, services.limits, admission.bot->definition());
}

}  // namespace parley::engine
