// Tests corrections: which value is replaced, and which param gets the new value.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

Bot make_correction_bot(const std::string& params) {
  return bot(R"(entities:
  order_id: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  size: {values: {small: [little], large: [big]}}
intents:
)" + intent("a", "match: [{regex: go}], params: {" + params + "}"));
}

TEST_CASE(
    "correction: while the bot asks for another param, words such as 'no' or 'make it' replace an earlier value") {
  check(make_correction_bot("order_id: {type: order_id}, day: {type: date}, count: {type: number}, size: {type: size}"),
        open_situation("size", {"order_id", "day", "count"}),
        {
            {"no, I meant O-54321", R"(corrects; order_id="O-54321")"},
            {"No I mean O-54321", R"(corrects; order_id="O-54321")"},
            {"actually make it two", "corrects; count=2"},
            {"sorry, I meant Friday", R"(corrects; day="2026-03-06")"},
            {"change it to 5", "corrects; count=5"},
            {"could you change that to 5 please?", "corrects; count=5"},
            {"make that 7", "corrects; count=7"},
            {"oh wait, make it 7", "corrects; count=7"},
            {"no, 5", "corrects; count=5"},
            {"5 actually", "corrects; count=5"},
            {"Friday instead", R"(corrects; day="2026-03-06")"},
            {"not tomorrow, Friday", R"(corrects; day="2026-03-06")"},
            {"not 3 but 4", "corrects; count=4"},
            {"oops, not 4 pieces, I meant 5", "corrects; count=5"},
            {"make that reservation", ""},
            {"it should be not too cheap but not too dear", "corrects"},
            {"I want something not too cheap but nice", ""},
            {"change it from 3 to 4", "corrects; count=4"},
            {"it should have been 4", "corrects; count=4"},
            {"I said tomorrow and I'd like to change that to Friday", R"(corrects; day="2026-03-06")"},
            {"tomorrow is bad so make it Friday", R"(corrects; day="2026-03-06")"},
            {"no, large", R"(size="large")"},
            {"large", R"(size="large")"},
            {"large, and make it 3", R"(corrects; size="large" count=3)"},
            {"I meant the other one", "corrects"},
            {"I mean how are you not like all the rest?", ""},
            {"if there is a gift, it should be a nice present", ""},
            {"actually", ""},
            {"no", ""},
            {"sorry", ""},
            {"wait a minute", ""},
            {"I can't make it to the shop", ""},
            {"actually I want to know something else", ""},
        });
}

TEST_CASE(
    "correction: a value that fits the awaited param and the param filled last replaces the latter only after words "
    "such as 'no'") {
  const Bot rooms = make_correction_bot("adults: {type: number}, kids: {type: number}, size: {type: size}");
  check(rooms, open_situation("kids", {"adults"}),
        {
            {"5", "kids=5"},
            {"no, 5", "corrects; adults=5"},
            {"actually 5", "corrects; adults=5"},
            {"I meant 5", "corrects; adults=5"},
            {"make that 7", "corrects; adults=7"},
            {"sorry, 5", "kids=5"},
            {"5 please", "kids=5"},
            {"not 3", ""},
            {"not 3, 4", "corrects; adults=4"},
        });
  check(make_correction_bot("day: {type: date}, at: {type: time}"), open_situation("at", {"day"}),
        {
            {"actually at 7", R"(at="07:00")"},
            {"no, Friday", R"(corrects; day="2026-03-06")"},
            {"no, Friday at 7pm", R"(corrects; day="2026-03-06" at="19:00")"},
        });
}

TEST_CASE("correction: a named param takes precedence over a guess") {
  const Bot table = make_correction_bot("day: {type: date}, at: {type: time}, people: {type: number}");
  check(table, open_situation("people", {"day", "at"}),
        {
            {"okay make it 20 then", "people=20"},
            {"at least 6, so let's make it for 6", "people=6"},
            {"change it to 3 people now", "people=3"},
            {"no, 8pm", R"(corrects; at="20:00")"},
            {"make it 8pm", R"(corrects; at="20:00")"},
        });
  check(table, open_situation("", {"day", "people", "at"}),
        {
            {"oops, not 4 people, I meant 5", "corrects; people=5"},
            {"No, not 18 people, 8", "corrects; people=8"},
            {"Actually, there are 10 of us now", "corrects; people=10"},
            {"no, 7", R"(corrects; at="07:00")"},
            {"okay, make it 8 people, no wait, only 7 people", "corrects; people=7"},
        });
}

TEST_CASE("correction: while the bot asks a yes-no question, 'no' is the answer to it and not a correction") {
  check(make_correction_bot("count: {type: number}, sure: {type: boolean}"), open_situation("sure", {"count"}),
        {
            {"no", "sure=false"},
            {"no, not really", "sure=false"},
            {"make it 3", "corrects; count=3"},
            {"yes, but make it 3", "corrects; sure=true count=3"},
        });
}

TEST_CASE(
    "correction: while the bot asks for a free text, only a message that begins like a correction is a correction") {
  check(make_correction_bot("order_id: {type: order_id}, count: {type: number}, why: {type: free_text}"),
        open_situation("why", {"order_id", "count"}),
        {
            {"no, I meant O-54321", R"(corrects; order_id="O-54321")"},
            {"make it 3", "corrects; count=3"},
            {"it broke", R"(why="it broke")"},
            {"actually it broke", R"(why="actually it broke")"},
            {"it is not the one I wanted, you make it sound bigger",
             R"(why="it is not the one I wanted, you make it sound bigger")"},
            {"I meant the other one", R"(why="I meant the other one")"},
        });
}

TEST_CASE("correction: an earlier name or free text changes only after words that introduce the new value") {
  const Bot book = make_correction_bot("who: {type: person_name}, size: {type: size}");
  check(book, open_situation("size", {"who"}),
        {
            {"no, I meant Jane Doe", R"(corrects; who="Jane Doe")"},
            {"change it to Jane", R"(corrects; who="Jane")"},
            {"no, blue", ""},
            {"no, big", R"(size="large")"},
            {"I'm Irish", ""},
            {"I'm Irish, so big", R"(size="large")"},
            {"my name is Jane", R"(who="Jane")"},
            {"I'm Jane Doe by the way", R"(who="Jane Doe")"},
        });
  check(make_correction_bot("why: {type: free_text}, size: {type: size}"), open_situation("size", {"why"}),
        {{"no, I meant it was late", R"(corrects; why="it was late")"}, {"make it big", R"(size="large")"}});
}

TEST_CASE("correction: a value retracted in the same message is ignored") {
  check(make_correction_bot("day: {type: date}, size: {type: size}"), open_situation("day", {}),
        {
            {"Friday, no wait, Saturday", R"(day="2026-03-07")"},
            {"tomorrow, sorry, Friday", R"(day="2026-03-06")"},
            {"Friday, I mean Saturday", R"(day="2026-03-07")"},
            {"not tomorrow but Friday", R"(day="2026-03-06")"},
            {"not tomorrow", ""},
            {"anything rather than tomorrow", ""},
            {"tomorrow, not large", R"(day="2026-03-03")"},
            {"why not tomorrow?", R"(day="2026-03-03")"},
            {"Friday, not Saturday", R"(day="2026-03-06")"},
            {"Friday rather than Saturday", R"(day="2026-03-06")"},
            {"move it from Friday to Saturday", R"(day="2026-03-07")"},
            {"not before Friday", "day=null!"},
            {"it is tomorrow now and should be Friday", R"(day="2026-03-06")"},
            {"tomorrow at the moment, needs to be Friday", R"(day="2026-03-06")"},
            {"I'm not sure, maybe Friday", R"(day="2026-03-06")"},
        });
}

TEST_CASE("correction: at a confirmation, the user can correct the values that it shows") {
  NluContext confirming = open_situation("", {"order_id", "count"});
  confirming.confirming = true;
  check(make_correction_bot("order_id: {type: order_id}, count: {type: number}, size: {type: size}"), confirming,
        {
            {"yes but make it 60", "corrects; count=60"},
            {"no, O-54321", R"(corrects; order_id="O-54321")"},
            {"60", "count=60"},
            {"yes", ""},
        });
}

TEST_CASE("correction: a first message corrects nothing") {
  const Bot plain = make_correction_bot("count: {type: number}");
  for (const char* text : {"actually I want 3, go", "no, make it 3 and go", "change it to 5 go", "sorry, go"}) {
    INFO(text);
    CHECK_FALSE(flat(plain->understand(text)).corrects);
  }
}

TEST_CASE("correction: a negated value is not accepted, not even as the answer") {
  check(make_correction_bot("size: {type: size}, day: {type: date}"), open_situation("size", {}),
        {
            {"I don't have a small one, it's large", R"(size="large")"},
            {"I do not own a large one, mine is small", R"(size="small")"},
            {"I haven't got a small one but a large one", R"(size="large")"},
            {"it's no small one, it's a large one", R"(size="large")"},
            {"not a small one, a large one", R"(size="large")"},
            {"I did not mean small, large", R"(size="large")"},
            {"I don't have a small one", ""},
            {"I have a small one", R"(size="small")"},
        });
}

TEST_CASE("correction: the no of a correction does not answer a yes-or-no question") {
  check(make_correction_bot("day: {type: date}, bag: {type: boolean}"), open_situation("bag", {"day"}),
        {
            {"no, I meant Friday", R"(corrects; day="2026-03-06")"},
            {"no", "bag=false"},
            {"definitely not", "bag=false"},
            {"yes, no problem", "bag=true"},
        });
}

TEST_CASE("correction: of two values with a correction between them, only the last counts") {
  const Bot order = make_correction_bot("order_id: {type: order_id}, mail: {type: email}, day: {type: date}");
  const std::vector<UnderstandingRow> rows = {
      {"O-12345 please, no sorry, O-54321", R"(order_id="O-54321")"},
      {"O-12345, thanks. Oh no, it's O-54321", R"(order_id="O-54321")"},
      {"my email is a@b.com, no wait, d@e.com", R"(mail="d@e.com")"},
      {"Friday please - sorry, Saturday", R"(day="2026-03-07")"},
  };
  for (const UnderstandingRow& row : rows) {
    for (const std::string asked : {"order_id", "mail", "day"}) {
      if (row.expected.rfind(asked, 0) != 0) continue;
      INFO(row.text << "\nasked: " << asked);
      CHECK(summary_of(order->understand(row.text, open_situation(asked, {}))) == row.expected);
    }
  }
  for (const UnderstandingRow& row : rows) {
    INFO(row.text);
    NluContext nlu_context;
    nlu_context.now = kMonday;
    CHECK(joined(brief(flat(order->understand("go " + row.text, nlu_context)).params), " ") == row.expected);
  }
}

}  // namespace
}  // namespace parley::intents
