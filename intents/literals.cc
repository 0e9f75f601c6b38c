#include "intents/literals.h"

#include <queue>

namespace parley::intents {

Literals::Literals(const std::vector<std::string>& texts, Case letters) {
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

}  // namespace parley::intents
