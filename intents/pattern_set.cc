#include "intents/pattern_set.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <re2/re2.h>
#include <re2/set.h>

#include "base/text.h"
#include "base/work_budget.h"
#include "intents/literals.h"
#include "intents/required_literals.h"

namespace parley::intents {
namespace {

re2::RE2::Options options(std::int64_t max_memory) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  options.set_max_mem(max_memory);
  return options;
}

// Replaces the two other letters that RE2 folds to ASCII: the long s (U+017F) and the Kelvin sign (U+212A).
std::string with_ascii_letters(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\xC5\xBF") {
      out += 's';
      ++i;
    } else if (text.substr(i, 3) == "\xE2\x84\xAA") {
      out += 'k';
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

// Filter rules out patterns whose required literals (required_literals.h) do not occur.
//
// It numbers the requirements of a pattern. Each literal knows the requirements that it meets, as one bit per
// requirement. A pattern may match if all its bits are set.
class PatternSet::Filter {
 public:
  explicit Filter(const std::vector<Pattern>& patterns) : literals_(index(patterns)) {}

  // The patterns that need no literal.
  const std::vector<int>& unfiltered() const { return unfiltered_; }

  // Replaces `out` with the filtered patterns that may match, in ascending order. The others cannot match.
  void candidates(std::string_view text, std::vector<int>& out) const {
    out.clear();
    if (base::is_ascii(text)) return candidates_in(text, out);
    candidates_in(with_ascii_letters(text), out);
  }

 private:
  using Bits = std::uint8_t;
  struct Use {
    int pattern = 0;
    Bits requirement = 0;
  };

  // All values are 0 between two calls. A thread reuses the memory.
  struct Scratch {
    std::vector<Bits> met;     // per pattern
    std::vector<char> is_met;  // per literal
    std::vector<int> literals;
  };

  void candidates_in(std::string_view text, std::vector<int>& out) const {
    thread_local Scratch scratch;
    scratch.met.resize(std::max(scratch.met.size(), all_.size()));
    scratch.is_met.resize(std::max(scratch.is_met.size(), uses_.size()));
    // Reserves the memory first, because nothing may throw while a value is not 0.
    scratch.literals.reserve(uses_.size());
    out.reserve(all_.size());
    literals_.for_each(text, [&](int literal) {
      char& is_met = scratch.is_met[static_cast<std::size_t>(literal)];
      if (is_met) return;
      is_met = 1;
      scratch.literals.push_back(literal);
    });
    for (const int literal : scratch.literals) {
      scratch.is_met[static_cast<std::size_t>(literal)] = 0;
      for (const Use& use : uses_[static_cast<std::size_t>(literal)]) {
        Bits& met = scratch.met[static_cast<std::size_t>(use.pattern)];
        if (met == 0) out.push_back(use.pattern);
        met |= use.requirement;
      }
    }
    scratch.literals.clear();
    std::erase_if(out, [&](int pattern) {
      const auto index = static_cast<std::size_t>(pattern);
      return std::exchange(scratch.met[index], 0) != all_[index];
    });
    std::sort(out.begin(), out.end());
  }

  Literals index(const std::vector<Pattern>& patterns) {
    static_assert(kMaxRequirements <= 8 * sizeof(Bits));
    std::map<std::string, std::size_t> ids;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      Bits bit = 1;
      for (const AnyOf& requirement : required_literals(patterns[i].regex())) {
        for (const std::string& text : requirement) {
          const std::size_t id = ids.emplace(text, ids.size()).first->second;
          uses_.resize(ids.size());
          uses_[id].push_back({static_cast<int>(i), bit});
        }
        bit = static_cast<Bits>(bit << 1);
      }
      all_.push_back(static_cast<Bits>(bit - 1));
      if (bit == 1) unfiltered_.push_back(static_cast<int>(i));
    }
    std::vector<std::string> texts(ids.size());
    for (const auto& [text, id] : ids) texts[id] = text;
    return Literals(texts, Literals::Case::kAsciiIgnored);
  }

  std::vector<Bits> all_;               // per pattern: all its requirements
  std::vector<std::vector<Use>> uses_;  // per literal
  std::vector<int> unfiltered_;
  Literals literals_;
};

// Automaton matches several patterns together.
class PatternSet::Automaton {
 public:
  Automaton(std::int64_t max_memory, Match match)
      : set_(options(max_memory), match == Match::kWhole ? re2::RE2::ANCHOR_BOTH : re2::RE2::UNANCHORED) {}

  bool compile(const std::vector<Pattern>& patterns, const std::vector<int>& indices) {
    for (const int index : indices) {
      if (set_.Add(patterns[static_cast<std::size_t>(index)].regex(), nullptr) < 0) return false;
    }
    return set_.Compile();
  }

  // Writes the positions of the matching patterns in the `indices` of compile(). Returns false if RE2 ran out of
  // memory.
  bool hits(std::string_view text, std::vector<int>& out) const {
    re2::RE2::Set::ErrorInfo info{};
    return set_.Match(text, &out, &info) || info.kind == re2::RE2::Set::kNoError;
  }

 private:
  re2::RE2::Set set_;
};

PatternSet::PatternSet(Match match) : match_(match) {}
PatternSet::~PatternSet() = default;
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;

int PatternSet::add(Pattern pattern) {
  patterns_.push_back(std::move(pattern));
  return size() - 1;
}

bool PatternSet::compile(std::int64_t max_memory) {
  if (patterns_.empty()) return true;
  filter_ = std::make_unique<Filter>(patterns_);
  if (filter_->unfiltered().empty()) return true;
  auto automaton = std::make_unique<Automaton>(max_memory, match_);
  if (!automaton->compile(patterns_, filter_->unfiltered())) return false;
  automaton_ = std::move(automaton);
  return true;
}

void PatternSet::candidates(std::string_view text, std::vector<int>& out) const {
  out.clear();
  if (patterns_.empty() || !base::WorkBudget::spend(text.size())) return;
  filter_->candidates(text, out);
  const std::vector<int>& unfiltered = filter_->unfiltered();
  if (unfiltered.empty()) return;
  thread_local std::vector<int> places;  // reuses memory between messages
  places.clear();
  if (automaton_ && automaton_->hits(text, places)) {
    for (const int place : places) out.push_back(unfiltered[static_cast<std::size_t>(place)]);
  } else {
    out.insert(out.end(), unfiltered.begin(), unfiltered.end());
  }
  std::sort(out.begin(), out.end());
}

bool PatternSet::may_match_part(std::string_view text) const {
  if (patterns_.empty()) return false;
  if (!filter_->unfiltered().empty()) return true;
  thread_local std::vector<int> found;  // reuses memory between messages
  filter_->candidates(text, found);
  return !found.empty();
}

void PatternSet::hits(std::string_view text, std::vector<int>& out) const {
  candidates(text, out);
  std::erase_if(out, [&](int candidate) { return !matches(candidate, text); });
}

bool PatternSet::matches(int index, std::string_view text) const {
  const Pattern& pattern = (*this)[index];
  return match_ == Match::kWhole ? pattern.covers(text) : pattern.occurs_in(text);
}

}  // namespace parley::intents
