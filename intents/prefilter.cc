// Tested by tests/intents/prefilter_test.cc and pattern_set_test.cc.
#include "intents/prefilter.h"

#include <algorithm>

#include "base/text.h"

namespace parley::intents {
namespace {

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

// Any non-letters may separate two plain words in a folded message, so only single words are literals there.
std::string_view longest_word(std::string_view plain) {
  std::string_view longest;
  while (!plain.empty()) {
    const std::string_view word = plain.substr(0, plain.find(' '));
    if (word.size() > longest.size()) longest = word;
    plain.remove_prefix(std::min(word.size() + 1, plain.size()));
  }
  return longest;
}

}  // namespace

int Prefilter::add(std::string_view regex) { return add(required_literals(regex), Text::kFolded); }

int Prefilter::share(const std::vector<AnyOf>& required, Text text) {
  const auto [place, is_new] = shared_.try_emplace({text, required}, 0);
  if (is_new) place->second = add(required, text);
  return place->second;
}

int Prefilter::add(const std::vector<AnyOf>& required, Text text) {
  std::vector<Requirement>& requirements = required_.emplace_back();
  for (const AnyOf& any : required) {
    AnyOf texts;
    for (const std::string& one : any) {
      texts.push_back(with_ascii_letters(text == Text::kPlain ? longest_word(one) : std::string_view(one)));
    }
    if (std::find(texts.begin(), texts.end(), "") != texts.end()) continue;  // spaces are not a requirement
    Requirement& requirement = requirements.emplace_back();
    for (const std::string& literal : texts) {
      requirement.push_back(literals_.emplace(literal, static_cast<int>(literals_.size())).first->second);
    }
  }
  is_plain_.push_back(text == Text::kPlain ? 1 : 0);
  return static_cast<int>(required_.size()) - 1;
}

void Prefilter::compile() {
  std::vector<std::string> texts(literals_.size());
  for (const auto& [text, id] : literals_) texts[static_cast<std::size_t>(id)] = text;
  automaton_ = std::make_unique<const Literals>(texts, Literals::Case::kAsciiIgnored);
  literals_.clear();
  shared_.clear();

  std::vector<std::size_t> uses(texts.size());
  const auto uses_of = [&](const Requirement& requirement) {
    std::size_t sum = 0;
    for (const int literal : requirement) sum += uses[static_cast<std::size_t>(literal)];
    return sum;
  };
  for (const std::vector<Requirement>& requirements : required_) {
    for (const Requirement& requirement : requirements) {
      for (const int literal : requirement) ++uses[static_cast<std::size_t>(literal)];
    }
  }
  patterns_.resize(texts.size());
  for (std::size_t pattern = 0; pattern < required_.size(); ++pattern) {
    std::vector<Requirement>& requirements = required_[pattern];
    if (requirements.empty()) continue;
    const auto rarest =
        std::min_element(requirements.begin(), requirements.end(),
                         [&](const Requirement& a, const Requirement& b) { return uses_of(a) < uses_of(b); });
    std::iter_swap(requirements.begin(), rarest);
    for (const int literal : requirements.front()) {
      patterns_[static_cast<std::size_t>(literal)].push_back(static_cast<int>(pattern));
    }
  }
}

Prefilter::Passed Prefilter::pass(std::string_view folded_message) const {
  Passed passed;
  passed.filter_ = this;
  passed.has_apostrophe_ = folded_message.find('\'') != std::string_view::npos;
  if (base::is_ascii(folded_message)) {
    find(folded_message, *passed.filtered_);
  } else {
    find(with_ascii_letters(folded_message), *passed.filtered_);
  }
  return passed;
}

bool Prefilter::Passed::may_match(int pattern) const {
  if (!filter_->is_filtered(pattern)) return true;
  if (has_apostrophe_ && filter_->is_plain_[static_cast<std::size_t>(pattern)]) return true;
  return std::binary_search(filtered_->begin(), filtered_->end(), pattern);
}

void Prefilter::find(std::string_view text, std::vector<int>& out) const {
  const Literals::Found found(*automaton_, text);
  const auto is_met = [&](const Requirement& requirement) {
    return std::any_of(requirement.begin(), requirement.end(), [&](int literal) { return found.has(literal); });
  };
  for (const int literal : found.all()) {
    for (const int pattern : patterns_[static_cast<std::size_t>(literal)]) {
      const std::vector<Requirement>& requirements = required_[static_cast<std::size_t>(pattern)];
      if (std::all_of(requirements.begin() + 1, requirements.end(), is_met)) out.push_back(pattern);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace parley::intents
