// Engine: answers messages. One call of handle() is one turn: the engine locks the session, loads it, understands the
// message, plans the next steps, calls tools, commits the turn, and returns what to say.
//
//   parley::EngineOptions options;
//   options.tools["orders.track"] = [](const parley::ToolCall& call) {
//     return parley::ToolOutcome::ok(parley::Value::Object{{"place", "Lyon"}});
//   };
//   auto engine = parley::Engine::create(bot, store, options);
//   if (!engine) return std::cerr << engine.error().to_string(), 1;
//   parley::Request request = parley::Request::text("user-1", "where is my order?");
//   request.id = "msg-17";  // a redelivery of this message gets the same turn
//   auto turn = (*engine)->handle(request);
//   if (turn && turn->status == parley::TurnStatus::kWaiting) std::cout << turn->say.back() << '\n';
//
// Guarantees
//   1. A turn that handle() returned is committed: it survives kill -9. The exception is the reply "max_turns":
//      the engine has refused the message and stored nothing.
//   2. The same message id in the same session returns the same turn and calls no tool again. Values that the bot's
//      redaction keeps out of the store are masked in the repeated turn. The same id with another input is an error.
//   3. Turns of one session run one at a time, in the order of arrival. Different sessions run in parallel.
//   4. The same catalog, state, input, time and ids produce the same turn.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/memory.h"
#include "parley/model.h"
#include "parley/result.h"
#include "parley/sessions.h"
#include "parley/store.h"
#include "parley/telemetry.h"
#include "parley/tool.h"
#include "parley/turn.h"

namespace parley {

// Limits of a message, a session and the store. A request over a limit returns kMessageTooLong or kLimitExceeded, and
// nothing is stored.
struct Limits {
  std::size_t max_message_bytes = kMaxMessageBytes;     // of the user's text
  std::size_t max_context_bytes = 64 * 1024;            // of Request::context and of Request::details, each as JSON
  std::int64_t max_session_bytes = 64LL * 1024 * 1024;  // of the texts of a session's messages
  std::int64_t max_session_tokens = 0;                  // sum of a session's input and output tokens; 0: no limit
  std::int64_t max_session_cost = 0;                    // sum of a session's cost, in the unit of Usage; 0: no limit
  // Sessions in the store that are not archived; 0: no limit. The engine counts sessions rarely, and does not see the
  // sessions that other engines begin in between. So several engines together may exceed the number, each by up to 1 %
  // of the places that were free at its last count.
  std::int64_t max_sessions = 10'000'000;
  // Turns of one session that run or wait in this engine at once; 0: no limit. A turn over the limit is kSessionBusy
  // at once. Each waiting turn holds a thread of the caller.
  std::size_t max_waiting_turns = 0;
  // What the engine does at max_sessions. true: erases the sessions that were idle longest. false: refuses new
  // sessions.
  bool evict_oldest = false;
};

// The parts and settings of an engine. The defaults are for production; a test sets `clock` and `ids`.
struct EngineOptions {
  // The tools that the engine runs itself, by the names under which the bot declares them. A function for a tool with
  // `kind: mock` replaces the mock. If a host tool has no function or an empty one, the caller runs it: the turn then
  // ends with TurnStatus::kToolCall.
  ToolFunctions tools;
  std::shared_ptr<Clock> clock;                           // null: create_system_clock()
  std::shared_ptr<IdSource> ids;                          // null: create_random_ids()
  std::vector<std::shared_ptr<TelemetrySink>> telemetry;  // no element may be null. Empty: no telemetry
  // The key of the hashes that replace sessions, users and values in telemetry. Empty: a random key per engine, so that
  // hashes of two runs cannot be compared.
  std::string telemetry_key;
  // The key of the hashes that replace users in the store, and of the hashes of values with the policy `hash`. Do not
  // change it: with a new key, existing hashes no longer match, and a redelivered message of an earlier turn is
  // kMessageIdReused.
  std::string user_key;
  Limits limits;
  // true: a request for a session that another bot has begun is kUnknownSession. For engines of several bots over one
  // store. false: the engine takes it for a session of its own bot under an earlier id.
  bool own_sessions_only = false;
  std::shared_ptr<Summarizer> summarizer;  // for bots with `memory: {summary: {by: host}}`. Null: parley's recap
  TokenCounter count_tokens;               // counts for the model that reads contexts. Empty: estimate_tokens
  // Changes the bot's `memory` for this engine. Called by create() and replace_catalog(). Empty: no change.
  std::function<void(MemoryOptions& memory)> adjust_memory;
  // TopicOptions::embed and TopicOptions::rewrite, for bots that keep topics. Empty: parley's own.
  std::function<Result<Embedding>(std::string_view text)> embed;
  std::function<Result<std::string>(const Topic& topic, std::string_view question)> rewrite;
  // Reads messages for bots with `understanding: {llm: ...}`. Null: no model is asked.
  std::shared_ptr<LanguageModel> model;
  std::vector<ContextProcessor> processors;  // the caller's own steps of every context (parley/context.h)
  // The interval at which a thread of the engine calls sweep(), by the machine's clock. The first sweep runs at once.
  // The thread exists only for bots that set a `retention` or offload results. 0: no thread; call sweep() yourself.
  std::chrono::milliseconds sweep_every = std::chrono::minutes(15);
};

// The result of a sweep.
struct SweepReport {
  std::int64_t erased = 0;     // sessions that were idle for longer than the bot's `retention`
  std::int64_t items = 0;      // items whose time had passed
  std::int64_t remaining = 0;  // sessions that the store still holds, of all bots, without archived ones
  // Sessions past their retention that were not erased, because they cannot be read; their key may be missing.
  std::int64_t unread = 0;
  std::string failed_after;  // why a step after the erasures failed; `remaining` is then 0. Empty: no step failed
};

// Runs the turns of one bot. Thread-safe. An engine shares the ownership of the catalog, the store, the clock and the
// sinks. The destructor waits for tools and sweeps that still run, and up to two seconds for telemetry.
class Engine {
 public:
  // kInvalidRequest: a null catalog, store or sink, or a memory option out of its range. kUnknownTool: a function for a
  // tool that the bot does not declare.
  static Result<std::unique_ptr<Engine>> create(std::shared_ptr<const Catalog> catalog,
                                                std::shared_ptr<SessionStore> store, EngineOptions options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The bot that new turns use.
  std::shared_ptr<const Catalog> catalog() const;

  // Replaces the bot with a newer version of it. Turns that have begun end with the old version, and all later turns
  // use the new one. An open session continues with the new version at its next turn (docs/dialog.md, "A bot that
  // changes").
  //
  // `tools` are added to the functions of the engine. A function replaces an existing one of the same name. Functions
  // of tools that the new version does not declare are dropped. Contexts, topics, redaction and the sweep change with
  // the bot. The engine calls EngineOptions::adjust_memory again. That function must not call replace_catalog(). Call
  // Catalog::warm_up() first if no turn may wait.
  //
  // kInvalidRequest: a null catalog, a catalog of another bot (another id), or a memory option out of its range.
  // kUnknownTool: as for create(). After an error, the engine keeps the old version.
  Result<void> replace_catalog(std::shared_ptr<const Catalog> catalog, ToolFunctions tools = {});

  // Runs one turn.
  //
  // kInvalidRequest, kMessageTooLong, kLimitExceeded: the request is invalid or exceeds a limit. kUnknownCall: a
  // ToolResult for a call that does not wait for one. kLateResult: a ToolResult for a conversation that has ended.
  // kMessageIdReused: an earlier turn of the session has this id, but another input.
  // kUnknownSession: the session that `must_exist`, `continuation_id` or `parent` requires does not exist, or the
  // session was erased during the turn. kSessionExpired: the required session is over. Also returns the store's errors;
  // kStoreUnavailable and kSessionBusy are temporary, so send the request again.
  //
  // After an error nothing of the turn is stored, except that kLateResult has stored the outcome of the call. A tool
  // may already have run; the error message then says so.
  Result<Turn> handle(const Request& request);
  // Whether a turn of the session would be kSessionBusy now. Never waits.
  bool is_busy(std::string_view session) const;

  const Limits& limits() const;  // as in the options

  // Returns the turn with this message id as handle() returns it for a redelivered message, without the message. Unset:
  // the session is unknown or past the bot's `retention`, or no complete turn with this id is stored. Neither waits for
  // a running turn nor stores anything. Returns the store's errors.
  Result<std::optional<Turn>> find_turn(std::string_view session, std::string_view message_id);

  // ---- contexts, summaries and topics of a stored session (parley/memory.h)
  //
  // These calls read the current conversation of a session, with the settings of the bot's `memory`. They neither block
  // turns nor wait for them. Errors of all of them: kUnknownSession, also for a session past the bot's `retention`;
  // kSessionExpired if the conversation has ended and `history` is false; and the errors of the store. Texts are
  // masked, unless `raw` is true.

  // kLimitExceeded: the system prompt leaves no room for messages.
  Result<SessionContext> context(std::string_view session, const ContextQuery& query = {});
  // Makes a summary now, of all messages except the newest exchange. If a question or a call is open, the summary also
  // leaves out the exchanges since that question or call. If the summarizer fails, nothing changes
  // (Compacted::has_failed), unless the query asks for the recap.
  Result<Compacted> compact(std::string_view session, const CompactQuery& query = {});

  // kInvalidRequest: the bot keeps no topics. With `history`, the archived topics include those of ended conversations.
  // Their ids have the form "N/t1", where N is the first turn of the conversation.
  Result<Topics> topics(std::string_view session, bool history = false);
  // Rewrites a question like "and in blue?" so that it is understood without the conversation
  // (TopicTracker::rewrite_question).
  Result<std::string> rewrite_question(std::string_view session, std::string_view question);
  // Searches for `text` in the topics of the sessions that match `sessions`. Returns at most `most` topics, best first
  // (F119). Reads `sessions.limit` sessions at a time, and at most 10,000 in all. Set `sessions.after` to continue
  // after them. Skips sessions whose conversation has ended, unless `history` is set.
  Result<std::vector<SessionTopic>> find_topics(const SessionQuery& sessions, std::string_view text,
                                                std::size_t most = 10, bool history = false);

  // These change one topic of the current conversation. kInvalidRequest: unknown topic id, or a value out of range.

  Result<void> rate_topic(std::string_view session, std::string_view topic, double importance);  // 0 to 1 (F97)
  // Moves the importance one step up or down (F106).
  Result<void> rate_usefulness(std::string_view session, std::string_view topic, bool was_useful);
  // Replaces all tags (F109).
  Result<void> tag_topic(std::string_view session, std::string_view topic, std::vector<std::string> tags);
  // Moves the messages of `from` into `into`, and removes `from` (F105).
  Result<void> merge_topics(std::string_view session, std::string_view into, std::string_view from);
  // Erases the topic and its packed messages. The session's own messages stay.
  Result<void> forget_topic(std::string_view session, std::string_view topic);

  // Returns all messages of a topic, including packed ones, oldest first (F102). With `history`, the topic may belong
  // to an ended conversation: "N/t1". kInvalidRequest: unknown topic id.
  Result<std::vector<Message>> topic_messages(std::string_view session, std::string_view topic, bool history = false,
                                              bool raw = false);
  // Returns the summary of a topic and its newest messages, within `max_tokens` (F101). 0: the bot's budget for a
  // language model.
  Result<std::vector<Message>> topic_context(std::string_view session, std::string_view topic,
                                             std::int64_t max_tokens = 0);
  // Returns message counts, importance, priority, half-life and ages of each topic (F103).
  Result<std::vector<TopicStats>> topic_stats(std::string_view session, bool history = false);

  // Returns the whole tool result of which a context shows a preview, by its SHA-256 in hex (F78). kInvalidRequest: the
  // artifact does not exist, or has expired.
  Result<std::string> artifact(std::string_view session, std::string_view sha256, bool history = false,
                               bool raw = false);

  // ---- operation

  // Waits until all sinks have received the events of all turns so far, for at most `timeout`. Returns false on
  // timeout.
  bool flush_telemetry(std::chrono::milliseconds timeout = std::chrono::seconds(2));
  std::vector<TelemetryCounts> telemetry_counts() const;  // one per sink, in the order of EngineOptions::telemetry

  // Erases expired items, and sessions that were idle for longer than the bot's `retention`. Returns the store's
  // errors.
  Result<SweepReport> sweep();

  // Erases a session from the store and from the telemetry of this engine (parley/sessions.h). A turn that is running
  // fails with kUnknownSession when it ends; a later message begins the session again. `timeout` limits how long each
  // telemetry table may take to write its queued events. kUnknownSession: nothing about the session is stored.
  // kStoreUnavailable: also if a table did not write its events in time; then nothing is erased.
  Result<ForgetReceipt> forget_session(std::string_view session,
                                       std::chrono::milliseconds timeout = std::chrono::seconds(10));
  // Erases all sessions of a user in the same way, by the user's name (not by hash). kInvalidRequest: an empty name.
  Result<ForgetReceipt> forget_user(std::string_view user,
                                    std::chrono::milliseconds timeout = std::chrono::seconds(10));

  // Replaces the notes of a session. Private values are removed from the title, the tags and the metadata first.
  // Returns false if the session is unknown. A text under `system_prompt` in the metadata applies to this conversation
  // and later ones (docs/context.md).
  Result<bool> annotate(std::string_view session, SessionNotes notes);

  // Returns the session that a request with this `session` and `user` gets: `session`, or with the bot's
  // `session: {other_user: new_conversation}` a session of this user's own. kInvalidRequest: the session belongs to
  // another user. An empty `user` may have every session.
  Result<std::string> session_of(std::string_view session, std::string_view user) const;

  // Returns the hash that identifies this user in the store, for SessionQuery::user and forget_user() of
  // parley/sessions.h.
  std::string user_hash(std::string_view user) const;

  // Replaces private values in a text with their names, by the bot's `redaction` and `sensitive`. Use it to show stored
  // messages to people. Never fails.
  std::string redact(std::string_view text) const;

  // Also replaces the private values that the session holds now, in whatever form they appear.
  std::string redact(std::string_view text, const SessionState& state) const;

 private:
  struct Impl;
  explicit Engine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace parley
