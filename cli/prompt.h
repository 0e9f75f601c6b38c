// Prompt reads lines from the user. On a terminal it has editing and history; otherwise it reads standard input. The
// history is kept only in memory, because it is private.
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

  // Returns the next line without its newline; unset at the end of input. `prompt_text` is the prompt on a terminal.
  std::optional<std::string> read(const std::string& prompt_text);

 private:
  struct Editor;
  std::unique_ptr<Editor> editor_;  // null if input is not a terminal
};

}  // namespace parley::cli
