// The topics of a session: taken up from its messages when somebody asks for them.
//
// What is packed is stored together with the topics that no longer hold it, in one change: nothing is let go of before
// it is kept elsewhere.
//
// Tested by tests/memory/recall/recall_topics_test.cc.
#include <algorithm>
#include <optional>
#include <utility>

#include "memory/item_names.h"
#include "memory/recall/recall.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kPage = 64;
constexpr std::size_t kMostSearched = 10'000;  // sessions of one search

Unexpected no_topics() {
  return Unexpected(ErrorCode::kInvalidRequest, "the bot keeps no topics: `memory: {topics: {}}`");
}

// What of the topics is not stored yet: what was loaded has no bytes here. Names of packs are never given out again.
std::vector<Item> new_packs(Topics& topics) {
  std::vector<Item> items;
  const auto take = [&](std::vector<Topic>& all) {
    for (Topic& topic : all) {
      for (PackedMessages& pack : topic.packed) {
        if (!pack.bytes.empty()) items.push_back({kPackItem + pack.name, 1, 0, std::exchange(pack.bytes, {})});
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

// Best first; of equals, in the order of the sessions.
void keep_best(std::vector<SessionTopic>& found, std::size_t most) {
  std::stable_sort(found.begin(), found.end(),
                   [](const SessionTopic& a, const SessionTopic& b) { return a.found.score > b.found.score; });
  if (found.size() > most) found.resize(most);
}

}  // namespace

Result<Topics> Recall::topics(std::string_view name) {
  if (!keeper_) return no_topics();
  return stored_topics(name, Summarise::kYes);
}

Result<std::string> Recall::standalone(std::string_view name, std::string_view question) {
  const auto all = topics(name);
  if (!all) return Unexpected(all.error());
  return keeper_->standalone(*all, question);
}

// The question is embedded once, however many sessions are searched: a host's model takes its time for each.
Result<TopicKeeper> Recall::searcher() const {
  TopicOptions options = *options_.topics;
  if (tools_.embed) {
    options.embed = [embed = tools_.embed, known = std::optional<Result<Embedding>>()](std::string_view text) mutable {
      if (!known) {
        known = Unexpected(ErrorCode::kInternal, "the question was not embedded");  // as it stays if this throws
        known = embed(text);
      }
      return *known;
    };
  }
  return TopicKeeper::make(std::move(options));
}

Result<std::vector<SessionTopic>> Recall::find_topics(const SessionQuery& sessions, std::string_view text,
                                                      std::size_t most) {
  if (!keeper_) return no_topics();
  const auto keeper = searcher();
  if (!keeper) return Unexpected(keeper.error());
  std::vector<SessionTopic> found;
  SessionQuery query = sessions;
  for (std::size_t left = kMostSearched; left > 0;) {
    query.limit = std::min(sessions.limit, left);
    const auto page = store_->list(query);
    if (!page) return Unexpected(page.error());
    for (const SessionSummary& summary : *page) {
      const auto all = topics(summary.session);
      if (!all && all.error().code == ErrorCode::kUnknownSession) continue;  // forgotten meanwhile
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

Result<bool> Recall::keep_in_topics(std::string_view name, std::int64_t upto) {
  const auto kept = stored_topics(name, Summarise::kNo);
  if (!kept) return Unexpected(kept.error());
  return kept->last_seq >= upto;
}

Result<Topics> Recall::stored_topics(std::string_view name, Summarise summarise) {
  const auto state = open(name);
  if (!state) return Unexpected(state.error());
  Topics topics;
  std::int64_t version = 0;
  if (auto loaded = load_topics(*state, topics, version); !loaded) return Unexpected(loaded.error());
  const auto taken = take_up(*state, topics, summarise);
  if (!taken) return Unexpected(taken.error());
  const bool faded = !keeper_->sweep(topics, tools_.clock->now()).empty();
  if (!*taken && !faded) return topics;
  ItemChange change{state->session, state->created_at, new_packs(topics), {}};
  change.put.push_back({kTopicsItem, version + 1, 0, topics_to_json(topics)});
  auto put = store_->change_items(change);
  if (!put && put.error().code == ErrorCode::kStaleVersion) {
    // Somebody else has taken up the same messages.
    if (auto loaded = load_topics(*state, topics, version); !loaded) return Unexpected(loaded.error());
  } else if (!put) {
    return Unexpected(put.error());
  }
  return topics;
}

Result<void> Recall::load_topics(const SessionState& state, Topics& topics, std::int64_t& version) {
  const auto item = store_->item(state.session, kTopicsItem);
  if (!item) return Unexpected(item.error());
  topics = {};
  version = 0;
  if (!*item) return {};
  auto read = topics_from_json((*item)->bytes);
  if (!read) return Unexpected(read.error());
  topics = std::move(*read);
  version = (*item)->version;
  return {};
}

// Message numbers are dense, so the page before last + 1 + kPage is the one that follows `last`.
Result<bool> Recall::take_up(const SessionState& state, Topics& topics, Summarise summarise) {
  bool changed = false;
  while (std::max(topics.last_seq, state.trimmed) < state.messages) {
    const std::int64_t last = std::max(topics.last_seq, state.trimmed);
    auto page = store_->messages(state.session, kPage, last + 1 + kPage);
    if (!page) return Unexpected(page.error());
    std::erase_if(*page, [&](const Message& message) { return message.seq <= topics.last_seq; });
    if (page->empty()) break;  // trimmed meanwhile
    for (Message& message : *page) {
      if (tools_.redact) message.text = tools_.redact(message.text, state);
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

}  // namespace parley::memory
