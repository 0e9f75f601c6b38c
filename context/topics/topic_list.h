// Finds topics in a Topics object, and moves them between its lists.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "parley/topics.h"

namespace parley::context {

// The position of a topic: the list it is in, and the index there.
struct TopicPosition {
  bool archived = false;
  std::size_t index = 0;
};

std::optional<TopicPosition> find_topic(const Topics& topics, std::string_view id);
const Topic& at(const Topics& topics, TopicPosition place);
Topic& at(Topics& topics, TopicPosition place);

Topic remove_topic(Topics& topics, TopicPosition place);

// Move a topic to the end of the list of archived topics, and back to the kept topics.
void archive(Topics& topics, std::size_t kept_index);
void restore(Topics& topics, std::size_t archived_index);

double priority_of(const Topic& topic, TimeMs now);

Unexpected unknown_topic_error();

}  // namespace parley::context
