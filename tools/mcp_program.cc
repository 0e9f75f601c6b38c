// MCP over the standard input and output of a program. Tested by tests/tools/mcp_program_test.cc.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/nesting.h"
#include "tools/mcp_transport.h"

namespace parley::tools {
namespace {

using std::chrono::milliseconds;

Unexpected program_error(ErrorCode code, const char* what) {
  return Unexpected(code, std::string("the MCP server: ") + what);
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

struct Pipe {
  int read = -1, write = -1;
  ~Pipe() {
    close_if_open(read);
    close_if_open(write);
  }
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

// The directories in which parley looks for a program.
constexpr std::array<const char*, 3> kPath{"/usr/local/bin", "/usr/bin", "/bin"};

bool can_be_started(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  return std::any_of(kPath.begin(), kPath.end(),
                     [&](const char* in) { return ::access((std::string(in) + '/' + program).c_str(), X_OK) == 0; });
}

// Starts a program in a process group; 0: a new group of its own. `descriptors` are pairs of a descriptor of this
// process and its number in the program. Returns -1 if the program cannot be started.
pid_t spawn(std::vector<std::string> words, const std::vector<std::pair<int, int>>& descriptors, pid_t group) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const auto& [here, there] : descriptors) posix_spawn_file_actions_adddup2(&actions, here, there);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, group);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string path = std::string("PATH=") + kPath[0] + ':' + kPath[1] + ':' + kPath[2];
  char* environment[] = {path.data(), nullptr};
  pid_t pid = -1;
  const int failed = ::posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? pid : -1;
}

void wait_for_end(pid_t pid) {
  while (pid > 0 && ::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// Starts a shell in a new process group. Its first line names a program. When its standard input ends, it kills this
// program with the group that the program may have made for itself, and then its own group.
pid_t start_guard(int in) {
  constexpr const char* kGuard =
      "exec >/dev/null 2>&1; read -r pid; read -r line; kill -s KILL -- \"-$pid\" \"$pid\"; kill -s KILL 0";
  return spawn({"/bin/sh", "-c", kGuard}, {{in, STDIN_FILENO}}, 0);
}

// Starts the program. It first writes its process id to the guard itself, because this process may be killed before it
// could.
pid_t start_guarded(const std::vector<std::string>& command, int in, int out, int to_guard, pid_t group) {
  std::vector<std::string> words{"/bin/sh", "-c", "echo $$ >&3; exec \"$@\" 3>&-", "sh"};
  words.insert(words.end(), command.begin(), command.end());
  return spawn(std::move(words), {{in, STDIN_FILENO}, {out, STDOUT_FILENO}, {to_guard, 3}}, group);
}

// Writes like write(). A pipe without a reader would end this process with SIGPIPE.
ssize_t write_without_signal(int to, std::string_view bytes) {
  sigset_t pipe_signal, before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t count = ::write(to, bytes.data(), bytes.size());
  const int error = errno;
  if (count < 0 && error == EPIPE) {
    const timespec no_wait{};
    while (sigtimedwait(&pipe_signal, nullptr, &no_wait) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

// A running program, which begins in the process group of its guard. Programs such as `timeout` make a group of their
// own. The destructor kills both groups, so that no child of the program outlives it. If this process ends without it,
// for example by a signal, the guard does so. The guard starts first, so that no program runs without a guard.
class Program {
 public:
  static std::unique_ptr<Program> start(const std::vector<std::string>& command) {
    auto program = std::unique_ptr<Program>(new Program());
    Pipe in, out, life;
    if (!can_be_started(command.front()) || !in.open() || !out.open() || !life.open()) return nullptr;
    program->guard_ = start_guard(life.read);
    std::swap(program->life_, life.write);
    if (program->guard_ < 0) return nullptr;
    program->pid_ = start_guarded(command, in.read, out.write, program->life_, program->guard_);
    if (program->pid_ < 0) return nullptr;
    std::swap(program->to_, in.write);
    std::swap(program->from_, out.read);
    ::fcntl(program->to_, F_SETFL, O_NONBLOCK);
    ::fcntl(program->from_, F_SETFL, O_NONBLOCK);
    return program;
  }

  ~Program() {
    // A process keeps its id until waitpid(), also if it has ended. So no other process or group has these ids.
    if (guard_ > 0) ::kill(-guard_, SIGKILL);
    if (pid_ > 0) ::kill(-pid_, SIGKILL), ::kill(pid_, SIGKILL);  // it may have moved to another group
    wait_for_end(pid_);
    wait_for_end(guard_);
    close_if_open(to_);
    close_if_open(from_);
    close_if_open(life_);
  }

  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  int to() const { return to_; }
  int from() const { return from_; }

 private:
  Program() = default;

  pid_t pid_ = -1, guard_ = -1;
  int to_ = -1, from_ = -1;
  int life_ = -1;  // the other end of the guard's standard input
};

// The time until which a request must be done. poll() measures it, in slices.
class Patience {
 public:
  explicit Patience(milliseconds left) : left_(left) {}

  // Waits until the descriptor is ready. Returns false when no time is left.
  bool wait(int descriptor, short events) {
    while (left_ > milliseconds(0)) {
      pollfd one{descriptor, events, 0};
      const int ready = ::poll(&one, 1, static_cast<int>(kSlice.count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
      left_ -= kSlice;
    }
    return false;
  }

 private:
  static constexpr milliseconds kSlice{10};
  milliseconds left_;
};

class McpProgram : public McpTransport {
 public:
  McpProgram(std::vector<std::string> command, std::size_t max_message_bytes)
      : command_(std::move(command)), max_message_bytes_(max_message_bytes) {}

  bool is_http() const override { return false; }

  Result<McpAnswer> send(const Value& message, const std::vector<std::string>&, milliseconds timeout) override {
    const std::lock_guard lock(mutex_);
    if (!program_) {
      program_ = Program::start(command_);
      received_.clear();
    }
    if (!program_) return program_error(ErrorCode::kInvalidRequest, "the program cannot be started");
    received_in_all_ = received_.size();
    Patience patience(timeout);
    auto answer = exchange(message, patience);
    if (!answer) program_.reset();
    return answer;
  }

 private:
  Result<McpAnswer> exchange(const Value& message, Patience& patience) {
    if (auto written = write_line(message.to_json(), patience); !written) return Unexpected(written.error());
    const Value* id = message.find("id");
    if (!id) return McpAnswer();
    for (;;) {
      auto line = read_line(patience);
      if (!line) return Unexpected(line.error());
      auto read = Value::parse(*line);
      if (!read || base::is_nested_deeper(*read)) continue;  // a program may print other lines
      const Value* of = read->find("id");
      if (!of) continue;
      if (read->find("method")) {
        if (auto refused = refuse_request(*read, *of, patience); !refused) return Unexpected(refused.error());
      } else if (*of == *id) {
        return McpAnswer{200, std::move(*read), {}};
      }
    }
  }

  // Answers a request of the server. parley has no capabilities that a server could use.
  Result<void> refuse_request(const Value& request, const Value& id, Patience& patience) {
    Value::Object response{{"jsonrpc", "2.0"}, {"id", id}};
    if (*request.find("method") == Value("ping")) {
      response["result"] = Value::Object{};
    } else {
      response["error"] = Value::Object{{"code", -32601}, {"message", "Method not found"}};
    }
    return write_line(Value(std::move(response)).to_json(), patience);
  }

  Result<void> write_line(std::string line, Patience& patience) {
    line += '\n';
    std::string_view rest = line;
    while (!rest.empty()) {
      if (!patience.wait(program_->to(), POLLOUT)) return timed_out();
      const ssize_t count = write_without_signal(program_->to(), rest);
      if (count < 0 && errno != EAGAIN && errno != EINTR) return ended();
      if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  Result<std::string> read_line(Patience& patience) {
    for (;;) {
      const std::size_t end = received_.find('\n');
      if (end != std::string::npos) {
        std::string line = received_.substr(0, end);
        received_.erase(0, end + 1);
        return line;
      }
      if (received_in_all_ > max_message_bytes_) {
        return program_error(ErrorCode::kLimitExceeded, "the response is too large");
      }
      if (!patience.wait(program_->from(), POLLIN)) return timed_out();
      char bytes[4096];
      const ssize_t count = ::read(program_->from(), bytes, sizeof bytes);
      if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return ended();
      if (count <= 0) continue;
      received_.append(bytes, static_cast<std::size_t>(count));
      received_in_all_ += static_cast<std::size_t>(count);
    }
  }

  static Unexpected timed_out() { return program_error(ErrorCode::kLimitExceeded, "the request timed out"); }
  static Unexpected ended() { return program_error(ErrorCode::kInvalidRequest, "the program has ended"); }

  const std::vector<std::string> command_;
  const std::size_t max_message_bytes_;
  std::mutex mutex_;
  std::unique_ptr<Program> program_;
  std::size_t received_in_all_ = 0;  // for the request. A limit, so that a program cannot send without end
  std::string received_;             // after the last line that was read
};

}  // namespace

std::unique_ptr<McpTransport> mcp_over_program(std::vector<std::string> command, std::size_t max_message_bytes) {
  return std::make_unique<McpProgram>(std::move(command), max_message_bytes);
}

}  // namespace parley::tools
