// Tests answers to questions with options.
#include "intents/option_words.h"

#include <catch2/catch.hpp>

#include "intents/folded_text.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// "0 2": named; "?1 2": possible; "none"; with "!" if it is certain.
std::string answer_to(const std::vector<std::string>& labels, const std::string& message) {
  const FoldedText folded(message);
  const OptionAnswer answer = read_option_answer(Words(folded.text()), labels);
  std::string text = answer.refuses ? "none" : answer.possible.empty() ? "" : "?";
  for (const int index : answer.named.empty() ? answer.possible : answer.named) {
    text += (text.empty() || text == "?" ? "" : " ") + std::to_string(index);
  }
  return answer.is_certain ? text + "!" : text;
}

}  // namespace

TEST_CASE("2.7 an option is named by its number, its place or its words") {
  const std::vector<std::string> orders = {"red skates, 3 March", "small anvil, 9 March", "large anvil, 12 April"};
  const std::pair<const char*, const char*> rows[] = {
      {"1", "0!"},
      {"number 2 please", "1!"},
      {"the second one", "1!"},
      {"the last one", "2!"},
      {"skates", "0!"},
      {"the sktaes", "0"},
      {"the skate please", "0"},
      {"the one from the 9th", "1"},
      {"the april one", "2!"},
      {"the anvil", "?1 2"},
      {"the large anvil", "2!"},
      {"the first and the third", "0 2!"},
      {"1 and 3", "0 2!"},
      {"1, 2", "0 1!"},
      {"the skates and the small one", "0 1!"},
      {"all of them", "0 1 2!"},
      {"the last two", "1 2!"},
      {"both", ""},
      {"the first one with my visa card", "0"},
      {"i take option 2 but in blue", "1"},
      {"the one on the 20th", ""},
      {"none of them", "none"},
      {"march", "?0 1"},
      {"the blue bicycle", ""},
      {"4", ""},
      {"", ""},
      {"I have been waiting for my parcel for three weeks now and nobody of you answers me about the skates", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(answer_to(orders, message) == expected);
  }
  CHECK(answer_to({"books", "toys"}, "both") == "0 1!");
  CHECK(answer_to({"2 pounds", "3 pounds"}, "2") == "1!");
}

TEST_CASE("2.7 a time or a part of the day that an option does not have contradicts it") {
  const std::vector<std::string> slots = {"Wednesday 8:30", "Thursday 11:00", "Friday 15:15"};
  const std::pair<const char*, const char*> rows[] = {
      {"thursday at noon", ""},
      {"wednesday at half past nine", ""},
      {"thurday evning", ""},
      {"thursday at midnight", ""},
      {"wednesday at half past eight", "0"},
      {"friday at quarter past three", "2"},
      {"thursday at eleven", "1"},
      {"friday afternoon", "2"},
      {"friday in the moring", ""},
      {"wednesday at 8:30", "0!"},
      {"half past eight", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(answer_to(slots, message) == expected);
  }
}

TEST_CASE("2.8 the bot's own words say that a value is unknown") {
  const Bot shop = bot(R"(intents:
  - id: pay
    match: [{regex: '\bpay\b'}]
    params:
      bill: {type: number, required: true, ask: Which?, if_unknown: {examples: [ask my wife], match: [{regex: '\bpaper\b'}], say: Look.}}
    steps: [{say: Ok.}]
)");
  NluContext open;
  open.intent = "pay";
  open.waiting_for_param = "bill";
  for (const char* said : {"ask my wife", "Ask my wife!", "it is on some paper", "I don't have the number",
                           "dont have it", "look it up then", "can you look my bill up with my email"}) {
    INFO(said);
    CHECK(flat(shop->understand(said, open)).act == Act::kDontKnow);
  }
  open.waiting_for_param.clear();
  CHECK(flat(shop->understand("ask my wife", open)).act == Act::kInform);
}

TEST_CASE("2.7 picking an option takes precedence over 'I don't know' and over the bot's own words") {
  const Bot shop = bot(
      "intents:\n" + intent("a", R"(match: [{regex: go}], params: {order: {type: free_text, required: true, ask: Which?,
    options: {from: context.orders}, if_unknown: {say: It is on the box., match: [{regex: '\b(blue|second)\b|not sure'}]}}})"));
  NluContext listed;
  listed.intent = "a";
  listed.waiting_for_param = "order";
  listed.choices = {"red skates", "blue anvil", "green tent"};
  listed.lists_options = true;
  const std::vector<std::pair<std::string, int>> rows = {
      {"the blue one", 2}, {"the second one", 2}, {"I don't know, the tent", 3}, {"not sure", 0}, {"I don't know", 0}};
  for (const auto& [message, option] : rows) {
    INFO(message);
    const FlatMessage understood = shop->understand(message, listed);
    CHECK(understood.choice.value_or(-1) + 1 == option);
    CHECK((understood.act == Act::kDontKnow) == (option == 0));
  }
}

}  // namespace parley::intents
