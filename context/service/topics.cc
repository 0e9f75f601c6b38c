// Keeps the topics of a session. Adds new messages to them when a caller asks for the topics.
//
// When messages move from the topics to packs, both are stored in one change, so that no message is lost in between.
//
// Tested by tests/context/service/context_topics_test.cc.
#include <algorithm>
#include <optional>
#include <utility>

#include "context/service/context_service.h"
#include "memory/item_names.h"
#include "memory/sessions/conversations.h"

namespace parley::context {
namespace {

constexpr std::int64_t kTopicPage = 64;
constexpr std::size_t kMaxSearchedSessions = 10'000;  // sessions of one search

Unexpected no_topics() {
  return Unexpected(ErrorCode::kInvalidRequest, "the bot has no topics; enable them with `memory: {topics: {}}`");
}

// Moves the bytes of the packs that are not stored yet out of `topics`, and returns them as items. A pack that was
// loaded from the store has no bytes in `topics`. Names of packs are never reused.
std::vector<Item> new_packs(Topics& topics, const std::string& prefix) {
  std::vector<Item> items;
  const auto take = [&](std::vector<Topic>& all) {
    for (Topic& topic : all) {
      for (PackedMessages& pack : topic.packed) {
        if (!pack.bytes.empty()) items.push_back({prefix + pack.name, 1, 0, std::exchange(pack.bytes, {})});
      }
    }
  };
  take(topics.kept);
  take(topics.archived);
  return items;
}

const std::string& title_of(const Topics& topics, const TopicFound& found) {
  const std::vector<Topic>& all = found.archived ? topics.archived : topics.kept;
  return std::find_if(all.begin(), all.end(), [&](const Topic& topic) { return topic.id == found.topic; })->title;
}

// Sorts the topics by score, best first, and keeps `most` of them. Equal scores stay in the order of the sessions.
void keep_best(std::vector<SessionTopic>& found, std::size_t most) {
  std::stable_sort(found.begin(), found.end(),
                   [](const SessionTopic& a, const SessionTopic& b) { return a.found.score > b.found.score; });
  if (found.size() > most) found.resize(most);
}

}  // namespace

Result<Topics> ContextService::topics(std::string_view name, bool history) {
  if (!keeper_) return no_topics();
  const auto state = open(name, history);
  if (!state) return Unexpected(state.error());
  auto topics = stored_topics(*state, Summarise::kYes);
  if (!topics || !history) return topics;
  if (auto added = add_ended_topics(*state, *topics); !added) return Unexpected(added.error());
  return topics;
}

// Adds the topics of earlier conversations. Each id is prefixed with the turn at which its conversation began: "1/t3".
Result<void> ContextService::add_ended_topics(const SessionState& state, Topics& topics) {
  const auto items = store_->items(state.session, memory::kTopicsItem);
  if (!items) return Unexpected(items.error());
  for (const ItemInfo& info : *items) {
    if (memory::kind_of_item(info.name) != memory::ItemKind::kTopics ||
        !memory::is_of_ended_conversation(info.name, state))
      continue;
    const auto item = store_->item(state.session, info.name);
    if (!item) return Unexpected(item.error());
    if (!*item) continue;
    auto ended = parse_topics((*item)->bytes);
    if (!ended) return Unexpected(ended.error());
    const std::size_t colon = info.name.find(':');
    const std::string prefix = (colon == std::string::npos ? "1" : info.name.substr(colon + 1)) + "/";
    for (auto* list : {&ended->kept, &ended->archived}) {
      for (Topic& topic : *list) {
        topic.id.insert(0, prefix);
        topics.archived.push_back(std::move(topic));
      }
    }
  }
  return {};
}

Result<std::string> ContextService::rewrite_question(std::string_view name, std::string_view question) {
  const auto all = topics(name);
  if (!all) return Unexpected(all.error());
  return keeper_->rewrite_question(*all, question);
}

// Embeds the question only once, however many sessions are searched, because each call of the embedding model is slow.
Result<TopicTracker> ContextService::searcher() const {
  TopicOptions options = *options_.topics;
  if (tools_.embed) {
    options.embed = [embed = tools_.embed, known = std::optional<Result<Embedding>>()](std::string_view text) mutable {
      if (!known) {
        known = Unexpected(ErrorCode::kInternal, "cannot embed the question");  // stays if embed() throws
        known = embed(text);
      }
      return *known;
    };
  }
  return TopicTracker::create(std::move(options));
}

Result<std::vector<SessionTopic>> ContextService::find_topics(const SessionQuery& sessions, std::string_view text,
                                                              std::size_t most, bool history) {
  if (!keeper_) return no_topics();
  const auto keeper = searcher();
  if (!keeper) return Unexpected(keeper.error());
  std::vector<SessionTopic> found;
  SessionQuery query = sessions;
  for (std::size_t left = kMaxSearchedSessions; left > 0;) {
    query.limit = std::min(sessions.limit, left);
    const auto page = store_->list(query);
    if (!page) return Unexpected(page.error());
    for (const SessionInfo& summary : *page) {
      const auto all = topics(summary.session, history);
      const bool is_gone = !all && (all.error().code == ErrorCode::kUnknownSession ||  // erased meanwhile
                                    all.error().code == ErrorCode::kSessionExpired);
      if (is_gone) continue;
      if (!all) return Unexpected(all.error());
      for (TopicFound& topic : keeper->search(*all, text, most)) {
        found.push_back({summary.session, title_of(*all, topic), std::move(topic)});
      }
    }
    keep_best(found, most);
    if (page->empty() || page->size() < query.limit) break;
    left -= page->size();
    query.after = {page->back().updated_at, page->back().session};
  }
  return found;
}

Result<std::vector<TopicStats>> ContextService::topic_stats(std::string_view name, bool history) {
  const auto all = topics(name, history);
  if (!all) return Unexpected(all.error());
  std::vector<TopicStats> statistics;
  for (const auto* list : {&all->kept, &all->archived}) {
    for (const Topic& topic : *list) statistics.push_back(*keeper_->stats(*all, topic.id, tools_.clock->now()));
  }
  return statistics;
}

Result<void> ContextService::change_topics(std::string_view name, const TopicChange& change) {
  constexpr int kMaxConflicts = 20;
  for (int conflicts = 0;; ++conflicts) {
    // topics() adds the new messages to the topics.
    if (const auto all = topics(name); !all) return Unexpected(all.error());
    const auto state = open(name, /*history=*/false);
    if (!state) return Unexpected(state.error());
    Topics topics;
    std::int64_t version = 0;
    if (auto loaded = load_topics(*state, topics, version); !loaded) return loaded;
    auto removed = change(*keeper_, topics);
    if (!removed) return Unexpected(removed.error());
    for (std::string& pack : *removed) pack.insert(0, memory::pack_prefix(*state));
    auto stored = store_topics(*state, topics, version, std::move(*removed));
    const bool by_another = !stored && stored.error().code == ErrorCode::kStaleVersion;
    if (!by_another || conflicts == kMaxConflicts) return stored;
  }
}

Result<bool> ContextService::keep_in_topics(const SessionState& stored, std::int64_t upto) {
  const auto kept = stored_topics(stored, Summarise::kNo);
  if (!kept) return Unexpected(kept.error());
  return kept->last_seq >= upto;
}

Result<void> ContextService::store_topics(const SessionState& state, Topics& topics, std::int64_t version,
                                          std::vector<std::string> removed) {
  ItemChange change{state.session, state.created_at, new_packs(topics, memory::pack_prefix(state)), std::move(removed)};
  change.put.push_back({memory::topics_item(state), version + 1, 0, topics_to_json(topics)});
  return store_->change_items(change);
}

Result<Topics> ContextService::stored_topics(const SessionState& state, Summarise summarise) {
  Topics topics;
  std::int64_t version = 0;
  if (auto loaded = load_topics(state, topics, version); !loaded) return Unexpected(loaded.error());
  const auto taken = take_up(state, topics, summarise);
  if (!taken) return Unexpected(taken.error());
  const bool faded = !keeper_->sweep(topics, tools_.clock->now()).empty();
  if (!*taken && !faded) return topics;
  auto put = store_topics(state, topics, version);
  if (!put && put.error().code == ErrorCode::kStaleVersion) {
    // Another process has added the same messages.
    if (auto loaded = load_topics(state, topics, version); !loaded) return Unexpected(loaded.error());
  } else if (!put) {
    return Unexpected(put.error());
  }
  return topics;
}

Result<void> ContextService::load_topics(const SessionState& state, Topics& topics, std::int64_t& version) {
  const auto item = store_->item(state.session, memory::topics_item(state));
  if (!item) return Unexpected(item.error());
  topics = {};
  version = 0;
  if (!*item) return {};
  auto read = parse_topics((*item)->bytes);
  if (!read) return Unexpected(read.error());
  topics = std::move(*read);
  version = (*item)->version;
  return {};
}

// Message numbers have no gaps, so the kTopicPage messages before the number last + 1 + kTopicPage are those that
// follow `last`.
Result<bool> ContextService::take_up(const SessionState& state, Topics& topics, Summarise summarise) {
  const auto first = memory::first_message(*store_, state);
  if (!first) return Unexpected(first.error());
  const std::int64_t before = std::max(state.trimmed, *first - 1);
  bool changed = false;
  while (std::max(topics.last_seq, before) < state.messages) {
    const std::int64_t last = std::max(topics.last_seq, before);
    auto page = store_->messages(state.session, kTopicPage, last + 1 + kTopicPage);
    if (!page) return Unexpected(page.error());
    // A turn that was stored in the meantime may have begun another conversation.
    std::erase_if(*page, [&](const Message& message) { return message.seq <= last || message.seq > state.messages; });
    if (page->empty()) break;  // trimmed in the meantime
    for (Message& message : *page) {
      message = shown(std::move(message), state);
      const TimeMs at = message.at;
      const auto topic = keeper_->add(topics, std::move(message), at);
      if (!topic) return Unexpected(topic.error());
      changed = true;
      const auto wanted = keeper_->wanted(topics, *topic);
      if (!wanted || summarise == Summarise::kNo) continue;
      const SummaryRequest request = request_for(wanted->former, wanted->messages);
      const auto taken = keeper_->take_summary(topics, *wanted, guard_->summarise(request).text);
      if (!taken) return Unexpected(taken.error());
    }
  }
  return changed;
}

}  // namespace parley::context
