#include "intents/text_amendment.h"

#include <catch2/catch.hpp>

namespace parley::intents {
namespace {

// Returns "param: text", or an empty text.
std::string amended(const std::string& message, const std::vector<ShownText>& shown) {
  const FoldedText text(message);
  const auto found = amend_text(text, Words(text.text()), shown);
  return found ? found->param + ": " + found->text : "";
}

}  // namespace

TEST_CASE("5.13 a message changes a shown free text") {
  const std::vector<ShownText> full = {{"address", "12 elm street, Springfield 90210"}};
  const std::vector<ShownText> brief = {{"address", "21 elm street"}};
  CHECK(amended("no wait its number 21 not 12", full) == "address: 21 elm street, Springfield 90210");
  CHECK(amended("not 12, 21", full) == "address: 21 elm street, Springfield 90210");
  CHECK(amended("21 elm street", full) == "address: 21 elm street, Springfield 90210");
  CHECK(amended("oak not elm", full) == "address: 12 oak street, Springfield 90210");
  CHECK(amended("21 elm street springfield 90210 and yes", brief) == "address: 21 elm street springfield 90210");
  CHECK(amended("yes, 21 Elm Street Springfield", brief) == "address: 21 Elm Street Springfield");
  CHECK(amended("springfield 90210!! you dropped the city", brief) == "address: 21 elm street, springfield 90210");
  CHECK(amended("you forgot springfield 90210", brief) == "address: 21 elm street, springfield 90210");
}

TEST_CASE("5.13 a message changes a shown number only if it names the old one") {
  const std::vector<ShownText> shown = {{"people", "4", true}, {"note", "a table outside"}};
  CHECK(amended("we are 5 not 4", shown) == "people: 5");
  CHECK(amended("not 4, 5", shown) == "people: 5");
  CHECK(amended("you forgot 5 chairs", shown) == "note: a table outside, 5 chairs");
  for (const char* message : {"we are 5", "4 not 3", "not 4", "5 not four", "4"}) {
    INFO(message);
    CHECK(amended(message, shown).empty());
  }
  CHECK(amended("5 not 4", {{"people", "4", true}, {"hours", "4", true}}).empty());
}

TEST_CASE("5.13 other messages change no shown text") {
  const std::vector<ShownText> shown = {{"address", "12 elm street"}, {"note", "ring at number 12"}};
  for (const char* message : {"yes", "yes please", "number 21 not 12", "you dropped the city", "12 elm street", "no",
                              "not now please", "is that not too late", "forget it", "I lost my key"}) {
    INFO(message);
    CHECK(amended(message, shown).empty());
  }
}

}  // namespace parley::intents
