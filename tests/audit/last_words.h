// Last words: a process that is watched until its end, and all that it leaves behind but its store.
//
// It is forked while this one has no threads of its own, lives for half a minute at most, and goes with its parent.
// Cores are not written: what a machine's owner lets be dumped holds whatever the process held.
#pragma once

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/memory/files.h"

namespace parley::audit {

struct LastWords {
  int code = -1;      // that it ended with; -1: a signal ended it
  int signal = 0;     // that one
  std::string out;    // its standard output and its complaints
  std::string files;  // beside its store: their names and what is in them

  bool is_dead_by(int one) const { return code == -1 && signal == one; }
};

// What a test's framework does when a process crashes is not what is watched.
inline void let_signals_kill() {
  for (const int one : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGALRM, SIGXFSZ, SIGPIPE})
    ::signal(one, SIG_DFL);
}

// Runs `work` in a process of its own whose folder is `place`; it ends with what `work` returns. Files that begin with
// "sessions.db" are its store.
inline LastWords last_words(const test::TempFolder& place, const std::function<int()>& work) {
  constexpr unsigned kSeconds = 30;
  constexpr int kCannotBegin = 97, kThrew = 98;
  const test::TempFolder outside;
  const std::string out = outside.file("out");
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    let_signals_kill();
    ::alarm(kSeconds);
    const rlimit none{0, 0};
    const int file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const bool begun = file >= 0 && ::dup2(file, STDOUT_FILENO) >= 0 && ::dup2(file, STDERR_FILENO) >= 0 &&
                       ::setrlimit(RLIMIT_CORE, &none) == 0 && ::chdir(place.path().c_str()) == 0;
    if (!begun || ::getppid() != parent) ::_exit(kCannotBegin);
    int code = kThrew;
    try {
      code = work();
    } catch (...) {  // a failed assertion says so on the output
    }
    std::cout.flush();
    std::fflush(nullptr);
    ::_exit(code);
  }
  int status = 0;
  LastWords words;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return words;
  if (WIFEXITED(status)) words.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) words.signal = WTERMSIG(status);
  words.out = test::bytes_of(out);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place.path())) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name.rfind("sessions.db", 0) == 0) continue;
    words.files += name + ": " + test::bytes_of(entry.path().string()) + "\n";
  }
  return words;
}

}  // namespace parley::audit
