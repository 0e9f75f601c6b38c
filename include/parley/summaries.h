// Summaries of the older messages of a conversation, for contexts without room for all of them.
//
//   parley::HttpSummarizerOptions endpoint;
//   endpoint.url = "https://models.example/v1";
//   endpoint.model = "small";
//   auto model = parley::create_http_summarizer(endpoint);
//   if (!model) return std::cerr << model.error().to_string() << '\n', 1;
//   parley::EngineOptions options;  // for a bot with `memory: {summary: {by: host}}`
//   options.summarizer = *model;
//
// A Summarizer is parley's own recap (the default, which needs no model), a function of the caller, or a model behind
// an HTTP endpoint. A ResilientSummarizer wraps one and always returns a summary: if the summarizer fails, is slow or
// returns something invalid, it uses the recap. Engines wrap their summarizer themselves.
//
// A summary is data (X31): it contains texts of users and tools. Quote it in prompts (fenced_summary), and read no
// intents, params or commands from it. docs/memory.md lists the requirements (F68 to F71, F79, F80, F107, X31 to
// X35, X42) and their tests.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parley/clock.h"
#include "parley/message.h"
#include "parley/result.h"

namespace parley {

// The current dialog state, which a summary must agree with. Without private values.
struct SummaryFacts {
  std::string open_question;                                 // the question that the user must answer. Empty: none
  std::map<std::string, std::string, std::less<>> params;    // by name
  std::vector<std::string> decisions;                        // oldest first
  std::vector<std::pair<std::string, std::string>> results;  // the last tool results: name and text, oldest first
  friend bool operator==(const SummaryFacts&, const SummaryFacts&) = default;
};

// The input of a summarizer.
struct SummaryRequest {
  std::string former;             // the summary that the new one extends and replaces (F107). Empty: none
  std::vector<Message> messages;  // the messages since `former`, oldest first
  SummaryFacts facts;
  std::string draft;              // a summary to correct (F80). Empty: make a new one
  std::size_t max_bytes = 2'000;  // the longest summary
  std::int64_t max_tokens = 500;  // the longest summary in tokens; both limits apply
  std::chrono::milliseconds timeout = std::chrono::seconds(10);
};

// The interface of a summarizer. Implementations must be thread-safe. Errors must not quote the request. A
// ResilientSummarizer catches exceptions.
class Summarizer {
 public:
  Summarizer() = default;
  Summarizer(const Summarizer&) = delete;
  Summarizer& operator=(const Summarizer&) = delete;
  virtual ~Summarizer() = default;
  // Returns a summary of the request, within its limits.
  virtual Result<std::string> summarise(const SummaryRequest& request) = 0;
};

// parley's own summarizer: the facts by name, and the last `user_messages` messages of the user unchanged (X35), one
// per line. If max_bytes is too small, it omits parts in this order: the former summary, results, older messages,
// decisions, params, the question. It extends a former recap. It keeps any other former summary in a shortened form.
// Deterministic.
std::shared_ptr<Summarizer> create_recap_summarizer(int user_messages = 5);

// A summarizer that calls a function of the caller.
std::shared_ptr<Summarizer> create_callback_summarizer(
    std::function<Result<std::string>(const SummaryRequest&)> callback);

// A model behind an HTTP endpoint with OpenAI's interface: POST {url}/chat/completions. The model gets the messages as
// quoted data, and no tools. The client follows no redirects, uses no proxy, and checks every certificate.
struct HttpSummarizerOptions {
  std::string url;  // "https://models.example/v1"
  std::string model;
  std::string api_key;      // sent as a bearer token; never in an error. Empty: none
  std::string prompt;       // the instructions to the model. Empty: parley's own
  bool plain_http = false;  // true: allows http:// to other machines
  std::string ca_file;      // of the trusted certificates. Empty: those of the machine
  std::size_t max_response_bytes = 1024 * 1024;
};
// kInvalidRequest: an invalid option. summarise() returns kLimitExceeded after a timeout or a response that is too
// long, and kInvalidRequest if the endpoint cannot be reached or returns no completion.
Result<std::shared_ptr<Summarizer>> create_http_summarizer(HttpSummarizerOptions options);

// The reason why a summarizer's answer was not used.
enum class SummaryRefusal {
  kNone,             // the answer was used, or no summarizer was called
  kTooLarge,         // the newest message alone does not fit into the model's context window
  kFailed,           // the summarizer returned an error
  kThrew,            // the summarizer threw
  kTimedOut,         // the summarizer did not answer in time
  kEmpty,            // the answer is empty
  kGarbage,          // the answer is not UTF-8, or has control characters
  kTooLong,          // the answer is longer than max_bytes or max_tokens
  kNotShorter,       // the answer is not shorter than the summarized messages (F79)
  kSecret,           // the answer has a private value, although the request had none
  kInstructions,     // the answer looks like a prompt, or addresses a model
  kBusy,             // too many calls are running; some may never return
  kResting,          // the circuit breaker is open after too many calls in a row that failed, threw or timed out
  kRedactionFailed,  // ResilientSummarizerOptions::redact threw
};
const char* to_string(SummaryRefusal refusal);  // "none", "too_large", "failed", ...
constexpr std::size_t kSummaryRefusals = 14;

// A summary, and its source.
struct Summary {
  enum class Source {
    kSummarizer,
    kRecap,    // parley's own
    kMarker,   // only the number of omitted messages
    kNothing,  // no text: every summary would be longer than the messages
  };
  std::string text;
  Source source = Source::kNothing;
  SummaryRefusal refusal = SummaryRefusal::kNone;
  std::size_t left_out = 0;  // the number of oldest messages that the summarizer did not get
  bool checked = false;      // the text is the result of the second pass
};
const char* to_string(Summary::Source source);  // "summarizer", "recap", "marker", "nothing"

// The numbers of summaries by source and by refusal.
struct SummaryCounts {
  std::array<std::int64_t, 4> by_source{};                  // by Summary::Source
  std::array<std::int64_t, kSummaryRefusals> by_refusal{};  // by SummaryRefusal
  std::int64_t running = 0;                                 // calls that run, including those that timed out
};

// The functions must be thread-safe. If `redact` throws, the summary is a marker; the others must not throw.
struct ResilientSummarizerOptions {
  std::int64_t window_tokens = 0;  // the model's context window, for input and output. 0: unlimited
  std::function<std::int64_t(std::string_view)> count_tokens;  // empty: four bytes are a token
  // Removes private values from the input and the output (X32). Applied to its own result, it must change nothing.
  // Empty: no redaction.
  std::function<std::string(std::string_view)> redact;
  bool check = false;  // true: a second call corrects the first summary (F80)
  // Calls in a row that fail, throw or time out, and so open the circuit breaker. At least 1. A bad answer does not
  // count.
  int failures_to_rest = 3;
  std::chrono::milliseconds rest = std::chrono::minutes(1);  // how long the circuit breaker stays open
  // The maximum number of running calls; each has its own thread, and a call that never returns keeps it.
  int max_running = 4;
  int recap_user_messages = 5;   // of the recap
  std::shared_ptr<Clock> clock;  // of the circuit breaker. Null: create_system_clock()
};

// Always returns a summary. Thread-safe. It may be destroyed while calls that timed out still run; the objects that
// such a call uses must live until it returns.
class ResilientSummarizer {
 public:
  ResilientSummarizer() = default;
  ResilientSummarizer(const ResilientSummarizer&) = delete;
  ResilientSummarizer& operator=(const ResilientSummarizer&) = delete;
  virtual ~ResilientSummarizer() = default;
  virtual Summary summarise(const SummaryRequest& request) = 0;
  virtual SummaryCounts counts() const = 0;  // since it was created
};

// Wraps `summarizer`. Null: the recap, with the same checks. kInvalidRequest: an option is out of range.
Result<std::unique_ptr<ResilientSummarizer>> create_resilient_summarizer(std::shared_ptr<Summarizer> summarizer,
                                                                         ResilientSummarizerOptions options = {});

// Quotes a summary for a prompt: a line that introduces it, and then each of its lines after "> ", so that no text can
// end the quote.
std::string fenced_summary(std::string_view summary);

}  // namespace parley
