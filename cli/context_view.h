// How a context is shown to a person and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/session_view.h"
#include "parley/memory.h"

namespace parley::cli {

// What was made, and what became of the rest. The engine has masked it.
void print_context(const SessionContext& context);
Value view_of(const SessionContext& context);

void print_compacted(const Compacted& compacted);
Value view_of(const Compacted& compacted);

void print_topics(const Topics& topics, const Mask& mask);
void print_statistics(const Topics& topics, const std::vector<TopicStats>& statistics, const Mask& mask);
Value view_of(const Topics& topics, const std::vector<TopicStats>& statistics, const Mask& mask);

// A text of several lines, with what would move the cursor written out.
void print_lines(std::string_view text);

// Of a conversation that is over: with the option that shows it all the same.
Error with_way_out(Error error);

}  // namespace parley::cli
