// Diagnostics collects the errors and warnings of the files being read, each with its position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/result.h"

namespace parley::config {

// Use one per set of files. It keeps the first 1,000 errors, because a file with more is broken as a whole. It keeps as
// many warnings, counted separately, so that warnings never displace errors.
class Diagnostics {
 public:
  explicit Diagnostics(std::vector<BotDefinition::File> files) : files_(std::move(files)) {}

  // `code` is a code of docs/bot-format.md. `word` is the text that the diagnostic points at, as written. A diagnostic
  // always prints as one line: control characters are shown as '?' and long words are cut.
  void error(const char* code, const Mark& mark, std::string_view word, const std::string& message,
             const std::string& hint = {});
  void warning(const char* code, const Mark& mark, std::string_view word, const std::string& message,
               const std::string& hint = {});

  // Returns the position of `word` inside the scalar that starts at `mark`, or `mark` when it is not found as written.
  Mark inside(const Mark& mark, std::string_view word) const;
  // Returns the position in the file of byte `index` of `text.value`. Takes quotes, escapes and folded lines into
  // account.
  Mark inside(const Text& text, std::size_t index) const;

  // Names the line of `mark` for a hint at `from`: "on line 3", or "on line 3 of orders.yaml" in another file.
  std::string place_of(const Mark& mark, const Mark& from) const;

  bool has_errors() const { return errors_ > 0; }
  std::size_t count() const { return list_.size(); }
  // Whether further diagnostics of this severity are discarded. A check that can find many may stop then.
  bool full(Severity severity = Severity::kError) const;
  // Returns the diagnostics in file order, without duplicates, and clears the list. Call once, at the end.
  std::vector<Diagnostic> take();
  // Whether an earlier load of exactly these files found no error. A check that takes long and can find only errors may
  // then be left out.
  bool is_known_valid() const { return is_known_valid_; }
  void set_known_valid() { is_known_valid_ = true; }
  const std::vector<BotDefinition::File>& files() const { return files_; }
  // Adds a file and returns its index.
  int add(BotDefinition::File file) {
    files_.push_back(std::move(file));
    return static_cast<int>(files_.size()) - 1;
  }

 private:
  void add(Severity severity, const char* code, const Mark& mark, std::string_view word, const std::string& message,
           const std::string& hint);
  struct Finding {
    Mark mark;
    Diagnostic diagnostic;
  };
  std::vector<BotDefinition::File> files_;
  std::vector<Finding> list_;
  std::size_t errors_ = 0;    // counts only those kept
  std::size_t warnings_ = 0;  // counts only those kept
  bool is_known_valid_ = false;
};

// Suggests the entry of `known` nearest to `word` by edit distance, as "did you mean 'x'?". Empty when none is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

// Like did_you_mean(), but lists all of `known` when none is close: "one of: a, b, c".
std::string did_you_mean_or_list(std::string_view word, const std::vector<std::string>& known);

// Returns `word` in quotes, fit for a message: one line, no control characters, at most about 60 bytes.
std::string quoted(std::string_view word);

}  // namespace parley::config
