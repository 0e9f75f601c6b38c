// HeldState is the state of a session in the in-memory store: an object while the session is in use, and bytes while it
// rests (memory/state_form.h). The object of an idle session takes 1,400 bytes, and the bytes 300.
//
// Not thread-safe. Tested by tests/memory/memory_store_test.cc.
#pragma once

#include <memory>
#include <string>

#include "parley/session.h"

namespace parley::memory {

class HeldState {
 public:
  HeldState() = default;  // of a session that does not exist
  explicit HeldState(const SessionState& state);

  // The members that commits, lists and counts compare. They need no read of the bytes.
  std::int64_t version() const { return version_; }
  std::int64_t turns() const { return turns_; }
  std::int64_t messages() const { return messages_; }
  std::int64_t trimmed() const { return trimmed_; }
  TimeMs created_at() const { return created_at_; }
  TimeMs updated_at() const { return updated_at_; }
  TimeMs expires_at() const { return expires_at_; }
  const std::string& bot() const { return bot_; }
  bool is_handed_off() const { return is_handed_off_; }

  std::shared_ptr<const SessionState> get() const;  // never null
  void rest();                                      // keeps only the bytes. Has no effect if memory runs out

 private:
  std::shared_ptr<const SessionState> state_;  // null: it rests, or the session does not exist
  std::string form_;                           // empty unless it rests
  std::string bot_;
  std::int64_t version_ = 0, turns_ = 0, messages_ = 0, trimmed_ = 0;
  TimeMs created_at_ = 0, updated_at_ = 0, expires_at_ = 0;
  bool is_handed_off_ = false;
};

}  // namespace parley::memory
