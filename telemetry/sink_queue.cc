// Tested by tests/telemetry/queue_test.cc.
#include "telemetry/sink_queue.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "base/time.h"

namespace parley::telemetry {
namespace {

// Blocks signals while a thread is started, so that the new thread inherits the mask. The program's own threads then
// handle its signals, and a write to a closed pipe becomes an ordinary error.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsHeldBack() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
  sigset_t before_{};
};

TelemetryPace pace_of(const TelemetrySink& sink) {
  TelemetryPace pace;
  try {
    pace = sink.pace();
  } catch (...) {  // pace() is code of the embedding program and may throw anything
    pace = {};
  }
  using std::chrono::milliseconds;
  return {std::clamp<milliseconds>(pace.every, milliseconds(1), std::chrono::minutes(1)),
          std::max<std::size_t>(pace.most_lines, 1)};
}

using Turns = std::vector<std::shared_ptr<const TurnEvents>>;

}  // namespace

struct SinkQueue::State {
  State(std::shared_ptr<TelemetrySink> its_sink, const QueueOptions& its_options)
      : sink(std::move(its_sink)),
        counter(dynamic_cast<EventCounter*>(sink.get())),
        options(its_options),
        pace(pace_of(*sink)) {}

  // ---- the thread's work

  void run() {
    Turns taken;
    for (bool ends = false; !ends;) {
      {
        std::unique_lock lock(mutex);
        wakes.wait_for(lock, pace.every, [&] { return is_wanted || stops || is_half_full(); });
        is_wanted = false;
        // Takes everything at once. Swapping two buffers is fast, and push() waits for this lock.
        std::swap(taken, waiting);
        ends = stops && taken.empty();
      }
      write_all(taken);
      taken.clear();
    }
    const std::lock_guard lock(mutex);
    has_ended = true;
    settled.notify_all();
  }

  void write_all(const Turns& taken) {
    for (std::size_t next = 0; next < taken.size();) {
      const std::size_t first = next;
      std::size_t count = 0;
      while (next < taken.size() && count < pace.most_lines) count += taken[next++]->count();
      if (!write_some(taken, first, next, count)) return;
    }
  }

  // Passes the turns from `first` to `end`, at least one, to the sink in one call. Returns false if the thread was
  // detached.
  bool write_some(const Turns& taken, std::size_t first, std::size_t end, std::size_t event_count) {
    std::int64_t unreported = 0;
    {
      const std::lock_guard lock(mutex);
      if (is_let_go) return false;
      unreported = unreported_lost;
    }
    const Outcome outcome = write(taken, first, end, event_count, unreported);
    std::size_t byte_count = 0;
    for (std::size_t turn = first; turn < end; ++turn) byte_count += taken[turn]->bytes();
    const std::size_t notices = unreported > 0 ? 1 : 0;
    const std::size_t written = outcome.written - std::min(outcome.written, notices);

    const std::lock_guard lock(mutex);
    if (outcome.written > 0) unreported_lost -= unreported;
    count_lost(event_count - written);
    counts.written += static_cast<std::int64_t>(written);
    if (outcome.failed) ++counts.errors;
    events -= event_count;
    bytes -= byte_count;
    settled_turns += end - first;
    settled.notify_all();
    return true;
  }

  struct Outcome {
    std::size_t written = 0;  // of all lines, including the notice of lost events
    bool failed = true;
  };

  Outcome write(const Turns& taken, std::size_t first, std::size_t end, std::size_t event_count,
                std::int64_t unreported) {
    try {
      std::vector<std::string> lines;
      if (unreported > 0) lines.push_back(notice(unreported));
      if (counter) return count(taken, first, end, event_count, lines);
      lines.reserve(event_count + lines.size());
      for (std::size_t turn = first; turn < end; ++turn) {
        const std::vector<std::string>& of_turn = taken[turn]->lines();
        lines.insert(lines.end(), of_turn.begin(), of_turn.end());
      }
      const Result<std::size_t> written = sink->write(lines);
      if (!written) return {};
      return {std::min(*written, lines.size()), *written < lines.size()};
    } catch (...) {  // the sink of the embedding program threw, or memory ran out
      return {};
    }
  }

  Outcome count(const Turns& taken, std::size_t first, std::size_t end, std::size_t event_count,
                const std::vector<std::string>& notices) {
    if (!notices.empty() && !sink->write(notices)) return {};
    for (std::size_t turn = first; turn < end; ++turn) counter->count(*taken[turn]);
    return {notices.size() + event_count, false};
  }

  std::string notice(std::int64_t lost) const {
    return R"({"v":2,"stage":"telemetry","ts":")" + base::format_iso8601(options.clock->now()) + R"(","lost":)" +
           std::to_string(lost) + "}";
  }

  // ---- functions that require the lock

  bool takes(std::size_t more_events, std::size_t more_bytes) const {
    return !stops && more_events <= options.max_events - events && more_bytes <= options.max_bytes - bytes;
  }
  // Returns whether the queue is at least half full. Events that are being written count as well, but the result is
  // false if no event waits.
  bool is_half_full() const {
    return !waiting.empty() && (events >= options.max_events / 2 || bytes >= options.max_bytes / 2);
  }
  void count_lost(std::size_t count) {
    counts.lost += static_cast<std::int64_t>(count);
    unreported_lost += static_cast<std::int64_t>(count);
  }

  const std::shared_ptr<TelemetrySink> sink;
  EventCounter* const counter;  // the sink, if it only counts; else null
  const QueueOptions options;
  const TelemetryPace pace;

  mutable std::mutex mutex;
  std::condition_variable wakes;            // wakes the thread
  mutable std::condition_variable settled;  // wakes callers that wait for the thread
  Turns waiting;
  std::size_t events = 0, bytes = 0;  // waiting or being written
  std::uint64_t pushed_turns = 0, settled_turns = 0;
  std::int64_t unreported_lost = 0;
  TelemetryCounts counts;
  bool is_wanted = false;  // a caller is waiting
  bool stops = false;
  bool is_let_go = false;
  bool has_ended = false;
};

SinkQueue::SinkQueue(std::shared_ptr<TelemetrySink> sink, const QueueOptions& options)
    : state_(std::make_shared<State>(std::move(sink), options)) {
  const SignalsHeldBack held_back;
  try {
    thread_ = std::thread([state = state_] { state->run(); });
  } catch (const std::system_error&) {  // no more threads: all events are lost, and counted
    state_->stops = state_->has_ended = true;
  }
}

SinkQueue::~SinkQueue() { end(std::chrono::steady_clock::now() + std::chrono::milliseconds(state_->options.stop_ms)); }

void SinkQueue::push(const std::shared_ptr<const TurnEvents>& turn) noexcept {
  bool wake = false;
  {
    State& state = *state_;
    const std::lock_guard lock(state.mutex);
    if (!state.takes(turn->count(), turn->bytes())) return state.count_lost(turn->count());
    const bool was_half_full = state.is_half_full();
    try {
      state.waiting.push_back(turn);
    } catch (const std::bad_alloc&) {
      return state.count_lost(turn->count());
    }
    ++state.pushed_turns;
    state.events += turn->count();
    state.bytes += turn->bytes();
    wake = !was_half_full && state.is_half_full();
  }
  if (wake) state_->wakes.notify_one();
}

std::uint64_t SinkQueue::request_flush() {
  const std::lock_guard lock(state_->mutex);
  state_->is_wanted = true;
  state_->wakes.notify_one();
  return state_->pushed_turns;
}

bool SinkQueue::wait(std::uint64_t asked, Deadline until) const {
  std::unique_lock lock(state_->mutex);
  return state_->settled.wait_until(lock, until, [&] { return state_->settled_turns >= asked; });
}

void SinkQueue::stop() {
  const std::lock_guard lock(state_->mutex);
  state_->stops = true;
  state_->wakes.notify_one();
}

void SinkQueue::end(Deadline until) {
  if (!thread_.joinable()) return;
  stop();
  std::unique_lock lock(state_->mutex);
  if (state_->settled.wait_until(lock, until, [&] { return state_->has_ended; })) {
    lock.unlock();
    thread_.join();
  } else {
    state_->is_let_go = true;
    thread_.detach();
  }
}

TelemetryCounts SinkQueue::counts() const {
  const std::lock_guard lock(state_->mutex);
  return state_->counts;
}

}  // namespace parley::telemetry
