// Tested by tests/server/sessions_test.
#include "server/routes/session_changes.h"

#include <algorithm>

#include "parley/protocol.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/views.h"

namespace parley::server {
namespace {

constexpr std::size_t kMostTags = 32, kMostTagBytes = 128;
constexpr std::size_t kMostAuthorBytes = 128;

// Reads the notes of a session, changes them and stores them.
template <class Change>
HttpResponse with_notes(Call& call, Change change) {
  auto info = call.bot->store().summary(call.session());
  if (!info) return problem_of(info.error()).response();
  if (!*info) return problem_response("unknown_session");
  SessionNotes notes = (*info)->notes;
  change(notes);
  const auto changed = call.bot->engine().annotate(call.session(), notes);
  if (!changed) return problem_of(changed.error()).response();
  if (!*changed) return problem_response("unknown_session");
  info = call.bot->store().summary(call.session());
  if (!info) return problem_of(info.error()).response();
  return json_response(*info ? view_of((*info)->notes) : Value(Value::Object()));
}

// No route of this file accepts a body except those that read one.
std::optional<Problem> body_fault(const Call& call) { return Body(call.request().body).fault(); }

HttpResponse run_for_person(Call& call, Request request) {
  const auto allowed = allow(call.who, *call.bot, std::move(request));
  if (const auto* refusal = std::get_if<Problem>(&allowed)) return refusal->response();
  const auto turn = call.bot->handle(std::get<AllowedRequest>(allowed));
  return turn ? json_response(to_json(*turn)) : problem_of(turn.error()).response();
}

// Returns an error unless a person has the conversation. An expired one is over.
std::optional<HttpResponse> not_handed_off(const Call& call) {
  const auto state = call.bot->store().load(call.session());
  if (!state) return problem_of(state.error()).response();
  if (!*state) return problem_response("unknown_session");
  if ((*state)->handed_off && session_status(**state, call.service.clock().now()) == SessionStatus::kExpired) {
    return problem_response("session_expired",
                            "the conversation has expired; the user's next message begins a new one");
  }
  if ((*state)->handed_off) return std::nullopt;
  return problem_response("invalid_request", "no person has the conversation, so the bot would not be silent");
}

void take_key(const Call& call, Request& request) {
  if (const std::string* key = call.request().header("Idempotency-Key")) request.id = *key;
}

}  // namespace

Answer fork_stored_session(Call& call) {
  Body body(call.request().body);
  const std::string to = body.text("to").value_or(call.session() + "." + random_uuid().substr(0, 8));
  const bool history = body.flag("history").value_or(false);
  if (auto fault = body.fault()) return fault->response();
  const auto ids = create_random_ids();
  const auto forked = fork_session(call.bot->store(), call.session(), to, *ids, call.service.clock().now(), history);
  if (!forked) return problem_of(forked.error()).response();
  return json_response(Value::Object{{"session", to}}, 201);
}

Answer archive_session(Call& call) {
  if (auto fault = body_fault(call)) return fault->response();
  return with_notes(call, [&call](SessionNotes& notes) { notes.archived_at = call.service.clock().now(); });
}

Answer restore_session(Call& call) {
  if (auto fault = body_fault(call)) return fault->response();
  return with_notes(call, [](SessionNotes& notes) { notes.archived_at = 0; });
}

Answer compact_session(Call& call) {
  Body body(call.request().body);
  const bool recap = body.flag("recap").value_or(false);
  if (auto fault = body.fault()) return fault->response();
  const auto done = call.bot->engine().compact(call.session(), {recap});
  if (!done) return problem_of(done.error()).response();
  return json_response(Value::Object{{"done", done->done},
                                     {"messages", done->messages},
                                     {"tokens_before", done->tokens_before},
                                     {"tokens_after", done->tokens_after},
                                     {"source", to_string(done->source)},
                                     {"refusal", to_string(done->refusal)}});
}

Answer change_notes(Call& call) {
  Body body(call.request().body);
  const auto title = body.text("title");
  const auto tags = body.texts("tags");
  const Value::Object* metadata = body.object("metadata");
  if (!title && !tags && !metadata) body.fail("title", "is missing; name title, tags or metadata");
  const Limits& limits = call.bot->engine().limits();
  if (title && title->size() > limits.max_message_bytes) body.fail("title", "is too long");
  if (tags && tags->size() > kMostTags) body.fail("tags", "has more than 32 tags");
  const auto is_long = [](const std::string& tag) { return tag.size() > kMostTagBytes; };
  if (tags && std::any_of(tags->begin(), tags->end(), is_long)) body.fail("tags", "has a tag of more than 128 bytes");
  if (metadata && Value(*metadata).to_json().size() > limits.max_context_bytes) body.fail("metadata", "is too long");
  if (auto fault = body.fault()) return fault->response();
  return with_notes(call, [&](SessionNotes& notes) {
    if (title) notes.title = *title;
    if (tags) notes.tags = *tags;
    if (metadata) notes.metadata = *metadata;
  });
}

Answer forget_stored_session(Call& call) {
  const auto receipt = call.bot->engine().forget_session(call.session());
  return receipt ? json_response(to_value(*receipt)) : problem_of(receipt.error()).response();
}

// The sessions of all bots are in one store, and a user may talk with several bots.
Answer forget_stored_user(Call& call) {
  if (!call.who.bot.empty() && call.service.bots().size() > 1) {
    return problem_response("forbidden",
                            "the user's sessions of all bots would be erased; use a key that is not bound to a bot");
  }
  const auto receipt = call.bot->engine().forget_user(call.path["user"]);
  return receipt ? json_response(to_value(*receipt)) : problem_of(receipt.error()).response();
}

Answer write_as_person(Call& call) {
  Body body(call.request().body);
  const std::string text = body.required_text("text");
  const std::string author = body.text("author").value_or(kAgent);
  if (author.empty() || author.size() > kMostAuthorBytes) body.fail("author", "must have 1 to 128 bytes");
  if (auto fault = body.fault()) return fault->response();
  if (auto refused = not_handed_off(call)) return refused;
  Request request = Request::from_person(call.session(), text, author);
  take_key(call, request);
  return run_for_person(call, std::move(request));
}

Answer give_back(Call& call) {
  Body body(call.request().body);
  const bool resume = body.flag("resume").value_or(false);
  if (auto fault = body.fault()) return fault->response();
  if (auto refused = not_handed_off(call)) return refused;
  Request request;
  request.session = call.session();
  request.input = SessionEvent::kGiveBack;
  request.resume = resume;
  take_key(call, request);
  return run_for_person(call, std::move(request));
}

}  // namespace parley::server
