// The functions of TopicTracker that only read topics: contexts, histories, searches, statistics, rewritten questions.
//
// Tested by tests/context/topics/reading_test.cc.
#include <algorithm>
#include <functional>
#include <utility>

#include "context/summaries/cut_text.h"
#include "context/topics/decay.h"
#include "context/topics/packed.h"
#include "context/topics/similarity.h"
#include "context/topics/topic_list.h"
#include "context/topics/topic_titles.h"
#include "context/window/exchanges.h"
#include "memory/search_words.h"
#include "parley/topics.h"

namespace parley {
namespace {

using context::at;
using context::find_topic;
using context::unknown_topic_error;

using CountTokens = std::function<std::int64_t(std::string_view)>;

constexpr std::size_t kKeywords = 3;  // how many words of a topic are put before a question

Message summary_message(std::string text) {
  Message message;
  message.role = Role::kSummary;
  message.text = std::move(text);
  return message;
}

// Drops each tool result whose call is not in `messages`, because a model cannot interpret it. The newest message
// always stays.
void drop_answers_alone(std::vector<Message>& messages) {
  const std::vector<std::size_t> partner = context::partners_of(messages);
  for (std::size_t i = messages.size(); i-- > 0;) {
    const bool is_alone = messages[i].role == Role::kTool && partner[i] == context::kNoPartner;
    if (is_alone && i + 1 < messages.size()) messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::vector<std::string> each_once(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// Query holds the telling words of a query (similarity.h), or all its words if none of them is telling.
class Query {
 public:
  explicit Query(std::string_view text)
      : words_of_(context::telling_words(text).empty() ? memory::search_words : context::telling_words),
        words_(each_once(words_of_(text))) {}

  // Returns the share of the query's words that occur in the text.
  double share_in(std::string_view text) const {
    if (words_.empty()) return 0;
    const std::vector<std::string> there = each_once(words_of_(text));
    const auto found = std::count_if(words_.begin(), words_.end(), [&](const std::string& word) {
      return std::binary_search(there.begin(), there.end(), word);
    });
    return static_cast<double>(found) / static_cast<double>(words_.size());
  }

 private:
  std::vector<std::string> (*words_of_)(std::string_view);
  std::vector<std::string> words_;
};

const char* memory_of(TimeMs half_life) {
  if (half_life <= context::kDayMs) return "short-term";
  return half_life < 4 * context::kDayMs ? "transitioning" : "long-term";
}

}  // namespace

Result<std::vector<Message>> TopicTracker::context(const Topics& topics, std::string_view topic,
                                                   std::int64_t max_tokens, const CountTokens& count_tokens) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  const std::vector<Message>& recent = at(topics, *place).recent;
  std::int64_t left = max_tokens;
  std::vector<Message> newest_first;
  if (!recent.empty()) {
    Message newest = recent.back();
    newest.text = context::cut_middle_to_tokens(newest.text, left, count_tokens);
    left -= count_tokens(newest.text);
    newest_first.push_back(std::move(newest));
  }
  const std::string summary =
      context::cut_middle_to_tokens(at(topics, *place).summary, std::min(left, max_tokens / 2), count_tokens);
  if (!summary.empty()) left -= count_tokens(summary);
  for (std::size_t i = recent.size(); i-- > 1;) {
    left -= count_tokens(recent[i - 1].text);
    if (left < 0) break;
    newest_first.push_back(recent[i - 1]);
  }
  std::reverse(newest_first.begin(), newest_first.end());
  drop_answers_alone(newest_first);
  if (!summary.empty()) newest_first.insert(newest_first.begin(), summary_message(summary));
  return newest_first;
}

Result<std::vector<Message>> TopicTracker::history(
    const Topics& topics, std::string_view topic,
    const std::function<Result<std::string>(const std::string& name)>& load) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  std::vector<Message> all = at(topics, *place).recent;
  for (const PackedMessages& packed : at(topics, *place).packed) {
    Result<std::string> bytes = packed.bytes.empty() && load ? load(packed.name) : packed.bytes;
    if (!bytes) return Unexpected(bytes.error());
    auto messages = context::unpack(*bytes);
    if (!messages) return Unexpected(messages.error());
    if (std::ssize(*messages) != packed.messages) {
      return Unexpected(ErrorCode::kStoreCorrupt, "the number of packed messages differs from the topic's");
    }
    all.insert(all.end(), std::make_move_iterator(messages->begin()), std::make_move_iterator(messages->end()));
  }
  std::stable_sort(all.begin(), all.end(), [](const Message& a, const Message& b) { return a.seq < b.seq; });
  return all;
}

std::vector<TopicFound> TopicTracker::search(const Topics& topics, std::string_view query, std::size_t most) const {
  const Query wanted(query);
  const Embedding embedding = embed(query);
  std::vector<TopicFound> found;
  const auto look_at = [&](const Topic& topic, bool archived) {
    const double likeness = context::cosine(topic.centroid, embedding);
    const double score =
        std::max(likeness >= threshold() ? likeness : 0.0, wanted.share_in(context::searched_text(topic)));
    if (score > 0) found.push_back({topic.id, archived, std::min(score, 1.0)});
  };
  for (const Topic& topic : topics.kept) look_at(topic, false);
  for (const Topic& topic : topics.archived) look_at(topic, true);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  if (found.size() > most) found.resize(most);
  return found;
}

Result<TopicStats> TopicTracker::stats(const Topics& topics, std::string_view topic, TimeMs now) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  const Topic& found = at(topics, *place);
  const TimeMs half_life = context::half_life(found.access_days);
  TopicStats stats;
  stats.topic = found.id;
  stats.title = found.title;
  stats.recent = std::ssize(found.recent);
  for (const PackedMessages& packed : found.packed) {
    stats.packed += packed.messages;
    stats.packed_bytes += std::ssize(packed.bytes);
  }
  stats.total = stats.recent + stats.packed;
  stats.has_summary = !found.summary.empty();
  stats.archived = place->archived;
  stats.importance = found.importance;
  stats.priority = context::priority_of(found, now);
  stats.access_days = found.access_days;
  stats.memory = memory_of(half_life);
  stats.half_life_days = static_cast<double>(half_life) / static_cast<double>(context::kDayMs);
  stats.age = std::chrono::milliseconds(std::max<TimeMs>(now - found.created_at, 0));
  stats.inactive = std::chrono::milliseconds(std::max<TimeMs>(now - found.active_at, 0));
  return stats;
}

std::string TopicTracker::rewrite_question(const Topics& topics, std::string_view question) const {
  const auto place = find_topic(topics, topics.current);
  if (!place) return std::string(question);
  const Topic& topic = at(topics, *place);
  if (options_->rewrite) {
    try {
      if (auto rewritten = options_->rewrite(topic, question)) return *rewritten;
    } catch (...) {  // the callback may throw anything; the built-in rule applies instead
    }
  }
  const std::vector<std::string> said = context::telling_words(question);
  if (std::ssize(said) >= std::max(options_->words_to_begin, 1)) return std::string(question);
  std::string about;
  std::size_t words = 0;
  for (const std::string& word : context::keywords_of(topic, kKeywords + said.size())) {
    if (std::find(said.begin(), said.end(), word) != said.end() || ++words > kKeywords) continue;
    about.append(about.empty() ? "" : " ").append(word);
  }
  return about.empty() ? std::string(question) : about.append(": ").append(question);
}

}  // namespace parley
