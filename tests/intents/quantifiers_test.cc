// Tests the words for all, both, none and any.
#include "intents/quantifiers.h"

#include <initializer_list>

#include <catch2/catch.hpp>

namespace parley::intents {
namespace {

void check(Quantifier expected, std::initializer_list<const char*> messages) {
  for (const char* message : messages) {
    INFO(message);
    CHECK(read_quantifier(Words(message)) == expected);
  }
}

TEST_CASE("quantifiers: whole messages that name all, both, none or any") {
  check(Quantifier::kAll, {"everything", "all", "All of it!", "all of them please", "I want everything", "the lot",
                           "every one of them", "alles", "alle bitte", "I'll take all of these"});
  check(Quantifier::kBoth, {"both", "both of them", "Both please.", "both work", "beide", "both are fine"});
  check(Quantifier::kNone, {"none", "none of them", "nothing", "neither", "not any of those", "nichts", "keine davon",
                            "nothing at all", "keins"});
  check(Quantifier::kAny, {"any",
                           "anything",
                           "any time",
                           "anytime",
                           "any day is fine",
                           "whenever",
                           "whenever you like",
                           "whatever",
                           "I don't mind",
                           "it doesn't matter",
                           "doesn't matter to me",
                           "either",
                           "either one works for me",
                           "up to you",
                           "you choose",
                           "egal",
                           "mir egal",
                           "jederzeit",
                           "irgendwann",
                           "I really don't care"});
}

TEST_CASE("quantifiers: other messages name none") {
  for (const char* message :
       {"", "everything is broken", "all day tomorrow", "both lamps flicker since monday", "nothing works",
        "none of your business", "any news?", "whenever I open the app it crashes", "anything from 3 to 5",
        "all the red ones", "either monday or tuesday", "alles kaputt", "keine Ahnung", "not today",
        "any chance of 5 pm", "it matters", "the first one"}) {
    INFO(message);
    CHECK_FALSE(read_quantifier(Words(message)).has_value());
  }
}

}  // namespace
}  // namespace parley::intents
