// Where a person's lines come from: at a terminal with editing and a history, otherwise as they are piped in.
// The history lives in memory only: what is typed at a bot is nobody else's.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace parley::cli {

class Prompt {
 public:
  Prompt();
  ~Prompt();
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  bool at_terminal() const;

  // The next line, without its newline; none at the end. `words` stand before it at a terminal.
  std::optional<std::string> read(const std::string& words);

 private:
  struct Editor;
  std::unique_ptr<Editor> editor_;  // none: no terminal
};

}  // namespace parley::cli
