// Tested by tests/context/window/build_test.cc and properties_test.cc.
#include "context/window/selection.h"

#include <algorithm>
#include <limits>
#include <set>

#include "context/window/omission_note.h"
#include "context/window/truncate.h"

namespace parley::context {
namespace {

std::int64_t files_in(const std::vector<Exchange>& exchanges) {
  std::int64_t files = 0;
  for (const Exchange& exchange : exchanges) {
    for (const Entry& entry : exchange.entries) {
      files += static_cast<std::int64_t>(entry.message.details.files.size());
    }
  }
  return files;
}

// Returns the counts of what is left out before the newest message. Messages and turns are numbered from 1 without
// gaps.
LeftOut missing(const std::vector<Exchange>& kept, const LeftOut& all) {
  std::set<std::int64_t> seqs, turns;
  for (const Exchange& exchange : kept) {
    for (const Entry& entry : exchange.entries) {
      seqs.insert(entry.message.seq);
      turns.insert(entry.message.turn);
    }
  }
  const auto rest = [](std::int64_t of, std::size_t there) {
    return std::max<std::int64_t>(of - static_cast<std::int64_t>(there), 0);
  };
  const std::int64_t messages = rest(all.messages, seqs.size());
  if (messages == 0) return {};
  return {rest(all.turns, turns.size()), messages, all.files - files_in(kept)};
}

// Chooser makes one selection. `room_` holds the tokens of the budget that are still free.
class Chooser {
 public:
  Chooser(std::vector<Exchange> exchanges, std::int64_t files, const ContextOptions& options)
      : exchanges_(std::move(exchanges)), options_(options), kept_(exchanges_.size(), false) {
    const Entry& last = exchanges_.back().entries.back();
    all_ = {last.message.turn, last.message.seq, files + files_in(exchanges_)};
    if (options.max_tokens > 0) room_ = options.max_tokens;
  }

  Selection select() && {
    if (!is_compacted() && everything_fits()) return {std::move(exchanges_), std::nullopt, {}};
    reserve_note();
    keep_newest_and_pinned();
    const bool summary_covers_head = summarises() && options_.summary->replaces_head;
    if (options_.strategy != ContextStrategy::kWindow && !summary_covers_head) keep_head();
    if (options_.strategy == ContextStrategy::kHybrid) {
      keep_recent(options_.recent_turns, room_ / 2);
      keep_important();
    }
    keep_recent(options_.max_turns, room_);
    return take();
  }

 private:
  bool summarises() const { return options_.strategy != ContextStrategy::kWindow && options_.summary; }

  // Returns whether a requested summary replaces messages of this history.
  bool is_compacted() const {
    return summarises() && options_.summary->replaces_head && exchanges_.front().last_seq() <= options_.summary->upto;
  }

  // Returns whether nothing was or must be left out.
  bool everything_fits() const {
    std::int64_t tokens = 0, turns = 0;
    for (const Exchange& exchange : exchanges_) {
      if (!exchange.whole) return false;
      tokens += exchange.tokens;
      turns += exchange.turns;
    }
    return tokens <= room_ && (options_.max_turns == 0 || turns <= options_.max_turns) &&
           missing(exchanges_, all_).messages == 0;
  }

  Entry note_for(const LeftOut& left_out, std::string_view summary) const {
    Entry note{note_about(left_out, summary), 0};
    recount(note, options_.counter);
    return note;
  }

  // Reserves room for the longest note, plus some slack: a tokenizer may need more tokens for "1 turn" than for "12
  // turns". A long summary takes at most a third of the whole budget.
  void reserve_note() {
    constexpr std::int64_t kSlack = 3;
    has_note_ = options_.notes || options_.strategy != ContextStrategy::kWindow;
    if (!has_note_) return;
    if (summarises()) {
      summary_ = options_.summary->text;
      for (std::size_t limit = summary_.size(); limit > 100 && note_for(all_, summary_).tokens > room_ / 3;) {
        limit = limit * 3 / 4;
        summary_ = shorten(options_.summary->text, limit);
      }
      if (note_for(all_, summary_).tokens > room_ / 3) summary_.clear();
    }
    room_ -= note_for(all_, summary_).tokens + kSlack;
  }

  // The newest exchange gets the room that the pinned exchange leaves: two thirds, unless the pinned message alone
  // needs more than a third of a small budget. The newest exchange always gets at least the tokens that its last
  // message takes at its shortest.
  void keep_newest_and_pinned() {
    const auto pinned = std::find_if(exchanges_.begin(), exchanges_.end(),
                                     [](const Exchange& exchange) { return exchange.pinned && !exchange.newest; });
    const bool is_pinned = pinned != exchanges_.end();
    Exchange& newest = exchanges_.back();
    std::int64_t share = 0;
    if (is_pinned) {
      const std::int64_t least = least_tokens(*pinned, options_.pending_seq, options_.counter);
      const std::int64_t spare = room_ - least_tokens(newest, newest.last_seq(), options_.counter);
      share = std::clamp(std::max(room_ / 3, least), std::int64_t{0}, std::max(spare, std::int64_t{0}));
      share = std::min(share, pinned->tokens);
    }
    Anchors anchors = {newest.last_seq()};
    if (newest.pinned) anchors.push_back(options_.pending_seq);
    fit(newest, room_ - share, anchors, options_.counter);
    keep(exchanges_.size() - 1);
    if (!is_pinned) return;
    fit(*pinned, room_, {options_.pending_seq}, options_.counter);
    keep(static_cast<std::size_t>(pinned - exchanges_.begin()));
  }

  // Keeps the first exchange within a third of the remaining room. No summary covers it, so its texts are shortened to
  // fit. The exchange is dropped only when its messages do not fit at their shortest.
  void keep_head() {
    Exchange& first = exchanges_.front();
    if (!first.head || !first.whole || kept_.front()) return;
    Exchange shorter = first;
    fit(shorter, room_ / 3, {first.last_seq()}, options_.counter);
    if (shorter.entries.size() != first.entries.size()) return;
    first = std::move(shorter);
    keep(0);
  }

  // Keeps the newest consecutive exchanges, up to the given turns and tokens. An exchange is kept even if an automatic
  // summary also covers it. An exchange that a requested summary replaces ends the run.
  void keep_recent(std::int64_t most_turns, std::int64_t most_tokens) {
    std::int64_t turns = 0;
    for (std::size_t i = exchanges_.size(); i-- > 0;) {
      const Exchange& exchange = exchanges_[i];
      turns += exchange.turns;
      if (most_turns > 0 && turns > most_turns) return;
      if (kept_[i]) continue;
      if (!exchange.whole || exchange.tokens > most_tokens) return;
      const bool summary_covers_exchange =
          summarises() && options_.summary->replaces_head && exchange.last_seq() <= options_.summary->upto;
      if (summary_covers_exchange) return;
      most_tokens -= exchange.tokens;
      keep(i);
    }
  }

  // Keeps important exchanges while there is room, the most important first. Among equally important ones, the newest
  // comes first.
  void keep_important() {
    std::vector<std::pair<int, std::size_t>> important;
    for (std::size_t i = 0; i < exchanges_.size(); ++i) {
      if (kept_[i] || !exchanges_[i].whole) continue;
      if (const int score = importance(exchanges_[i]); score > 0) important.emplace_back(score, i);
    }
    std::sort(important.rbegin(), important.rend());
    for (const auto& [score, i] : important) {
      if (exchanges_[i].tokens <= room_) keep(i);
    }
  }

  void keep(std::size_t i) {
    kept_[i] = true;
    room_ -= exchanges_[i].tokens;
  }

  Selection take() {
    Selection choice;
    for (std::size_t i = 0; i < exchanges_.size(); ++i) {
      if (kept_[i] && !exchanges_[i].entries.empty()) choice.kept.push_back(std::move(exchanges_[i]));
    }
    choice.left_out = missing(choice.kept, all_);
    if (has_note_ && choice.left_out.messages > 0) choice.note = note_for(choice.left_out, summary_);
    return choice;
  }

  std::vector<Exchange> exchanges_;
  const ContextOptions& options_;
  std::vector<bool> kept_;
  LeftOut all_;
  std::int64_t room_ = std::numeric_limits<std::int64_t>::max() / 2;
  bool has_note_ = false;
  std::string summary_;
};

}  // namespace

Selection select(std::vector<Exchange> exchanges, std::int64_t files, const ContextOptions& options) {
  if (exchanges.empty()) return {};
  return Chooser(std::move(exchanges), files, options).select();
}

void mark(std::vector<Exchange>& exchanges, const std::vector<Gap>& gaps, const ContextOptions& options) {
  for (Exchange& exchange : exchanges) {
    const std::int64_t first = exchange.first_seq(), last = exchange.last_seq();
    exchange.pinned = exchange.holds(options.pending_seq);
    exchange.head = first == 1;
    exchange.whole = std::none_of(gaps.begin(), gaps.end(), [&](const Gap& gap) {
      return last > gap.after - kPairReach && first <= gap.before + kPairReach;
    });
  }
  if (!exchanges.empty()) exchanges.back().newest = true;
}

int importance(const Exchange& exchange) {
  struct Weight {
    const char* key;
    int weight;
  };
  constexpr Weight kWeights[] = {{"important", 8}, {"decision", 4}, {"confirmed", 4}, {"filled", 2}};
  int score = 0;
  for (const Entry& entry : exchange.entries) {
    const Message& message = entry.message;
    int of_message = message.role == Role::kCall ? 1 : 0;
    for (const Weight& weight : kWeights) {
      const auto member = message.details.metadata.find(weight.key);
      if (member == message.details.metadata.end()) continue;
      const bool no = member->second.is_null() || member->second == Value(false);
      of_message += no ? 0 : weight.weight;
    }
    score = std::max(score, of_message);
  }
  return score;
}

}  // namespace parley::context
