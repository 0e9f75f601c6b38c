// Records the side effects of the bot's tools as lines in a file, which outlives the process.
#pragma once

#include <fstream>
#include <map>
#include <set>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "parley/tool.h"
#include "tests/torture/torture_bot.h"

namespace parley::torture {

inline bool record_effect(const std::string& path, const ToolCall& call) {
  const std::string order = argument(call, "order");
  const std::string line = call.name + " " + (order.empty() ? "-" : order) + " " + call.idempotency_key + "\n";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool done =
      ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) && ::fdatasync(file) == 0;
  ::close(file);
  return done;
}

struct Effects {
  explicit Effects(const std::string& path) {
    std::ifstream file(path);
    for (std::string tool, order, key; file >> tool >> order >> key;) {
      ++by_key[key];
      tool_of[key] = tool;
      if (order != "-") keys[tool + " " + order].insert(key);
    }
  }
  int of(const std::string& key) const {
    const auto found = by_key.find(key);
    return found == by_key.end() ? 0 : found->second;
  }
  // Returns the idempotency keys with which a tool was called for an order.
  std::set<std::string> keys_for(const std::string& tool, const std::string& order) const {
    const auto found = keys.find(tool + " " + order);
    return found == keys.end() ? std::set<std::string>() : found->second;
  }

  std::map<std::string, int> by_key;
  std::map<std::string, std::string> tool_of;
  std::map<std::string, std::set<std::string>> keys;
};

}  // namespace parley::torture
