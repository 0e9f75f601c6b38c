#include "memory/commit_rules.h"

namespace parley::memory {

Result<void> check_commit(const Commit& commit) {
  const auto broken = [](const char* rule) { return Unexpected(ErrorCode::kInternal, rule); };
  if (commit.expected_version < 0 || commit.state.version != commit.expected_version + 1) {
    return broken("commit: the state's version is not the one that follows the expected version");
  }
  if (commit.turn.turn.session != commit.state.session) return broken("commit: state and turn of two sessions");
  std::int64_t seq = messages_before(commit);
  if (seq < 0) return broken("commit: the state counts fewer messages than the commit brings");
  for (const Message& message : commit.messages) {
    if (message.seq != ++seq) return broken("commit: message numbers do not lead up to the state's count");
  }
  return {};
}

std::int64_t messages_before(const Commit& commit) {
  return commit.state.messages - static_cast<std::int64_t>(commit.messages.size());
}

Unexpected stale_version() {
  return Unexpected(ErrorCode::kStaleVersion, "the session was written by somebody else since it was loaded");
}

Unexpected messages_not_dense() {
  return Unexpected(ErrorCode::kInternal, "commit: the messages do not follow the stored ones");
}

Unexpected already_answered() {
  return Unexpected(ErrorCode::kInternal, "commit: the message id has been answered before");
}

}  // namespace parley::memory
