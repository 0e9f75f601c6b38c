#include "server/compat/openai_conversation.h"

#include <algorithm>
#include <optional>

#include "parley/store.h"
#include "server/ascii.h"
#include "server/secrets.h"
#include "server/service.h"

namespace parley::server {
namespace {

// How many conversations with the same first message one key may have.
constexpr int kMostConversations = 100;
constexpr std::size_t kHashBytes = 16;

bool is_input(const ChatMessage& message) { return message.role == "user" || message.role == "tool"; }

// Returns a hash of the inputs among the first `count` messages. Programs change the prompts of the system and trim the
// bot's texts between two requests, so only the inputs count.
std::string hash_of(const Call& call, const std::vector<ChatMessage>& messages, std::size_t count) {
  Value::Array inputs{call.who.id, call.bot->id()};
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_input(messages[i])) continue;
    inputs.push_back(Value::Array{messages[i].role, messages[i].text, messages[i].call_id});
  }
  const std::string hash = hmac_sha256(Value(std::move(inputs)).to_json(), call.service.token_key());
  return to_hex(hash.substr(0, kHashBytes));
}

// What a session has of a conversation.
enum class Known {
  kNothing,    // the session has not begun
  kOther,      // another conversation
  kNext,       // the earlier messages, so the new message continues it
  kDuplicate,  // the new message, too
};

// Whether the turn with this message id is the last one of the client. People may have written since then.
Result<bool> is_last_input(const Call& call, const std::string& session, const std::string& id) {
  const auto turn = call.bot->store().find_turn(session, id);
  if (!turn) return Unexpected(turn.error());
  if (!*turn) return false;
  const auto record = call.bot->store().record(session);
  if (!record) return Unexpected(record.error());
  if (!*record) return false;
  const std::int64_t seq = (*turn)->turn.seq;
  const auto& messages = (*record)->messages;
  return std::none_of(messages.begin(), messages.end(),
                      [seq](const Message& one) { return one.turn > seq && one.role == Role::kUser; });
}

Result<Known> known_of(const Call& call, const std::string& session, const std::string& id, const std::string& before) {
  const auto state = call.bot->store().load(session);
  if (!state) return Unexpected(state.error());
  if (!*state) return Known::kNothing;
  if ((*state)->last_message_id == id) return Known::kDuplicate;
  if (before.empty()) return Known::kOther;
  if ((*state)->last_message_id == before) return Known::kNext;
  const auto is_last = is_last_input(call, session, before);
  if (!is_last) return Unexpected(is_last.error());
  return *is_last ? Known::kNext : Known::kOther;
}

bool has_history(const std::vector<ChatMessage>& messages) {
  return std::any_of(messages.begin(), messages.end(),
                     [](const ChatMessage& one) { return one.role == "assistant" || one.role == "tool"; });
}

// In a named session, the user may write the same messages again on another day. So only the last turn is a retry.
Result<ConversationPlace> place_in_session(const Call& call, const std::vector<ChatMessage>& messages,
                                           const std::string& session) {
  if (!has_history(messages)) return ConversationPlace{session, ""};
  const auto state = call.bot->store().load(session);
  if (!state) return Unexpected(state.error());
  const std::string hash = hash_of(call, messages, messages.size());
  if (!*state) return ConversationPlace{session, hash + "-0"};
  const std::string& last = (*state)->last_message_id;
  if (starts_with(last, hash + "-")) return ConversationPlace{session, last};
  return ConversationPlace{session, hash + "-" + std::to_string((*state)->turns)};
}

}  // namespace

Result<ConversationPlace> place_in_conversation(Call& call, const std::vector<ChatMessage>& messages,
                                                const std::string& named) {
  if (!named.empty()) return place_in_session(call, messages, named);
  const std::size_t size = messages.size();
  std::size_t first = 0;
  while (!is_input(messages[first])) ++first;
  std::size_t before = size - 1;  // the messages up to the input before the last one
  while (before > 0 && !is_input(messages[before - 1])) --before;
  const std::string id = hash_of(call, messages, size);
  const std::string id_before = before == 0 ? "" : hash_of(call, messages, before);
  const std::string name = "openai:" + hash_of(call, messages, first + 1);
  for (int number = 1; number <= kMostConversations; ++number) {
    const std::string session = number == 1 ? name : name + "." + std::to_string(number);
    const auto known = known_of(call, session, id, id_before);
    if (!known) return Unexpected(known.error());
    if (*known == Known::kOther) continue;
    if (*known != Known::kNothing || id_before.empty()) return ConversationPlace{session, id};
    return Unexpected(
        ErrorCode::kUnknownSession,
        "no conversation of this key has these earlier messages; begin a new one, or name the session with "
        "the header X-Parley-Session or with 'user'");
  }
  return Unexpected(
      ErrorCode::kLimitExceeded,
      "too many conversations began with these words; name the session with the header X-Parley-Session or "
      "with 'user'");
}

}  // namespace parley::server
