// A conversation grouped into topics, with helpers to add messages.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "context/topics/decay.h"
#include "parley/topics.h"

namespace parley::test {

constexpr TimeMs kMonday = 1'767'571'200'000;  // 2026-01-05T00:00Z
constexpr TimeMs kDay = context::kDayMs;

// Six subjects with customers' messages about each.
inline const std::vector<std::vector<std::string>>& conversations() {
  static const std::vector<std::vector<std::string>> all = {
      {"My lamp arrived broken and I want a refund", "How long does the refund for the broken lamp take?",
       "The shade of the lamp is cracked as well", "Do I have to send the broken lamp back?",
       "Will the refund go to my credit card?", "Please refund the lamp today"},
      {"Where is my parcel with the garden chairs?", "The tracking says the parcel left the depot on Monday",
       "Can the parcel be delivered to my neighbour?", "Has the courier lost my parcel?",
       "I need the garden chairs delivered before Saturday",
       "Tell the courier to ring twice when delivering the parcel"},
      {"I cannot log in to my account", "The password reset email never arrives",
       "Which email address is my account registered with?", "My account is locked after three wrong passwords",
       "Can you reset the password of my account?", "Is two-step login switched on for the account?"},
      {"I would like to book a table for four people", "Is there a table outside on Friday evening?",
       "Can we change the table booking to six people?", "Do you have a menu for children at the restaurant?",
       "Cancel my booking of the table", "Is the restaurant booking under my name?"},
      {"Which coffee machine do you recommend for an office?", "Does that coffee machine grind the beans itself?",
       "How much does the coffee machine weigh?", "Can the machine make espresso and filter coffee?",
       "Are the coffee beans included with the machine?", "How do I descale the espresso machine?"},
      {"Ich habe die Rechnung doppelt bezahlt", "Wann wird die doppelte Zahlung erstattet?",
       "Die Rechnung vom Mai fehlt mir noch", "Kann ich die Rechnung per E-Mail bekommen?",
       "Auf der Rechnung steht die falsche Adresse", "Bitte die Zahlung der Rechnung pruefen"}};
  return all;
}

// TopicConversation adds messages to a topic tracker.
struct TopicConversation {
  explicit TopicConversation(TopicOptions options = {}) : tracker(*TopicTracker::create(std::move(options))) {}

  std::string add(Role role, std::string text) {
    Message message;
    message.seq = topics.last_seq + 1;
    message.role = role;
    message.text = std::move(text);
    message.at = now;
    return *tracker.add(topics, std::move(message), now);
  }
  std::string user(std::string text) { return add(Role::kUser, std::move(text)); }
  std::string bot(std::string text) { return add(Role::kAssistant, std::move(text)); }

  const Topic* find(const std::string& id) const {
    for (const auto* list : {&topics.kept, &topics.archived}) {
      for (const Topic& topic : *list) {
        if (topic.id == id) return &topic;
      }
    }
    return nullptr;
  }

  TopicTracker tracker;
  Topics topics;
  TimeMs now = kMonday;
};

// Embeds "a ..." along the first axis, "b ..." along the second, and so on, so that a test can choose the topic of a
// message.
inline Result<Embedding> by_first_letter(std::string_view text) {
  Embedding embedding(26);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') embedding[static_cast<std::size_t>(text[0] - 'a')] = 1;
  return embedding;
}

inline TopicOptions first_letter_options() {
  TopicOptions options;
  options.embed = by_first_letter;
  options.words_to_begin = 0;
  return options;
}

}  // namespace parley::test
