// Tests values that no param takes, the intents that need them, and enumerations.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const char* const kOffice = R"(
entities:
  order: {patterns: ['\b(?:O-?)?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  invoice: {patterns: ['\b(?:INV-?)?(?P<value>\d{5})\b'], canonical: 'INV-{value}'}
  fault: {values: {broken: [], lost: []}}
intents:
  - id: track
    match: [{regex: '\btrack\b'}]
    params: {order: {type: order, required: true, ask: Which order?}}
    steps: [{say: '{order}'}]
  - id: send
    match: [{regex: '\bsend\b'}]
    params:
      invoice: {type: invoice, required: true, ask: Which invoice?}
      email: {type: email, required: true, ask: Where to?}
    steps: [{say: '{invoice} {email}'}]
  - id: report
    match: [{regex: '\breport\b'}]
    params: {fault: {type: fault, required: true, ask: What is it?}}
    steps: [{say: '{fault}'}]
)";

std::string untaken(const FlatMessage& understood) {
  std::string all;
  for (const UntakenValue& value : understood.untaken) {
    all += (all.empty() ? "" : " ") + value.type + "=" + value.value.to_text();
  }
  return all;
}

std::string takers(const FlatMessage& understood) {
  std::string all;
  for (const FurtherIntent& taker : understood.takers) all += (all.empty() ? "" : " ") + taker.candidate.intent;
  return all;
}

std::string others(const std::vector<ParamValue>& values) {
  std::string all;
  for (const ParamValue& value : values) all += (all.empty() ? "" : " ") + value.value.to_text();
  return all;
}

}  // namespace

TEST_CASE("15.1 values that no param takes are found by their type") {
  const Bot office = bot(kOffice);
  const std::pair<const char*, const char*> rows[] = {
      {"a sad story about order 54321", "order=O-54321"},
      {"invoice 00108 is a mess", "invoice=INV-00108"},
      {"INV-00108 is a mess", "invoice=INV-00108"},
      {"54321 is a mess", "order=O-54321 invoice=INV-54321"},
      {"it is broken", "fault=broken"},
      {"track 54321", ""},
      {"track 54321, I am ann@example.com", "email=ann@example.com"},
      {"it is broken, track 54321", ""},
      {"it is not 54321", ""},
      {"hello there", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(untaken(office->understand(message, {})) == expected);
  }
}

TEST_CASE("15.5 the intents that need such a value, if the message names none") {
  const Bot office = bot(kOffice);
  const std::pair<const char*, const char*> rows[] = {
      {"order 54321", "track"}, {"54321 and my wife is ill", "track send"},
      {"broken", "report"},     {"it came broken to my house", ""},
      {"track it", ""},         {"I am ann@example.com", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(takers(office->understand(message, {})) == expected);
  }
}

TEST_CASE("6.12 an enumeration of identifiers means each of them") {
  const Bot office = bot(kOffice);
  const std::pair<const char*, const char*> rows[] = {
      {"track O-11111 and O-22222", "O-22222"},
      {"track 11111, 22222 and 33333", "O-22222 O-33333"},
      {"track 11111 and 11111", ""},
      {"track 11111 or 22222", ""},
      {"track 11111, no wait, 22222", ""},
      {"track 11111 and not 22222", ""},
      {"track 11111, 22222, 33333, 44444, 55555, 66666", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(others(flat(office->understand(message, {})).others) == expected);
  }
}

TEST_CASE("6.12 further values beside an open intent do not change its own") {
  const Bot office = bot(kOffice);
  NluContext confirming;
  confirming.intent = "track";
  confirming.confirming = true;
  confirming.filled = {"order"};
  const std::pair<const char*, const char*> rows[] = {{"same for 22222 and 33333", "O-22222 O-33333"},
                                                      {"yes, and 22222 too", "O-22222"},
                                                      {"22222 instead", ""},
                                                      {"no, 22222", ""}};
  for (const auto& [message, expected] : rows) {
    INFO(message);
    const FlatMessage understood = office->understand(message, confirming);
    CHECK(others(understood.others) == expected);
    CHECK(understood.answers.empty() == !understood.others.empty());
  }
}

TEST_CASE("5 a yes with a reminder agrees") {
  const Bot office = bot(kOffice);
  NluContext confirming;
  confirming.intent = "track";
  confirming.confirming = true;
  CHECK(flat(office->understand("yes but dont forget the invoice", confirming)).act == Act::kAffirm);
  CHECK(flat(office->understand("ok, and please don't forget the other one", confirming)).act == Act::kAffirm);
  CHECK(flat(office->understand("the cat but dont forget the invoice", confirming)).act != Act::kAffirm);
}

TEST_CASE("15.6 digits inside an identifier that the intent does not take are no value") {
  const Bot office = bot(kOffice);
  CHECK(others(flat(office->understand("track 11111 INV-00108", {})).params) == "O-11111");
}

}  // namespace parley::intents
