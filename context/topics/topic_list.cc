// Tested by tests/context/topics/topic_tracker_test.cc and topic_merging_test.cc.
#include "context/topics/topic_list.h"

#include <algorithm>
#include <utility>

#include "context/topics/decay.h"

namespace parley::context {
namespace {

std::optional<std::size_t> index_of(const std::vector<Topic>& list, std::string_view id) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Topic& topic) { return topic.id == id; });
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

}  // namespace

std::optional<TopicPosition> find_topic(const Topics& topics, std::string_view id) {
  if (const auto index = index_of(topics.kept, id)) return TopicPosition{false, *index};
  if (const auto index = index_of(topics.archived, id)) return TopicPosition{true, *index};
  return std::nullopt;
}

const Topic& at(const Topics& topics, TopicPosition place) {
  return (place.archived ? topics.archived : topics.kept)[place.index];
}

Topic& at(Topics& topics, TopicPosition place) { return (place.archived ? topics.archived : topics.kept)[place.index]; }

Topic remove_topic(Topics& topics, TopicPosition place) {
  std::vector<Topic>& list = place.archived ? topics.archived : topics.kept;
  Topic topic = std::move(list[place.index]);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(place.index));
  return topic;
}

void archive(Topics& topics, std::size_t kept_index) {
  topics.archived.push_back(remove_topic(topics, {false, kept_index}));
}

void restore(Topics& topics, std::size_t archived_index) {
  topics.kept.push_back(remove_topic(topics, {true, archived_index}));
}

double priority_of(const Topic& topic, TimeMs now) {
  return priority(topic.importance, now - topic.active_at, half_life(topic.access_days));
}

Unexpected unknown_topic_error() { return Unexpected(ErrorCode::kInvalidRequest, "no topic with this id exists"); }

}  // namespace parley::context
