// Prints contexts for people, and converts them to JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/session_view.h"
#include "parley/memory.h"

namespace parley::cli {

// Prints a context and what was left out of it. The engine has already masked it.
void print_context(const SessionContext& context);
Value view_of(const SessionContext& context);

void print_compacted(const Compacted& compacted);
Value view_of(const Compacted& compacted);

void print_topics(const Topics& topics, const Mask& mask);
void print_statistics(const Topics& topics, const std::vector<TopicStats>& statistics, const Mask& mask);
Value view_of(const Topics& topics, const std::vector<TopicStats>& statistics, const Mask& mask);

// Prints a text of several lines. Control characters are escaped.
void print_lines(std::string_view text);

// If the error says that the conversation has ended, adds to the message the option that shows ended conversations.
Error with_history_hint(Error error);

}  // namespace parley::cli
