// Diagnostics: what is wrong with the files being read, each with its place, and the way to say one more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/result.h"

namespace parley::config {

// One per set of files being read. It keeps the first 1,000 errors, for a file with more is broken as a whole,
// and as many warnings: no warning takes an error's place.
class Diagnostics {
 public:
  explicit Diagnostics(std::vector<BotDefinition::File> files) : files_(std::move(files)) {}

  // `code` is one of docs/bot-format.md's. `word` is what the finding points at, as written. Nothing that a file
  // says can break the one line a finding is printed on: control characters are shown as '?', long words are cut.
  void error(const char* code, const Mark& mark, std::string_view word, const std::string& message,
             const std::string& hint = {});
  void warning(const char* code, const Mark& mark, std::string_view word, const std::string& message,
               const std::string& hint = {});

  // The place of `word` inside the scalar that starts at `mark`; `mark` itself when it is not found as written.
  Mark inside(const Mark& mark, std::string_view word) const;
  // The place of byte `index` of `text.value` in the file, whatever quotes, escapes and folds it was written with.
  Mark inside(const Text& text, std::size_t index) const;

  bool has_errors() const { return errors_ > 0; }
  // No more will be kept: a check that looks for many can stop.
  bool full(Severity severity = Severity::kError) const;
  // In the order of the files; call once, at the end.
  std::vector<Diagnostic> take();
  const std::vector<BotDefinition::File>& files() const { return files_; }
  // One more file, and its index.
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
  std::size_t errors_ = 0;  // kept; likewise
  std::size_t warnings_ = 0;
};

// The nearest of `known` to `word` in edit distance, as "did you mean 'x'?"; empty when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

// The same, or else all of `known`: "one of: a, b, c".
std::string did_you_mean_or_list(std::string_view word, const std::vector<std::string>& known);

// 'word', fit to stand in a message: one line, no control characters, at most 60 bytes.
std::string quoted(std::string_view word);

}  // namespace parley::config
