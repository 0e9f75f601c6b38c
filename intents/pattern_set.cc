#include "intents/pattern_set.h"

#include <algorithm>

#include <re2/re2.h>
#include <re2/set.h>

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

struct PatternSet::OnePass {
  OnePass(std::int64_t max_memory, Match match)
      : set(options(max_memory), match == Match::kWhole ? re2::RE2::ANCHOR_BOTH : re2::RE2::UNANCHORED) {}

  // False: it could not tell.
  bool hits(std::string_view text, std::vector<int>& out) const {
    re2::RE2::Set::ErrorInfo info{};
    if (set.Match(text, &out, &info)) {
      std::sort(out.begin(), out.end());
      return true;
    }
    return info.kind == re2::RE2::Set::kNoError;
  }

  re2::RE2::Set set;
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
  auto one_pass = std::make_unique<OnePass>(max_memory, match_);
  for (const Pattern& pattern : patterns_) {
    if (one_pass->set.Add(pattern.regex(), nullptr) < 0) return false;
  }
  if (!one_pass->set.Compile()) return false;
  one_pass_ = std::move(one_pass);
  return true;
}

void PatternSet::hits(std::string_view text, std::vector<int>& out) const {
  out.clear();
  if (patterns_.empty() || (one_pass_ && one_pass_->hits(text, out))) return;
  out.clear();
  for (int i = 0; i < size(); ++i) {
    const Pattern& pattern = (*this)[i];
    if (match_ == Match::kWhole ? pattern.covers(text) : pattern.occurs_in(text)) out.push_back(i);
  }
}

}  // namespace parley::intents
