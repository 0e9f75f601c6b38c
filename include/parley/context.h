// Context: the part of a conversation that a language model, a planner or a person sees, within a token budget.
//
//   parley::ContextOptions options;
//   options.max_tokens = 1'000;
//   auto history = store->messages("web:1", 200);
//   if (!history) return std::cerr << history.error().to_string() << '\n', 1;
//   auto context = parley::build_context(*history, options);
//   if (!context) return std::cerr << context.error().to_string() << '\n', 1;
//   std::cout << parley::render_json(*context).to_json() << '\n';
//
// Engine::context does this for a stored session, with the settings of its bot. docs/context.md describes it in detail.
//
// A history passes through these steps: repair, strip_reasoning, offload, trim_results, the caller's processors, and
// the selection by a strategy. Each step works on a copy; stored messages never change. All functions are
// deterministic, and thread-safe if the caller's callbacks are.
//
// Guarantees
//   1. A context holds whole exchanges. An exchange is the messages of one turn, or of all turns from a call to its
//      result.
//   2. It holds the newest exchange, shortened if it exceeds the budget.
//   3. In addition, it holds the next newest exchanges without a gap, and those that an option keeps. With kSummary and
//      kHybrid, a first exchange that takes more than a third of the budget is shortened.
//   4. It is within its budget, counted by ContextOptions::counter. Only names and ids of calls are never shortened.
//   5. A context that is built again with the same options stays the same.
//   6. The system prompt comes before the messages. It counts towards the budget and is never shortened.
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

// Reads a history page by page. Returns the newest messages with a seq below `before`, at most `limit` of them, oldest
// first. An empty page is the end. Messages are numbered without gaps; the oldest may be missing.
using HistoryReader = std::function<Result<std::vector<Message>>(std::int64_t before, int limit)>;

// Stores tool results that are too large for a context. The name of a result is the hash of its bytes.
class ArtifactSink {
 public:
  virtual ~ArtifactSink() = default;
  // Called on the thread that builds the context. After an error the result stays in the context.
  virtual Result<void> put(const std::string& sha256, std::string_view bytes) = 0;
};

enum class ContextStrategy {
  kWindow,   // the newest exchanges
  kSummary,  // the first exchange, a summary of the middle, the newest exchanges
  kHybrid,   // like kSummary, and also important messages of the middle, unchanged
};
const char* to_string(ContextStrategy strategy);  // "window", "summary", "hybrid"

// A summary that the caller supplies.
struct GivenSummary {
  std::string text;
  std::int64_t upto = 0;       // the seq of the last message that it summarizes
  bool replaces_head = false;  // true: it also summarizes the first exchange, which is then left out
};

// The purpose of a context, for processors.
struct ContextRun {
  std::string session;  // empty: the history is not of a stored session
  Consumer consumer = Consumer::kLlm;
  std::int64_t max_tokens = 0;  // for the messages
  TimeMs now = 0;
};

// A step of the caller (F64), which runs after parley's own steps and before the selection. It may change texts and
// details of the messages, and remove messages. It must keep their order, and must not add messages. After an error, an
// exception, a timeout or a wrong result the messages stay as they were, and ContextStep::problem names the reason.
struct ContextProcessor {
  std::string name;  // of its ContextStep. Not empty
  std::function<Result<std::vector<Message>>(std::vector<Message> messages, const ContextRun& run)> process;
  // 0: the step runs on the thread that builds the context. Otherwise it runs on its own thread, and the engine waits
  // at most this time. A call that never returns keeps its thread.
  std::chrono::milliseconds timeout{0};
};

// The settings of a context. The value 0 disables the step or the limit (docs/memory.md, F74), unless the comment
// of the member says otherwise.
struct ContextOptions {
  ContextStrategy strategy = ContextStrategy::kWindow;
  std::int64_t max_tokens = 4'000;  // 0: no limit; otherwise at least kMinContextTokens
  std::string system_prompt;        // shown before the messages; must leave kMinContextTokens for them. Empty: none
  std::int64_t max_turns = 0;       // the maximum number of exchanges; the newest are kept
  // The seq of the message with the open question, which is always in the context (X55). 0, or a number that no message
  // has: no effect.
  std::int64_t pending_seq = 0;
  std::optional<GivenSummary> summary;  // for kSummary and kHybrid. Unset: omitted messages are only counted
  std::int64_t recent_turns = 10;       // kHybrid: the newest exchanges that have priority over important messages
  std::int64_t lookback = 500;          // kHybrid: the number of messages that are searched for important ones
  bool strip_reasoning = true;          // removes metadata.reasoning
  bool notes = true;                    // a kSummary message says how many messages are omitted

  // The maximum number of characters of a tool result of a past turn, at least 100. JSON stays valid JSON. Results of
  // the newest turn stay whole.
  std::int64_t trim_results = 2'000;

  // Offloading: large results of past turns go to the sink, and the context keeps their beginning, their end and a
  // reference. The newest `offload_protect` tokens of results stay. Results move only if this frees at least
  // `offload_start` tokens. 0 in these two members means no minimum. The sink must be valid during the call. Null: no
  // offloading.
  ArtifactSink* sink = nullptr;
  std::int64_t offload_protect = 50'000;
  std::int64_t offload_start = 30'000;
  std::int64_t offload_preview = 800;  // characters of each result that stay. Not 0

  std::vector<ContextProcessor> processors;  // run in this order
  ContextRun run;                            // passed to them; build_context() sets `max_tokens`

  TokenCounter counter;  // empty: estimate_tokens
};
inline constexpr std::int64_t kMinContextTokens = 200;

// The omitted part of a history.
struct LeftOut {
  std::int64_t turns = 0;
  std::int64_t messages = 0;
  std::int64_t files = 0;  // named by omitted messages
  friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

// The effect of one step. Tokens include the system prompt.
struct ContextStep {
  // "repair", "strip_reasoning", "offload", "trim_results", the name of a processor, "window", "summary" or "hybrid"
  std::string name;
  std::int64_t tokens_before = 0, tokens_after = 0;
  std::int64_t messages_before = 0, messages_after = 0;
  // Why the result of a processor was not used: "failed", "threw", "timed_out", "busy" or "invalid". Empty: it was
  // used.
  std::string problem = {};
  friend bool operator==(const ContextStep&, const ContextStep&) = default;
};

struct Context {
  std::vector<Message> messages;  // oldest first; at most one kSummary among them
  std::int64_t tokens = 0;        // of the system prompt and the messages
  std::int64_t max_tokens = 0;    // the budget
  LeftOut left_out;
  std::vector<ContextStep> steps;  // in their order
  std::string system_prompt;       // ContextOptions::system_prompt
  friend bool operator==(const Context&, const Context&) = default;
};

// Builds a context. kInvalidRequest: an option is out of range, or the messages are not in the order of their seq.
// kLimitExceeded: the system prompt leaves fewer than kMinContextTokens. Also the errors of the reader.
Result<Context> build_context(const HistoryReader& read, const ContextOptions& options = {});
Result<Context> build_context(const std::vector<Message>& history, const ContextOptions& options = {});

// ---- rendering

// Renders a context for a person: "system: ..." first, then "user: ..." and so on for each message. Further lines of a
// message are indented, so that no text looks like another message. Ends with a newline, unless it is empty.
std::string render_text(const Context& context);

// Renders a context for a language model: an array of {role, content}. The system prompt comes first, with the role
// `system`. Calls are one `assistant` message with `tool_calls`, followed by their results with `tool_call_id`.
// `summary_role`: the role of summaries, for APIs that do not have the role `summary`.
Value render_json(const Context& context, std::string_view summary_role = "summary");

// ---- facts and files of a conversation

// The main facts of a conversation.
struct ConversationFacts {
  std::string id;
  std::string tool;    // of its first message (MessageDetails::tool)
  TimeMs started = 0;  // 0: unknown
  std::int64_t turns = 0;
  std::vector<std::string> tools;  // in the order of their first use (X23)
  std::vector<std::string> models;
};
// Returns the facts that the messages show: all except the id and the first tool.
ConversationFacts facts_of(const std::vector<Message>& messages);
// Renders one line per known fact. Times are in UTC.
std::string render_facts(const ConversationFacts& facts);

// Returns the newest `limit` files that the messages name (0: all), newest first, each path once.
std::vector<FileRef> files_of(const std::vector<Message>& messages, std::size_t limit = 0);

enum class FileOutcome {
  kInclude,    // shown with its contents
  kSupersede,  // shown with its contents, which have changed since they were shown under this path
  kRefer,      // one line that names another path, under which the same contents were shown
  kKnown,      // not shown, because the same contents were shown under this path
  kOmitted,    // not shown, because the budget has no room
  kMissing,    // one line that says that the caller does not have the contents
};
// The files that a model has seen. The caller passes it from one request to the next, as long as the model still sees
// these files.
struct ShownFiles {
  std::map<std::string, std::string> hash_of;  // by path
  std::map<std::string, std::string> path_of;  // by hash: the path under which it was shown
};
struct FilePart {
  FileRef file;
  FileOutcome outcome = FileOutcome::kInclude;
  std::string text;  // the contents, quoted like a summary. Of an image, only the name
};
struct FileContext {
  std::vector<FilePart> parts;  // one per file, in their order
  std::int64_t tokens = 0;
  std::int64_t omitted = 0, missing = 0;
  ShownFiles shown;
};
// Returns the contents of a file. Unset: the caller does not have them. Called on the thread of show_files(). Must not
// throw.
using FileContents = std::function<std::optional<std::string>(const FileRef& file)>;
// Shows files within a budget. Skips a file that does not fit; later, smaller files may still be shown (X11).
FileContext show_files(const std::vector<FileRef>& files, const FileContents& contents, std::int64_t max_tokens,
                       ShownFiles shown = {}, const TokenCounter& counter = {});

// ---- when to summarise

// The size of a history.
struct HistoryFacts {
  std::int64_t turns = 0;      // turns ever
  std::int64_t messages = 0;   // messages ever: the newest seq
  std::int64_t tokens = 0;     // of the messages after the last summary
  std::int64_t head_end = 0;   // the last seq of the first exchange
  std::int64_t tail_from = 0;  // the first seq of the newest exchanges, which stay unchanged
};

// Decides when a summary is made. Only the messages after the last summary count.
struct CompactionOptions {
  std::int64_t trigger_tokens = 6'000;  // 0: tokens trigger no summary
  std::int64_t trigger_messages = 0;    // 0: messages trigger no summary. Otherwise at least 8 (X30)
  // The tokens of the newest exchanges that stay unchanged. Less than the trigger, so that it does not fire again.
  std::int64_t keep_tokens = 2'000;
  // The seq of a call that waits for its result: it and the messages after it are not summarized. 0: no such call.
  std::int64_t open_call = 0;
};

// The last summary.
struct LastSummary {
  std::int64_t upto = 0;                 // the seq of the last message that it summarizes
  std::int64_t turns = 0, messages = 0;  // the length of the conversation when it was made
};

// The messages to summarize next, `from` to `upto`, together with the last summary.
struct Compaction {
  std::int64_t from = 0, upto = 0;
  friend bool operator==(const Compaction&, const Compaction&) = default;
};

// Decides whether a summary is due. Returns unset if no trigger fires, or there is nothing between the first and the
// newest exchanges. Also returns unset if the last summary is less than 20 turns or 20 messages old, so that 100
// messages get at most five summaries (X77). A call without a result among the newest 64 messages stays unchanged, with
// the messages after it.
std::optional<Compaction> plan_compaction(const HistoryFacts& facts, const CompactionOptions& options,
                                          const std::optional<LastSummary>& last = {});

// Reads the facts of a history back to the last summary. kInvalidRequest: an option is out of range, or a summary would
// trigger the next one. Also the errors of the reader.
Result<HistoryFacts> history_facts(const HistoryReader& read, const CompactionOptions& options,
                                   const std::optional<LastSummary>& last = {}, const TokenCounter& counter = {});

// ---- loops

struct LoopOptions {
  int threshold = 3;  // the minimum number of repetitions. 0: off
  int max_cycle = 5;  // the maximum number of calls, or replies, of one round
};
struct Loop {
  std::int64_t times = 0;          // the number of rounds
  std::vector<std::string> calls;  // the tools of one round. Empty: replies repeat
  std::int64_t length = 0;         // the calls or replies of one round
};
// Finds a repetition at the end of the messages. Compares calls by tool and arguments; if calls do not repeat, compares
// replies by text. Returns the shortest round.
std::optional<Loop> find_loop(const std::vector<Message>& messages, const LoopOptions& options = {});

}  // namespace parley
