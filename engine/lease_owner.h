// LeaseOwner is the name of an engine. Other engines over the same store see by this name which engine runs a tool
// call.
//
// A running call is stored with its owner and with the latest time at which it can end. Another engine that finds the
// call waits until that time. It does not wait if it can see that the owner is gone. The owner is gone if it was an
// engine of the same process and was destroyed, or if its process ran on the same machine and has ended.
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

  // "<machine and boot>/<process>/<start of the process>/<engine>". No other engine ever has the same name.
  const std::string& name() const { return name_; }

  // Returns true only if the owner is certainly gone. Returns false if this process cannot know.
  static bool is_gone(std::string_view name);

 private:
  std::string name_;
};

}  // namespace parley::engine
