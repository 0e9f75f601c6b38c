// Tested by tests/cli/terminal_test.
#include "cli/prompt.h"

#include <cstdio>
#include <iostream>

#include <histedit.h>
#include <unistd.h>

namespace parley::cli {

struct Prompt::Editor {
  Editor() : line(el_init("parley", stdin, stdout, stderr)), lines(history_init()) {
    HistEvent event;
    history(lines, &event, H_SETSIZE, 1000);
    history(lines, &event, H_SETUNIQUE, 1);
    el_set(line, EL_CLIENTDATA, this);
    el_set(line, EL_PROMPT, &Editor::prompt_of);
    el_set(line, EL_EDITOR, "emacs");
    el_set(line, EL_SIGNAL, 1);
    el_set(line, EL_HIST, history, lines);
    el_source(line, nullptr);  // reads the user's ~/.editrc
  }
  ~Editor() {
    el_end(line);
    history_end(lines);
  }

  static char* prompt_of(EditLine* line) {
    Editor* self = nullptr;
    el_get(line, EL_CLIENTDATA, &self);
    return self->prompt_text.data();
  }

  EditLine* line;
  History* lines;
  std::string prompt_text;
};

Prompt::Prompt() {
  if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) editor_ = std::make_unique<Editor>();
}

Prompt::~Prompt() = default;

bool Prompt::at_terminal() const { return editor_ != nullptr; }

std::optional<std::string> Prompt::read(const std::string& prompt_text) {
  if (!editor_) {
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
    return line;
  }
  editor_->prompt_text = prompt_text;
  int length = 0;
  const char* text = el_gets(editor_->line, &length);
  if (text == nullptr || length <= 0) return std::nullopt;
  std::string line(text);
  HistEvent event;
  if (line.find_first_not_of(" \t\n") != std::string::npos) history(editor_->lines, &event, H_ENTER, line.c_str());
  line.erase(line.find_last_not_of("\r\n") + 1);
  return line;
}

}  // namespace parley::cli
