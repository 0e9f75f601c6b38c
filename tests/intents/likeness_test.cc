// Messages that are worded like an intent's examples: taken when nothing else is there, and only then.
#include "tests/intents/bots.h"

namespace parley::intents {
namespace {

const std::string kParcels =
    "examples: [where is my parcel, track my parcel, my parcel has not arrived, has my parcel left]";

std::string desk(const std::string& more = {}) {
  return "intents:\n" + intent("track", kParcels) +
         intent("login",
                "examples: [I forgot my password, reset my password, the password is wrong, "
                "log in without a password]") +
         intent("hours",
                "examples: [when do you open, opening hours, are you open on Sunday, until when are you open]") +
         intent("refund", "examples: [I want a refund, refund my purchase, when is the refund paid, a refund please]") +
         intent("invoice",
                "examples: [send me the invoice, a copy of my invoice, where is the invoice, print my "
                "invoice]") +
         more;
}

TEST_CASE("likeness: a message that no example says word for word") {
  struct Row {
    std::string message;
    std::vector<std::string> intents;
  };
  const std::vector<Row> rows = {
      {"please track the parcel", {"track"}},
      {"my password is forgotten", {"login"}},
      {"copy the invoice for me", {"invoice"}},
      {"where is my parcel", {"track"}},  // word for word
      {"where is the nearest museum", {}},
      {"what is it", {}},
      {"when is my", {}},
      {"tell me a joke about penguins", {}},
      {"", {}},
  };
  const Bot parcels = bot(desk());
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(ids(parcels->understand(row.message)) == row.intents);
  }
}

TEST_CASE("likeness: a rule goes first, whatever the examples say") {
  const Bot with_rule = bot(desk(intent("lost", "match: [{regex: '\\bplease track\\b'}]")));
  CHECK(ids(with_rule->understand("please track the parcel")) == std::vector<std::string>{"lost"});
}

TEST_CASE("likeness: neither a command nor the answer to an open question is taken for an intent") {
  const Bot parcels = bot(desk());
  Situation asked;
  asked.intent = "refund";
  CHECK(parcels->understand("please track the parcel", asked).candidates.empty());
  CHECK(parcels->understand("cancel").candidates.empty());
}

TEST_CASE("likeness: a bot with few examples goes by them word for word") {
  const Bot small = bot("intents:\n" + intent("track", kParcels) + intent("bye", "examples: [see you]"));
  CHECK(ids(small->understand("where is my parcel?")) == std::vector<std::string>{"track"});
  CHECK(small->understand("please track the parcel").candidates.empty());
  CHECK(small->explain("please track the parcel").notes.empty());
}

TEST_CASE("likeness: explain says how probable, and what was needed") {
  const Bot parcels = bot(desk());
  const std::vector<std::string> notes = parcels->explain("please track the parcel").notes;
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("by its wording most like the examples of track, probability 0.") == 0);
  CHECK(notes[0].find("on it is taken when nothing else matches") != std::string::npos);
  CHECK(parcels->explain("please track the parcel")
            .verdicts[0]
            .reason.find("is like the example 'track my parcel' at 0..23 (bot.yaml:") == 0);
}

}  // namespace
}  // namespace parley::intents
