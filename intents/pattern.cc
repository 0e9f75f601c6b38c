#include "intents/pattern.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include <re2/re2.h>

#include "base/text.h"
#include "base/work_budget.h"
#include "intents/folded_text.h"
#include "intents/pattern_excess.h"

namespace parley::intents {
namespace {

// Maximum memory for one regex and its automaton, in bytes. RE2 allocates it only as needed. When it is full, RE2
// restarts its automaton, and then falls back to a slower method without one. The limit also bounds the time that RE2
// spends on a regex that is too large: 12 ms per MB. The largest permitted regex just has room for its automaton.
constexpr std::int64_t kMaxMemory = 3 << 20;

re2::RE2::Options options(Pattern::Case letters) {
  re2::RE2::Options options;
  options.set_case_sensitive(letters == Pattern::Case::kCounts);
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  return options;
}

std::size_t offset_in(std::string_view text, const re2::StringPiece& piece) {
  return static_cast<std::size_t>(piece.data() - text.data());
}

// Returns true if a match can only be at one end of a text: "^a", "a$". RE2 does not read the rest of such a text.
bool is_tied_to_an_end(std::string_view regex) {
  int depth = 0;
  bool in_class = false;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    if (c == '\\') {
      if (++i + 1 == regex.size()) return regex[0] == '^';  // an escaped '$'
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
      if (regex.substr(i + 1, 1) == "^") ++i;
      if (regex.substr(i + 1, 1) == "]") ++i;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    } else if (c == '|' && depth == 0) {
      return false;
    }
  }
  return !regex.empty() && (regex.front() == '^' || regex.back() == '$');
}

}  // namespace

struct Pattern::Compiled {
  Compiled(const std::string& regex, Case letters) : re2(regex, options(letters)), is_tied(is_tied_to_an_end(regex)) {
    if (re2.ok()) cost_of_byte = 1 + static_cast<std::uint64_t>(re2.ProgramSize()) / kCheap;
  }
  re2::RE2 re2;
  bool is_tied;
  // When the automaton does not fit into memory, RE2 walks the program for each byte.
  static constexpr std::uint64_t kCheap = 256;  // instructions
  std::uint64_t cost_of_byte = 1;

  // Charges a search from `from` whose match ends at `end`, or at the end of the text if there is no match.
  bool spend(std::size_t from, std::size_t end) const {
    constexpr std::size_t kStart = 32;
    return base::WorkBudget::spend(kStart + (is_tied ? 0 : cost_of_byte * (end - from)));
  }
};

// Source is the folded regex, and its program once a thread has compiled it. Threads that need the program at the same
// time each compile it, and the first one to finish publishes its result.
class Pattern::Source {
 public:
  Source(std::string regex, Case letters) : regex_(std::move(regex)), letters_(letters) {}
  ~Source() { delete compiled_.load(std::memory_order_relaxed); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& regex() const { return regex_; }
  const Compiled& compiled() const {
    const Compiled* known = compiled_.load(std::memory_order_acquire);
    return known ? *known : compile();
  }

 private:
  const Compiled& compile() const {
    auto mine = std::make_unique<const Compiled>(regex_, letters_);
    const Compiled* first = nullptr;
    if (!compiled_.compare_exchange_strong(first, mine.get(), std::memory_order_acq_rel)) return *first;
    return *mine.release();
  }

  const std::string regex_;
  const Case letters_;
  mutable std::atomic<const Compiled*> compiled_{nullptr};  // owned; set once
};

Pattern::Pattern(std::string_view regex, Case letters)
    : source_(std::make_unique<Source>(fold_pattern(regex), letters)) {}
Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

const Pattern::Compiled& Pattern::compiled() const { return source_->compiled(); }

bool Pattern::is_valid() const { return compiled().re2.ok(); }

bool Pattern::is_too_large() const {
  const re2::RE2& re2 = compiled().re2;
  return re2.error_code() == re2::RE2::ErrorPatternTooLarge || (re2.ok() && re2.ProgramSize() > kMaxPatternSize);
}

const std::string& Pattern::problem() const { return compiled().re2.error(); }
const std::string& Pattern::problematic_piece() const { return compiled().re2.error_arg(); }
const std::string& Pattern::regex() const { return source_->regex(); }

// An empty match depends on the characters to its left and right: none, a line break, a word character or another
// character. The probes contain every pair of these kinds.
bool Pattern::can_match_nothing() const {
  const re2::RE2& re2 = compiled().re2;
  static constexpr std::array<std::string_view, 5> kProbes = {"", "a", " ", "\n", "\n\na\n aa  \n"};
  for (const std::string_view probe : kProbes) {
    for (std::size_t at = 0; at <= probe.size(); ++at) {
      if (re2.Match(probe, at, at, re2::RE2::ANCHOR_BOTH, nullptr, 0)) return true;
    }
  }
  return false;
}

std::vector<std::string> Pattern::group_names() const {
  std::vector<std::string> names;
  for (const auto& [name, index] : compiled().re2.NamedCapturingGroups()) names.push_back(name);
  return names;
}

bool Pattern::occurs_in(std::string_view text) const {
  const Compiled& program = compiled();
  return program.spend(0, text.size()) && program.re2.Match(text, 0, text.size(), re2::RE2::UNANCHORED, nullptr, 0);
}

bool Pattern::covers(std::string_view text) const {
  const Compiled& program = compiled();
  return program.spend(0, text.size()) && program.re2.Match(text, 0, text.size(), re2::RE2::ANCHOR_BOTH, nullptr, 0);
}

std::optional<Span> Pattern::find(std::string_view text, std::size_t from) const {
  const Compiled& program = compiled();
  re2::StringPiece match;
  const bool is_found = program.re2.Match(text, from, text.size(), re2::RE2::UNANCHORED, &match, 1);
  const std::size_t begin = is_found ? offset_in(text, match) : text.size();
  const std::size_t end = begin + match.size();
  return program.spend(from, end) && is_found ? std::optional(Span{begin, end}) : std::nullopt;
}

bool Pattern::find(std::string_view text, std::size_t from, Groups& groups) const {
  const Compiled& program = compiled();
  std::array<re2::StringPiece, 32> pieces;
  const std::size_t count =
      std::min(pieces.size(), static_cast<std::size_t>(program.re2.NumberOfCapturingGroups()) + 1);
  const bool is_found =
      program.re2.Match(text, from, text.size(), re2::RE2::UNANCHORED, pieces.data(), static_cast<int>(count));
  const std::size_t end = is_found ? offset_in(text, pieces[0]) + pieces[0].size() : text.size();
  if (!program.spend(from, end) || !is_found) return false;
  groups.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    groups[i] = pieces[i].data() ? text.substr(offset_in(text, pieces[i]), pieces[i].size()) : std::string_view();
  }
  return true;
}

std::string_view Pattern::group(const Groups& groups, std::string_view name) const {
  const auto& indices = compiled().re2.NamedCapturingGroups();
  const auto found = indices.find(std::string(name));
  const auto index = found == indices.end() ? groups.size() : static_cast<std::size_t>(found->second);
  return index < groups.size() ? groups[index] : std::string_view();
}

namespace {

// Returns the position of the piece that RE2 rejects: the shortest prefix that causes the same error ends with it. Each
// attempt compiles a part of the regex, so after kAttempts the function returns the start of the regex.
std::size_t place_of_problem(const std::string& regex, const Pattern& pattern) {
  constexpr int kAttempts = 50;
  const std::string& piece = pattern.problematic_piece();
  std::size_t at = piece.empty() ? std::string::npos : regex.find(piece);
  for (int attempt = 0; at != std::string::npos && attempt < kAttempts; ++attempt) {
    const Pattern beginning(std::string_view(regex).substr(0, at + piece.size()));
    if (beginning.problem() == pattern.problem()) return at;
    at = regex.find(piece, at + 1);
  }
  return 0;
}

std::string hint_for(std::string_view piece) {
  if (piece.substr(0, 2) == "(?") return "lookaround and other (?...) extensions are not part of RE2's syntax";
  if (piece.size() > 1 && piece[0] == '\\' && piece[1] >= '1' && piece[1] <= '9') {
    return "back references are not part of RE2's syntax";
  }
  return "the syntax is RE2's";
}

}  // namespace

std::optional<Pattern> compile_pattern(const config::Text& regex, config::Diagnostics& findings,
                                       MatchingNothing matching_nothing, std::string_view before,
                                       std::string_view after) {
  const auto surrounded = [&] { return std::string(before) + "(?:" + regex.value + ")" + std::string(after); };
  const bool is_alone = before.empty() && after.empty();
  if (findings.is_known_valid()) return Pattern(is_alone ? regex.value : surrounded());
  if (const auto excess = find_excess(regex.value)) {
    findings.error("E404", findings.inside(regex, excess->at), regex.value, excess->message, excess->hint);
    return std::nullopt;
  }
  Pattern pattern(regex.value);
  if (pattern.is_too_large()) {
    findings.error("E404", regex.mark, regex.value, "regex too large",
                   "shorten repetitions such as {1,1000}; the limit is " + std::to_string(kMaxPatternSize) +
                       " compiled instructions");
    return std::nullopt;
  }
  if (!pattern.is_valid()) {
    const std::string& piece = pattern.problematic_piece();
    findings.error("E401", findings.inside(regex, place_of_problem(regex.value, pattern)),
                   piece.empty() ? regex.value : piece, "regex does not compile: " + pattern.problem(),
                   hint_for(piece));
    return std::nullopt;
  }
  if (matching_nothing == MatchingNothing::kRefused && pattern.can_match_nothing()) {
    findings.error("E403", regex.mark, regex.value, "regex matches the empty string",
                   "make some part of it mandatory: write + instead of *, or remove a ? around the whole");
    return std::nullopt;
  }
  if (is_alone) return pattern;
  Pattern whole(surrounded());
  if (whole.is_valid()) return whole;
  findings.error("E401", regex.mark, regex.value, "regex compiles alone, but not inside a larger regex",
                 "close everything that it opens: \\Q with \\E");
  return std::nullopt;
}

std::string literal_regex(std::string_view text) {
  std::string out;
  bool in_gap = false;
  for (const char c : text) {
    const bool is_gap = c == ' ' || c == '_' || c == '-';
    if (is_gap && !in_gap) out += "[\\s_-]+";
    if (!is_gap) {
      if (!base::is_word_byte(c)) out += '\\';
      out += c;
    }
    in_gap = is_gap;
  }
  return out;
}

}  // namespace parley::intents
