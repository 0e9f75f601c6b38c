// Tested by tests/engine/retention_test.cc.
#include "engine/retention.h"

#include <utility>

namespace parley::engine {
namespace {

bool has_rested_too_long(TimeMs updated_at, const config::BotDefinition& bot, TimeMs now) {
  return bot.session.retention > 0 && now > updated_at && now - updated_at > bot.session.retention;
}

// load(), summary() and list() decide what a reader finds. Their callers ask for the rest by what these have found.
class RetainedSessions final : public SessionStore {
 public:
  RetainedSessions(std::shared_ptr<SessionStore> store, const config::BotDefinition& bot, std::shared_ptr<Clock> clock)
      : store_(std::move(store)), bot_(bot), clock_(std::move(clock)) {}

  Result<std::optional<SessionState>> load(std::string_view session) override {
    auto state = store_->load(session);
    if (!state || !*state) return state;
    const auto past = is_past_retention(*store_, **state, bot_, clock_->now());
    if (!past) return Unexpected(past.error());
    if (*past) return std::optional<SessionState>();
    return state;
  }

  Result<std::optional<SessionSummary>> summary(std::string_view session) override {
    auto summary = store_->summary(session);
    if (summary && *summary && is_past(**summary)) return std::optional<SessionSummary>();
    return summary;
  }

  Result<std::vector<SessionSummary>> list(const SessionQuery& query) override {
    auto page = store_->list(query);
    if (page) std::erase_if(*page, [&](const SessionSummary& each) { return is_past(each); });
    return page;
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    return store_->find_turn(session, message_id);
  }
  Result<void> commit(const Commit& commit) override { return store_->commit(commit); }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    return store_->messages(session, limit, before);
  }
  Result<std::optional<TimeMs>> expired(std::string_view session) override { return store_->expired(session); }
  Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) override {
    return store_->find_conversation(continuation_id);
  }
  Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) override {
    return store_->find_call(session, call_id);
  }
  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    return store_->item(session, name);
  }
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    return store_->items(session, prefix);
  }
  Result<void> change_items(const ItemChange& change) override { return store_->change_items(change); }
  Result<std::size_t> drop_expired_items(TimeMs now) override { return store_->drop_expired_items(now); }
  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    return store_->annotate(session, notes);
  }
  Result<std::optional<SessionRecord>> record(std::string_view session) override { return store_->record(session); }
  Result<void> put(const SessionRecord& record) override { return store_->put(record); }
  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override { return store_->erase(sessions); }
  std::string erase_leaves() const override { return store_->erase_leaves(); }
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override { return store_->search(query); }
  Result<void> forget_expired(TimeMs before) override { return store_->forget_expired(before); }
  Result<StoreCounts> counts(TimeMs now) override { return store_->counts(now); }
  Result<std::int64_t> unarchived() override { return store_->unarchived(); }

 private:
  bool is_past(const SessionSummary& each) const {
    return each.bot == bot_.id && each.notes.archived_at == 0 &&
           has_rested_too_long(each.updated_at, bot_, clock_->now());
  }

  std::shared_ptr<SessionStore> store_;
  const config::BotDefinition& bot_;
  std::shared_ptr<Clock> clock_;
};

}  // namespace

Result<bool> is_past_retention(SessionStore& store, const SessionState& state, const config::BotDefinition& bot,
                               TimeMs now) {
  if (state.bot != bot.id || !has_rested_too_long(state.updated_at, bot, now)) return false;
  const auto summary = store.summary(state.session);
  if (!summary) return Unexpected(summary.error());
  return !*summary || (*summary)->notes.archived_at == 0;
}

std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store,
                                                     const config::BotDefinition& bot, std::shared_ptr<Clock> clock) {
  if (bot.session.retention == 0) return store;
  return std::make_shared<RetainedSessions>(std::move(store), bot, std::move(clock));
}

}  // namespace parley::engine
