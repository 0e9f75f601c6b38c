// Tested by tests/intents/required_literals_test.cc.
#include "intents/required_literals.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMaxExact = 16;         // alternatives of a part that are listed one by one
constexpr std::size_t kMaxAlternatives = 64;  // alternatives of a requirement

// RegexPart describes the texts that a part of a regex matches.
struct RegexPart {
  std::optional<AnyOf> exact = AnyOf{""};  // all texts, if they are few
  std::vector<AnyOf> required = {};        // otherwise: the requirements that all texts meet
};

RegexPart anything() { return {std::nullopt, {}}; }
RegexPart exactly(std::string text) { return {AnyOf{std::move(text)}, {}}; }

// Removes each alternative that contains another one.
AnyOf without_longer(AnyOf all) {
  std::sort(all.begin(), all.end());
  AnyOf kept;
  for (const std::string& text : all) {
    const bool is_needless = std::any_of(all.begin(), all.end(), [&](const std::string& other) {
      return other.size() < text.size() && text.find(other) != std::string::npos;
    });
    if (!is_needless && (kept.empty() || kept.back() != text)) kept.push_back(text);
  }
  return kept;
}

std::size_t shortest_of(const AnyOf& texts) {
  std::size_t shortest = std::string::npos;
  for (const std::string& text : texts) shortest = std::min(shortest, text.size());
  return shortest;
}

// A longer text occurs in fewer messages.
bool is_more_selective(const AnyOf& a, const AnyOf& b) {
  const std::size_t a_shortest = shortest_of(a), b_shortest = shortest_of(b);
  return a_shortest != b_shortest ? a_shortest > b_shortest : a.size() < b.size();
}

void require(const AnyOf& texts, std::vector<AnyOf>& out) {
  if (shortest_of(texts) > 0) out.push_back(without_longer(texts));
}

std::vector<AnyOf> requirements_of(const RegexPart& part) {
  std::vector<AnyOf> all = part.required;
  if (part.exact) require(*part.exact, all);
  return all;
}

// Sequence collects the parts of a concatenation.
class Sequence {
 public:
  void add(const RegexPart& part) {
    if (part.exact && extend(*part.exact)) return;
    require(texts_, required_);
    is_exact_ = false;
    required_.insert(required_.end(), part.required.begin(), part.required.end());
    texts_ = part.exact ? *part.exact : AnyOf{""};
  }

  RegexPart finish() {
    if (is_exact_) return {std::move(texts_), {}};
    require(texts_, required_);
    return {std::nullopt, std::move(required_)};
  }

 private:
  bool extend(const AnyOf& next) {
    if (texts_.size() * next.size() > kMaxExact) return false;
    if (next.size() == 1) {
      for (std::string& text : texts_) text += next.front();
      return true;
    }
    AnyOf product;
    for (const std::string& before : texts_) {
      for (const std::string& after : next) product.push_back(before + after);
    }
    texts_ = std::move(product);
    return true;
  }

  AnyOf texts_ = {""};  // what the last parts match
  std::vector<AnyOf> required_;
  bool is_exact_ = true;  // texts_ is what all parts match
};

RegexPart alternatives_of(std::vector<RegexPart> branches) {
  if (branches.size() == 1) return std::move(branches.front());
  AnyOf exact, alternatives;
  bool are_exact = true;
  for (const RegexPart& branch : branches) {
    are_exact = are_exact && branch.exact;
    if (are_exact) exact.insert(exact.end(), branch.exact->begin(), branch.exact->end());
  }
  if (are_exact && exact.size() <= kMaxExact) return {std::move(exact), {}};
  for (const RegexPart& branch : branches) {
    const std::vector<AnyOf> required = requirements_of(branch);
    if (required.empty()) return anything();
    const AnyOf& best = *std::min_element(required.begin(), required.end(), is_more_selective);
    alternatives.insert(alternatives.end(), best.begin(), best.end());
  }
  if (alternatives.size() > kMaxAlternatives) return anything();
  return {std::nullopt, {without_longer(std::move(alternatives))}};
}

// Reads the syntax of RE2. After a construct that it does not know, is_known() returns false.
class LiteralReader {
 public:
  explicit LiteralReader(std::string_view regex) : regex_(regex) {}

  bool is_known() const { return is_known_ && at_ == regex_.size(); }

  RegexPart alternatives() {
    std::vector<RegexPart> branches;
    do branches.push_back(sequence());
    while (take('|'));
    return alternatives_of(std::move(branches));
  }

 private:
  char peek() const { return at_ < regex_.size() ? regex_[at_] : '\0'; }
  bool is_next(std::string_view text) const { return regex_.substr(at_, text.size()) == text; }
  bool take(char c) {
    const bool is_there = at_ < regex_.size() && regex_[at_] == c;
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  RegexPart unknown() {
    is_known_ = false;
    at_ = regex_.size();
    return anything();
  }

  RegexPart sequence() {
    Sequence parts;
    while (at_ < regex_.size() && peek() != '|' && peek() != ')') {
      if (const std::size_t end = end_of_run(); end > at_)
        parts.add(exactly(run_until(end)));
      else
        parts.add(repeated(atom()));
    }
    return parts.finish();
  }

  // Returns the end of a run of ASCII characters that mean themselves. A repetition after them refers to the last one,
  // which is then not part of the run.
  std::size_t end_of_run() const {
    constexpr std::string_view kSpecial = "()[]{}\\.^$|?*+";
    std::size_t end = at_;
    while (end < regex_.size() && static_cast<unsigned char>(regex_[end]) < 0x80 &&
           kSpecial.find(regex_[end]) == std::string_view::npos) {
      ++end;
    }
    const bool may_repeat = end < regex_.size() && std::string_view("?*+{").find(regex_[end]) != std::string_view::npos;
    return may_repeat && end > at_ ? end - 1 : end;
  }

  std::string run_until(std::size_t end) {
    std::string text = base::lower_ascii(regex_.substr(at_, end - at_));
    at_ = end;
    return text;
  }

  RegexPart repeated(RegexPart part) {
    while (at_ < regex_.size()) {
      if (take('?')) {
        if (!part.exact) {
          part = anything();
        } else if (std::find(part.exact->begin(), part.exact->end(), "") == part.exact->end()) {
          part.exact->emplace_back();
        }
      } else if (take('*')) {
        part = anything();
      } else if (take('+')) {
        part = {std::nullopt, requirements_of(part)};
      } else if (const std::size_t end = end_of_count(); end > at_) {
        const bool may_be_absent = regex_[at_ + 1] == '0';
        part = may_be_absent ? anything() : RegexPart{std::nullopt, requirements_of(part)};
        at_ = end;
      } else {
        break;
      }
      take('?');  // the shortest match first
    }
    return part;
  }

  // Returns the end of "{3}", "{3,}" or "{3,9}" at the current place. Any other brace is a literal character.
  std::size_t end_of_count() const {
    if (peek() != '{') return at_;
    const std::size_t end = regex_.find('}', at_);
    if (end == std::string_view::npos || end == at_ + 1) return at_;
    const std::string_view inside = regex_.substr(at_ + 1, end - at_ - 1);
    const bool is_count = inside[0] != ',' && inside.find_first_not_of("0123456789,") == std::string_view::npos &&
                          std::count(inside.begin(), inside.end(), ',') <= 1;
    return is_count ? end + 1 : at_;
  }

  RegexPart atom() {
    const char c = regex_[at_++];
    switch (c) {
      case '(': return group();
      case '[': return bracket_class();
      case '\\': return escape();
      case '.': return anything();
      case '^':
      case '$': return RegexPart();
      default: return literal(c);
    }
  }

  static RegexPart literal(char c) {
    if (static_cast<unsigned char>(c) >= 0x80) return anything();
    return exactly(std::string(1, c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c));
  }

  RegexPart group() {
    if (take('?')) {
      if (is_next("P<")) {
        at_ = std::min(regex_.find('>', at_), regex_.size() - 1) + 1;
      } else {  // flags: "?:", "?i:" and "?i)", which ends the group
        while (at_ < regex_.size() && peek() != ':' && peek() != ')') ++at_;
        if (take(')')) return RegexPart();
        take(':');
      }
    }
    RegexPart inside = alternatives();
    return take(')') ? inside : unknown();
  }

  // A class of a few ASCII characters is a list of alternatives.
  RegexPart bracket_class() {
    AnyOf texts;
    bool is_plain = !take('^');
    for (bool is_first = true; is_first || peek() != ']'; is_first = false) {
      if (at_ >= regex_.size()) return unknown();
      if (is_next("[:")) {
        const std::size_t end = regex_.find(":]", at_);
        if (end == std::string_view::npos) return unknown();
        at_ = end + 2;
        is_plain = false;
      } else if (take('\\')) {
        is_plain = false;
        if (at_ + 1 < regex_.size() && peek() != 'E') {
          (void)escape();
        } else {
          return unknown();
        }
      } else {
        const RegexPart one = literal(regex_[at_++]);
        is_plain = is_plain && one.exact && peek() != '-';
        if (is_plain) texts.push_back(one.exact->front());
      }
    }
    take(']');
    return is_plain && texts.size() <= kMaxExact ? RegexPart{std::move(texts), {}} : anything();
  }

  RegexPart escape() {
    if (at_ >= regex_.size()) return unknown();
    const char c = regex_[at_++];
    switch (c) {
      case 'b':
      case 'B':
      case 'A':
      case 'z': return RegexPart();
      case 'Q': return quoted();
      case 'p':
      case 'P': return unicode_class();
      case 'x': return hexadecimal();
      default: break;
    }
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit) {
      while (peek() >= '0' && peek() <= '7') ++at_;
    }
    return is_letter || is_digit ? anything() : literal(c);
  }

  RegexPart quoted() {
    const std::size_t end = std::min(regex_.find("\\E", at_), regex_.size());
    if (end == at_ || end + 2 < regex_.size()) return unknown();  // a repetition after \E refers to the last character
    Sequence texts;
    for (; at_ < end; ++at_) texts.add(literal(regex_[at_]));
    at_ = std::min(end + 2, regex_.size());
    return texts.finish();
  }

  RegexPart unicode_class() {
    if (peek() == '{') {
      at_ = std::min(regex_.find('}', at_), regex_.size() - 1);
    }
    at_ = std::min(at_ + 1, regex_.size());
    return anything();
  }

  RegexPart hexadecimal() {
    at_ = peek() == '{' ? std::min(regex_.find('}', at_), regex_.size() - 1) + 1 : std::min(at_ + 2, regex_.size());
    return anything();
  }

  std::string_view regex_;
  std::size_t at_ = 0;
  bool is_known_ = true;
};

}  // namespace

std::vector<AnyOf> required_literals(std::string_view regex) {
  LiteralReader reader(regex);
  const RegexPart whole = reader.alternatives();
  if (!reader.is_known()) return {};
  std::vector<AnyOf> required = requirements_of(whole);
  std::stable_sort(required.begin(), required.end(), is_more_selective);
  required.resize(std::min(required.size(), kMaxRequirements));
  return required;
}

}  // namespace parley::intents
