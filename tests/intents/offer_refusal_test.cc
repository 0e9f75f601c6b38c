// Tests messages that refuse the offered intents and go on.
#include "intents/offer_refusal.h"

#include <catch2/catch.hpp>

namespace parley::intents {

TEST_CASE("15.5 the words that refuse an offer are no part of the request after them") {
  NluContext offered;
  offered.offered = {"track"};
  offered.choices = {"track an order", "something else"};
  const std::pair<const char*, const char*> rows[] = {
      {"Something else. It broke", "                It broke"},
      {"something else", ""},
      {"something else.", ""},
      {"something else broke", ""},
      {"it broke, something else", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(without_refused_offer(message, offered).value_or("") == expected);
  }
  CHECK_FALSE(without_refused_offer("something else. It broke", {}));
}

}  // namespace parley::intents
