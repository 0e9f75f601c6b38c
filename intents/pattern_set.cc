#include "intents/pattern_set.h"

#include <algorithm>
#include <string>

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include "base/text.h"
#include "base/work_budget.h"
#include "intents/literals.h"

namespace parley::intents {
namespace {

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  return options;
}

re2::RE2::Options options(std::int64_t max_memory) {
  re2::RE2::Options limited = options();
  limited.set_max_mem(max_memory);
  return limited;
}

// Writes the text with ASCII letters in lower case. Also lowers the two other letters that RE2 folds to ASCII: the long
// s (U+017F) and the Kelvin sign (U+212A).
void lower_into(std::string& out, std::string_view text) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (text.substr(i, 2) == "\xC5\xBF") {
      out += 's';
      ++i;
    } else if (text.substr(i, 3) == "\xE2\x84\xAA") {
      out += 'k';
      i += 2;
    } else {
      out += c;
    }
  }
}

}  // namespace

// Filter holds the literals and the patterns that need them.
class PatternSet::Filter {
 public:
  explicit Filter(const std::vector<Pattern>& patterns) : literals_(compile(patterns)) {}

  // Replaces `out` with the patterns that may match, in ascending order. All others cannot match.
  void candidates(std::string_view text, std::vector<int>& out) const {
    thread_local std::string lowered;  // both reuse memory between messages
    thread_local std::vector<int> found;
    lower_into(lowered, text);
    found = always_;
    literals_.find(lowered, found);
    filter_.AllPotentials(found, &out);
    std::sort(out.begin(), out.end());
  }

 private:
  Literals compile(const std::vector<Pattern>& patterns) {
    for (const Pattern& pattern : patterns) {
      int id = 0;
      filter_.Add(pattern.regex(), options(), &id);
    }
    std::vector<std::string> texts;
    filter_.Compile(&texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::string lowered;
      lower_into(lowered, texts[i]);
      texts[i] = lowered;
      // RE2 defines how other non-ASCII letters fold, so a literal that contains one counts as always present.
      if (!base::is_ascii(lowered)) always_.push_back(static_cast<int>(i));
    }
    return Literals(texts);
  }

  re2::FilteredRE2 filter_;
  std::vector<int> always_;
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
  auto filter = std::make_unique<Filter>(patterns_);
  filter->candidates({}, unfiltered_);
  filter_ = std::move(filter);
  if (unfiltered_.empty()) return true;
  auto automaton = std::make_unique<Automaton>(max_memory, match_);
  if (!automaton->compile(patterns_, unfiltered_)) return false;
  automaton_ = std::move(automaton);
  return true;
}

void PatternSet::hits(std::string_view text, std::vector<int>& out) const {
  out.clear();
  if (patterns_.empty() || !base::WorkBudget::spend(text.size())) return;
  thread_local std::vector<int> candidates, places;  // reuse memory between messages
  filter_->candidates(text, candidates);
  places.clear();
  const bool is_complete = automaton_ && automaton_->hits(text, places);
  for (const int place : places) out.push_back(unfiltered_[static_cast<std::size_t>(place)]);
  for (const int candidate : candidates) {
    const bool is_unfiltered = std::binary_search(unfiltered_.begin(), unfiltered_.end(), candidate);
    if (!(is_complete && is_unfiltered) && matches(candidate, text)) out.push_back(candidate);
  }
  std::sort(out.begin(), out.end());
}

bool PatternSet::matches(int index, std::string_view text) const {
  const Pattern& pattern = (*this)[index];
  return match_ == Match::kWhole ? pattern.covers(text) : pattern.occurs_in(text);
}

}  // namespace parley::intents
