// Tested by tests/intents/pattern_excess_test.cc.
#include "intents/pattern_excess.h"

#include <algorithm>
#include <vector>

#include "base/boundaries.h"

namespace parley::intents {
namespace {

constexpr std::size_t kSizeCap = kMaxWrittenOut + 1;  // sizes are capped here so that products do not overflow

class Reader {
 public:
  explicit Reader(std::string_view regex) : regex_(regex) { groups_.emplace_back(); }

  std::optional<PatternExcess> run() {
    while (at_ < regex_.size()) {
      const std::size_t begin = at_;
      read_piece();
      if (classes_ > kMaxUnicodeClasses) return too_many_classes(begin);
      if (groups_.back().size > kMaxWrittenOut) return too_large(begin);
      if (groups_.back().last_times > kMaxRepeated) return repeats_too_much(begin);
    }
    return std::nullopt;
  }

 private:
  // Group is an open group. Sizes are characters, classes and groups after expanding repetitions.
  struct Group {
    std::size_t size = 0;
    std::size_t last = 0;        // size of the piece that a following repetition would repeat
    std::size_t times = 1;       // the largest repeat count of a piece in it, including nested repetitions
    std::size_t last_times = 1;  // the largest repeat count in the last piece
  };

  void read_piece() {
    switch (regex_[at_]) {
      case '\\': return read_escape();
      case '[': return read_class();
      case '(': return open_group();
      case ')': return close_group();
      case '{': return read_repetition();
      case '|':
      case '*':
      case '+':
      case '?': ++at_; return add(0);
      default: ++at_; return add(1);
    }
  }

  void add(std::size_t size, std::size_t times = 1) {
    Group& group = groups_.back();
    group.last = size;
    group.last_times = times;
    group.times = std::max(group.times, times);
    group.size = std::min(kSizeCap, group.size + size);
  }

  void open_group() {
    groups_.emplace_back();
    if (regex_.substr(++at_, 1) != "?") return;
    // "?:", "?P<name>", "?i:" and "?i", which only sets flags
    at_ = std::min(regex_.find_first_of("(:>)", at_), regex_.size());
    if (at_ < regex_.size() && regex_[at_] != ')' && regex_[at_] != '(') ++at_;
  }

  void close_group() {
    ++at_;
    if (groups_.size() == 1) return;
    const Group closed = groups_.back();
    groups_.pop_back();
    add(closed.size + 1, closed.times);
  }

  // Reads "{3}", "{3,}" or "{3,9}". Any other brace is a literal character.
  void read_repetition() {
    std::size_t end = at_ + 1;
    const auto number = [&] {
      std::size_t value = 0;
      for (; end < regex_.size() && base::is_digit(regex_[end]); ++end) {
        value = std::min(kSizeCap, value * 10 + static_cast<std::size_t>(regex_[end] - '0'));
      }
      return value;
    };
    std::size_t times = number();
    const bool has_number = end > at_ + 1;
    if (regex_.substr(end, 1) == ",") {
      ++end;
      times = std::max(times, number());
    }
    if (!has_number || regex_.substr(end, 1) != "}") {
      ++at_;
      return add(1);
    }
    at_ = end + 1;
    Group& group = groups_.back();
    if (times < 2) return;
    const std::size_t repeated = std::min(kSizeCap, group.last * times);
    group.size = std::min(kSizeCap, group.size + repeated - group.last);
    group.last = repeated;
    group.last_times = std::min(kSizeCap, group.last_times * times);
    group.times = std::max(group.times, group.last_times);
  }

  void read_escape() {
    const char escaped = at_ + 1 < regex_.size() ? regex_[at_ + 1] : ' ';
    if (escaped == 'Q') return read_quoted();
    skip_escape();
    add(1);
  }

  // Skips to the end of "\x{e9}", "\p{Greek}", "\pL" or "\.".
  void skip_escape() {
    const char escaped = at_ + 1 < regex_.size() ? regex_[at_ + 1] : ' ';
    const bool is_class = escaped == 'p' || escaped == 'P';
    if (is_class) ++classes_;
    at_ = std::min(at_ + 2, regex_.size());
    if (!is_class && escaped != 'x') return;
    if (regex_.substr(at_, 1) == "{") at_ = std::min(regex_.find('}', at_), regex_.size() - 1);
    if (is_class || regex_.substr(at_, 1) == "}") at_ = std::min(at_ + 1, regex_.size());
  }

  void read_quoted() {
    at_ += 2;
    const std::size_t end = std::min(regex_.find("\\E", at_), regex_.size());
    add(end - at_);
    groups_.back().last = std::min<std::size_t>(1, end - at_);
    at_ = std::min(end + 2, regex_.size());
  }

  // Reads "[a-z]", "[^]x]" or "[[:alpha:]\pL]".
  void read_class() {
    ++at_;
    if (regex_.substr(at_, 1) == "^") ++at_;
    if (regex_.substr(at_, 1) == "]") ++at_;
    while (at_ < regex_.size() && regex_[at_] != ']') {
      if (regex_[at_] == '\\') {
        skip_escape();
      } else if (regex_.substr(at_, 2) == "[:") {
        const std::size_t end = regex_.find(":]", at_);
        at_ = end < regex_.size() ? end + 2 : at_ + 2;
      } else {
        ++at_;
      }
    }
    at_ = std::min(at_ + 1, regex_.size());
    add(1);
  }

  PatternExcess too_many_classes(std::size_t at) const {
    return {at, "regex too large: it has more than " + std::to_string(kMaxUnicodeClasses) + " Unicode classes",
            "write one class and repeat it: \\pL{1,20}"};
  }
  PatternExcess too_large(std::size_t at) const {
    return {at, "regex too large: its repetitions expand to more than " + std::to_string(kMaxWrittenOut) + " pieces",
            "shorten repetitions such as {1,1000}, especially nested ones"};
  }
  PatternExcess repeats_too_much(std::size_t at) const {
    const std::size_t times = groups_.back().last_times;
    return {at,
            "regex repeats too much: with the repetitions inside it, " + std::string(regex_.substr(at, at_ - at)) +
                " repeats a piece up to " +
                (times == kSizeCap ? "more than " + std::to_string(kMaxWrittenOut) : std::to_string(times)) +
                " times; the limit is " + std::to_string(kMaxRepeated),
            "lower the numbers until their product is at most " + std::to_string(kMaxRepeated) +
                ", or use + or * for one of them"};
  }

  std::string_view regex_;
  std::size_t at_ = 0;
  std::size_t classes_ = 0;
  std::vector<Group> groups_;  // never empty
};

}  // namespace

std::optional<PatternExcess> find_excess(std::string_view regex) {
  if (regex.size() <= kMaxPatternBytes) return Reader(regex).run();
  return PatternExcess{kMaxPatternBytes,
                       "regex too large: it has " + std::to_string(regex.size()) + " bytes; the limit is " +
                           std::to_string(kMaxPatternBytes),
                       "write alternatives as several rules, or as the values of an entity"};
}

}  // namespace parley::intents
