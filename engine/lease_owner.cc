// Tested by tests/torture/stopped_writer_test.cc.
#include "engine/lease_owner.h"

#include <array>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>

#include <unistd.h>

#include "base/hash.h"

namespace parley::engine {
namespace {

// Living holds the names of the engines that exist in this process.
struct Living {
  std::mutex mutex;
  std::set<std::string, std::less<>> names;
};

Living& living() {
  static Living all;
  return all;
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Identifies one boot of a machine and one PID namespace. Processes with the same value see each other's process
// numbers.
std::string machine() {
  std::array<char, 128> space{};
  const auto length = ::readlink("/proc/self/ns/pid", space.data(), space.size());
  const std::string boot = first_line("/proc/sys/kernel/random/boot_id");
  return base::fingerprint(boot + std::string(space.data(), length > 0 ? static_cast<std::size_t>(length) : 0));
}

// Returns the start time of a process, which distinguishes it from later processes with the same number. Returns "" if
// no process has this number.
std::string start_of(const std::string& process) {
  const std::string stat = first_line("/proc/" + process + "/stat");
  const std::size_t name_end = stat.rfind(')');  // in a text like "12 (name) S 1 ..."
  if (name_end == std::string::npos) return {};
  std::size_t at = name_end;
  for (int field = 2; field < 22 && at != std::string::npos; ++field) at = stat.find(' ', at + 1);
  return at == std::string::npos ? std::string() : stat.substr(at + 1, stat.find(' ', at + 1) - at - 1);
}

std::string process_prefix() {
  const std::string process = std::to_string(::getpid());
  return machine() + "/" + process + "/" + start_of(process) + "/";
}

std::string_view take_part(std::string_view& rest) {
  const std::size_t end = rest.find('/');
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return part;
}

}  // namespace

LeaseOwner::LeaseOwner() : name_(process_prefix() + base::random_hex(8)) {
  Living& all = living();
  const std::lock_guard lock(all.mutex);
  all.names.insert(name_);
}

LeaseOwner::~LeaseOwner() {
  Living& all = living();
  const std::lock_guard lock(all.mutex);
  all.names.erase(name_);
}

bool LeaseOwner::is_gone(std::string_view name) {
  std::string_view rest = name;
  const std::string on(take_part(rest)), process(take_part(rest)), start(take_part(rest));
  if (on != machine() || process.find_first_not_of("0123456789") != std::string::npos || process.empty()) return false;
  if (start_of(process) != start) return true;
  if (process != std::to_string(::getpid())) return false;
  Living& all = living();
  const std::lock_guard lock(all.mutex);
  return all.names.count(name) == 0;
}

}  // namespace parley::engine
