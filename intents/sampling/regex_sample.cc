// Tested by tests/intents/sampling_test.cc.
#include "intents/sampling/regex_sample.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace parley::intents {
namespace {

constexpr std::size_t kMaxExtraRepetitions = 2;    // maximum number of repetitions beyond the required ones
constexpr std::size_t kExtraRepetitionsOneIn = 4;  // one of this many parts gets additional repetitions

struct Times {
  std::size_t least = 1;
  std::size_t most = 1;
};

// Class holds the printable characters that a character class matches.
struct Class {
  bool is_negated = false;
  std::string letters;

  void add(char from, char to) {
    const auto last = static_cast<unsigned char>(to);
    for (unsigned c = static_cast<unsigned char>(from); c <= last; ++c) letters += static_cast<char>(c);
  }
  void add_named(char name) {
    if (name == 'd' || name == 'w') add('0', '9');
    if (name == 'w') add('a', 'z');
    if (name == 's') letters += ' ';
    if (name == 'D' || name == 'W') letters += ' ';
    if (name == 'S') add('a', 'z');
  }
  std::string all() const {
    if (!is_negated) return letters;
    std::string others;
    for (char c = ' '; c <= '~'; ++c) {
      if (letters.find(c) == std::string::npos) others += c;
    }
    return others;
  }
};

class RegexSampler {
 public:
  RegexSampler(std::string_view regex, Dice& dice) : regex_(regex), dice_(dice) {}

  // Samples one of the alternatives up to the end of the regex or of the group.
  std::string alternatives() {
    std::vector<std::string> all(1);
    while (at_ < regex_.size() && regex_[at_] != ')') {
      if (regex_[at_] == '|') {
        ++at_;
        all.emplace_back();
      } else {
        all.back() += repeated();
      }
    }
    return all[dice_.below(all.size())];
  }

 private:
  bool is(char c) const { return at_ < regex_.size() && regex_[at_] == c; }

  std::string repeated() {
    const std::size_t begin = at_;
    std::string once = atom();
    const std::size_t end = at_;
    const Times times = quantifier();
    const bool is_plain = dice_.below(kExtraRepetitionsOneIn) != 0;
    const std::size_t more = is_plain ? 0 : dice_.below(std::min(times.most - times.least, kMaxExtraRepetitions) + 1);
    const std::size_t count = times.least + more;
    const std::size_t after = at_;
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) {
        at_ = begin;
        once = atom();
      }
      out += once;
    }
    at_ = end == after ? end : after;
    return out;
  }

  Times quantifier() {
    Times times;
    if (is('?')) {
      times = {0, 1};
    } else if (is('*')) {
      times = {0, kMaxExtraRepetitions};
    } else if (is('+')) {
      times = {1, 1 + kMaxExtraRepetitions};
    } else if (is('{') && at_ + 1 < regex_.size() && regex_[at_ + 1] >= '0' && regex_[at_ + 1] <= '9') {
      const std::size_t end = std::min(regex_.find('}', at_), regex_.size());
      const std::string inside(regex_.substr(at_ + 1, end - at_ - 1));
      const std::size_t comma = inside.find(',');
      times.least = std::strtoul(inside.c_str(), nullptr, 10);
      times.most = comma == std::string::npos   ? times.least
                   : comma + 1 == inside.size() ? times.least + kMaxExtraRepetitions
                                                : std::strtoul(inside.c_str() + comma + 1, nullptr, 10);
      at_ = end;
    } else {
      return times;
    }
    ++at_;
    if (is('?')) ++at_;
    return times;
  }

  std::string atom() {
    const char c = regex_[at_++];
    switch (c) {
      case '(': return group();
      case '[': return one_of(bracket_class());
      case '\\': return escape();
      case '.': return " ";
      case '^':
      case '$': return {};
      default: return std::string(1, c);
    }
  }

  std::string group() {
    if (is('?')) {
      // "?:", "?P<name>", "?i" or "?i:"
      const std::size_t end = regex_.find_first_of(":)>", at_);
      at_ = std::min(end, regex_.size());
      if (is(')')) {
        ++at_;
        return {};
      }
      ++at_;
    }
    std::string inside = alternatives();
    if (is(')')) ++at_;
    return inside;
  }

  std::string escape() {
    if (at_ >= regex_.size()) return {};
    const char name = regex_[at_++];
    switch (name) {
      case 'b':
      case 'B':
      case 'A':
      case 'z': return {};
      case 'd':
      case 'w':
      case 's':
      case 'D':
      case 'W':
      case 'S': {
        Class named;
        named.add_named(name);
        return one_of(named);
      }
      case 'p':
      case 'P': {  // a Unicode class; a letter is the best guess
        at_ = is('{') ? std::min(regex_.find('}', at_) + 1, regex_.size()) : at_ + 1;
        return "a";
      }
      case 't':
      case 'n': return " ";
      default: return std::string(1, name);
    }
  }

  Class bracket_class() {
    Class all;
    if (is('^')) {
      all.is_negated = true;
      ++at_;
    }
    for (bool is_first = true; at_ < regex_.size() && (is_first || regex_[at_] != ']'); is_first = false) {
      if (regex_.substr(at_, 2) == "[:") {
        at_ = std::min(regex_.find(":]", at_) + 2, regex_.size());
        all.add('a', 'z');
        continue;
      }
      char from = regex_[at_++];
      if (from == '\\' && at_ < regex_.size()) {
        from = regex_[at_++];
        if (std::string_view("dwsDWS").find(from) != std::string_view::npos) {
          all.add_named(from);
          continue;
        }
      }
      if (is('-') && at_ + 1 < regex_.size() && regex_[at_ + 1] != ']') {
        char to = regex_[at_ + 1];
        at_ += 2;
        if (to == '\\' && at_ < regex_.size()) to = regex_[at_++];
        all.add(from, to);
      } else {
        all.letters += from;
      }
    }
    ++at_;
    return all;
  }

  std::string one_of(const Class& letters) {
    const std::string all = letters.all();
    return all.empty() ? std::string() : std::string(1, all[dice_.below(all.size())]);
  }

  std::string_view regex_;
  Dice& dice_;
  std::size_t at_ = 0;
};

}  // namespace

std::string sample_of_regex(std::string_view regex, Dice& dice) { return RegexSampler(regex, dice).alternatives(); }

}  // namespace parley::intents
