// Tests which clauses are one request, although they match several intents.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

const char* const kLaundry = R"(
entities:
  ticket: {patterns: ['\b(?P<value>T\d{3})\b']}
  damage: {values: {a hole: [hole, torn], a stain: [stains?, dirty]}}
intents:
  - id: damage
    match: [{regex: '\b(shirt|coat)\b.*\b(torn|dirty|hole|stains?)\b'}]
    params:
      damage: {type: damage}
      wanted: {type: number, required: true, ask: Money or cleaning?}
    steps:
      - if: {wanted: 1}
        then: [{start: pay_back}]
        else: [{start: clean_again}]
  - id: pay_back
    match: [{regex: '\bmoney back\b'}]
    params:
      ticket: {type: ticket, required: true, ask: Which ticket?}
      damage: {type: damage, required: true, ask: What is wrong?}
    confirm: Pay back {ticket}?
    answers: [{match: [{regex: '\bhow long\b'}], examples: [how long does it take], say: A week.}]
    steps: [{say: Paid.}]
  - id: clean_again
    match: [{regex: '\bclean (it|them) again\b'}]
    params: {ticket: {type: ticket, required: true, ask: Which ticket?}}
    steps: [{say: Cleaned.}]
  - id: time
    match: [{regex: '\bhow long\b.*'}, {regex: '\bwhen do you open\b'}]
    steps: [{say: A day.}]
)";

std::string first_and_further(const FlatMessage& understood) {
  std::string out = understood.candidates.empty() ? "none" : understood.candidates.front().intent;
  for (const std::string& value : brief(understood.params)) out += " " + value;
  for (const FurtherIntent& further : understood.further) out += " + " + further.candidate.intent;
  return out;
}

}  // namespace

TEST_CASE("6.16 a report and the intent that it would start are one request") {
  const Bot laundry = bot(kLaundry);
  const std::vector<UnderstandingRow> rows = {
      {"my shirt came back torn, the ticket was T123, I want my money back",
       R"(pay_back ticket="T123" damage="a hole")"},
      {"I want my money back for T123, because the coat is dirty", R"(pay_back ticket="T123" damage="a stain")"},
      {"the coat has a stain and please clean it again", "clean_again"},
      {"my shirt is torn. I want my money back, or clean it again", R"(damage damage="a hole")"},
      {"my shirt is torn. when do you open?", "time + damage"},
      {"I want my money back, and when do you open?", "time + pay_back"},
  };
  for (const UnderstandingRow& row : rows) {
    INFO(row.text);
    CHECK(first_and_further(laundry->understand(row.text, {})) == row.expected);
  }
}

TEST_CASE("6.8 a question beside an answer that the open intent answers begins no other intent") {
  const Bot laundry = bot(kLaundry);
  NluContext asked;
  asked.intent = "pay_back";
  asked.waiting_for_param = "ticket";
  const FlatMessage answered = laundry->understand("T123 and how long does it take", asked);
  CHECK(brief(answered.answers) == std::vector<std::string>{R"(ticket="T123")"});
  CHECK(answered.further.empty());
  REQUIRE(answered.inquiries.size() == 1);
  CHECK(answered.inquiries.front().intent == "pay_back");
  CHECK(flat(laundry->understand("T123 and when do you open", asked)).further.size() == 1);
}

TEST_CASE("1.1 forget doing something is a cancellation") {
  const Bot laundry = bot(kLaundry);
  NluContext asked;
  asked.intent = "pay_back";
  asked.waiting_for_param = "damage";
  const std::vector<std::pair<std::string, Act>> rows = {{"forget adding stuff", Act::kCancel},
                                                         {"forget about cleaning it", Act::kCancel},
                                                         {"forget everything", Act::kReset},
                                                         {"I keep forgetting things", Act::kInform}};
  for (const auto& [text, act] : rows) {
    INFO(text);
    CHECK(flat(laundry->understand(text, asked)).act == act);
  }
}

}  // namespace parley::intents
