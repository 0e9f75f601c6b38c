// Pattern is one regular expression of a bot file. Only Pattern and PatternSet use RE2.
//
// The same rules apply to every regex of a bot:
// - It ignores case unless it contains (?-i).
// - It matches anywhere unless it is anchored.
// - It matches the folded message (folded_text.h).
//
// A Pattern compiles its regex when it first needs the program: a process that starts does not pay for the dates in a
// message that has none. From then on, a match takes no lock.
//
// Safe to share between threads. Matching takes time linear in the length of the text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/diagnostics.h"
#include "parley/understanding.h"

namespace parley::intents {

// kMaxPatternSize is the maximum size of a regex, in instructions of its compiled program. `.{0,30}` has about 300.
inline constexpr int kMaxPatternSize = 5'000;

class Pattern {
 public:
  enum class Case { kIgnored, kCounts };
  explicit Pattern(std::string_view regex, Case letters = Case::kIgnored);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;

  // problem() and problematic_piece() explain why the regex cannot be used. All other functions require a valid regex
  // of permitted size; an invalid one matches nothing.
  bool is_valid() const;
  bool is_too_large() const;
  const std::string& problem() const;            // "missing closing )"
  const std::string& problematic_piece() const;  // the invalid part of the regex; may be empty

  // Compiles the regex now instead of at the first match.
  void compile() const { (void)compiled(); }

  const std::string& regex() const;
  bool can_match_nothing() const;
  std::vector<std::string> group_names() const;

  bool occurs_in(std::string_view text) const;
  bool covers(std::string_view text) const;

  // Returns the leftmost match at or after `from`.
  std::optional<Span> find(std::string_view text, std::size_t from = 0) const;

  // Also returns the groups of that match, as views into `text`. [0] is the whole match; data() of an unmatched group
  // is null.
  using Groups = std::vector<std::string_view>;
  bool find(std::string_view text, std::size_t from, Groups& groups) const;
  // Returns a view whose data() is null if there is no group of that name.
  std::string_view group(const Groups& groups, std::string_view name) const;

 private:
  struct Compiled;
  class Source;
  const Compiled& compiled() const;
  std::unique_ptr<const Source> source_;
};

enum class MatchingNothing { kRefused, kAllowed };

// Compiles a regex of the bot file. Checks the regex alone first, then adds `before` and `after` around it. If it is
// unusable, returns nullopt and reports E401 (does not compile), E403 (matches the empty string) or E404 (too large). A
// regex of files that are known to be valid compiles when it is first used.
std::optional<Pattern> compile_pattern(const config::Text& regex, config::Diagnostics& findings,
                                       MatchingNothing matching_nothing = MatchingNothing::kRefused,
                                       std::string_view before = {}, std::string_view after = {});

// Returns a regex that matches `text` word by word; spaces, hyphens and underscores are interchangeable.
std::string literal_regex(std::string_view text);

}  // namespace parley::intents
