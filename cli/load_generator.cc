// Tested by tests/cli/bench_test.
#include "cli/load_generator.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/errors.h"
#include "cli/latency.h"
#include "cli/lines.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

class LoadRun {
 public:
  LoadRun(Engine& engine, const std::vector<Conversation>& conversations, int repeat)
      : engine_(engine),
        conversations_(conversations),
        total_(conversations.size() * static_cast<std::size_t>(repeat)),
        prefix_("bench-" + create_random_ids()->next() + "-"),
        progress_("conversation", total_) {}

  Result<Load> run(int threads) {
    const Stopwatch watch;
    std::vector<std::thread> workers;
    try {
      for (int i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    } catch (...) {  // the system starts no more threads
      stopped_ = true;
      for (std::thread& worker : workers) worker.join();
      throw;
    }
    for (std::thread& worker : workers) worker.join();
    const double seconds = watch.microseconds() / 1e6;
    progress_.clear();
    if (failure_) return Unexpected(*failure_);
    return Load{std::move(microseconds_), seconds};
  }

 private:
  void work() {
    std::vector<float> mine;
    for (std::size_t i = next_++; i < total_ && !stopped_; i = next_++) {
      if (auto done = run_conversation(prefix_ + std::to_string(i), conversations_[i % conversations_.size()], mine);
          !done) {
        fail(done.error());
      }
      const std::lock_guard<std::mutex> lock(mutex_);
      progress_.at(++done_);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    microseconds_.insert(microseconds_.end(), mine.begin(), mine.end());
  }

  Result<void> run_conversation(const std::string& session, const Conversation& conversation,
                                std::vector<float>& times) {
    for (const std::string& text : conversation) {
      Request request = Request::text(session, text);
      for (;;) {
        const Stopwatch watch;
        const Result<Turn> turn = engine_.handle(request);
        times.push_back(static_cast<float>(watch.microseconds()));
        if (!turn) return Unexpected(turn.error());
        if (turn->status != TurnStatus::kToolCall) break;
        request.input = ToolResult{std::get<ToolCall>(turn->steps.back()).call_id, ToolOutcome::ok(Value::Object{})};
      }
    }
    return {};
  }

  void fail(const Error& error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_) failure_ = error;
    stopped_ = true;
  }

  Engine& engine_;
  const std::vector<Conversation>& conversations_;
  const std::size_t total_;
  const std::string prefix_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};

  std::mutex mutex_;
  Progress progress_;
  std::size_t done_ = 0;
  std::vector<float> microseconds_;
  std::optional<Error> failure_;
};

}  // namespace

Result<std::vector<Conversation>> read_conversations(const std::string& path) {
  std::vector<Conversation> conversations;
  const Result<void> read = read_json_lines(path, [&](const Value& line) -> Result<void> {
    const Value* turns = line.find("turns");
    const Value::Array* texts = turns == nullptr ? nullptr : turns->if_array();
    if (texts == nullptr || texts->empty()) return usage_error("'turns' must be a non-empty list of strings");
    Conversation conversation;
    for (const Value& text : *texts) {
      if (text.if_string() == nullptr) return usage_error("'turns' must contain only strings");
      conversation.push_back(*text.if_string());
    }
    conversations.push_back(std::move(conversation));
    return {};
  });
  if (!read) return Unexpected(read.error());
  if (conversations.empty())
    return usage_error(fmt::format("no conversations in '{}'; write one JSON object with 'turns' per line", path));
  return conversations;
}

Result<Load> run_load(Engine& engine, const std::vector<Conversation>& conversations, int threads, int repeat) {
  return LoadRun(engine, conversations, repeat).run(threads);
}

}  // namespace parley::cli
