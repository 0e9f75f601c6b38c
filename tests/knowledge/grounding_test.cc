// Tests how far an answer keeps to the words of a passage.
#include "knowledge/grounding.h"

#include <catch2/catch.hpp>

using namespace parley;
using knowledge::Lexicon;

TEST_CASE("the share of the words that a passage has") {
  const char* const kEnglish = "Cancelling a booking is free until the evening before. Refunds take ten days.";
  const char* const kGerman = "Die Stornierung ist bis zum Vorabend kostenlos.";
  struct Case {
    const char* answer;
    const char* passage;
    Lexicon lexicon;
    double share;
  };
  const Case cases[] = {
      {"Cancelling is free.", kEnglish, Lexicon::kEnglish, 1},
      {"You can cancel it for free.", kEnglish, Lexicon::kEnglish, 1},
      {"A refund takes 12 days.", kEnglish, Lexicon::kEnglish, 1},  // exact parts are checked elsewhere
      {"Cancelling is free: ann@mail.example, https://shop.example/pool", kEnglish, Lexicon::kEnglish, 1},
      {"Refunds arrive tomorrow.", kEnglish, Lexicon::kEnglish, 1.0 / 3},
      {"The pool has a sauna.", kEnglish, Lexicon::kEnglish, 0},
      {"Everything is free.", kEnglish, Lexicon::kEnglish, 0},
      {"Yes, you can.", kEnglish, Lexicon::kEnglish, 0},
      {"", kEnglish, Lexicon::kEnglish, 0},
      {"Stornieren ist kostenlos.", kGerman, Lexicon::kNone, 1},
      {"Kostenlos im Schwimmbad.", kGerman, Lexicon::kNone, 0.5},
      {"\xE6\x97\xA9\xE9\xA4\x90\xE4\xB8\x83", "\xE6\x97\xA9\xE9\xA4\x90\xE4\xB8\x83", Lexicon::kNone, 1},
      {"\xE6\x97\xA9\xE4\xB8\x83\xE4\xB8\x83", "\xE6\x97\xA9\xE9\xA4\x90\xE4\xB8\x83", Lexicon::kNone, 0},
  };
  for (const Case& one : cases) {
    INFO(one.answer);
    CHECK(knowledge::grounded_share(one.answer, one.passage, one.lexicon) == Approx(one.share));
  }
}
