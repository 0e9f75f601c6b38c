// Finds and moves topics in a Topics.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "parley/topics.h"

namespace parley::context {

// The position of a topic: the list it is in, and the index there.
struct TopicPlace {
  bool archived = false;
  std::size_t index = 0;
};

std::optional<TopicPlace> place_of(const Topics& topics, std::string_view id);
const Topic& at(const Topics& topics, TopicPlace place);
Topic& at(Topics& topics, TopicPlace place);

Topic take_out(Topics& topics, TopicPlace place);

// Moves a topic to the end of the other list.
void archive(Topics& topics, std::size_t kept_index);
void bring_back(Topics& topics, std::size_t archived_index);

double priority_of(const Topic& topic, TimeMs now);

Unexpected no_such_topic();

}  // namespace parley::context
