#include "intents/explain_wording.h"

#include <array>
#include <cstdio>

#include "config/diagnostics.h"

namespace parley::intents {

bool says_nothing(const MessageReading& heard) {
  const Reply& reply = heard.reply;
  return reply.act == Act::kInform && !heard.names_intent() && reply.values.empty() && reply.ambiguous.empty() &&
         heard.elsewhere.empty() && reply.named.empty() && !heard.picked_option() && heard.inquiries.empty() &&
         !heard.follow_up;
}

std::string with_two_digits(double confidence) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", confidence);
  return digits.data();
}

const char* noun_of(Evidence::Kind kind) {
  switch (kind) {
    case Evidence::Kind::kRule: return "rule";
    case Evidence::Kind::kTemplate: return "template";
    case Evidence::Kind::kExample:
    case Evidence::Kind::kLikeness: return "example";
  }
  return "";
}

const std::string& id_of(const ReadMessage& reading, int intent) {
  return reading.bot.intents[static_cast<std::size_t>(intent)].id.value;
}

std::string named(const Evidence& evidence) {
  return std::string(noun_of(evidence.kind)) + " " + config::quoted(evidence.source->value);
}
std::string place_of(const ReadMessage& reading, const config::Text& source) {
  return " (" + location_of(source.mark, reading.bot) + ")";
}

std::string list_of(const std::vector<std::string>& items, const char* conjunction) {
  std::string all;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) all += i + 1 < items.size() ? ", " : conjunction;
    all += items[i];
  }
  return all;
}

}  // namespace parley::intents
