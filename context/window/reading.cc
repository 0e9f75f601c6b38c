// Tested by tests/context/window/build_test.cc.
#include "context/window/reading.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "context/window/exchanges.h"

namespace parley::context {
namespace {

constexpr int kContextPage = kPairReach;

// Returns the fewest tokens that a message can take, whatever the steps do to it.
std::int64_t at_least(const Message& message, std::int64_t newest_turn, const ContextOptions& options) {
  constexpr std::int64_t kBare = 5;
  if (message.role == Role::kSummary) return 0;
  const bool may_shrink = options.trim_results > 0 || options.sink;
  if (may_shrink && message.role == Role::kTool && message.turn != newest_turn) return 2 * kBare;
  if (message.text.empty()) return kBare;
  return kBare +
         (options.counter ? std::max<std::int64_t>(options.counter(message.text), 0) : estimate_tokens(message.text));
}

class Pages {
 public:
  explicit Pages(const HistoryReader& read) : read_(read) {}

  // Returns the page before `before`, oldest first; empty at the end.
  Result<std::vector<Message>> before(std::int64_t before, int limit) const {
    auto page = read_(before, limit);
    if (!page) return page;
    const bool ascending =
        std::is_sorted(page->begin(), page->end(), [](const Message& a, const Message& b) { return a.seq < b.seq; });
    if (!ascending || (!page->empty() && page->back().seq >= before)) {
      return Unexpected(ErrorCode::kInvalidRequest, "the messages of a history must be sorted by seq");
    }
    return page;
  }

 private:
  const HistoryReader& read_;
};

// Fill tracks whether the messages read so far exceed what a context can hold.
class Fill {
 public:
  explicit Fill(const ContextOptions& options) : options_(options) {}
  void add(const std::vector<Message>& page) {
    for (auto message = page.rbegin(); message != page.rend(); ++message) {
      if (messages_ == 0) newest_turn_ = message->turn;
      if (messages_ == 0 || message->turn != turn_) ++turns_;
      turn_ = message->turn;
      ++messages_;
      if (options_.max_tokens > 0) tokens_ += at_least(*message, newest_turn_, options_);
    }
  }
  bool is_full() const {
    if (options_.strategy == ContextStrategy::kHybrid && messages_ < options_.lookback) return false;
    return (options_.max_tokens > 0 && tokens_ > options_.max_tokens) ||
           (options_.max_turns > 0 && turns_ > options_.max_turns);
  }

 private:
  const ContextOptions& options_;
  std::int64_t tokens_ = 0, turns_ = 0, messages_ = 0, turn_ = 0, newest_turn_ = 0;
};

class Segments {
 public:
  // Appends the messages of `page` that follow the existing ones and precede `end`.
  void append(std::vector<Message>&& page, std::int64_t end = std::numeric_limits<std::int64_t>::max()) {
    const std::int64_t last = read_.messages.empty() ? -1 : read_.messages.back().seq;
    bool begun = false;
    for (Message& message : page) {
      if (message.seq <= last || message.seq >= end) continue;
      const std::int64_t next = std::max<std::int64_t>(last, 0) + 1;
      if (!begun && message.seq > next) read_.gaps.push_back({next - 1, message.seq});
      begun = true;
      read_.messages.push_back(std::move(message));
    }
  }
  HistoryRead take() && { return std::move(read_); }

 private:
  HistoryRead read_;
};

}  // namespace

Result<HistoryRead> read_history(const HistoryReader& read, const ContextOptions& options) {
  const Pages pages(read);
  std::vector<std::vector<Message>> recent;  // newest page first
  std::int64_t from = std::numeric_limits<std::int64_t>::max();
  std::int64_t enough = std::numeric_limits<std::int64_t>::min();  // the seq at which reading may end
  bool to_the_end = false;
  for (Fill fill(options); from > enough;) {
    auto page = pages.before(from, kContextPage);
    if (!page) return Unexpected(page.error());
    to_the_end = page->empty();
    if (to_the_end) break;
    from = page->front().seq;
    fill.add(*page);
    if (enough < 0 && fill.is_full()) enough = from - kPairReach;
    recent.push_back(std::move(*page));
  }
  if (!to_the_end) {
    const auto older = pages.before(from, 1);
    if (!older) return Unexpected(older.error());
    to_the_end = older->empty();
  }
  Segments segments;
  if (!to_the_end && options.strategy != ContextStrategy::kWindow) {
    auto opening = pages.before(1 + 2 * kContextPage, 2 * kContextPage);
    if (!opening) return Unexpected(opening.error());
    segments.append(std::move(*opening), from);
  }
  if (!to_the_end && options.pending_seq > 0 && options.pending_seq < from) {
    auto around = pages.before(options.pending_seq + kContextPage / 2, kContextPage);
    if (!around) return Unexpected(around.error());
    segments.append(std::move(*around), from);
  }
  for (auto page = recent.rbegin(); page != recent.rend(); ++page) segments.append(std::move(*page));
  HistoryRead out = std::move(segments).take();
  if (to_the_end) out.gaps.clear();
  return out;
}

HistoryReader reader_of(const std::vector<Message>& history) {
  return [&history](std::int64_t before, int limit) -> Result<std::vector<Message>> {
    const auto end = std::partition_point(history.begin(), history.end(),
                                          [&](const Message& message) { return message.seq < before; });
    auto begin = end - std::min<std::ptrdiff_t>(limit, std::distance(history.begin(), end));
    while (begin != history.begin() && begin != end && std::prev(begin)->seq == begin->seq) --begin;
    return std::vector<Message>(begin, end);
  };
}

}  // namespace parley::context
