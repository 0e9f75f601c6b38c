// Builds a context from a history: reading, processing steps, selection.
// Tested by tests/context/window/build_test.cc and properties_test.cc.
#include <functional>
#include <utility>

#include "context/window/host_step.h"
#include "context/window/omission_note.h"
#include "context/window/processors.h"
#include "context/window/reading.h"
#include "context/window/selection.h"
#include "parley/context.h"

namespace parley {
namespace {

using context::Entries;
using context::Entry;
using context::Exchange;

Result<void> check(const ContextOptions& options) {
  const auto out_of_range = [](const char* what) { return Unexpected(ErrorCode::kInvalidRequest, what); };
  if (options.max_tokens != 0 && options.max_tokens < kMinContextTokens) {
    return out_of_range("max_tokens must be 0 (unlimited) or at least 200");
  }
  for (const std::int64_t number : {options.max_turns, options.pending_seq, options.recent_turns, options.lookback,
                                    options.trim_results, options.offload_protect, options.offload_start}) {
    if (number < 0) return out_of_range("context options must not be negative");
  }
  if (options.trim_results != 0 && options.trim_results < 100) {
    return out_of_range("trim_results must be 0 (off) or at least 100 characters");
  }
  for (const ContextProcessor& processor : options.processors) {
    if (processor.name.empty() || !processor.process || processor.timeout.count() < 0) {
      return out_of_range("a context processor must have a name, a function and a timeout of at least 0");
    }
  }
  if (options.offload_preview <= 0) return out_of_range("offload_preview must be at least 1 character");
  return {};
}

class Building {
 public:
  // `options` holds the budget without the tokens of the prompt.
  Building(context::HistoryRead read, const ContextOptions& options, std::int64_t prompt_tokens)
      : read_(std::move(read)), options_(options), prompt_tokens_(prompt_tokens) {
    context_.system_prompt = options.system_prompt;
    context_.tokens = prompt_tokens;
  }

  Context run() && {
    for (const Message& message : read_.messages) earlier_files_ += context::files_of_note(message);
    repair();
    if (options_.strip_reasoning) step("strip_reasoning", context::strip_reasoning);
    if (options_.sink) step("offload", context::offload);
    if (options_.trim_results > 0) step("trim_results", context::trim_results);
    for (const ContextProcessor& processor : options_.processors) run(processor);
    select();
    return std::move(context_);
  }

 private:
  void begin_step(const char* name) {
    context_.steps.push_back({name, tokens(), 0, static_cast<std::int64_t>(entries_.size()), 0});
  }
  void end_step() { end_step(tokens(), entries_.size()); }
  void end_step(std::int64_t tokens, std::size_t messages) {
    context_.steps.back().tokens_after = tokens;
    context_.steps.back().messages_after = static_cast<std::int64_t>(messages);
  }
  std::int64_t tokens() const { return prompt_tokens_ + context::tokens_of(entries_); }

  void step(const char* name, void (*process)(Entries&, const ContextOptions&)) {
    begin_step(name);
    process(entries_, options_);
    end_step();
  }

  void run(const ContextProcessor& processor) {
    begin_step(processor.name.c_str());
    std::vector<Message> given;
    for (const Entry& entry : entries_) given.push_back(entry.message);
    ContextRun about = options_.run;
    about.max_tokens = options_.max_tokens;
    context::HostStep answer = context::run_processor(processor, std::move(given), about);
    if (answer.problem.empty()) take_up(std::move(answer.messages));
    context_.steps.back().problem = std::move(answer.problem);
    end_step();
  }

  void take_up(std::vector<Message> messages) {
    entries_.clear();
    for (Message& message : context::repair(std::move(messages))) {
      Entry& entry = entries_.emplace_back(Entry{std::move(message), 0});
      context::recount(entry, options_.counter);
    }
  }

  void repair() {
    const std::size_t read = read_.messages.size();
    take_up(std::move(read_.messages));
    begin_step("repair");
    context_.steps.back().messages_before = static_cast<std::int64_t>(read);
    end_step();
  }

  void select() {
    begin_step(to_string(options_.strategy));
    std::vector<Exchange> exchanges = context::split_into_exchanges(std::move(entries_));
    context::mark(exchanges, read_.gaps, options_);
    context::Selection choice = context::select(std::move(exchanges), earlier_files_, options_);
    context_.max_tokens = options_.max_tokens > 0 ? options_.max_tokens + prompt_tokens_ : 0;
    context_.left_out = choice.left_out;
    const auto is_opening = [](const Exchange& exchange) { return exchange.first_seq() == 1; };
    if (choice.kept.empty() || !is_opening(choice.kept.front())) add(choice.note);
    for (Exchange& exchange : choice.kept) {
      const bool opening = is_opening(exchange);
      for (Entry& entry : exchange.entries) add(std::move(entry));
      if (opening) add(choice.note);
    }
    end_step(context_.tokens, context_.messages.size());
  }

  void add(Entry&& entry) {
    context_.tokens += entry.tokens;
    context_.messages.push_back(std::move(entry.message));
  }
  // The note gets the number of the message before it, so that the numbers ascend.
  void add(std::optional<Entry>& note) {
    if (!note) return;
    if (!context_.messages.empty()) note->message.seq = context_.messages.back().seq;
    add(std::move(*note));
  }

  context::HistoryRead read_;
  const ContextOptions& options_;
  const std::int64_t prompt_tokens_;
  std::int64_t earlier_files_ = 0;
  Entries entries_;
  Context context_;
};

std::int64_t tokens_of_prompt(const ContextOptions& options) {
  if (options.system_prompt.empty()) return 0;
  Message prompt;
  prompt.text = options.system_prompt;
  return count_tokens(prompt, options.counter);
}

// A system prompt must never be cut, so a prompt that is too long is an error.
Result<void> check_prompt(std::int64_t tokens, std::int64_t max_tokens) {
  if (tokens == 0 || max_tokens == 0 || tokens <= max_tokens - kMinContextTokens) return {};
  return Unexpected(ErrorCode::kLimitExceeded, "the system prompt takes " + std::to_string(tokens) +
                                                   " of the context's " + std::to_string(max_tokens) +
                                                   " tokens and must leave " + std::to_string(kMinContextTokens) +
                                                   " for the messages; shorten the prompt or ask for a larger context");
}

}  // namespace

Result<Context> build_context(const HistoryReader& read, const ContextOptions& options) {
  if (auto good = check(options); !good) return Unexpected(good.error());
  const std::int64_t prompt_tokens = tokens_of_prompt(options);
  if (auto good = check_prompt(prompt_tokens, options.max_tokens); !good) return Unexpected(good.error());
  ContextOptions for_messages = options;
  if (options.max_tokens > 0) for_messages.max_tokens -= prompt_tokens;
  auto history = context::read_history(read, for_messages);
  if (!history) return Unexpected(history.error());
  return Building(std::move(*history), for_messages, prompt_tokens).run();
}

Result<Context> build_context(const std::vector<Message>& history, const ContextOptions& options) {
  return build_context(context::reader_of(history), options);
}

}  // namespace parley
