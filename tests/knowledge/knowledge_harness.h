// Builds a small knowledge for the tests of knowledge/.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/knowledge.h"

namespace parley::knowledge {

inline config::KnowledgePassage passage(std::string heading, std::string text, std::string above = "Help") {
  config::KnowledgePassage made;
  made.source = heading;
  made.heading = std::move(heading);
  made.above = std::move(above);
  made.text = std::move(text);
  return made;
}

inline config::Knowledge shop() {
  config::Knowledge knowledge;
  knowledge.passages = {
      passage("Refunds", "We refund the price within 14 days after we have received the parcel."),
      passage("Delivery times", "A parcel arrives within three working days. Heavy parcels need a week.", "Delivery"),
      passage("Delivery abroad", "We deliver to France and Spain for 12 euros.", "Delivery"),
      passage("Opening hours", "The shop is open from Monday to Friday between nine and six."),
      passage("Gift cards", "A gift card is valid for three years. It cannot be paid out in cash."),
      passage("Warranty", "Every machine has a warranty of two years. Wear is not covered."),
  };
  config::KnowledgePassage pair = passage("Do you have a newsletter?", "Yes, it comes each month.", "");
  pair.questions = {"Do you have a newsletter?", "How do I hear about sales?"};
  knowledge.passages.push_back(std::move(pair));
  return knowledge;
}

}  // namespace parley::knowledge
