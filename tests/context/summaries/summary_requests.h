// Requests for summaries.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "parley/summaries.h"

namespace parley::test {

inline Message said(Role role, std::string text) {
  Message message;
  message.role = role;
  message.text = std::move(text);
  return message;
}

// A customer, a kettle and its guarantee: twelve messages of about 60 bytes.
inline SummaryRequest kettle() {
  SummaryRequest request;
  for (int i = 1; i <= 6; ++i) {
    request.messages.push_back(
        said(Role::kUser, "The kettle I bought leaks at its spout, this is attempt " + std::to_string(i)));
    request.messages.push_back(said(
        Role::kAssistant, "Thank you. I have noted attempt " + std::to_string(i) + " and will look the guarantee up."));
  }
  request.facts.open_question = "Which shop did you buy it in?";
  request.facts.params = {{"article", "kettle"}, {"bought_on", "2026-03-02"}};
  request.facts.decisions = {"The guarantee covers it"};
  request.facts.results = {{"guarantees.find", "valid until 2028"}};
  return request;
}

inline std::size_t length_of(const SummaryRequest& request) {
  std::size_t length = request.former.size();
  for (const Message& message : request.messages) length += message.text.size();
  return length;
}

}  // namespace parley::test
