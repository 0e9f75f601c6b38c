// Tests what the bot understands when the user asks something in the middle of an intent.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const char* const kBroadband = R"(
entities:
  plan: {values: {basic: [small], plus: [], max: [large]}}
intents:
  - id: sign_up
    match: [{regex: '\bsign me up\b'}]
    params:
      plan:
        type: plan
        required: true
        ask: Which plan?
        answers: [{match: [{regex: '\bfaster\b'}], say: Max is the fastest.}]
      count: {type: number, required: true, ask: How many?}
      note: {type: free_text, required: true, ask: What is the problem?}
    confirm: Shall I order {plan}?
    answers:
      - {examples: [how much is it, what does it cost, what is the price], say: '{plan} costs ten.'}
      - {examples: [is there a contract term, how long am i bound, what is the notice period], say: There is none.}
    steps: [{say: Ok.}]
  - id: cancel
    match: [{regex: '\bcancel(ling)? (my |the )?contract\b'}]
    confirm: Shall I cancel it?
    steps: [{tool: t}, {say: Cancelled.}]
  - id: usage
    match: [{regex: '\b(usage|used)\b'}]
    params: {month: {type: number}}
    steps: [{tool: t}, {say: Ok.}]
  - id: hours
    match: [{regex: '\bopen\b'}]
    examples: [when do you open, your opening hours, are you open on sunday]
    steps: [{say: Nine to five.}]
tools: {t: {}}
)";

NluContext asked(const std::string& param) {
  NluContext open;
  open.intent = "sign_up";
  open.waiting_for_param = param;
  return open;
}
NluContext confirming() {
  NluContext open = asked("");
  open.confirming = true;
  open.filled = {"plan", "count", "note"};
  return open;
}

// The entries that answer, "none" for an inquiry without an answer, then the intents and the values.
std::string heard(const Catalog& bot, const std::string& message, const NluContext& open) {
  const FlatMessage understood = bot.understand(message, open);
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
  for (const Inquiry& one : understood.inquiries) {
    add(one.intent.empty()
            ? "none"
            : one.intent + (one.param.empty() ? "" : "." + one.param) + "." + std::to_string(one.answer));
  }
  for (const std::string& id : ids(understood)) add(id);
  for (const std::string& value : brief(understood.answers)) add(value);
  if (understood.act != Act::kInform) add(to_string(understood.act));
  return out;
}

}  // namespace

TEST_CASE("4.7 a question of the user is answered, and gives no value") {
  struct Row {
    NluContext open;
    std::string message, heard;
  };
  const std::vector<Row> rows = {
      {asked("plan"), "how much is it?", "sign_up.0"},
      {asked("plan"), "how much does it cost", "sign_up.0"},
      {asked("plan"), "hmm is there a notice period", "sign_up.1"},
      {asked("plan"), "which one is faster", "sign_up.plan.0"},
      {asked("count"), "which one is faster", "sign_up.plan.0"},
      {asked("plan"), "how much is basic?", "sign_up.0"},
      {asked("plan"), "basic, and how much is it?", "sign_up.0 plan=\"basic\""},
      {asked("plan"), "how much is it? basic", "sign_up.0 plan=\"basic\""},
      {asked("plan"), "what about basic", "plan=\"basic\""},
      {asked("plan"), "basic?", "plan=\"basic\""},
      {asked("count"), "how long does 2 take?", "none"},
      {asked("count"), "how much is it and is there a contract term", "sign_up.0 sign_up.1"},
      {asked("count"), "how much is it? is there a contract term?", "sign_up.0 sign_up.1"},
      {asked("note"), "who is your ceo?", "none"},
      {asked("note"), "why is my line slow?", "note=\"why is my line slow?\""},
      {asked("note"), "how much is it?", "sign_up.0"},
      {asked("plan"), "what?", "repeat"},
      {asked("plan"), "what do you mean?", "repeat"},
      {asked("plan"), "when do you open", "hours"},
      {asked("plan"), "do you open on sundays", "hours"},
      {confirming(), "how much is it?", "sign_up.0"},
      {confirming(), "yes, how much is it?", "sign_up.0"},
      {confirming(), "ok is there a fee?", "none"},
      {confirming(), "yes, and how much is it?", "sign_up.0 affirm"},
      {confirming(), "yes please, is there a contract term", "sign_up.1 affirm"},
      {confirming(), "yep and who is your ceo?", "none affirm"},
      {confirming(), "yes but how much is it?", "sign_up.0"},
      {confirming(), "ok and how much is it?", "sign_up.0"},
      {confirming(), "yes", "affirm"},
      {confirming(), "no, how much is it?", "sign_up.0 deny"},
      {confirming(), "no wait, how much is it?", "sign_up.0"},
      {asked("plan"), "is the router included in that", "none"},
  };
  const Bot broadband = bot(kBroadband);
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(heard(*broadband, row.message, row.open) == row.heard);
  }
}

TEST_CASE("4.9 a question of the user starts nothing that has effects") {
  struct Row {
    std::string message, heard;
  };
  const std::vector<Row> rows = {
      {"is there a fee for cancelling my contract?", "none"},
      {"what happens after cancelling the contract", "none"},
      {"yes, but is there a fee for cancelling the contract?", "none"},
      {"how do I cancel my contract?", "cancel"},
      {"is there a way to cancel my contract?", "cancel"},
      {"cancel my contract, is there a fee?", "cancel"},
      {"is there a limit on usage?", "usage"},
      {"how much have I used?", "usage"},
      {"is there a limit on usage in 3?", "usage"},
      {"is it open?", "hours"},
  };
  const Bot broadband = bot(kBroadband);
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(heard(*broadband, row.message, confirming()) == row.heard);
  }
}

TEST_CASE("4.10 while nothing is open, an intent answers only what needs no value") {
  struct Row {
    std::string message, heard;
  };
  const std::vector<Row> rows = {
      {"sign me up", "sign_up"},
      {"sign me up, is there a contract term?", "sign_up.1 sign_up"},
      {"is there a contract term if you sign me up?", "sign_up.1"},
      {"how much is it if you sign me up?", "sign_up"},
      {"is there a contract term?", "sign_up.1"},
  };
  const Bot broadband = bot(kBroadband);
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(heard(*broadband, row.message, {}) == row.heard);
  }
}

TEST_CASE("4.9 a bot without answers also takes no value and no yes from a question") {
  const Bot shop = bot(R"(
intents:
  - id: pay
    match: [{regex: pay}]
    params: {amount: {type: money, required: true, ask: How much?}}
    confirm: Shall I pay {amount}?
    steps: [{tool: t}, {say: Paid.}]
tools: {t: {}}
)");
  NluContext open;
  open.intent = "pay";
  open.waiting_for_param = "amount";
  CHECK(heard(*shop, "is $5 the minimum? or what?", open) == "amount={\"amount\":5,\"currency\":\"USD\"}");
  CHECK(heard(*shop, "why does it cost $5?", open) == "none");
  open.waiting_for_param.clear();
  open.confirming = true;
  open.filled = {"amount"};
  CHECK(heard(*shop, "sure, how long does it take?", open) == "none");
  CHECK(heard(*shop, "sure", open) == "affirm");
}

TEST_CASE("5.7 keeping something is a no, unless the bot asks whether to keep it") {
  const Bot shop = bot(R"(
intents:
  - {id: remove, match: [{regex: remove}], confirm: Shall I delete it?, steps: [{say: Ok.}]}
  - {id: store, match: [{regex: store}], confirm: Shall I keep it for you?, steps: [{say: Ok.}]}
)");
  NluContext open;
  open.confirming = true;
  open.intent = "remove";
  for (const char* message : {"keep it", "no keep it please", "leave it as it is", "I want to keep my account",
                              "keep it open", "keep it running", "leave it on"}) {
    INFO(message);
    CHECK(flat(shop->understand(message, open)).act == Act::kDeny);
  }
  open.intent = "store";
  CHECK(flat(shop->understand("keep it", open)).act == Act::kInform);
}

TEST_CASE("5.8 while the bot asks for confirmation, a position picks an option of the last list") {
  const Bot broadband = bot(kBroadband);
  CHECK(heard(*broadband, "no the first one", confirming()) == "plan=\"basic\"");
  CHECK(heard(*broadband, "sorry, I meant the last one", confirming()) == "plan=\"max\"");
  CHECK(heard(*broadband, "no", confirming()) == "deny");
}

TEST_CASE("6.3 a no that belongs to a value denies nothing") {
  const Bot desk = bot(R"(
entities: {symptom: {values: {no_internet: [no internet, no connection], slow: [slow]}}}
intents:
  - id: repair
    match: [{regex: repair}]
    params: {symptom: {type: symptom, required: true, ask: What is wrong?}}
    confirm: Shall I send someone because of {symptom}?
    steps: [{say: Ok.}]
)");
  NluContext open;
  open.intent = "repair";
  open.confirming = true;
  open.filled = {"symptom"};
  CHECK(heard(*desk, "no internet", open) == "symptom=\"no_internet\"");
  CHECK(heard(*desk, "no", open) == "deny");
}

TEST_CASE("4.10 while nothing is open, a similar question needs shared words, and no param answers it") {
  const Bot shop = bot(R"(
entities:
  card: {values: {gold: [], blue: []}}
intents:
  - id: outage
    examples: [my internet is down, there is an outage, no service here]
    answers:
      - {examples: [do i get a refund for the outage, will you credit the outage days, is there compensation for an outage], say: We credit a day.}
    params: {zip: {type: number, required: true, ask: Your zip?}}
    steps: [{say: Noted.}]
  - id: pay
    examples: [pay my card, make a card payment, pay off my cards]
    params:
      card:
        type: card
        required: true
        ask: Which card?
        answers: [{examples: [how much do i owe, what do i owe, what is owed on it], say: That depends on the card.}]
    steps: [{say: Paid.}]
  - id: move
    match: [{regex: '\bmov(e|ing)( house)?\b'}]
    answers:
      - {examples: [how much does moving cost, what does it cost], say: Ten.}
      - {examples: [how long does it take], say: A week.}
    steps: [{say: Moved.}]
)");
  CHECK(heard(*shop, "do I get a refund for the outage", {}) == "outage.0");
  CHECK(heard(*shop, "will I get a refund because of the outage", {}) == "outage.0");
  CHECK(heard(*shop, "what do I owe on my cards", {}).find('.') == std::string::npos);
  CHECK(heard(*shop, "how do I get a refund", {}).find('.') == std::string::npos);
  CHECK(heard(*shop, "what does it cost to move house", {}) == "move.0");
  CHECK(heard(*shop, "what is the weather when I move house", {}) == "move");
}

TEST_CASE("4.9 a question that repeats the request of the open intent gives values") {
  const Bot bank = bot(R"(
intents:
  - id: spending
    match: [{regex: '\bspen[dt]\b'}]
    params: {period: {type: date, required: true, ask: Which day?}}
    answers: [{examples: [what did i spend it on], say: See the list.}]
    steps: [{say: Ten.}]
)");
  NluContext open;
  open.intent = "spending";
  open.waiting_for_param = "period";
  open.now = 1772452800000;
  CHECK(flat(bank->understand("what did I spend yesterday", open)).answers.size() == 1);
  CHECK(flat(bank->understand("what happened yesterday?", open)).answers.empty());
  open.confirming = true;
  open.waiting_for_param.clear();
  open.filled = {"period"};
  CHECK(flat(bank->understand("what did I spend yesterday", open)).answers.empty());
}

}  // namespace parley::intents
