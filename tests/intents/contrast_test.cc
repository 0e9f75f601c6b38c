// Tests which intents begin beside a request that the message denies.
#include "intents/contrast.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

Bot emergencies() {
  return bot("intents:\n" + intent("smell", R"(match: [{regex: '\bsmell\b.{0,40}\bgas\b', priority: 9}])") +
             intent("stolen", R"(match: [{regex: '\bcard\b.{0,40}\b(stolen|gone)\b', priority: 9}])") +
             intent("account", R"(match: [{regex: '\baccount\b.{0,40}\bhacked\b', priority: 9}])") +
             intent("late", R"(match: [{regex: '\bparcel\b.{0,20}\bnot arrived\b', priority: 9}])") +
             intent("internet", R"(match: [{regex: '\binternet\b', priority: 9}])") +
             intent("bill", R"(match: [{regex: '\bbill\b'}])") + intent("card", R"(match: [{regex: '\bnew card\b'}])"));
}

}  // namespace

TEST_CASE("1.14 a message with a contrast begins no intent that it denies") {
  const std::pair<const char*, const char*> rows[] = {
      {"there is no smell of gas, I only need the bill", "bill"},
      {"no smell of gas here. Just the bill please", "bill"},
      {"my card is not stolen. I just need a new card", "card"},
      {"my card isn't gone, I simply want a new card", "card"},
      {"my account was not hacked, I only want a new card", "card"},
      {"no, no new card, my card was stolen", "stolen"},
      {"no smell of gas upstairs, only downstairs there is a smell of gas. Send the bill later", "smell"},
      // without a contrast, or without another request
      {"there is no smell of gas and no bill", "smell"},
      {"there is no smell of gas, just an old stove", "smell"},
      {"my card was stolen, I just want a new card", "stolen"},
      // complaints
      {"I have no internet, only the bill works", "internet"},
      {"my parcel has not arrived, I just have the bill", "late"},
      {"I don't have internet, only a bill", "internet"},
  };
  const Bot catalog = emergencies();
  for (const auto& [message, expected] : rows) {
    INFO(message);
    const FlatMessage understood = catalog->understand(message, {});
    REQUIRE_FALSE(understood.candidates.empty());
    CHECK(understood.candidates.front().intent == expected);
  }
}

TEST_CASE("1.14 a refusal reaches over the verb and all words of the thing") {
  const std::pair<const char*, const char*> rows[] = {
      {"don't send me the gas bill", ""},
      {"never send me a bill again", ""},
      {"not the gas bill", ""},
      {"don't forget to send me the bill", "bill"},
      {"you didn't send me the bill", "bill"},
      {"why don't you send me the bill", "bill"},
      {"I don't want to pay this bill", "bill"},
      {"we never got our bill", "bill"},
      {"I just don't understand the bill", "bill"},
      {"you need not send a bill", ""},
  };
  const Bot catalog = emergencies();
  for (const auto& [message, expected] : rows) {
    INFO(message);
    const FlatMessage understood = catalog->understand(message, {});
    CHECK((understood.candidates.empty() ? "" : understood.candidates.front().intent) == expected);
  }
}

}  // namespace parley::intents
