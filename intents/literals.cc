#include "intents/literals.h"

#include <queue>

namespace parley::intents {

Literals::Literals(const std::vector<std::string>& texts, Case letters) : size_(texts.size()) {
  for (const std::string& text : texts) {
    for (const char c : text) {
      std::uint8_t& column = column_of_[static_cast<std::uint8_t>(c)];
      if (column == 0) column = static_cast<std::uint8_t>(columns_++);
    }
  }
  for (unsigned char c = 'a'; c <= 'z' && letters == Case::kAsciiIgnored; ++c)
    column_of_[c - 'a' + 'A'] = column_of_[c];
  next_.assign(columns_, 0);
  ends_.resize(1);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ends_[static_cast<std::size_t>(insert(texts[i]))].push_back(static_cast<int>(i));
  }
  link_suffixes();
  store_rows();
}

Literals::State Literals::insert(std::string_view text) {
  State state = 0;
  for (const char c : text) {
    const std::uint8_t column = column_of_[static_cast<std::uint8_t>(c)];
    if (next(state, column) == 0) {
      next(state, column) = static_cast<State>(ends_.size());
      ends_.emplace_back();
      next_.resize(next_.size() + columns_, 0);
    }
    state = next(state, column);
  }
  return state;
}

// Adds the failure transitions, breadth-first from the root: a state without a child for a byte continues as the state
// of its longest suffix does.
void Literals::link_suffixes() {
  std::vector<State> suffix(ends_.size(), 0);
  suffix_match_.assign(ends_.size(), 0);
  first_match_.assign(ends_.size(), 0);
  std::queue<State> open;
  open.push(0);
  while (!open.empty()) {
    const State state = open.front();
    open.pop();
    const State suffix_state = suffix[static_cast<std::size_t>(state)];
    for (std::size_t column = 1; column < columns_; ++column) {
      State& child = next(state, static_cast<std::uint8_t>(column));
      const State next_of_suffix = state == 0 ? 0 : next(suffix_state, static_cast<std::uint8_t>(column));
      if (child == 0) {
        child = next_of_suffix;
        continue;
      }
      suffix[static_cast<std::size_t>(child)] = next_of_suffix;
      const State shorter = first_match_[static_cast<std::size_t>(next_of_suffix)];
      suffix_match_[static_cast<std::size_t>(child)] = shorter;
      first_match_[static_cast<std::size_t>(child)] = ends_[static_cast<std::size_t>(child)].empty() ? shorter : child;
      open.push(child);
    }
  }
}

void Literals::store_rows() {
  for (State& next : next_) {
    const Row row = next * static_cast<Row>(columns_);
    next = first_match_[index(next)] == 0 ? row : ~row;
  }
}

const char* Literals::advance(const char* at, const char* end, Row& row) const {
  const Row* const next = next_.data();
  std::size_t place = index(row);
  while (at != end) {
    const Row found = next[place + column_of_[static_cast<std::uint8_t>(*at++)]];
    place = index(found);
    if (found < 0) {
      row = ~found;
      return at;
    }
  }
  return nullptr;
}

// The marks of a thread are 0 between two messages, so that a message costs nothing for the texts that it does not
// have. A second Found of the thread must not live at the same time.
Literals::Found::Found(const Literals& literals, std::string_view message) {
  thread_local std::vector<char> marks;
  if (marks.size() < literals.size_) marks.resize(literals.size_);
  all_->reserve(literals.size_);  // nothing may throw while a mark is set
  is_found_ = marks.data();
  literals.for_each(message, [is_found = is_found_, &all = *all_](int text) {
    if (is_found[index(text)]) return;
    is_found[index(text)] = 1;
    all.push_back(text);
  });
}

Literals::Found::~Found() {
  for (const int text : *all_) is_found_[index(text)] = 0;
}

}  // namespace parley::intents
