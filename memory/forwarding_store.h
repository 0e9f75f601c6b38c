// ForwardingStore passes every call on to another store. Stores that change only a few calls derive from it.
#pragma once

#include <memory>
#include <utility>

#include "parley/store.h"

namespace parley::memory {

class ForwardingStore : public SessionStore {
 public:
  explicit ForwardingStore(std::shared_ptr<SessionStore> inner) : inner_(std::move(inner)) {}

  Result<std::optional<SessionState>> load(std::string_view session) override { return inner_->load(session); }
  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    return inner_->find_turn(session, message_id);
  }
  Result<void> commit(const Commit& commit) override { return inner_->commit(commit); }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    return inner_->messages(session, limit, before);
  }
  Result<std::optional<TimeMs>> expired(std::string_view session) override { return inner_->expired(session); }
  Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) override {
    return inner_->find_conversation(continuation_id);
  }
  Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) override {
    return inner_->find_call(session, call_id);
  }

  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    return inner_->item(session, name);
  }
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    return inner_->items(session, prefix);
  }
  Result<void> change_items(const ItemChange& change) override { return inner_->change_items(change); }
  Result<std::size_t> drop_expired_items(TimeMs now) override { return inner_->drop_expired_items(now); }

  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override { return inner_->list(query); }
  Result<std::optional<SessionInfo>> summary(std::string_view session) override { return inner_->summary(session); }
  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    return inner_->annotate(session, notes);
  }
  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    return inner_->turns(session, after, limit);
  }
  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    return inner_->turn_messages(session, first, last);
  }
  Result<std::optional<SessionRecord>> record(std::string_view session) override { return inner_->record(session); }
  Result<void> put(const SessionRecord& record) override { return inner_->put(record); }
  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override { return inner_->erase(sessions); }
  std::string erase_leaves() const override { return inner_->erase_leaves(); }
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override { return inner_->search(query); }
  Result<void> forget_expired(TimeMs before) override { return inner_->forget_expired(before); }
  Result<StoreCounts> counts(TimeMs now) override { return inner_->counts(now); }
  Result<std::int64_t> unarchived() override { return inner_->unarchived(); }

 protected:
  const std::shared_ptr<SessionStore>& inner() const { return inner_; }

 private:
  std::shared_ptr<SessionStore> inner_;
};

}  // namespace parley::memory
