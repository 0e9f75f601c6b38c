// Tested by tests/context/window/build_test.cc and properties_test.cc.
#include <algorithm>
#include <iterator>

#include "context/window/selection.h"
#include "context/window/truncate.h"

namespace parley::context {
namespace {

constexpr std::size_t kShortest = 20;  // characters: texts are cut down to this before whole messages are dropped

std::size_t longest_text(const Entries& entries) {
  std::size_t longest = 0;
  for (const Entry& entry : entries) longest = std::max(longest, entry.message.text.size());
  return longest;
}

Entries shortened(Entries entries, std::size_t limit, const TokenCounter& counter) {
  for (Entry& entry : entries) {
    const std::string& text = entry.message.text;
    const bool is_data = entry.message.role == Role::kCall || entry.message.role == Role::kTool;
    replace_text(entry, is_data ? shorten_keeping_json(text, limit) : shorten(text, limit), counter);
  }
  return entries;
}

// Shortens all texts to the greatest limit at which all entries fit. If they fit at no limit, shortens all texts to
// kShortest.
Entries shortened_to_fit(const Entries& entries, std::int64_t room, const TokenCounter& counter) {
  Entries best = shortened(entries, kShortest, counter);
  if (tokens_of(best) > room) return best;
  for (std::size_t low = kShortest, high = longest_text(entries); low + 1 < high;) {
    const std::size_t middle = low + (high - low) / 2;
    Entries tried = shortened(entries, middle, counter);
    if (tokens_of(tried) > room) {
      high = middle;
    } else {
      low = middle;
      best = std::move(tried);
    }
  }
  return best;
}

// Reduction drops whole messages until the others fit.
class Reduction {
 public:
  Reduction(Entries entries, std::int64_t room)
      : entries_(std::move(entries)), units_(units_of(entries_)), kept_(units_.size(), false), room_(room) {}

  Entries around(const Anchors& anchors) && {
    for (const std::int64_t anchor : anchors) {
      for (std::size_t i = 0; i < units_.size(); ++i) {
        if (holds(units_[i], anchor)) keep(i);
      }
    }
    if (entries_.front().message.role == Role::kUser) keep(0);
    for (std::size_t i = units_.size(); i-- > 0;) keep(i);

    std::vector<bool> stays(entries_.size(), false);
    for (std::size_t i = 0; i < units_.size(); ++i) {
      for (const std::size_t member : units_[i]) stays[member] = kept_[i];
    }
    Entries left;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (stays[i]) left.push_back(std::move(entries_[i]));
    }
    return left;
  }

 private:
  using Unit = std::vector<std::size_t>;
  bool holds(const Unit& unit, std::int64_t seq) const {
    return std::any_of(unit.begin(), unit.end(), [&](std::size_t i) { return entries_[i].message.seq == seq; });
  }
  void keep(std::size_t unit) {
    std::int64_t tokens = 0;
    for (const std::size_t i : units_[unit]) tokens += entries_[i].tokens;
    if (kept_[unit] || tokens > room_) return;
    kept_[unit] = true;
    room_ -= tokens;
  }

  Entries entries_;
  std::vector<Unit> units_;
  std::vector<bool> kept_;
  std::int64_t room_;
};

// A call can join several turns into one exchange. If that call was dropped, splits the exchange again and keeps only
// the parts with the anchors.
void keep_parts(Exchange& exchange, Entries left, const Anchors& anchors) {
  exchange.entries.clear();
  exchange.turns = 0;
  for (Exchange& part : split_into_exchanges(std::move(left))) {
    if (std::none_of(anchors.begin(), anchors.end(), [&](std::int64_t anchor) { return part.holds(anchor); })) continue;
    std::move(part.entries.begin(), part.entries.end(), std::back_inserter(exchange.entries));
    exchange.turns += part.turns;
  }
}

}  // namespace

std::int64_t least_tokens(const Exchange& exchange, std::int64_t anchor, const TokenCounter& counter) {
  const Entries entries = shortened(exchange.entries, kShortest, counter);
  std::int64_t least = 0;
  for (const auto& unit : units_of(entries)) {
    const auto is_anchor = [&](std::size_t i) { return entries[i].message.seq == anchor; };
    if (std::none_of(unit.begin(), unit.end(), is_anchor)) continue;
    for (const std::size_t i : unit) least += entries[i].tokens;
  }
  return least;
}

void fit(Exchange& exchange, std::int64_t room, const Anchors& anchors, const TokenCounter& counter) {
  if (exchange.tokens <= room) return;
  for (Entry& entry : exchange.entries) {
    if (entry.message.details.metadata.erase("reasoning") > 0) recount(entry, counter);
  }
  if (tokens_of(exchange.entries) > room) exchange.entries = shortened_to_fit(exchange.entries, room, counter);
  if (tokens_of(exchange.entries) > room) {
    keep_parts(exchange, Reduction(std::move(exchange.entries), room).around(anchors), anchors);
  }
  exchange.tokens = tokens_of(exchange.entries);
}

}  // namespace parley::context
