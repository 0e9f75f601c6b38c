// Tests several intents in one message, and messages that do not answer the question.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

Bot make_order_bot() {
  return bot(R"(entities: {order_id: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}}
intents:
)" +
             intent("cancel_order",
                    R"(match: [{regex: '\bcancel (my |the )?order\b'}], params: {order_id: {type: order_id}})") +
             intent("balance", R"(match: [{regex: '\bbalance\b'}], params: {day: {type: date}})") +
             intent("refund", R"(match: [{template: "[I want] (a refund|my money back) [for {order_id}]"}], )"
                              R"(params: {order_id: {type: order_id}})") +
             intent("hours", R"(examples: [when do you open, what are your opening hours, opening times please])") +
             intent("greet", R"(examples: [hello, I need help, "thanks, bye"])") +
             intent("order_status", R"(match: [{regex: '\border\b'}])"));
}

TEST_CASE("clauses: the params of a second intent come from its own clause") {
  struct Row {
    std::string text;
    std::string best;
    std::string second;
    std::string params;
    std::string second_params;
  };
  const Bot bot = make_order_bot();
  for (const Row& row : std::vector<Row>{
           {"cancel my order O-12345 and tell me my balance of 5 March 2026", "cancel_order", "balance",
            R"(order_id="O-12345")", R"(day="2026-03-05")"},
           {"Cancel order O-12345. And what is my balance?", "cancel_order", "balance", R"(order_id="O-12345")", ""},
           {"cancel my order; also, my balance please", "cancel_order", "balance", "", ""},
           {"what is my balance? Also cancel the order O-54321", "cancel_order", "balance", R"(order_id="O-54321")",
            ""},
           {"cancel my order O-12345 and I want my money back for O-54321", "cancel_order", "refund",
            R"(order_id="O-12345")", R"(order_id="O-54321")"},
           {"cancel my order, when do you open?", "cancel_order", "hours", "", ""},
           {"cancel my order and the order of my wife", "cancel_order", "", "", ""},
           {"cancel my order and thank you", "cancel_order", "", "", ""},
           {"cancel my order O-12345", "cancel_order", "", R"(order_id="O-12345")", ""},
           {"hello, and good morning. How is your balance", "balance", "", "", ""},
           {"my order is late, so cancel my order", "cancel_order", "", "", ""},
           {"Hello! Cancel my order please", "cancel_order", "", "", ""},
           {"cancel my order, I need help", "cancel_order", "", "", ""},
           {"cancel my order. Thanks, bye", "cancel_order", "", "", ""},
           {"fish and chips", "", "", "", ""},
           {"and", "", "", "", ""},
       }) {
    INFO(row.text);
    const FlatMessage read = bot->understand(row.text);
    CHECK((read.candidates.empty() ? "" : read.candidates[0].intent) == row.best);
    CHECK((read.further.empty() ? "" : read.further[0].candidate.intent) == row.second);
    CHECK(joined(brief(read.params), " ") == row.params);
    const auto second_params = read.further.empty() ? std::vector<ParamValue>() : read.further[0].params;
    CHECK(joined(brief(second_params), " ") == row.second_params);
    for (const auto* values : {&read.params, &second_params}) {
      for (const ParamValue& value : *values) CHECK(row.text.substr(value.span.begin, value.raw.size()) == value.raw);
    }
  }
}

TEST_CASE("6.17 a value that several requests need belongs to each of them") {
  struct Row {
    std::string text;
    std::string bank;
    std::string other;  // the other intent
  };
  const Bot bot = intents::bot(R"(entities: {customer: {patterns: ['\bC-(?P<value>\d{4})\b']}}
tools: {close: {kind: mock, result: {}}}
intents:
)" +
                               intent("bank", R"(match: [{regex: '\biban\b'}], confirm: Sure?, )"
                                              R"(params: {customer: {type: customer, required: true, ask: Who?}})") +
                               intent("house", R"(match: [{regex: '\bmoving\b'}], confirm: Sure?, )"
                                               R"(params: {customer: {type: customer, required: true, ask: Who?}})") +
                               R"(  - {id: close, match: [{regex: '\bclose\b'}], steps: [{tool: close}],
     params: {customer: {type: customer, required: true, ask: Who?}}}
)");
  for (const Row& row : std::vector<Row>{
           {"a new iban and I am moving, I am C-1234", R"(customer="1234")", R"(customer="1234")"},
           {"a new iban for C-1234 and I am moving", R"(customer="1234")", R"(customer="1234")"},
           {"a new iban for C-1234 and I am moving the other account", R"(customer="1234")", ""},
           {"a new iban for C-1234 and I am moving, C-2222", R"(customer="1234")", R"(customer="2222")"},
           {"a new iban for C-1234 and close it", R"(customer="1234")", ""},
       }) {
    INFO(row.text);
    const FlatMessage read = bot->understand(row.text);
    REQUIRE(read.further.size() == 1);
    const bool is_bank_first = read.candidates[0].intent == "bank";
    CHECK(joined(brief(is_bank_first ? read.params : read.further[0].params), " ") == row.bank);
    CHECK(joined(brief(is_bank_first ? read.further[0].params : read.params), " ") == row.other);
  }
}

TEST_CASE("6.17 a request that needs two values of a type does not take one value of another request twice") {
  const Bot bot = intents::bot(
      R"(entities: {account: {patterns: ['\bA-\d{4}\b']}}
intents:
)" +
      intent("balance", R"(match: [{regex: '\bbalance\b'}], )"
                        R"(params: {account: {type: account, required: true, ask: Which?}})") +
      intent("transfer",
             R"(match: [{regex: '\btransfer\b'}], confirm: Sure?, )"
             R"(params: {from: {type: account, required: true, ask: From?, param_mapping: ['from (?P<value>\S+)']}, )"
             R"(to: {type: account, required: true, ask: To?}})"));
  struct Row {
    std::string text;
    std::string transfer;
  };
  for (const Row& row : std::vector<Row>{
           {"show the balance of A-1111 and make a transfer", ""},
           {"show the balance of A-1111 and make a transfer from A-1111", R"(from="A-1111")"},
           {"show the balance of A-1111 and make a transfer from A-2222", R"(from="A-2222")"},
       }) {
    INFO(row.text);
    const FlatMessage read = bot->understand(row.text);
    REQUIRE(read.further.size() == 1);
    const bool is_transfer_first = read.candidates[0].intent == "transfer";
    CHECK(joined(brief(is_transfer_first ? read.params : read.further[0].params), " ") == row.transfer);
  }
}

TEST_CASE("clauses: a value of the clause that names the intent overlaps no value of the whole message") {
  struct Row {
    std::string text;
    std::string params;
  };
  const Bot bot = intents::bot(R"(entities: {note: {patterns: ['#.+']}}
intents:
)" + intent("buy",
            "match: [{regex: buy}], params: {note: {type: note}, price: {type: money}, size: {type: number}, "
            R"(text: {type: free_text, param_mapping: ['is (?P<value>.+)']}})"));
  for (const Row& row : std::vector<Row>{
           {"buy #7 dollars +44 and 5 of 6 is wrong", R"(price={"amount":7,"currency":"USD"} text="wrong")"},
           {"buy #blue and 5 of 6 is wrong", R"(text="wrong" note="#blue")"},
       }) {
    INFO(row.text);
    CHECK(joined(brief(flat(bot->understand(row.text)).params), " ") == row.params);
  }
}

TEST_CASE("clauses: all three intents of one message are found") {
  struct Row {
    std::string text;
    std::string best;
    std::vector<std::string> others;  // intents with their values
  };
  const Bot bot = make_order_bot();
  for (const Row& row : std::vector<Row>{
           {"cancel my order O-12345, tell me my balance of 5 March 2026 and I want a refund for O-54321",
            "cancel_order",
            {"balance", R"(day="2026-03-05")", "refund", R"(order_id="O-54321")"}},
           {"what is my balance, when do you open, and cancel my order", "cancel_order", {"balance", "hours"}},
           {"cancel my order, my balance please and cancel my order", "cancel_order", {}},
       }) {
    INFO(row.text);
    const FlatMessage read = bot->understand(row.text);
    CHECK((read.candidates.empty() ? "" : read.candidates[0].intent) == row.best);
    std::vector<std::string> others;
    for (const FurtherIntent& further_intent : read.further) {
      others.push_back(further_intent.candidate.intent);
      for (const std::string& value : brief(further_intent.params)) others.push_back(value);
    }
    CHECK(others == row.others);
  }
}

TEST_CASE("clauses: an intent is found next to an answer, a yes, a no or a cancellation") {
  const Bot bot = intents::bot(
      "entities: {size: {values: {small: [], large: []}}}\nintents:\n" +
      intent("a", R"(match: [{regex: '\baaa\b'}], params: {size: {type: size}, note: {type: free_text}})") +
      intent("balance", R"(match: [{regex: '\bbalance\b'}], params: {day: {type: date}})") +
      intent("revoke", R"(match: [{regex: '\bcancel\b'}])") + intent("hours", "examples: [when do you open]") +
      intent("thank", R"(match: [{regex: '\bthanks\b'}])"));
  NluContext asked = open_situation("size", {});
  for (const UnderstandingRow& row : std::vector<UnderstandingRow>{
           {"small, and what's my balance?", R"(size="small"; second balance)"},
           {"what is my balance? and it's a small one", R"(size="small"; second balance)"},
           {"large. When do you open?", R"(size="large"; second hours)"},
           {"forget it, what's my balance?", "second balance"},
           {"never mind. aaa, please", "second a"},
           {"forget it, hmm", ""},
           {"nevermind I want my balance", "second balance"},
           {"oh forget that, the large aaa", "second a"},
           {"small, thanks", R"(size="small")"},
           {"small, aaa balance", R"(size="small")"},
           {"whatever, what's my balance?", ""},
           {"what's my balance?", ""},
       }) {
    INFO(row.text);
    CHECK(summary_of(bot->understand(row.text, asked)) == row.expected);
  }
  NluContext confirming = open_situation("", {"size"});
  confirming.confirming = true;
  struct Row {
    std::string text;
    Act act;
    std::string expected;
  };
  for (const Row& row : std::vector<Row>{
           {"yes. And when do you open?", Act::kAffirm, "second hours"},
           {"no, and what's my balance?", Act::kDeny, "second balance"},
           {"no wait, what's my balance?", Act::kInform, ""},
           {"yes, cancel it", Act::kAffirm, ""},
           {"no, make it large, and what's my balance?", Act::kDeny, R"(corrects; size="large"; second balance)"},
           {"large, and what's my balance?", Act::kInform, R"(size="large"; second balance)"},
       }) {
    INFO(row.text);
    const FlatMessage read = bot->understand(row.text, confirming);
    CHECK(read.act == row.act);
    CHECK(summary_of(read) == row.expected);
  }
  const FlatMessage two = bot->understand("small, what's my balance, and when do you open", asked);
  REQUIRE(two.further.size() == 2U);
  CHECK(two.further[0].candidate.intent == "balance");
  CHECK(two.further[1].candidate.intent == "hours");
  CHECK(two.further[1].candidate.span == Span{30, 46});
  asked.waiting_for_param = "note";
  CHECK(summary_of(bot->understand("it fell down, what's my balance?", asked)).find("second") == std::string::npos);
}

TEST_CASE("clauses: the span of a second intent is its position in the message") {
  const FlatMessage read = make_order_bot()->understand("\u201ccancel my order\u201d and tell me my balance");
  REQUIRE(read.further.size() == 1U);
  CHECK(read.further[0].candidate.span == Span{37, 44});
}

TEST_CASE("clauses: an ambiguous value in the second clause is ambiguous only for the second intent") {
  const Bot bot = intents::bot(
      R"(entities: {order_id: {patterns: ['\b(?P<value>O-\d{5})\b']}}
intents:
)" + intent("hours", "match: [{regex: opening hours}]") +
      intent("move",
             R"(match: [{regex: '\bmove\b'}], params: {order_id: {type: order_id, required: true, ask: Which?}})"));
  const std::string text = "opening hours, and move O-12345 or O-54321";
  const FlatMessage read = bot->understand(text);
  CHECK(ids(read) == std::vector<std::string>{"hours", "move"});
  CHECK(read.ambiguous.empty());
  REQUIRE(read.further.size() == 1U);
  CHECK(read.further[0].candidate.intent == "move");
  REQUIRE(read.further[0].ambiguous.size() == 1U);
  CHECK(joined(brief(read.further[0].ambiguous[0]), "|") == R"(order_id="O-12345"|order_id="O-54321")");
  for (const ParamValue& value : read.further[0].ambiguous[0]) {
    CHECK(text.substr(value.span.begin, value.raw.size()) == value.raw);
  }
}

TEST_CASE("interrupted intents: a message can answer the question of an interrupted intent") {
  const Bot bot = intents::bot(
      "entities: {size: {values: {small: [], large: []}}}\nintents:\n" +
      intent("a", "match: [{regex: aaa}], params: {size: {type: size}}") +
      intent("b",
             "match: [{regex: bbb}], params: {day: {type: date}, note: {type: free_text}, who: {type: person_name}, "
             "sure: {type: boolean}, count: {type: number}}"));
  NluContext nlu_context = open_situation("size", {});
  struct Row {
    std::string text;
    std::string param;
    std::string expected;
  };
  for (const Row& row : std::vector<Row>{
           {"Friday", "day", R"(day="2026-03-06")"},
           {"it was for Friday", "day", R"(day="2026-03-06")"},
           {"5", "count", "count=5"},
           {"small on Friday", "day", ""},
           {"Friday or Saturday", "day", ""},
           {"aaa Friday", "day", ""},
           {"whatever I like", "note", ""},
           {"Jane Doe", "who", ""},
           {"yes", "sure", ""},
           {"hello", "day", ""},
       }) {
    INFO(row.text);
    nlu_context.interrupted = {{"b", row.param}, {"gone", "day"}};
    CHECK(joined(brief(flat(bot->understand(row.text, nlu_context)).elsewhere), " ") == row.expected);
  }
}

TEST_CASE("examples: a new wording starts a digression only if the message does not answer the open question") {
  const std::string examples =
      "examples: [where is my parcel, track my parcel, my parcel has not arrived, has my parcel left]";
  const Bot bot = intents::bot(
      "entities: {size: {values: {small: [], large: []}}}\nintents:\n" +
      intent("a", "match: [{regex: aaa}], params: {size: {type: size}, why: {type: free_text}, day: {type: date}}") +
      intent("track", examples) +
      intent("login",
             "examples: [I forgot my password, reset my password, the password is wrong, log in without a password]") +
      intent("hours", "examples: [when do you open, opening hours, are you open on Sunday, until when are you open]") +
      intent("refund", "examples: [I want a refund, refund my purchase, when is the refund paid, a refund please]") +
      intent("invoice",
             "examples: [send me the invoice, a copy of my invoice, where is the invoice, print my invoice]"));
  struct Row {
    std::string text;
    std::string asked;
    std::vector<std::string> intents;
  };
  for (const Row& row : std::vector<Row>{
           {"please track the parcel", "size", {"track"}},
           {"my password is forgotten", "size", {"login"}},
           {"parcel", "size", {}},
           {"my parcel", "size", {}},
           {"small, like the parcel", "size", {}},
           {"what a lovely day for penguins", "size", {}},
           {"please track the parcel", "", {}},
           {"I don't know", "size", {}},
           {"please track my parcel", "why", {"track"}},
           {"it was scratched and made a strange noise", "why", {}},
           {"the box was open when the man brought it", "why", {}},
       }) {
    INFO(row.text << " asked: " << row.asked);
    CHECK(ids(bot->understand(row.text, open_situation(row.asked, {}))) == row.intents);
    CHECK(ids(bot->explain(row.text, open_situation(row.asked, {})).understanding) == row.intents);
  }
}

TEST_CASE("a reply such as dunno or skip does not fill a name or a free text") {
  const Bot bot = intents::bot("intents:\n" + intent("a",
                                                     "match: [{regex: aaa}], params: {who: {type: person_name}, "
                                                     "note: {type: free_text}, count: {type: number}}"));
  for (const char* asked : {"who", "note"}) {
    check(bot, open_situation(asked, {}),
          {{"idk", ""}, {"dunno", ""}, {"what?", ""}, {"skip", ""}, {"why?", ""}, {"pass", ""}});
  }
  check(bot, open_situation("who", {}), {{"pizza?", ""}, {"call me back later", ""}, {"Jane?", R"(who="Jane")"}});
}

}  // namespace
}  // namespace parley::intents
