// ResilientSummarizer returns a summary that is shorter than the replaced messages, however the summarizer behaves.
//
// The path of a request: redact -> fit into the context window -> circuit breaker -> call -> check the answer
//                        -> optionally call again to verify, and check again
// Fallbacks, in order: the recap, a marker, nothing.
//
// Tested by tests/context/summaries/resilient_summarizer_test.cc and hostile_test.cc.
#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "context/summaries/answer_check.h"
#include "context/summaries/call_refusal.h"
#include "context/summaries/extractive_summary.h"
#include "context/summaries/prompt_input.h"
#include "models/circuit_breaker.h"
#include "parley/summaries.h"

namespace parley {

const char* to_string(SummaryRefusal refusal) {
  switch (refusal) {
    case SummaryRefusal::kNone: return "none";
    case SummaryRefusal::kTooLarge: return "too_large";
    case SummaryRefusal::kFailed: return "failed";
    case SummaryRefusal::kThrew: return "threw";
    case SummaryRefusal::kTimedOut: return "timed_out";
    case SummaryRefusal::kEmpty: return "empty";
    case SummaryRefusal::kGarbage: return "garbage";
    case SummaryRefusal::kTooLong: return "too_long";
    case SummaryRefusal::kNotShorter: return "not_shorter";
    case SummaryRefusal::kSecret: return "secret";
    case SummaryRefusal::kInstructions: return "instructions";
    case SummaryRefusal::kBusy: return "busy";
    case SummaryRefusal::kResting: return "resting";
    case SummaryRefusal::kRedactionFailed: return "redaction_failed";
  }
  return "none";
}

const char* to_string(Summary::Source source) {
  switch (source) {
    case Summary::Source::kSummarizer: return "summarizer";
    case Summary::Source::kRecap: return "recap";
    case Summary::Source::kMarker: return "marker";
    case Summary::Source::kNothing: return "nothing";
  }
  return "nothing";
}

namespace context {
namespace {

constexpr std::int64_t kPromptTokens = 400;  // the part of the context window reserved for the summarizer's own prompt

std::int64_t four_bytes_a_token(std::string_view text) { return static_cast<std::int64_t>((text.size() + 3) / 4); }

std::string marker(std::size_t messages) { return "[" + std::to_string(messages) + " earlier messages left out]"; }

struct CheckedAnswer {
  std::string text;
  SummaryRefusal refusal = SummaryRefusal::kNone;
};

class GuardedSummarizer : public ResilientSummarizer {
 public:
  GuardedSummarizer(std::shared_ptr<Summarizer> summarizer, ResilientSummarizerOptions options)
      : summarizer_(std::move(summarizer)),
        options_(std::move(options)),
        calls_(options_.max_running),
        breaker_(options_.failures_to_rest, options_.rest.count()) {}

  Summary summarise(const SummaryRequest& request) override {
    Summary summary = summary_of(request);
    const std::lock_guard lock(mutex_);
    ++counts_.by_source[static_cast<std::size_t>(summary.source)];
    ++counts_.by_refusal[static_cast<std::size_t>(summary.refusal)];
    return summary;
  }

  SummaryCounts counts() const override {
    const std::lock_guard lock(mutex_);
    SummaryCounts counts = counts_;
    counts.running = calls_.running();
    return counts;
  }

 private:
  Summary summary_of(const SummaryRequest& request) {
    const auto clean = redact(request);
    if (!clean) return marked(request, SummaryRefusal::kRedactionFailed);
    Summary summary;
    if (summarizer_) summary = ask(*clean);
    if (summary.source == Summary::Source::kSummarizer) return summary;
    const auto text = recap_of(*clean);
    if (!text) return marked(request, SummaryRefusal::kRedactionFailed);
    if (text->empty()) return marked(request, summary.refusal);
    summary.text = *text;
    summary.source = Summary::Source::kRecap;
    summary.left_out = 0;
    return summary;
  }

  std::optional<SummaryRequest> redact(const SummaryRequest& request) const {
    try {
      return context::redacted(request, options_.redact);
    } catch (...) {  // the callback may throw anything; text that was not redacted must not be used
      return std::nullopt;
    }
  }

  Summary ask(SummaryRequest request) {
    Summary summary;
    const std::size_t replaced = context::length_replaced(request);
    if (options_.window_tokens > 0) {
      const std::int64_t answers = request.max_tokens * (options_.check ? 2 : 1);
      const std::int64_t room = options_.window_tokens - kPromptTokens - answers;
      summary.left_out = context::fit_into_window(request, room, options_.count_tokens);
    }
    if (request.messages.empty() && summary.left_out > 0) {
      summary.refusal = SummaryRefusal::kTooLarge;
      return summary;
    }
    if (!breaker_.lets_pass(options_.clock->now())) {
      summary.refusal = SummaryRefusal::kResting;
      return summary;
    }
    CheckedAnswer first = call(request, replaced);
    summary.refusal = first.refusal;
    if (first.refusal != SummaryRefusal::kNone) return summary;
    summary.source = Summary::Source::kSummarizer;
    summary.text = std::move(first.text);
    if (options_.check) check(request, replaced, summary);
    return summary;
  }

  // Runs the verification pass. If it fails, the text of the first pass is used, which has passed its own check.
  void check(SummaryRequest request, std::size_t replaced, Summary& summary) {
    request.draft = summary.text;
    CheckedAnswer second = call(request, replaced);
    if (second.refusal != SummaryRefusal::kNone) return;
    summary.text = std::move(second.text);
    summary.checked = true;
  }

  CheckedAnswer call(const SummaryRequest& request, std::size_t replaced) {
    models::CallAnswer called =
        calls_.run([summarizer = summarizer_, request] { return summarizer->summarise(request); }, request.timeout);
    CheckedAnswer answer{std::move(called.text), refusal_of(called.failure)};
    if (answer.refusal == SummaryRefusal::kNone) {
      answer.text = without_recap_labels(answer.text);
      answer.refusal = judge(answer.text, request, replaced);
    }
    if (answer.refusal == SummaryRefusal::kNone) answer.text = base::trim(answer.text);
    note_call(called.failure);
    return answer;
  }

  // A bad answer does not open the circuit breaker, because one conversation may be the reason for it.
  void note_call(models::CallFailure failure) {
    if (failure == models::CallFailure::kBusy) return;
    if (failure == models::CallFailure::kNone) return breaker_.succeeded();
    breaker_.failed(options_.clock->now());
  }

  SummaryRefusal judge(const std::string& text, const SummaryRequest& request, std::size_t replaced) const {
    if (text.size() > request.max_bytes) return SummaryRefusal::kTooLong;
    if (text.size() >= replaced) return SummaryRefusal::kNotShorter;
    if (const auto refusal = context::check_wording(text); refusal != SummaryRefusal::kNone) return refusal;
    if (options_.count_tokens(text) > request.max_tokens) return SummaryRefusal::kTooLong;
    try {
      return options_.redact(text) == text ? SummaryRefusal::kNone : SummaryRefusal::kSecret;
    } catch (...) {
      return SummaryRefusal::kRedactionFailed;
    }
  }

  // Returns a recap that is shorter than the text it replaces. Empty optional: redaction failed.
  std::optional<std::string> recap_of(SummaryRequest request) const {
    const std::size_t replaced = context::length_replaced(request);
    if (replaced == 0) return std::string();
    for (request.max_bytes = std::min(request.max_bytes, replaced - 1); request.max_bytes > 0; request.max_bytes /= 2) {
      try {
        std::string text = options_.redact(recap(request, static_cast<std::size_t>(options_.recap_user_messages)));
        const bool fits = text.size() < replaced && options_.count_tokens(text) <= request.max_tokens;
        if (fits) return text;
      } catch (...) {
        return std::nullopt;
      }
    }
    return std::string();
  }

  static Summary marked(const SummaryRequest& request, SummaryRefusal refusal) {
    Summary summary;
    summary.refusal = refusal;
    const std::string text = marker(request.messages.size());
    if (text.size() >= context::length_replaced(request)) return summary;
    summary.source = Summary::Source::kMarker;
    summary.text = text;
    return summary;
  }

  const std::shared_ptr<Summarizer> summarizer_;
  const ResilientSummarizerOptions options_;
  models::BoundedExecutor calls_;
  models::CircuitBreaker breaker_;
  mutable std::mutex mutex_;
  SummaryCounts counts_;
};

const char* problem_of(const ResilientSummarizerOptions& options) {
  if (options.window_tokens < 0) return "window_tokens must be at least 0";
  if (options.failures_to_rest < 1) return "failures_to_rest must be at least 1";
  if (options.rest.count() < 0) return "rest must be at least 0";
  if (options.max_running < 1) return "max_running must be at least 1";
  if (options.recap_user_messages < 0) return "recap_user_messages must be at least 0";
  return nullptr;
}

}  // namespace
}  // namespace context

Result<std::unique_ptr<ResilientSummarizer>> create_resilient_summarizer(std::shared_ptr<Summarizer> summarizer,
                                                                         ResilientSummarizerOptions options) {
  if (const char* problem = context::problem_of(options)) {
    return Unexpected(ErrorCode::kInvalidRequest, std::string("summaries: ") + problem);
  }
  if (!options.count_tokens) options.count_tokens = context::four_bytes_a_token;
  if (!options.redact) options.redact = [](std::string_view text) { return std::string(text); };
  if (!options.clock) options.clock = create_system_clock();
  return std::unique_ptr<ResilientSummarizer>(
      std::make_unique<context::GuardedSummarizer>(std::move(summarizer), std::move(options)));
}

}  // namespace parley
