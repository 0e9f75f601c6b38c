// Tests which messages refer to what the conversation was about before.
#include "intents/reference.h"

#include <catch2/catch.hpp>

namespace parley::intents {

TEST_CASE("15.3 pronouns and \"the same\" refer back") {
  for (const char* message :
       {"cancel it", "refund it please", "send me the invoice for that", "cancel that", "cancel this one",
        "a refund for this order", "the same order please", "i want it back"}) {
    INFO(message);
    CHECK(refers_back(Words(message)));
  }
}

TEST_CASE("15.3 other objects, and words that mean nothing, do not refer back") {
  for (const char* message : {"cancel", "track please", "cancel my order", "i want a refund", "cancel the other one",
                              "cancel another", "is it possible to get a refund", "how long does it take to cancel",
                              "i heard that you cancel orders", "cancel my order this week"}) {
    INFO(message);
    CHECK_FALSE(refers_back(Words(message)));
  }
}

}  // namespace parley::intents
