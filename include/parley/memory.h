// What is made of a conversation that a store keeps: contexts for models and people, summaries, topics. Everything here
// is made on demand, from stored messages, outside of turns; nothing of it changes what the dialog does.
//
//   auto context = engine->context("web:1", {parley::Consumer::kAgent});
//   std::cout << parley::render_text(context->context);
//
// A session holds one conversation after the other: one that expired, was ended, reset or rolled over is followed by
// another. All of this is made of the current conversation alone. When it is over at the clock's now, the calls answer
// kSessionExpired; those with `history` show the ended conversations too.
//
// What is made once is kept beside the session as items (parley/store.h): "summary", "topics", "topic:p1",
// "artifact:<sha256>"; those of a conversation that began with a later turn N are "summary:N", "topics:N", "topic:N:p1"
// and "artifact:N:<sha256>", and stay with it. Of two who make the same, one wins and the other takes what the winner
// made. docs/memory.md says what a bot can set, docs/context.md, docs/summaries.md and docs/topics.md how each is made.
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

// A bot's `memory:`. 0 switches off, except where it says otherwise.
struct MemoryOptions {
  ContextStrategy strategy = ContextStrategy::kWindow;
  std::array<std::int64_t, 4> max_tokens = {1'500, 4'000, 4'000, 16'000};  // by Consumer
  std::int64_t max_turns = 0;
  std::int64_t recent_turns = 10;
  std::int64_t trim_results = 2'000;  // characters
  bool strip_reasoning = true;
  bool notes = true;

  // Large results of past turns go to artifacts, in the store. None: they do not.
  struct Offload {
    std::int64_t start = 30'000;    // tokens, as are `protect`
    std::int64_t protect = 50'000;  //
    std::int64_t preview = 800;     // characters. Not 0
    std::chrono::milliseconds keep = std::chrono::days(7);
  };
  std::optional<Offload> offload;

  // Of a tool's result so many characters are kept with the conversation, sensitive values taken out. 0: only how it
  // ended.
  std::int64_t results = 0;

  // kSummary and kHybrid: who makes a summary, when, and how long it may be.
  enum class Summaries {
    kOff,    // nobody: what is left out is only counted
    kRecap,  // parley
    kHost,   // EngineOptions::summarizer, and the recap where that fails
  };
  Summaries summaries = Summaries::kRecap;
  CompactionOptions compaction;
  std::int64_t summary_tokens = 500;                                     // not 0
  bool check_summaries = false;                                          // a second pass of the summarizer
  std::chrono::milliseconds summary_timeout = std::chrono::seconds(10);  // not 0

  std::optional<TopicOptions> topics;  // none: there are none
  LoopOptions loops;
};

struct ContextQuery {
  Consumer consumer = Consumer::kLlm;
  std::int64_t max_tokens = 0;  // 0: the bot's for this consumer
  bool history = false;         // true: the ended conversations of the session as well; false: the current one alone
  bool raw = false;             // true: as stored, private values are not masked. Then large results are not put aside
};

// Where the dialog stands, for a host's own classifier or planner. Its tokens are part of the context's budget.
struct DialogContext {
  std::optional<std::string> intent;             // the open intent
  std::optional<std::string> waiting_for_param;  // the param that the next message answers first
  Value::Object params;       // of the open intent and of the session; private values are masked, as in messages
  std::int64_t left_out = 0;  // params that found no room; the largest are left out first
  std::int64_t tokens = 0;    // of render_json(*this); 0 when nothing is open and no param is known
};
// {"intent": ..., "waiting_for_param": ..., "params": {...}}, without the members that are unset.
Value render_json(const DialogContext& dialog);

struct SessionContext {
  Context context;             // over the conversation's own messages and those of the sessions it goes on from:
                               // numbered anew, from the first of the first
  ConversationFacts about;     // of the whole conversation as far as `context` shows it
  std::vector<FileRef> files;  // named in `context`, newest first
  std::optional<Loop> loop;    // the newest calls or answers repeat
  DialogContext dialog;        // at most a quarter of the budget. Unset when the conversation is over
};

// A topic of one of many sessions.
struct SessionTopic {
  std::string session;
  std::string title;
  TopicFound found;
};

// What came of compacting by hand.
struct Compacted {
  bool done = false;          // a summary was made and is kept
  std::int64_t messages = 0;  // that it stands for, in all
  std::int64_t tokens_before = 0, tokens_after = 0;
  Summary::Source source = Summary::Source::kNothing;
  SummaryRefusal refusal = SummaryRefusal::kNone;  // why it is not the summarizer's
};

}  // namespace parley
