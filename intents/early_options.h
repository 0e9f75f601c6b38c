// Finds the option that the user named before the bot listed the options: "what is in my November bill" names one of
// two bills, although the bot has not looked the bills up yet. English only.
//
// Whole sentences have more words than an answer, so this is stricter than read_option_answer (option_words.h): no
// misspellings, no positions, and no numbers that could count something else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Returns the plain words of a message that no value covers, separated by spaces. The words of an option that the
// message picks are left out too.
std::string words_outside_values(const Message& message, const NluContext& nlu_context, const MessageReading& result);

// Returns the words that the masked text of the message still has.
std::string words_kept_in(std::string_view said, std::string_view masked);

// Returns the only option that the words name: each other option has only some of these words, or none. `said` holds
// the words of one message per line. The words of `topic` name no option: those of the intent and of the question.
// Returns nullopt if the words negate an option.
std::optional<std::size_t> option_said_before(std::string_view said, const std::vector<std::string>& labels,
                                              std::string_view topic);

// Removes the dates and numbers that describe an item of a list: "the one on the 9th". While the intent has a param
// with options and without a value, they are no values of its other params.
void drop_descriptions_of_items(const Message& message, const config::Intent& intent, const NluContext& nlu_context,
                                std::vector<ParamValue>& values);

}  // namespace parley::intents
