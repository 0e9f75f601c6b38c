// LeaseOwner: who runs a tool call, as other engines over the same store can tell.
//
// The idea: a call that is running is stored with the runner's name and the moment at which it will have ended at the
// latest. Another engine that comes upon it waits until then, unless it can see that the runner is gone: an engine of
// this process that was destroyed, or a process of this machine that has ended.
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

  // "<machine and its boot>/<process>/<its start>/<engine>". No two engines have the same, now or later.
  const std::string& name() const { return name_; }

  // Certainly. False as well when it cannot be told from here.
  static bool is_gone(std::string_view name);

 private:
  std::string name_;
};

}  // namespace parley::engine
