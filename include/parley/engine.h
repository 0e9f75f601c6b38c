// Engine: the router. One call is one turn: lock the session, load it, understand the message, plan, commit,
// call tools, answer.
//
// What the engine promises
//   1. What handle() returned has been committed: it survives kill -9. (A turn with the reason "max_turns" is refused,
//      and stored nowhere.)
//   2. The same message id in the same session gives the same turn and calls no tool again. (Values that the bot's
//      redaction keeps out of the store are masked in it.)
//   3. Turns of one session run one at a time, in the order of arrival; different sessions run in parallel.
//   4. The same catalog, state, input, time and ids give the same turn.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/memory.h"
#include "parley/result.h"
#include "parley/sessions.h"
#include "parley/store.h"
#include "parley/telemetry.h"
#include "parley/tool.h"
#include "parley/turn.h"

namespace parley {

// Bounds of a turn, a session and the store. Reaching one is kMessageTooLong or kLimitExceeded, and nothing is stored.
struct Limits {
  std::size_t max_message_bytes = 16 * 1024;            // of the user's text
  std::size_t max_context_bytes = 64 * 1024;            // of the request's context, as JSON
  std::int64_t max_session_bytes = 64LL * 1024 * 1024;  // of a session's messages
  std::int64_t max_session_tokens = 0;     // that a session's Usage may come to, in and out together. 0: any number
  std::int64_t max_session_cost = 0;       // and its cost, in the unit of Usage. 0: any
  std::int64_t max_sessions = 10'000'000;  // that are not archived; 0: any. Exact to a hundredth of the free number
  bool evict_oldest = false;  // at max_sessions, those that rested longest are erased, and the new one is taken
};

struct EngineOptions {
  // The tools that the engine runs itself, by the names under which the bot declares them. A function for a `kind:
  // mock` takes the mock's place. A host tool without a function is the caller's to run, and so is a tool with an empty
  // function: the turn then ends with TurnStatus::kToolCall.
  ToolFunctions tools;
  std::shared_ptr<Clock> clock;                           // none: create_system_clock()
  std::shared_ptr<IdSource> ids;                          // none: create_random_ids()
  std::vector<std::shared_ptr<TelemetrySink>> telemetry;  // none: no telemetry
  // Keys the hashes that stand for sessions, users and values in telemetry. Empty: a random key for this engine's life,
  // so that hashes of two runs cannot be compared.
  std::string telemetry_key;
  // Keys the hashes that stand for users in the store, and for values that a bot has kept there as `hash`; must stay
  // the same to find them again.
  std::string user_key;
  Limits limits;
  std::shared_ptr<Summarizer> summarizer;  // for bots with `memory: {summary: {by: host}}`. None: the recap
  TokenCounter count_tokens;               // of the model that contexts are for. None: estimate_tokens
  // Changes the bot's `memory` for this engine, once, in create(). None: as the bot says.
  std::function<void(MemoryOptions& memory)> adjust_memory;
  // TopicOptions::embed and rewrite, for bots that keep topics. None: parley's own.
  std::function<Result<Embedding>(std::string_view text)> embed;
  std::function<Result<std::string>(const Topic& topic, std::string_view question)> rewrite;
  std::vector<ContextProcessor> processors;  // the host's own steps of every context (parley/context.h)
  // How often a thread of the engine calls sweep(), by the machine's clock; the first time when the engine is created.
  // Destroying the engine waits for a sweep that runs. 0: none.
  std::chrono::milliseconds sweep_every = std::chrono::minutes(15);
};

struct SweepReport {
  std::int64_t erased = 0;     // sessions that rested for longer than the bot's `retention`
  std::int64_t items = 0;      // items whose time was over
  std::int64_t remaining = 0;  // sessions that the store still holds, of all bots, without archived ones
  std::int64_t unread = 0;     // sessions that rested so long, cannot be read, and stay; for example without their key
  std::string failed_after;    // why a step after the erasures failed; `remaining` is 0 then. Empty: none did
};

// Thread-safe. Shares the catalog, the store and the sink; owns the rest. Destroying it waits for tools still running,
// and up to two seconds for a sink that still writes.
class Engine {
 public:
  // kInvalidRequest: a null catalog, store or sink, or a memory option out of its range. kUnknownTool: a function for a
  // tool that the bot does not declare.
  static Result<std::unique_ptr<Engine>> create(std::shared_ptr<const Catalog> catalog,
                                                std::shared_ptr<SessionStore> store, EngineOptions options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The bot that turns begin with now.
  std::shared_ptr<const Catalog> catalog() const;

  // Replaces the bot by a newer version of it. Turns that have begun end with the old version, and all later ones use
  // the new one. A live session continues with the new version at its next turn (docs/dialog.md, "A bot that changes").
  // `tools` are added to the functions of the engine, and replace those of the same name; the functions of tools that
  // the new version does not declare are dropped. Contexts, topics, redaction and the sweep change with the bot, and
  // EngineOptions::adjust_memory is called again. Call Catalog::learned() first when no turn should wait for training.
  //
  // kInvalidRequest: no catalog, or another bot's; kUnknownTool, as create(). After an error the old version stays.
  Result<void> replace_catalog(std::shared_ptr<const Catalog> catalog, ToolFunctions tools = {});

  // One turn. Errors: kInvalidRequest, kMessageTooLong, kUnknownCall, kLateResult, kLimitExceeded, and the store's;
  // with `must_exist` or `continuation_id` kUnknownSession and kSessionExpired; kUnknownSession also when the session
  // was erased meanwhile. After an error nothing of the turn is stored, with two exceptions: a tool that had already
  // run, which the message names, and kLateResult, which has recorded what became of the call.
  Result<Turn> handle(const Request& request);

  // What is made of the current conversation of a stored session (parley/memory.h), by the bot's `memory`. None of them
  // holds up a turn or waits for one. kUnknownSession, also of a session that rested for longer than
  // the bot's `retention`; kSessionExpired: the conversation is over, and `history` is
  // false; kInvalidRequest of topics where the bot keeps none; kLimitExceeded: the system prompt leaves no room.
  Result<SessionContext> context(std::string_view session, const ContextQuery& query = {});
  Result<Compacted> compact(std::string_view session);  // a summary now, of all but the newest exchange
  // With `history` the topics of ended conversations stand among the archived ones, as "N/t1": N is the turn that the
  // conversation began with.
  Result<Topics> topics(std::string_view session, bool history = false);
  // "and in blue?" as a question that is understood without the conversation (TopicTracker::rewrite_question).
  Result<std::string> rewrite_question(std::string_view session, std::string_view question);
  // The topics of all sessions of the query that are about the text, best first: at most `most` (F119). Reads
  // `sessions.limit` sessions at a time, and at most 10,000 in all; to go on behind those, set `sessions.after`.
  // Sessions whose conversation is over are passed over, unless `history` is set.
  Result<std::vector<SessionTopic>> find_topics(const SessionQuery& sessions, std::string_view text,
                                                std::size_t most = 10, bool history = false);

  // Changes one topic of the current conversation. kInvalidRequest: no topic of this id, or a value out of range.
  Result<void> rate_topic(std::string_view session, std::string_view topic, double importance);     // 0..1 (F97)
  Result<void> rate_usefulness(std::string_view session, std::string_view topic, bool was_useful);  // feedback (F106)
  Result<void> tag_topic(std::string_view session, std::string_view topic,
                         std::vector<std::string> tags);                                              // all (F109)
  Result<void> merge_topics(std::string_view session, std::string_view into, std::string_view from);  // (F105)
  // The topic and its packed messages are erased. The session's own messages stay as they are.
  Result<void> forget_topic(std::string_view session, std::string_view topic);
  // All messages of a topic, packed ones too, oldest first (F102). With `history` the topic may be one of an ended
  // conversation, "N/t1". Masked, unless they are asked for `raw`. kInvalidRequest: no topic of this id.
  Result<std::vector<Message>> topic_messages(std::string_view session, std::string_view topic, bool history = false,
                                              bool raw = false);
  // The summary of a topic and its newest messages, at most so many tokens (F101). 0: the bot's budget for a language
  // model.
  Result<std::vector<Message>> topic_context(std::string_view session, std::string_view topic,
                                             std::int64_t max_tokens = 0);
  // Of each topic: messages, importance, priority, half-life and ages (F103).
  Result<std::vector<TopicStats>> topic_stats(std::string_view session, bool history = false);

  // The whole result of a tool that a context shows a preview of, by its SHA-256 (F78). kInvalidRequest: no such
  // artifact, or its time is over. Masked, unless it is asked for `raw`.
  Result<std::string> artifact(std::string_view session, std::string_view sha256, bool history = false,
                               bool raw = false);

  // Waits until all sinks were given the events of all turns so far, at most so long. False: not of all.
  bool flush_telemetry(std::chrono::milliseconds timeout = std::chrono::seconds(2));
  std::vector<TelemetryCounts> telemetry_counts() const;  // by sink

  // Erases what has rested for longer than the bot's `retention`: for hosts that want no thread.
  Result<SweepReport> sweep();

  // Forgets in the store and in the telemetry of this engine (parley/sessions.h). A turn that is under way is refused
  // when it comes to its end; who writes afterwards begins the session anew. kStoreUnavailable also when a table does
  // not take the events that wait for it, by `timeout`: neither they nor what they tell of are erased then.
  Result<ForgetReceipt> forget_session(std::string_view session,
                                       std::chrono::milliseconds timeout = std::chrono::seconds(10));
  // By name, not by hash.
  Result<ForgetReceipt> forget_user(std::string_view user,
                                    std::chrono::milliseconds timeout = std::chrono::seconds(10));

  // Stores notes on a session, private values taken out of title and metadata. False: unknown session. A text under
  // `system_prompt` in the metadata holds for this conversation and later ones (docs/context.md).
  Result<bool> annotate(std::string_view session, SessionNotes notes);

  // What stands for this user in the store: SessionQuery::user, forget_user.
  std::string user_hash(std::string_view user) const;

  // A text with every value replaced by its name that the bot's `redaction` or `sensitive` covers: for showing
  // stored messages to people.
  std::string redact(std::string_view text) const;

  // The same for what is shown of a session: the private values it holds now go too, whatever they look like.
  std::string redact(std::string_view text, const SessionState& state) const;

 private:
  struct Impl;
  explicit Engine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace parley
