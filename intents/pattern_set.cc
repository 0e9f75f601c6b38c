#include "intents/pattern_set.h"

#include <algorithm>

#include <re2/re2.h>
#include <re2/set.h>

#include "base/work_budget.h"

namespace parley::intents {
namespace {

re2::RE2::Options options(std::int64_t max_memory) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  options.set_max_mem(max_memory);
  return options;
}

}  // namespace

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

PatternSet::PatternSet(Match match, Prefilter* shared)
    : match_(match), own_(shared ? nullptr : std::make_unique<Prefilter>()), filter_(shared ? shared : own_.get()) {}
PatternSet::~PatternSet() = default;
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;

int PatternSet::add(Pattern pattern) {
  const int number = filter_->add(pattern.regex());
  if (patterns_.empty()) first_ = number;
  if (!filter_->is_filtered(number)) unfiltered_.push_back(size());
  patterns_.push_back(std::move(pattern));
  return size() - 1;
}

bool PatternSet::compile(std::int64_t max_memory) {
  if (own_) own_->compile();
  if (unfiltered_.empty()) return true;
  auto automaton = std::make_unique<Automaton>(max_memory, match_);
  if (!automaton->compile(patterns_, unfiltered_)) return false;
  automaton_ = std::move(automaton);
  return true;
}

void PatternSet::candidates(std::string_view text, const Prefilter::Passed& passed, std::vector<int>& out) const {
  out.clear();
  const auto [begin, end] = own(passed);
  for (auto number = begin; number != end; ++number) out.push_back(*number - first_);
  if (unfiltered_.empty()) return;
  thread_local std::vector<int> places;  // reuses memory between messages
  places.clear();
  if (automaton_ && automaton_->hits(text, places)) {
    for (const int place : places) out.push_back(unfiltered_[static_cast<std::size_t>(place)]);
  } else {
    out.insert(out.end(), unfiltered_.begin(), unfiltered_.end());
  }
  std::sort(out.begin(), out.end());
}

bool PatternSet::may_match_part(const Prefilter::Passed& passed) const {
  const auto [begin, end] = own(passed);
  return !unfiltered_.empty() || begin != end;
}

std::pair<PatternSet::Place, PatternSet::Place> PatternSet::own(const Prefilter::Passed& passed) const {
  const std::vector<int>& all = passed.filtered();
  const Place begin = std::lower_bound(all.begin(), all.end(), first_);
  return {begin, std::lower_bound(begin, all.end(), first_ + size())};
}

void PatternSet::hits(std::string_view text, std::vector<int>& out) const {
  out.clear();
  if (patterns_.empty() || !base::WorkBudget::spend(text.size())) return;
  candidates(text, filter_->pass(text), out);
  std::erase_if(out, [&](int candidate) { return !matches(candidate, text); });
}

bool PatternSet::matches(int index, std::string_view text) const {
  const Pattern& pattern = (*this)[index];
  return match_ == Match::kWhole ? pattern.covers(text) : pattern.occurs_in(text);
}

}  // namespace parley::intents
