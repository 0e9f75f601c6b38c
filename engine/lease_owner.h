// LeaseOwner identifies the engine that runs a tool call to other engines over the same store.
//
// A running call is stored with its owner and with the latest time at which it can end. Another engine that finds the
// call waits until that time. It does not wait if it can see that the owner is gone: the owner was an engine of the
// same process and was destroyed, or its process on the same machine has ended.
//
// Tested by tests/engine/crash_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace parley::engine {

class LeaseOwner {
 public:
  LeaseOwner();
  ~LeaseOwner();
  LeaseOwner(const LeaseOwner&) = delete;
  LeaseOwner& operator=(const LeaseOwner&) = delete;

  // "<machine and boot>/<process>/<its start>/<engine>". Unique among all engines, past and future.
  const std::string& name() const { return name_; }

  // True only if the owner certainly is gone. False if this process cannot know.
  static bool is_gone(std::string_view name);

 private:
  std::string name_;
};

}  // namespace parley::engine
