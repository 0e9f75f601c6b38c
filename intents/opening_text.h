// Finds out whether a message that begins an intent also tells what the bot would ask for as a free text: "I want to
// complain, your driver threw the box over the fence".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/message.h"
#include "intents/topic_words.h"
#include "parley/understanding.h"

namespace parley::intents {

// Whether an intent of the bot has a param with `from_opening`.
bool takes_stories(const config::BotDefinition& bot);
bool takes_story(const config::Intent& intent);

// Whether an English clause reports something, and asks for nothing: "my parcel came too late".
bool is_report(const Words& clause);

// Counts the meaningful words of the message, without the words of the rule or example that it matches (`request`) and
// without the words of its values.
std::size_t told_words(const Message& message, std::string_view request, const std::vector<ParamValue>& values,
                       const TopicWords& topics);

}  // namespace parley::intents
