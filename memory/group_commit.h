// GroupCommit: callers that arrive together share one transaction, and each is answered after it.
//
// The idea: what a commit costs is mostly the wait for the disk, and one wait does for many. Whoever comes while nobody
// writes, writes at once. Those that come meanwhile gather in the next group; the first of them is its leader and
// writes for all of it. So groups grow by themselves as callers do, and a caller alone pays an uncontended lock.
//
// Invariants
//   1. At most `at_once` groups are being written.
//   2. A caller returns after the group that it was in has been written, with its own answer.
//   3. A group is written in the order in which its members came.
//   4. The next leader is woken before anybody else: the disk does not wait for those who are done.
//
// Tested by tests/memory/group_commit_test.cc.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "parley/result.h"

namespace parley::memory {

// Thread-safe. Outlives its callers.
template <class Work>
class GroupCommit {
 public:
  struct Member {
    Work& work;
    Result<void> answer;
  };
  // Writes the work of all, and answers each.
  using Write = std::function<void(const std::vector<Member*>&)>;

  explicit GroupCommit(Write write, int at_once = 1) : write_(std::move(write)), at_once_(at_once) {}
  GroupCommit(const GroupCommit&) = delete;
  GroupCommit& operator=(const GroupCommit&) = delete;

  Result<void> commit(Work& work) {
    Member own{work, {}};
    std::unique_lock lock(mutex_);
    const bool leads = gathering_ == nullptr;
    const std::shared_ptr<Group> group = leads ? std::make_shared<Group>() : gathering_;
    group->members.push_back(&own);
    gathering_ = group;
    if (!leads) {
      lock.unlock();
      group->written.wait();
      return std::move(own.answer);
    }
    if (writing_ == at_once_) {
      lock.unlock();
      group->may_write.wait();  // from the leader whose place this one takes
      lock.lock();
    } else {
      ++writing_;
    }
    gathering_ = nullptr;
    lock.unlock();

    write(group->members);

    lock.lock();
    const std::shared_ptr<Group> next = gathering_ && !gathering_->called ? gathering_ : nullptr;
    if (next) {
      next->called = true;
    } else {
      --writing_;
    }
    lock.unlock();
    if (next) next->may_write.set();
    group->written.set();
    return std::move(own.answer);
  }

 private:
  // Whatever is thrown, the next group is written and nobody waits for ever.
  void write(const std::vector<Member*>& members) const {
    try {
      write_(members);
    } catch (const std::exception&) {  // no memory
      for (Member* member : members) member->answer = Unexpected(ErrorCode::kStoreUnavailable, "out of memory");
    }
  }

  class Signal {
   public:
    void wait() const { set_.wait(0, std::memory_order_acquire); }
    void set() {
      set_.store(1, std::memory_order_release);
      set_.notify_all();
    }

   private:
    std::atomic<int> set_ = 0;
  };
  // Shared, because its leader still wakes the last while the first are gone.
  struct Group {
    std::vector<Member*> members;
    bool called = false;  // a place was left to it
    Signal may_write, written;
  };

  const Write write_;
  const int at_once_;
  std::mutex mutex_;
  int writing_ = 0;
  std::shared_ptr<Group> gathering_;  // null: nobody waits. Set only while all places are taken
};

}  // namespace parley::memory
