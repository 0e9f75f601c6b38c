// Tested by tests/engine/session_owner_test.cc.
#include "engine/session_owner.h"

#include "base/hash.h"
#include "parley/sessions.h"

namespace parley::engine {
namespace {

constexpr std::size_t kLongestName = 128;
constexpr std::size_t kMarkLength = 16;

// Returns the name of the session that `user` gets instead of `session`.
std::string own_session(const std::string& session, const std::string& user) {
  const std::string mark = base::fingerprint(session + '\n' + user).substr(0, kMarkLength);
  return session.substr(0, kLongestName - kMarkLength - 1) + "@" + mark;
}

Unexpected other_owner() {
  return Unexpected(ErrorCode::kInvalidRequest,
                    "the session belongs to another 'user'; name another session for this user");
}

// Returns whether `user` may continue the session: it has no user, or this one.
Result<bool> is_open_to(TurnStore& store, const SessionState& state, const std::string& user) {
  if (state.user == user) return true;
  const auto owner = owner_of(store, state);
  if (!owner) return Unexpected(owner.error());
  return owner->empty() || *owner == user;
}

}  // namespace

std::string hash_of_user(const std::string& user, const BotServices& bot) {
  return user.empty() ? std::string() : user_hash(user, bot.user_key);
}

Result<std::string> owner_of(TurnStore& store, const SessionState& state) {
  if (!state.user.empty()) return state.user;
  auto info = store.summary(state.session);
  if (!info) return Unexpected(info.error());
  return *info ? std::move((*info)->notes.user) : std::string();
}

Result<std::string> session_for(const std::string& session, const std::string& user_name, TurnStore& store,
                                const BotServices& bot) {
  const bool refuses = bot.definition().session.other_user == config::Session::OtherUser::kRefuse;
  if (user_name.empty() || refuses) return session;
  const std::string user = hash_of_user(user_name, bot);
  const auto named = store.load(session);
  if (!named) return Unexpected(named.error());
  if (*named && (*named)->user == user) return session;
  std::string own = own_session(session, user);
  const auto there = store.load(own);
  if (!there) return Unexpected(there.error());
  if (*there || !*named) return *there ? std::move(own) : session;
  const auto is_open = is_open_to(store, **named, user);
  if (!is_open) return Unexpected(is_open.error());
  return *is_open ? session : std::move(own);
}

Result<void> check_owner(const TurnScope& scope, const SessionState& state) {
  if (scope.user.empty() || state.version == 0) return {};
  const auto is_open = is_open_to(scope.store, state, scope.user);
  if (!is_open) return Unexpected(is_open.error());
  return *is_open ? Result<void>() : Result<void>(other_owner());
}

// Without its user in the notes, the erasure of the user would not find the session.
Result<bool> annotate(SessionStore& store, const SessionState& state, SessionNotes notes) {
  auto owner = owner_of(store, state);
  if (!owner) return Unexpected(owner.error());
  if (notes.user.empty()) notes.user = *owner;
  if (!owner->empty() && notes.user != *owner) return other_owner();
  auto noted = store.annotate(state.session, notes);
  if (!noted || !*noted) return noted;
  // A turn may have set the user since `state` was loaded.
  const auto now = store.load(state.session);
  if (!now) return Unexpected(now.error());
  if (!*now || (*now)->user.empty() || (*now)->user == notes.user) return true;
  notes.user = (*now)->user;
  return store.annotate(state.session, notes);
}

Result<std::string> session_of(const std::string& session, const std::string& user, EngineServices& services) {
  const auto bot = services.bot.get();
  auto found = session_for(session, user, *services.store, *bot);
  if (!found || user.empty()) return found;
  const auto state = services.store->load(*found);
  if (!state) return Unexpected(state.error());
  if (!*state) return found;
  const auto is_open = is_open_to(*services.store, **state, hash_of_user(user, *bot));
  if (!is_open) return Unexpected(is_open.error());
  return *is_open ? found : Result<std::string>(other_owner());
}

}  // namespace parley::engine
