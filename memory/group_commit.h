// GroupCommit lets callers that arrive together share one transaction. After the transaction, each caller gets its own
// result.
//
// Most of the cost of a commit is the wait for the disk, and one wait can serve many commits. A caller that arrives
// while no group is being written writes at once. Callers that arrive during a write gather in the next group. The
// first caller of a group is its leader and writes for all members. Groups therefore grow with the number of callers,
// and a single caller only pays for an uncontended lock.
//
// Invariants
//   1. At most `at_once` groups are written concurrently.
//   2. A caller returns after its group has been written, with its own result.
//   3. A group is written in the order in which its members arrived.
//   4. The next leader is woken before the members of the finished group, so that the disk does not wait for them.
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

// Thread-safe. Must outlive its callers.
template <class Work>
class GroupCommit {
 public:
  struct Member {
    Work& work;
    Result<void> answer;
  };
  // Writes the work of all members and sets their answers.
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
      group->may_write.wait();  // set by the leader that has finished and passes on its place
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
  // Catches every std::exception, because otherwise the next group would not be written and its callers would wait
  // forever.
  void write(const std::vector<Member*>& members) const {
    try {
      write_(members);
    } catch (const std::exception&) {  // out of memory
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
  // Held by shared_ptr, because the leader may still wake members after the first members have returned.
  struct Group {
    std::vector<Member*> members;
    bool called = false;  // a running writer has passed its place to this group
    Signal may_write, written;
  };

  const Write write_;
  const int at_once_;
  std::mutex mutex_;
  int writing_ = 0;
  std::shared_ptr<Group> gathering_;  // the group that waits while `at_once_` groups are written; null: none waits
};

}  // namespace parley::memory
