// Context: what of a conversation is shown to a language model, a planner or a person, within a budget of tokens.
//
// A history goes through a chain of steps: repair, strip_reasoning, offload, trim_results, and the choice of a
// strategy. All but the first and the last can be switched off. Every step works on a copy; what is stored stays as it
// is. All of this is deterministic and safe from any thread, as long as the host's callbacks are. docs/context.md tells
// it at length.
//
// Always true of a context
//   1. It holds whole exchanges. An exchange is the messages of one turn, or of several turns that a call and its
//      result span; a call and its result are never parted.
//   2. The newest exchange is in it, shortened where it is larger than the budget.
//   3. The others are the newest in a row, and beside them only those that options ask to be kept. With kSummary and
//      kHybrid the first exchange is shortened where it takes more than a third of the room.
//   4. It is within its budget, as its own counter counts. Only the names and ids of calls are never shortened.
//   5. Made into a context again with the same options, it is the same.
//   6. A system prompt stands before the messages. It is counted in the budget and never shortened.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/message.h"
#include "parley/result.h"
#include "parley/tokens.h"
#include "parley/value.h"

namespace parley {

// A history page by page: the newest messages with a seq below `before`, at most `limit` of them, oldest first. Empty:
// there are none. Message numbers are dense from 1, though the oldest may no longer be stored.
using HistoryReader = std::function<Result<std::vector<Message>>(std::int64_t before, int limit)>;

// Where results go that are too large to be shown. Content-addressed: the same bytes have the same name.
class ArtifactSink {
 public:
  virtual ~ArtifactSink() = default;
  // [Threading] from the thread that builds the context. [Errors] the result then stays in the context as it is.
  virtual Result<void> put(const std::string& sha256, std::string_view bytes) = 0;
};

enum class ContextStrategy {
  kWindow,   // the newest exchanges
  kSummary,  // the first exchange, a summary of the middle, the newest exchanges
  kHybrid,   // the same, and what is important of the middle word for word
};
const char* to_string(ContextStrategy strategy);  // "window", "summary", "hybrid"

// Made by somebody else: what stands for all messages up to `upto`.
struct GivenSummary {
  std::string text;
  std::int64_t upto = 0;
  bool replaces_head = false;  // true: it tells the first exchange as well, which is then not kept
};

// What a processor may want to know of the context that it works for.
struct ContextRun {
  std::string session;  // empty: of no stored session
  Consumer consumer = Consumer::kLlm;
  std::int64_t max_tokens = 0;  // for the messages
  TimeMs now = 0;
};

// A step of the host's own (F64). It is given the messages after parley's own steps, before the strategy chooses among
// them. It returns the same messages with other texts, details or fewer of them: no message with another seq, and in
// their order. An error, an exception, a late answer or any other message leaves the messages as they were
// (ContextStep::problem).
struct ContextProcessor {
  std::string name;  // of its ContextStep
  std::function<Result<std::vector<Message>>(std::vector<Message> messages, const ContextRun& run)> process;
  // 0: it runs on the thread that builds the context. Otherwise on a thread of its own, and at most so long; a call
  // that never returns keeps its thread.
  std::chrono::milliseconds timeout{0};
};

// 0 switches a number's step or bound off (F74 of the design notes), except where it says otherwise.
struct ContextOptions {
  ContextStrategy strategy = ContextStrategy::kWindow;
  std::int64_t max_tokens = 4'000;  // 0: no bound; otherwise at least kMinContextTokens
  std::string system_prompt;        // shown before the messages; must leave kMinContextTokens for them. Empty: none
  std::int64_t max_turns = 0;       // of the newest exchanges in a row
  std::int64_t pending_seq =
      0;  // the message whose question is open: always in (X55). 0, or one that is not there: none
  std::optional<GivenSummary> summary;  // for kSummary and kHybrid. None: only what is left out is told
  std::int64_t recent_turns = 10;       // kHybrid: kept before anything important is
  std::int64_t lookback = 500;          // kHybrid: messages that are looked at for important ones
  bool strip_reasoning = true;          // drops metadata.reasoning
  bool notes = true;                    // a kSummary message says how much is left out

  // Results of past turns are shortened to so many characters, at least 100; JSON stays JSON. Those of the newest turn
  // are not.
  std::int64_t trim_results = 2'000;

  // Larger results of past turns go to the sink, which keeps them before they are replaced by their beginning, their
  // end and a reference. The newest `offload_protect` tokens of results are left alone, and nothing happens before
  // `offload_start` tokens could go. Null: off. 0 in either means: no protection, at once.
  ArtifactSink* sink = nullptr;
  std::int64_t offload_protect = 50'000;
  std::int64_t offload_start = 30'000;
  std::int64_t offload_preview = 800;  // characters of each that stay. Not 0

  std::vector<ContextProcessor> processors;  // in their order
  ContextRun run;                            // handed to them; `max_tokens` is filled in

  TokenCounter counter;  // empty: estimate_tokens
};
inline constexpr std::int64_t kMinContextTokens = 200;

struct LeftOut {
  std::int64_t turns = 0;
  std::int64_t messages = 0;
  std::int64_t files = 0;  // named by messages that were read and are left out
  friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

// What one step did to the messages that were read. The tokens include the system prompt.
struct ContextStep {
  // "repair", "strip_reasoning", "offload", "trim_results", the host's processors; "window", "summary" or "hybrid"
  std::string name;
  std::int64_t tokens_before = 0, tokens_after = 0;
  std::int64_t messages_before = 0, messages_after = 0;
  std::string problem =
      {};  // why a processor's answer was not taken: "failed", "threw", "timed_out", "busy", "invalid"
  friend bool operator==(const ContextStep&, const ContextStep&) = default;
};

struct Context {
  std::vector<Message> messages;  // oldest first; at most one kSummary among them
  std::int64_t tokens = 0;        // of the system prompt and the messages
  std::int64_t max_tokens = 0;    // what they were held to
  LeftOut left_out;
  std::vector<ContextStep> steps;  // in the order they were taken
  std::string system_prompt;       // of ContextOptions: before the messages
  friend bool operator==(const Context&, const Context&) = default;
};

// kInvalidRequest: options out of range, or messages that are not in the order of their seq. kLimitExceeded: the system
// prompt leaves fewer than kMinContextTokens for the messages. The reader's own errors.
Result<Context> build_context(const HistoryReader& read, const ContextOptions& options = {});
Result<Context> build_context(const std::vector<Message>& history, const ContextOptions& options = {});

// ---- showing a context

// For a person: "user: ...", one line and more for each message, further lines indented, so that no text can pass for a
// message of somebody else. The system prompt comes first, as "system: ...". Ends with a newline unless there is none.
std::string render_text(const Context& context);

// For a language model: an array of {role, content}, the system prompt first, with the role `system`; calls as one
// `assistant` message with `tool_calls`, followed by their results with `tool_call_id`. Summaries have the role
// `summary`, or what an API knows instead.
Value render_json(const Context& context, std::string_view summary_role = "summary");

// ---- what stands above a context: the conversation at a glance, and its files

struct ConversationFacts {
  std::string id;
  std::string tool;    // that it was begun with
  TimeMs started = 0;  // 0: not known
  std::int64_t turns = 0;
  std::vector<std::string> tools;  // in the order of their first use (X23), as are models
  std::vector<std::string> models;
};
// All but the id and the first tool, from its messages.
ConversationFacts facts_of(const std::vector<Message>& messages);
// One line for each that is known; times in UTC.
std::string render_facts(const ConversationFacts& facts);

// The files that messages name, newest first, each path once; the newest `limit` of them (0: all).
std::vector<FileRef> files_of(const std::vector<Message>& messages, std::size_t limit = 0);

enum class FileOutcome {
  kInclude,    // with its contents
  kSupersede,  // likewise: it is not what was shown before under this path
  kRefer,      // one line: another path that was shown has the same contents
  kKnown,      // nothing: it was shown, and is the same
  kOmitted,    // nothing: there is no room for it
  kMissing,    // one line: the host has no contents
};
// What was shown already; kept by the host from one request to the next, for as long as the model sees what it was
// shown.
struct ShownFiles {
  std::map<std::string, std::string> hash_of;  // by path
  std::map<std::string, std::string> path_of;  // by hash: the path it was shown under
};
struct FilePart {
  FileRef file;
  FileOutcome outcome = FileOutcome::kInclude;
  std::string text;  // contents are fenced as summaries are; images are told by name alone
};
struct FileContext {
  std::vector<FilePart> parts;  // as many as there were files, in their order
  std::int64_t tokens = 0;
  std::int64_t omitted = 0, missing = 0;
  ShownFiles shown;
};
// The contents of a file, or none. [Threading] from the thread that shows files. It must not throw.
using FileContents = std::function<std::optional<std::string>(const FileRef& file)>;
// A file that has no room is passed over, and smaller ones behind it may still be shown (X11).
FileContext show_files(const std::vector<FileRef>& files, const FileContents& contents, std::int64_t max_tokens,
                       ShownFiles shown = {}, const TokenCounter& counter = {});

// ---- when to summarise

struct HistoryFacts {
  std::int64_t turns = 0;      // ever
  std::int64_t messages = 0;   // ever: the newest seq
  std::int64_t tokens = 0;     // of the messages that no summary tells
  std::int64_t head_end = 0;   // the last seq of the first exchange
  std::int64_t tail_from = 0;  // the first seq of the newest exchanges, which stay word for word
};

struct CompactionOptions {
  std::int64_t trigger_tokens = 6'000;  // 0: tokens do not count
  std::int64_t trigger_messages = 0;    // not told by a summary; 0: messages do not count. Otherwise at least 8 (X30)
  std::int64_t keep_tokens = 2'000;  // in the newest exchanges; less than the trigger, so that it does not fire again
  std::int64_t open_call = 0;  // the seq of a call that waits for its result: it, and what follows, is not summarised
};

// The summary made last: up to which message, and how long the conversation was then.
struct LastSummary {
  std::int64_t upto = 0, turns = 0, messages = 0;
};

// What to summarise next: messages `from` to `upto`, together with the last summary.
struct Compaction {
  std::int64_t from = 0, upto = 0;
  friend bool operator==(const Compaction&, const Compaction&) = default;
};

// A call may still get its result: while it has none and is among the newest 64 messages, it stays word for word, and
// so does all that follows it. Nothing while no trigger fires, while the middle is empty, and for 20 turns and 20
// messages after the last summary, whatever the sizes: at most five for 100 messages (X77).
std::optional<Compaction> plan_compaction(const HistoryFacts& facts, const CompactionOptions& options,
                                          const std::optional<LastSummary>& last = {});

// The facts of a conversation, read back to what the last summary tells. kInvalidRequest: options that would not end.
Result<HistoryFacts> history_facts(const HistoryReader& read, const CompactionOptions& options,
                                   const std::optional<LastSummary>& last = {}, const TokenCounter& counter = {});

// ---- going round in circles

struct LoopOptions {
  int threshold = 3;  // times the same again; 0: off
  int max_cycle = 5;  // calls, or answers, that may make up a circle
};
struct Loop {
  std::int64_t times = 0;
  std::vector<std::string> calls;  // the tools of one round; empty: it is answers that repeat
  std::int64_t length = 0;         // calls or answers of one round
};
// Whether the newest calls (by tool and arguments) or the newest answers (by text) repeat; the shortest round, calls
// first.
std::optional<Loop> find_loop(const std::vector<Message>& messages, const LoopOptions& options = {});

}  // namespace parley
