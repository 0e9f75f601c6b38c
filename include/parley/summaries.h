// Summaries: what stands for the older messages of a conversation when a model's context has no room for them.
//
//   auto guard = *parley::create_resilient_summarizer(*parley::create_http_summarizer(endpoint), options);
//   parley::Summary summary = guard->summarise(request);  // never fails
//
// A summarizer makes them: parley's own recap, which is the default and needs no model, a function of the host's, or a
// model behind an endpoint. The guard stands before it and answers for it: with the recap where the summarizer fails,
// is slow, or answers with something that is no summary.
//
// A summary is data (X31): what users and tools said is in it. Put it into a prompt fenced, and read no intent, param
// or command from it. Features F68 to F71, F79, F80 and F107; resolutions X31 to X35 and X42 of the design notes.
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

// What the host knows for certain, whatever was said: as it is now, not as it was. Sensitive values already taken out.
struct SummaryFacts {
  std::string open_question;                                 // the one that the user is to answer; empty: none
  std::map<std::string, std::string, std::less<>> params;    // by name
  std::vector<std::string> decisions;                        // oldest first
  std::vector<std::pair<std::string, std::string>> results;  // the last results of tools: name and text, oldest first
  friend bool operator==(const SummaryFacts&, const SummaryFacts&) = default;
};

struct SummaryRequest {
  std::string former;             // the summary that the new one extends and replaces (F107); empty: there is none
  std::vector<Message> messages;  // those since, oldest first
  SummaryFacts facts;
  std::string draft;              // a summary of all this that is to be put right (F80); empty: one is to be made
  std::size_t max_bytes = 2'000;  // of the summary
  std::int64_t max_tokens = 500;  // likewise, for summarizers that count so
  std::chrono::milliseconds timeout = std::chrono::seconds(10);
};

// [Threading] called by several threads at once.
// [Errors]    say nothing of the request. What is thrown ends in the guard.
class Summarizer {
 public:
  Summarizer() = default;
  Summarizer(const Summarizer&) = delete;
  Summarizer& operator=(const Summarizer&) = delete;
  virtual ~Summarizer() = default;
  virtual Result<std::string> summarise(const SummaryRequest& request) = 0;
};

// The facts by name, and the last messages of the user's word for word (X35), in at most max_bytes. What there is no
// room for goes in this order: what was before, results, older messages, decisions, params, the question. Extends a
// former recap; any other former summary is kept beside it, cut. The same request always gives the same text, in which
// each line is a thing.
std::shared_ptr<Summarizer> create_recap_summarizer(int user_messages = 5);

std::shared_ptr<Summarizer> create_callback_summarizer(
    std::function<Result<std::string>(const SummaryRequest&)> callback);

// A model behind an endpoint of the kind of OpenAI's: POST {url}/chat/completions. It is given no tools and sees the
// messages as quoted data. No redirect is followed, no proxy used, and every certificate checked.
struct HttpSummarizerOptions {
  std::string url;  // "https://models.example/v1". http:// is only for this machine, unless plain_http
  std::string model;
  std::string api_key;  // sent as a bearer token; in no error and no log. Empty: none
  std::string prompt;   // what to keep, and how; empty: parley's own
  bool plain_http = false;
  std::string ca_file;  // of the certificates to trust; empty: the machine's
  std::size_t max_response_bytes = 1024 * 1024;
};
// kInvalidRequest: options that cannot work. Of summarise(): kLimitExceeded, it took too long or answered at too great
// a length; kInvalidRequest, it could not be reached or did not answer with a completion. The message says which.
Result<std::shared_ptr<Summarizer>> create_http_summarizer(HttpSummarizerOptions options);

// Why a summarizer's answer was not taken.
enum class SummaryRefusal {
  kNone,      // it was, or no summarizer was asked
  kTooLarge,  // not even the newest message fits its window
  kFailed,    // it answered with an error
  kThrew,     // or threw
  kTimedOut,  // or did not answer in time
  kEmpty,
  kGarbage,       // no UTF-8, or with control characters
  kTooLong,       // over max_bytes or max_tokens
  kNotShorter,    // not shorter than what it stands for (F79); it is not asked again
  kSecret,        // redaction would have taken something out of it: nothing of the kind was in what it was given
  kInstructions,  // it has the marks of a prompt in it, or talks to a model
  kBusy,          // too many calls run already, of which some may never return
  kResting,       // it failed too often in a row, and is left alone for a while
  kRedactionFailed,
};
const char* to_string(SummaryRefusal refusal);  // "none", "too_large", "failed", ...
constexpr std::size_t kSummaryRefusals = 14;

struct Summary {
  enum class Source { kSummarizer, kRecap, kMarker, kNothing };
  std::string text;
  Source source = Source::kNothing;  // kNothing: all would be longer than the messages, which are best left as they are
  SummaryRefusal refusal = SummaryRefusal::kNone;
  std::size_t left_out = 0;  // messages, the oldest, that the summarizer was not shown
  bool checked = false;      // the second pass was made, and the text is its answer
};
const char* to_string(Summary::Source source);  // "summarizer", "recap", "marker", "nothing"

struct SummaryCounts {
  std::array<std::int64_t, 4> by_source{};                  // by Summary::Source
  std::array<std::int64_t, kSummaryRefusals> by_refusal{};  // by SummaryRefusal
  std::int64_t running = 0;                                 // calls, with those nobody waits for any more
};

// [Threading] each function is called by several threads at once.
// [Errors]    `redact` may throw: then there is but a marker. The others must not.
struct ResilientSummarizerOptions {
  std::int64_t window_tokens = 0;  // the summarizer's, for what it is given and what it answers; 0: without end
  std::function<std::int64_t(std::string_view)> count_tokens;  // empty: a token is four bytes
  std::function<std::string(std::string_view)> redact;  // before and after (X32); must leave alone what it has put in
  bool check = false;                                   // a second pass that puts the first one's text right (F80)
  int failures_to_rest = 3;                             // in a row; at least 1
  std::chrono::milliseconds rest = std::chrono::minutes(1);
  int max_running = 4;  // calls at once; each has a thread, which is let go of when the call does not return in time
  int recap_user_messages = 5;
  std::shared_ptr<Clock> clock;  // for the rest; empty: the machine's
};

// [Threading] called by several threads at once. May be destroyed while calls run that nobody waits for any more; what
// such a call uses must live until it returns.
class ResilientSummarizer {
 public:
  ResilientSummarizer() = default;
  ResilientSummarizer(const ResilientSummarizer&) = delete;
  ResilientSummarizer& operator=(const ResilientSummarizer&) = delete;
  virtual ~ResilientSummarizer() = default;
  virtual Summary summarise(const SummaryRequest& request) = 0;
  virtual SummaryCounts counts() const = 0;
};

// Without a summarizer: the recap, guarded in the same way. kInvalidRequest: options out of their range.
Result<std::unique_ptr<ResilientSummarizer>> create_resilient_summarizer(std::shared_ptr<Summarizer> summarizer,
                                                                         ResilientSummarizerOptions options = {});

// The summary for a prompt: a line that says what it is, and then each of its lines behind "> ", so that nothing in it
// can end the quote.
std::string fenced_summary(std::string_view summary);

}  // namespace parley
