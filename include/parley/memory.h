// The settings of contexts, summaries and topics (a bot's `memory:`), and the results of the Engine calls that make
// them.
//
//   auto shown = engine->context("web:1", {parley::Consumer::kAgent});
//   if (!shown) return std::cerr << shown.error().to_string() << '\n', 1;
//   std::cout << parley::render_text(shown->context);
//
// The engine makes contexts, summaries and topics on demand from stored messages, outside of turns. They never change
// the dialog.
//
// A session holds its conversations one after the other: a conversation follows one that expired, ended, was reset or
// rolled over. These calls use the current conversation only. If it is over, they return kSessionExpired. With
// `history` they also show the ended conversations.
//
// The engine keeps the results as items of the session (parley/turn_store.h): "summary", "topics", "topic:p1" and
// "artifact:<sha256>". If the conversation began with a turn N above 1, its items are "summary:N", "topics:N",
// "topic:N:p1" and "artifact:N:<sha256>". A session that another one continues may also have items "heir:<hash>": they
// name the summaries that contain its words. If two engines make the same item, both use the one that was stored first.
// docs/memory.md describes the settings; docs/context.md, docs/summaries.md and docs/topics.md describe the results.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parley/context.h"
#include "parley/summaries.h"
#include "parley/topics.h"
#include "parley/value.h"

namespace parley {

// A bot's `memory:`. The value 0 disables a feature, unless the comment of the member says otherwise.
struct MemoryOptions {
  ContextStrategy strategy = ContextStrategy::kWindow;
  std::array<std::int64_t, 4> max_tokens = {1'500, 4'000, 4'000, 16'000};  // of a context, by Consumer
  std::int64_t max_turns = 0;                                              // ContextOptions::max_turns
  std::int64_t recent_turns = 10;                                          // ContextOptions::recent_turns
  std::int64_t trim_results = 2'000;  // ContextOptions::trim_results, in characters
  bool strip_reasoning = true;        // ContextOptions::strip_reasoning
  bool notes = true;                  // ContextOptions::notes

  // Moves large tool results of past turns from contexts to artifacts in the store. Unset: off.
  struct Offload {
    std::int64_t start = 30'000;                            // tokens that must become free before results move
    std::int64_t protect = 50'000;                          // tokens of the newest results that stay
    std::int64_t preview = 800;                             // characters of a result that stay. Not 0
    std::chrono::milliseconds keep = std::chrono::days(7);  // after the last use
  };
  std::optional<Offload> offload;

  // The number of characters of a tool's result that are stored with the conversation, without private values. 0: only
  // the outcome is stored.
  std::int64_t results = 0;

  // The source of summaries, for the strategies kSummary and kHybrid.
  enum class Summaries {
    kOff,    // no summaries: a context only counts the omitted messages
    kRecap,  // parley's own (create_recap_summarizer)
    kHost,   // EngineOptions::summarizer, and the recap if it fails
  };
  Summaries summaries = Summaries::kRecap;
  CompactionOptions compaction;       // when a summary is made
  std::int64_t summary_tokens = 500;  // the longest summary. Not 0
  bool check_summaries = false;       // true: the summarizer corrects each summary in a second call
  std::chrono::milliseconds summary_timeout = std::chrono::seconds(10);  // of a call of the summarizer. Not 0

  std::optional<TopicOptions> topics;  // unset: no topics
  LoopOptions loops;
};

// The arguments of Engine::context.
struct ContextQuery {
  Consumer consumer = Consumer::kLlm;
  std::int64_t max_tokens = 0;  // 0: the bot's budget for this consumer
  bool history = false;         // true: also the ended conversations of the session
  bool raw = false;             // true: private values are not masked, and no result moves to an artifact
};

// The dialog state, for the caller's own classifier or planner. Its tokens count towards the budget of the context.
struct DialogContext {
  std::optional<std::string> intent;             // the open intent
  std::optional<std::string> waiting_for_param;  // the param that the next message answers first
  Value::Object params;            // of the open intent and of the session. Private values are masked, as in messages
  std::vector<std::string> later;  // with `handed_off`: intents that were interrupted or wait in the queue, next first
  std::optional<std::string> handed_off;  // Handoff::reason, while a person has the conversation
  TimeMs handed_off_at = 0;               // when the bot handed over. 0: it did not
  std::int64_t left_out = 0;              // the number of params that did not fit; the largest are omitted first
  std::int64_t tokens = 0;                // of render_json(*this). 0: nothing is open, and no param is known
};
// {"intent": ..., "waiting_for_param": ..., "params": {...}, "later": [...], "handed_off": {"reason": ..., "at": ...}},
// without unset members.
Value render_json(const DialogContext& dialog);

// A context of a stored session.
struct SessionContext {
  // The context of the conversation and of the sessions that it continues. Their messages are numbered from 1,
  // beginning with the first message of the first session.
  Context context;
  ConversationFacts about;     // the main facts of the part of the conversation that `context` shows
  std::vector<FileRef> files;  // the files that `context` names, newest first
  std::optional<Loop> loop;    // set if the newest calls or replies repeat
  DialogContext dialog;        // at most a quarter of the budget. Empty if the conversation is over
};

// A result of Engine::find_topics.
struct SessionTopic {
  std::string session;
  std::string title;
  TopicFound found;
};

// The arguments of Engine::compact.
struct CompactQuery {
  // true: if the summarizer of the embedding program fails, parley's own recap replaces the messages. false: nothing
  // changes then, and Compacted::refusal says why.
  bool recap = false;
};

// The result of Engine::compact.
struct Compacted {
  bool done = false;          // a summary was made and stored
  std::int64_t messages = 0;  // the number of messages that it summarizes
  // Before: the messages and the former summary; after: the new summary.
  std::int64_t tokens_before = 0, tokens_after = 0;
  Summary::Source source = Summary::Source::kNothing;
  SummaryRefusal refusal = SummaryRefusal::kNone;  // why the summarizer's answer was not used
  // Whether the summarizer failed, so that nothing changed. The same call may succeed later.
  bool has_failed() const { return !done && refusal != SummaryRefusal::kNone; }
};

}  // namespace parley
