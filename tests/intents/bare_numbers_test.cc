// Tests which param takes a number that shows no type.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

const char* const kBarePayment = R"(
intents:
  - id: send
    match: [{regex: '\bsend\b'}]
    params:
      amount: {type: money, required: true, ask: How much?}
      recipient: {type: first_name, required: true, ask: To whom?, param_mapping: ['\bto (?P<value>\w+)']}
    confirm: Send {amount} to {recipient}?
    steps: [{say: Sent.}]
  - id: pay
    match: [{regex: '\bpay\b'}]
    params: {amount: {type: money, required: true, ask: How much?}}
    steps: [{say: Paid.}]
  - id: buy
    match: [{regex: '\bbuy\b'}]
    params:
      limit: {type: money, required: true, ask: How much?}
      count: {type: number, required: true, ask: How many?, param_mapping: ['(?P<value>\d+) pieces']}
    confirm: Buy {count}?
    steps: [{say: Ok.}]
)";

std::string joined_values(const std::vector<ParamValue>& values) { return joined(brief(values), " "); }

}  // namespace

TEST_CASE("6.14 a bare number is the amount of an intent that asks for confirmation") {
  const Bot bank = bot(kBarePayment);
  const std::vector<UnderstandingRow> rows = {
      {"send 30 to laura", R"(recipient="laura" amount={"amount":30,"currency":null})"},
      {"send 30", R"(amount={"amount":30,"currency":null})"},
      {"send $30 to laura", R"(amount={"amount":30,"currency":"USD"} recipient="laura")"},
      {"send 30 emails to laura", R"(recipient="laura")"},
      {"send 30 or 40 to laura", R"(recipient="laura")"},
      {"send invoice 30 to laura", R"(recipient="laura")"},
      {"send O-30 to laura", R"(recipient="laura")"},
      {"send 12345678 to laura", R"(recipient="laura")"},
      {"pay 30", ""},
      {"buy 30 pieces", "count=30"},
  };
  for (const UnderstandingRow& row : rows) {
    INFO(row.text);
    CHECK(joined_values(flat(bank->understand(row.text, {})).params) == row.expected);
  }
}

TEST_CASE("14.8 a number in a follow-up belongs to the only amount of the earlier request") {
  const Bot bank = bot(kBarePayment);
  const auto follow_up_of = [&](const std::string& done, const std::string& message) {
    NluContext after;
    after.done = done;
    after.done_params =
        done == "send" ? std::vector<std::string>{"amount", "recipient"} : std::vector<std::string>{"limit", "count"};
    const FlatMessage understood = bank->understand(message, after);
    if (!understood.follow_up) return std::string("none");
    return joined_values(understood.follow_up->params) + joined(understood.follow_up->named, "?");
  };
  CHECK(follow_up_of("send", "and 20 to Evan") == R"(recipient="Evan" amount={"amount":20,"currency":null})");
  CHECK(follow_up_of("send", "and to Evan") == R"(recipient="Evan")");
  CHECK(follow_up_of("send", "and $20 to Evan") == R"(amount={"amount":20,"currency":"USD"} recipient="Evan")");
  CHECK(follow_up_of("send", "the 20 to Evan") == "none");
}

}  // namespace parley::intents
