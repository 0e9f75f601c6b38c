// The functions of TopicTracker that change topics. reading.cc has the functions that only read.
//
// Tested by tests/context/topics/topic_tracker_test.cc and properties_test.cc.
#include <algorithm>
#include <cmath>
#include <utility>

#include "context/topics/decay.h"
#include "context/topics/packed.h"
#include "context/topics/similarity.h"
#include "context/topics/topic_list.h"
#include "context/topics/topic_titles.h"
#include "context/window/exchanges.h"
#include "parley/topics.h"

namespace parley {
namespace {

using context::at;
using context::find_topic;
using context::unknown_topic_error;

bool is_share(double x) { return x >= 0 && x <= 1; }

const char* problem_of(const TopicOptions& options) {
  if (options.max_topics < 1) return "max_topics must be at least 1";
  if (options.keep_recent < 0) return "keep_recent must be at least 0";
  if (options.max_recent <= options.keep_recent) return "max_recent must be more than keep_recent";
  if (options.messages_per_summary < 1) return "messages_per_summary must be at least 1";
  if (!is_share(options.importance)) return "importance must be 0 to 1";
  if (!is_share(options.importance_step)) return "importance_step must be 0 to 1";
  if (!(options.floor > 0 && options.floor <= 1)) return "floor must be over 0 and at most 1";
  if (options.words_to_begin < 0) return "words_to_begin must be at least 0";
  if (options.threshold && !is_share(*options.threshold)) return "threshold must be 0 to 1";
  if (options.merge_threshold && !(*options.merge_threshold > 0)) return "merge_threshold must be over 0";
  return nullptr;
}

// A topic of a list, and its similarity to a message.
struct Match {
  std::size_t index = 0;
  double score = 0;
};

// Returns the most similar topic of the list, if it is similar enough. Among equally similar topics, returns the
// current topic, or the first topic if none of them is current.
std::optional<Match> best_match(const std::vector<Topic>& list, std::string_view current, double threshold,
                                const Embedding& embedding) {
  std::optional<Match> best;
  double best_score = threshold;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double score = context::cosine(list[i].centroid, embedding);
    const bool is_better = score > best_score || (score == best_score && (!best || list[i].id == current));
    if (is_better) {
      best = Match{i, score};
      best_score = score;
    }
  }
  return best;
}

// Returns whether a message belongs to the archived topic although an active topic is similar enough. A small
// difference does not count: otherwise two similar topics would take turns in the archive.
bool is_clearly_nearer(const Match& archived, const Match& kept, double threshold) {
  constexpr double kShareOfRange = 0.1;
  return archived.score - kept.score >= kShareOfRange * (1 - threshold) && archived.score > kept.score;
}

// Records a user's message: it renews the topic's activity, and shifts the centroid towards the message.
void touch(Topic& topic, const Message& message, const Embedding& embedding, TimeMs now) {
  if (topic.title.empty()) topic.title = context::title_of(message.text);
  topic.active_at = now;
  const std::int64_t day = context::day_of(now);
  if (topic.access_days == 0 || day > topic.last_day) {
    ++topic.access_days;
    topic.last_day = day;
  }
  if (embedding.empty() || (topic.embedded > 0 && embedding.size() != topic.centroid.size())) return;
  context::take_in(topic.centroid, topic.embedded++, embedding);
}

// Returns the index of the first message that stays in the topic. The boundary never splits a turn, and never separates
// a call from its result. The result may come in a later turn, or be still pending (X29).
std::size_t start_of_kept(const std::vector<Message>& recent, std::size_t keep) {
  const std::vector<std::size_t> partner = context::partners_of(recent);
  const auto begin_of_turn = [&](std::size_t at) {
    while (at > 0 && at < recent.size() && recent[at].turn != 0 && recent[at].turn == recent[at - 1].turn) --at;
    return at;
  };
  std::size_t start = begin_of_turn(recent.size() - std::min(keep, recent.size()));
  for (std::size_t i = start; i-- > 0;) {
    if (recent[i].role != Role::kCall) continue;
    const bool is_open = partner[i] == context::kNoPartner;
    const bool may_be_answered = is_open && recent.back().seq - recent[i].seq <= context::kPairReach;
    if (may_be_answered || (!is_open && partner[i] >= start)) i = start = begin_of_turn(i);
  }
  return start;
}

// Returns the index of the topic that has the call of this result.
std::optional<std::size_t> topic_of_call(const std::vector<Topic>& list, const Message& result) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<Message> messages = list[i].recent;
    messages.push_back(result);
    if (context::partners_of(messages).back() != context::kNoPartner) return i;
  }
  return std::nullopt;
}

bool begins_with(const std::vector<Message>& messages, const std::vector<Message>& beginning) {
  return messages.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), messages.begin());
}

template <class T>
void append_all(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void sort_tags(std::vector<std::string>& tags) {
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
}

// Merges two topics. parley does not know on which days each topic was discussed, so the merged topic gets the greater
// of the two numbers of days.
void merge_into(Topic& topic, Topic&& other) {
  if (topic.title.empty()) topic.title = std::move(other.title);
  append_all(topic.tags, std::move(other.tags));
  sort_tags(topic.tags);
  if (!topic.summary.empty() && !other.summary.empty()) topic.summary += '\n';
  topic.summary += other.summary;
  topic.importance = std::max(topic.importance, other.importance);
  topic.created_at = std::min(topic.created_at, other.created_at);
  topic.active_at = std::max(topic.active_at, other.active_at);
  topic.access_days = std::max(topic.access_days, other.access_days);
  topic.last_day = std::max(topic.last_day, other.last_day);
  if (topic.embedded == 0 || topic.centroid.size() == other.centroid.size()) {
    context::join(topic.centroid, topic.embedded, other.centroid, other.embedded);
    topic.embedded += other.embedded;
  }
  append_all(topic.packed, std::move(other.packed));
  append_all(topic.recent, std::move(other.recent));
  std::stable_sort(topic.recent.begin(), topic.recent.end(),
                   [](const Message& a, const Message& b) { return a.seq < b.seq; });
}

// Merges topics that have become almost the same (F105). The older topic takes over the messages of the younger topic.
// If one of the two was current, the older topic becomes the current topic.
void merge_alike(Topics& topics, double threshold) {
  const auto alike = [&]() -> std::optional<context::TopicPosition> {
    const Topic& spoken_of = at(topics, *find_topic(topics, topics.current));
    for (const bool archived : {false, true}) {
      const std::vector<Topic>& list = archived ? topics.archived : topics.kept;
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].id == topics.current || list[i].embedded == 0) continue;
        if (context::cosine(list[i].centroid, spoken_of.centroid) >= threshold)
          return context::TopicPosition{archived, i};
      }
    }
    return std::nullopt;
  };
  while (const auto place = alike()) {
    if (place->archived) context::restore(topics, place->index);
    const std::size_t other = place->archived ? topics.kept.size() - 1 : place->index;
    const std::size_t current = find_topic(topics, topics.current)->index;
    const bool is_older = topics.kept[other].created_at < topics.kept[current].created_at ||
                          (topics.kept[other].created_at == topics.kept[current].created_at && other < current);
    const std::string into = topics.kept[is_older ? other : current].id;
    Topic younger = context::remove_topic(topics, {false, is_older ? current : other});
    merge_into(at(topics, *find_topic(topics, into)), std::move(younger));
    topics.current = into;
  }
}

}  // namespace

TopicTracker::TopicTracker(TopicOptions options) : options_(std::make_shared<const TopicOptions>(std::move(options))) {}

Result<TopicTracker> TopicTracker::create(TopicOptions options) {
  if (const char* problem = problem_of(options)) {
    return Unexpected(ErrorCode::kInvalidRequest, std::string("topics: ") + problem);
  }
  return TopicTracker(std::move(options));
}

Embedding TopicTracker::embed(std::string_view text) const {
  if (!options_->embed) return context::lexical_embedding(text);
  try {
    Result<Embedding> embedding = options_->embed(text);
    return embedding ? context::normalised(std::move(*embedding)) : Embedding();
  } catch (...) {  // the callback may throw anything; the cause makes no difference here
    return {};
  }
}

double TopicTracker::threshold() const {
  return options_->threshold.value_or(options_->embed ? context::kEmbeddingThreshold : context::kLexicalThreshold);
}

Topic& TopicTracker::begin(Topics& topics, TimeMs now, std::optional<double> importance) const {
  Topic& topic = topics.kept.emplace_back();
  topic.id = "t" + std::to_string(++topics.begun);
  topic.importance = importance.value_or(options_->importance);
  topic.created_at = topic.active_at = now;
  return topic;
}

Topic& TopicTracker::topic_of(Topics& topics, const Message& message, const Embedding& embedding, TimeMs now,
                              std::optional<double> importance) const {
  const auto current = find_topic(topics, topics.current);
  if (!current) return begin(topics, now, importance);
  Topic& going_on = at(topics, *current);
  if (message.role == Role::kTool) {
    if (const auto kept = topic_of_call(topics.kept, message)) return topics.kept[*kept];
    if (const auto archived = topic_of_call(topics.archived, message)) {
      context::restore(topics, *archived);
      return topics.kept.back();
    }
  }
  if (message.role != Role::kUser || embedding.empty() || going_on.embedded == 0) return going_on;
  const auto kept = best_match(topics.kept, topics.current, threshold(), embedding);
  const auto archived = best_match(topics.archived, topics.current, threshold(), embedding);
  if (archived && (!kept || is_clearly_nearer(*archived, *kept, threshold()))) {
    context::restore(topics, archived->index);
    return topics.kept.back();
  }
  if (kept) return topics.kept[kept->index];
  const bool says_enough = std::ssize(context::telling_words(message.text)) >= options_->words_to_begin;
  return says_enough ? begin(topics, now, importance) : going_on;
}

void TopicTracker::archive_excess(Topics& topics, TimeMs now) const {
  while (std::ssize(topics.kept) > options_->max_topics) {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < topics.kept.size(); ++i) {
      if (topics.kept[i].id == topics.current) continue;
      if (!least || context::priority_of(topics.kept[i], now) < context::priority_of(topics.kept[*least], now))
        least = i;
    }
    context::archive(topics, *least);
  }
}

Result<std::string> TopicTracker::add(Topics& topics, Message message, TimeMs now,
                                      std::optional<double> importance) const {
  if (message.role == Role::kSummary)
    return Unexpected(ErrorCode::kInvalidRequest, "a summary cannot be added as a message");
  if (message.seq <= topics.last_seq) {
    return Unexpected(ErrorCode::kInvalidRequest, "the seq of a message must be higher than the last one");
  }
  if (importance && !is_share(*importance)) return Unexpected(ErrorCode::kInvalidRequest, "importance must be 0 to 1");
  const bool is_user = message.role == Role::kUser;
  const Embedding embedding = is_user ? embed(message.text) : Embedding();
  Topic& topic = topic_of(topics, message, embedding, now, importance);
  if (is_user) touch(topic, message, embedding, now);
  if (topics.rest > 0) --topics.rest;
  topics.last_seq = message.seq;
  topics.current = topic.id;
  topic.recent.push_back(std::move(message));
  if (is_user && at(topics, *find_topic(topics, topics.current)).embedded > 0) {
    merge_alike(topics, options_->merge_threshold.value_or(options_->embed ? context::kEmbeddingMergeThreshold
                                                                           : context::kLexicalMergeThreshold));
  }
  archive_excess(topics, now);
  return topics.current;
}

std::optional<SummaryWanted> TopicTracker::wanted(const Topics& topics, std::string_view topic) const {
  const auto place = find_topic(topics, topic);
  if (!place) return std::nullopt;
  const Topic& grown = at(topics, *place);
  if (topics.rest > 0 || std::ssize(grown.recent) <= options_->max_recent) return std::nullopt;
  const std::size_t end = start_of_kept(grown.recent, static_cast<std::size_t>(options_->keep_recent));
  if (end == 0) return std::nullopt;
  return SummaryWanted{
      grown.id, grown.summary, {grown.recent.begin(), grown.recent.begin() + static_cast<std::ptrdiff_t>(end)}};
}

Result<bool> TopicTracker::take_summary(Topics& topics, const SummaryWanted& wanted, std::string summary) const {
  const auto place = find_topic(topics, wanted.topic);
  if (!place || wanted.messages.empty()) return false;
  Topic& topic = at(topics, *place);
  if (topic.summary != wanted.former || !begins_with(topic.recent, wanted.messages)) return false;
  auto parts = context::pack_in_parts(wanted.messages);
  if (!parts) return Unexpected(parts.error());
  for (context::PackedPart& part : *parts) {
    topic.packed.push_back(
        {"p" + std::to_string(++topics.packs), static_cast<std::int64_t>(part.messages), std::move(part.bytes)});
  }
  topic.recent.erase(topic.recent.begin(), topic.recent.begin() + std::ssize(wanted.messages));
  if (!summary.empty()) topic.summary = std::move(summary);
  topics.rest = options_->messages_per_summary;
  return true;
}

std::vector<std::string> TopicTracker::sweep(Topics& topics, TimeMs now) const {
  std::vector<std::string> faded;
  for (std::size_t i = 0; i < topics.kept.size();) {
    const Topic& topic = topics.kept[i];
    if (topic.id == topics.current || context::priority_of(topic, now) >= options_->floor) {
      ++i;
      continue;
    }
    faded.push_back(topic.id);
    context::archive(topics, i);
  }
  return faded;
}

Result<void> TopicTracker::merge(Topics& topics, std::string_view into, std::string_view from) const {
  const auto from_place = find_topic(topics, from);
  if (!from_place || !find_topic(topics, into)) return unknown_topic_error();
  if (into == from) return Unexpected(ErrorCode::kInvalidRequest, "cannot merge a topic into itself");
  Topic other = context::remove_topic(topics, *from_place);
  const auto into_place = find_topic(topics, into);
  Topic& topic = at(topics, *into_place);
  if (topics.current == other.id) topics.current = topic.id;
  merge_into(topic, std::move(other));
  if (into_place->archived && !from_place->archived) context::restore(topics, into_place->index);
  return {};
}

Result<std::vector<std::string>> TopicTracker::forget(Topics& topics, std::string_view topic) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  const Topic forgotten = context::remove_topic(topics, *place);
  if (topics.current == forgotten.id) topics.current.clear();
  std::vector<std::string> names;
  for (const PackedMessages& packed : forgotten.packed) names.push_back(packed.name);
  return names;
}

Result<void> TopicTracker::set_importance(Topics& topics, std::string_view topic, double importance) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  if (!is_share(importance)) return Unexpected(ErrorCode::kInvalidRequest, "importance must be 0 to 1");
  at(topics, *place).importance = importance;
  return {};
}

Result<void> TopicTracker::learn(Topics& topics, std::string_view topic, bool was_useful) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  double& importance = at(topics, *place).importance;
  importance += options_->importance_step * ((was_useful ? 1.0 : 0.0) - importance);
  return {};
}

Result<void> TopicTracker::set_tags(Topics& topics, std::string_view topic, std::vector<std::string> tags) const {
  const auto place = find_topic(topics, topic);
  if (!place) return unknown_topic_error();
  sort_tags(tags);
  at(topics, *place).tags = std::move(tags);
  return {};
}

}  // namespace parley
