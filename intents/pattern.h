// Pattern: one regular expression of a bot file. This and PatternSet are all that knows RE2.
//
// The same rules hold for every regex of a bot: case is ignored unless it says (?-i); it is looked for anywhere
// unless it is anchored; and it is read against the folded message (folded_text.h).
// Immutable and safe to share between threads. Matching is linear in the length of the text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/diagnostics.h"
#include "parley/understanding.h"

namespace parley::intents {

// What a regex may cost: instructions of its compiled program. `.{0,30}` has about 300.
inline constexpr int kMaxPatternSize = 5'000;

class Pattern {
 public:
  enum class Case { kIgnored, kCounts };
  explicit Pattern(std::string_view regex, Case letters = Case::kIgnored);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;

  // Why it cannot be used; the functions below require that it can be.
  bool is_valid() const;
  bool is_too_large() const;
  const std::string& problem() const;            // "missing closing )"
  const std::string& problematic_piece() const;  // the piece of the regex that is to blame; may be empty

  const std::string& regex() const;
  bool can_match_nothing() const;
  std::vector<std::string> group_names() const;

  bool occurs_in(std::string_view text) const;
  bool covers(std::string_view text) const;

  // The leftmost match at or after `from`.
  std::optional<Span> find(std::string_view text, std::size_t from = 0) const;

  // The same with its groups, as views into `text`; [0] is the whole match, a group that took no part has no data.
  using Groups = std::vector<std::string_view>;
  bool find(std::string_view text, std::size_t from, Groups& groups) const;
  std::string_view group(const Groups& groups, std::string_view name) const;  // no data: no such group

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

enum class MatchingNothing { kRefused, kAllowed };

// Compiles a regex of the bot file, with `before` and `after` put around it once it was judged by itself. None when
// it cannot be used; the finding says why: E401 does not compile, E403 matches the empty string, E404 too large.
std::optional<Pattern> compile_pattern(const config::Text& regex, config::Diagnostics& findings,
                                       MatchingNothing matching_nothing = MatchingNothing::kRefused,
                                       std::string_view before = {}, std::string_view after = {});

// A regex for `text` word by word: spaces, hyphens and underscores stand for each other.
std::string literal_regex(std::string_view text);

}  // namespace parley::intents
