// Tells an observer when writes begin and end. Tested by tests/memory/observed_store_test.cc.
#include <functional>
#include <memory>
#include <utility>

#include "memory/forwarding_store.h"
#include "parley/stores.h"

namespace parley {
namespace {

using Observer = std::function<void(bool begins)>;

class ObservedStore final : public memory::ForwardingStore {
 public:
  ObservedStore(std::shared_ptr<SessionStore> inner, Observer observe)
      : ForwardingStore(std::move(inner)), observe_(std::move(observe)) {}

  Result<void> commit(const Commit& commit) override {
    const Notice notice(observe_);
    return inner()->commit(commit);
  }
  Result<void> change_items(const ItemChange& change) override {
    const Notice notice(observe_);
    return inner()->change_items(change);
  }
  Result<std::size_t> drop_expired_items(TimeMs now) override {
    const Notice notice(observe_);
    return inner()->drop_expired_items(now);
  }
  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    const Notice notice(observe_);
    return inner()->annotate(session, notes);
  }
  Result<void> put(const SessionRecord& record) override {
    const Notice notice(observe_);
    return inner()->put(record);
  }
  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    const Notice notice(observe_);
    return inner()->erase(sessions);
  }
  Result<void> forget_expired(TimeMs before) override {
    const Notice notice(observe_);
    return inner()->forget_expired(before);
  }

 private:
  struct Notice {
    explicit Notice(const Observer& its_observe) : observe(its_observe) { observe(true); }
    ~Notice() { observe(false); }
    Notice(const Notice&) = delete;
    Notice& operator=(const Notice&) = delete;
    const Observer& observe;
  };
  const Observer observe_;
};

}  // namespace

std::shared_ptr<SessionStore> observe_writes(std::shared_ptr<SessionStore> store, Observer observe) {
  return std::make_shared<ObservedStore>(std::move(store), std::move(observe));
}

}  // namespace parley
