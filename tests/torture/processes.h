// Child processes that never outlive the test, pipes between them, and shared memory.
//
// Children are forked while the parent has no other threads. Only children run engines, which start threads.
#pragma once

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace parley::torture {

// Diagnostics collects the first errors and the number of all errors. Thread-safe. Processes share a Diagnostics if it
// is in Shared memory.
class Diagnostics {
 public:
  Diagnostics() {
    pthread_mutexattr_t shared;
    ::pthread_mutexattr_init(&shared);
    ::pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    ::pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
    ::pthread_mutex_init(&mutex_, &shared);
  }
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  void add(const std::string& what) {
    if (::pthread_mutex_lock(&mutex_) == EOWNERDEAD) ::pthread_mutex_consistent(&mutex_);
    const std::size_t room = sizeof text_ - 1 - length_;
    const std::string line = what + "\n";
    if (line.size() <= room) {
      std::memcpy(text_ + length_, line.data(), line.size());
      length_ += line.size();
    }
    ++count_;
    ::pthread_mutex_unlock(&mutex_);
  }
  bool expect(bool holds, const std::string& what) {
    if (!holds) add(what);
    return holds;
  }

  // Returns the errors, or an empty text. Call it when no process writes any more.
  std::string all() const {
    return count_ == 0 ? std::string() : std::to_string(count_) + " findings:\n" + std::string(text_, length_);
  }

 private:
  pthread_mutex_t mutex_;
  std::size_t length_ = 0;
  std::size_t count_ = 0;
  char text_[4000] = {};
};

// `count` objects that this process shares with the processes that it forks later.
template <typename T>
class Shared {
 public:
  explicit Shared(std::size_t count = 1) : count_(count) {
    void* memory = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    objects_ = new (memory) T[count];
  }
  ~Shared() { ::munmap(objects_, bytes()); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  T* operator->() const { return objects_; }
  T& operator*() const { return *objects_; }
  T& operator[](std::size_t index) const { return objects_[index]; }
  std::size_t size() const { return count_; }

 private:
  std::size_t bytes() const { return std::max<std::size_t>(1, count_) * sizeof(T); }
  std::size_t count_;
  T* objects_;
};

// A pipe of records of one size, each written atomically.
template <typename Record>
class Pipe {
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) <= 512);

 public:
  Pipe() {
    if (::pipe(ends_) != 0) std::abort();
  }
  ~Pipe() {
    close_reading();
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool put(const Record& record) const { return ::write(ends_[1], &record, sizeof record) == sizeof record; }
  // Returns the next record; no value if all writers have closed the pipe.
  std::optional<Record> take() const {
    Record record;
    if (::read(ends_[0], &record, sizeof record) != sizeof record) return std::nullopt;
    return record;
  }
  // Returns the next record; no value if none arrived within this time.
  std::optional<Record> take_within(int milliseconds) const {
    pollfd ready{ends_[0], POLLIN, 0};
    if (::poll(&ready, 1, milliseconds) != 1 || !(ready.revents & POLLIN)) return std::nullopt;
    return take();
  }
  void close_reading() { close(ends_[0]); }
  void close_writing() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  int ends_[2] = {-1, -1};
};

// Child runs `work` in a child process, which exits with 0 if `work` returns true. The process is killed when this
// object is destroyed or the parent dies.
class Child {
 public:
  explicit Child(const std::function<bool()>& work) {
    std::cout.flush();
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    id_ = ::fork();
    if (id_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    bool good = false;
    try {
      good = ::getppid() == parent && work();
    } catch (...) {  // the test framework has printed the failed assertion
    }
    std::cout.flush();
    ::_exit(good ? 0 : 1);
  }
  ~Child() {
    if (id_ > 0) {
      kill();
      wait();
    }
  }
  Child(Child&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Child& operator=(Child&&) = delete;

  pid_t id() const { return id_; }
  void send(int signal) const { ::kill(id_, signal); }
  void kill() const { send(SIGKILL); }

  // Waits for this time. Returns whether the process has ended.
  bool ends_within(int milliseconds) const {
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, id_, 0));
    if (handle < 0) return true;
    pollfd ended{handle, POLLIN, 0};
    const bool over = ::poll(&ended, 1, milliseconds) == 1;
    ::close(handle);
    return over;
  }

  // Waits until the process ends. Returns true if its work succeeded.
  bool wait() {
    int status = -1;
    const bool ended = ::waitpid(std::exchange(id_, -1), &status, 0) > 0;
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  // Waits until the process has stopped itself. Returns false if it ended instead.
  bool wait_until_stopped() {
    int status = -1;
    if (::waitpid(id_, &status, WUNTRACED) <= 0) return false;
    if (WIFSTOPPED(status)) return true;
    id_ = -1;
    return false;
  }

 private:
  pid_t id_ = -1;
};

// Waits for all processes. Returns true if all succeeded.
inline bool wait_for(std::vector<Child>& children, const std::function<void()>& meanwhile) {
  bool good = true;
  for (Child& child : children) {
    while (!child.ends_within(100)) meanwhile();
    good = child.wait() && good;
  }
  return good;
}

}  // namespace parley::torture
