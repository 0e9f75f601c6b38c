// Runs work in a child process and collects everything it leaves except its store.
//
// The child is forked while the parent has no other threads. It is killed after 30 s or when the parent dies. Core
// dumps are off, because a core holds all memory of the process.
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

#include "tests/memory/temp_folder.h"

namespace parley::audit {

struct ProcessOutput {
  int code = -1;      // exit code; -1 if a signal ended it
  int signal = 0;     // the signal that ended it; 0 if it exited
  std::string out;    // standard output and standard error
  std::string files;  // names and contents of all files in its folder, except its store

  bool was_killed_by(int one) const { return code == -1 && signal == one; }
};

// Removes the test framework's signal handlers.
inline void reset_signal_handlers() {
  for (const int one : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGALRM, SIGXFSZ, SIGPIPE})
    ::signal(one, SIG_DFL);
}

// Runs `work` in a child process with the working directory `folder`. The exit code is the result of `work`. Files
// whose names begin with "sessions.db" are the store.
inline ProcessOutput run_watched(const test::TempFolder& folder, const std::function<int()>& work) {
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
    reset_signal_handlers();
    ::alarm(kSeconds);
    const rlimit none{0, 0};
    const int file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const bool begun = file >= 0 && ::dup2(file, STDOUT_FILENO) >= 0 && ::dup2(file, STDERR_FILENO) >= 0 &&
                       ::setrlimit(RLIMIT_CORE, &none) == 0 && ::chdir(folder.path().c_str()) == 0;
    if (!begun || ::getppid() != parent) ::_exit(kCannotBegin);
    int code = kThrew;
    try {
      code = work();
    } catch (...) {  // the test framework has printed the failed assertion
    }
    std::cout.flush();
    std::fflush(nullptr);
    ::_exit(code);
  }
  int status = 0;
  ProcessOutput output;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return output;
  if (WIFEXITED(status)) output.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) output.signal = WTERMSIG(status);
  output.out = test::bytes_of(out);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name.rfind("sessions.db", 0) == 0) continue;
    output.files += name + ": " + test::bytes_of(entry.path().string()) + "\n";
  }
  return output;
}

}  // namespace parley::audit
