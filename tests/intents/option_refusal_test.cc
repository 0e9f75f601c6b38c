// Tests answers to a question with options in which words are refused.
#include "intents/option_refusal.h"

#include <string>

#include <catch2/catch.hpp>

#include "intents/prefilter.h"

namespace parley::intents {
namespace {

// "0 2": named; "?1 2": possible; "none": refuses all; "other": excludes some.
std::string chosen_in(const std::vector<std::string>& labels, const std::string& said) {
  Prefilter prefilter;
  prefilter.compile();
  const Message message(said, prefilter);
  const auto [answer, excludes] = read_chosen_options(message, labels);
  if (answer.refuses) return "none";
  if (excludes) return "other";
  std::string text = answer.possible.empty() ? "" : "?";
  for (const int index : answer.named.empty() ? answer.possible : answer.named) {
    text += (text.empty() || text == "?" ? "" : " ") + std::to_string(index);
  }
  return text;
}

}  // namespace

TEST_CASE("2.7 refused words name no option") {
  const std::vector<std::string> ways = {"gift card", "Visa card, used for this booking", "bank account"};
  const std::pair<const char*, const char*> rows[] = {
      {"the gift card", "0"},
      {"not the gift card", "other"},
      {"anything but the gift card", "other"},
      {"not the sunday one", "none"},
      {"I can't use a gift card", "other"},
      {"don't use the gift card", "other"},
      {"wrong account", "other"},
      {"the bank account is not mine", "other"},
      {"neither the gift card nor the Visa card", "other"},
      {"not the gift card, the Visa", "1"},
      {"the Visa, not the gift card", "1"},
      {"I never use gift cards, so the Visa", "1"},
      {"I don't have the gift card but the bank account", "2"},
      {"I don't mind, the gift card", "0"},
      {"I don't know, the bank one", "2"},
      {"that isn't what I mean", "none"},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(chosen_in(ways, message) == expected);
  }
  CHECK(chosen_in({"gift card", "Visa card"}, "not the gift card") == "none");
}

TEST_CASE("2.7 a label may have the words of a negation") {
  const std::vector<std::string> flights = {"Rome via Vienna", "Rome via Zurich", "Milan without a stop"};
  const std::pair<const char*, const char*> rows[] = {
      {"without a stop", "2"}, {"Milan without a stop", "2"},       {"Rome without a stop", "other"},
      {"Rome", "?0 1"},        {"not via Vienna, via Zurich", "1"}, {"not Milan", "other"},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(chosen_in(flights, message) == expected);
  }
}

TEST_CASE("2.7 words of its label, or praise, take the only option") {
  const std::vector<std::string> only = {"Visa, used for this booking, the original card"};
  const std::pair<const char*, const char*> rows[] = {
      {"use the original card", "0"},
      {"the orignal one is fine", "0"},
      {"that one is perfect", "0"},
      {"put it on the original card please", "0"},
      {"the card I used", "0"},
      {"not the original card", "none"},
      {"the original card?", ""},
      {"is the original card good?", ""},
      {"another card", ""},
      {"my other card", ""},
      {"the original card is blocked", ""},
      {"when is it", ""},
      {"it", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(chosen_in(only, message) == expected);
  }
}

}  // namespace parley::intents
