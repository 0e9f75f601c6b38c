// Tests answers to questions for a number of people (head_count), a date or a time.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

TEST_CASE("head_count: the people in a list are added up") {
  check(*make_head_count(), {
                                {"a table for [7 people] please", {"7"}},
                                {"There will be [5 adults and 1 child].", {"6"}},
                                {"[2 adults, 2 kids] at 7", {"4"}},
                                {"[me and my wife]", {"2"}},
                                {"just [my wife and I] tonight", {"2"}},
                                {"[myself and 3 others]", {"4"}},
                                {"[me, my wife and our two kids]", {"4"}},
                                {"[me and my five friends]", {"6"}},
                                {"[2 couples] will be there", {"4"}},
                                {"[me and my parents]", {"3"}},
                                {"[11] of us", {"11"}},
                                {"a party of [9]", {"9"}},
                                {"for [two] at 7", {"2"}},
                                {"table for [2] friday", {"2"}},
                                {"table for [4] saturday 8pm", {"4"}},
                                {"just [me]", {"1"}},
                                {"[3 people] and I want it tomorrow", {"3"}},
                                {"me and my kids"},
                                {"a table for [5] and I would like to sit outside", {"5"}},
                                {"book for [2 adults] and I need a high chair", {"2"}},
                                {"for [1500 people]", {"1500"}},
                                {"add 1 person"},
                                {"1 more"},
                                {"one of us is vegan"},
                                {"a couple of questions"},
                                {"book it for me"},
                                {"a rating of 4"},
                                {"for 3 nights"},
                                {"at 7"},
                                {"on 5 March"},
                                {"19:30"},
                                {"give me 5"},
                            });
}

TEST_CASE("head_count: a bare number is an answer, but an hour is not") {
  check(*make_head_count(),
        {{"[7]", {"7"}},
         {"[seven] you said", {"7"}},
         {"make it [a 6] top", {"6"}},
         {"[myself]", {"1"}},
         {"just [me], please", {"1"}},
         {"[5]ish", {"5"}},
         {"around [6]", {"6"}},
         {"maybe about [ten]", {"10"}},
         {"[the two of us plus her parents]", {"4"}},
         {"[the two] of us", {"2"}},
         {"around 7:30"},
         {"about 6pm"},
         {"can you tell me what time you close?"},
         {"excuse me?"},
         {"let me check"},
         {"after 7"},
         {"at 7 on 5 March"},
         {"none"}},
        true);
}

struct Spoken {
  std::string text;
  std::string asked;
  std::vector<std::string> values;  // as PARAM 'WORDS' VALUE
};

void check_booking(const std::vector<Spoken>& rows) {
  const Bot read = bot("intents:\n" + intent("a",
                                             "match: [{regex: go}], params: {people: {type: number}, "
                                             "day: {type: date}, hour: {type: time}}"));
  for (const Spoken& row : rows) {
    INFO(row.text << " asked: " << row.asked);
    NluContext nlu_context;
    nlu_context.intent = "a";
    nlu_context.waiting_for_param = row.asked;
    nlu_context.now = kMonday;
    std::vector<std::string> found;
    for (const ParamValue& value : flat(read->understand(row.text, nlu_context)).answers) {
      found.push_back(value.param + " '" + value.raw + "' " + value.value.to_text());
    }
    CHECK(found == row.values);
  }
}

TEST_CASE("answers: an unclear value gets the type that the bot asks for") {
  check_booking({
      {"13", "people", {"people '13' 13"}},
      {"13", "hour", {"hour '13' 13:00"}},
      {"13", "", {}},
      {"5ish", "people", {"people '5' 5"}},
      {"around 6", "people", {"people '6' 6"}},
      {"about ten", "people", {"people 'ten' 10"}},
      {"around 6", "hour", {"hour '6' 06:00"}},
      {"about ten at 8 pm", "people", {"people 'ten' 10", "hour '8 pm' 20:00"}},
      {"the 5th at half 7 for two", "day", {"day '5th' 2026-03-05", "hour 'half 7' 07:30", "people 'two' 2"}},
      {"7 people at 8 tonight", "", {"people '7 people' 7", "hour '8' 20:00", "day 'tonight' 2026-03-02"}},
      {"a party of 7 tonight", "", {"people '7' 7", "day 'tonight' 2026-03-02"}},
      {"in 2 weeks", "hour", {"day 'in 2 weeks' 2026-03-16"}},
      {"April 28, 2027", "hour", {"day 'April 28, 2027' 2027-04-28"}},
  });
}

TEST_CASE("answers: if the bot asks for a date, loose forms of a date are accepted") {
  check_booking({
      {"the 5th", "day", {"day '5th' 2026-03-05"}},
      {"the 18th of June", "day", {"day '18th of June' 2026-06-18"}},
      {"tonight", "", {"day 'tonight' 2026-03-02"}},
      {"this evening", "day", {"day 'this evening' 2026-03-02"}},
      {"change it to the 19th", "", {"day '19th' 2026-03-19"}},
      {"the 2nd floor", "", {}},
      {"in an hour", "day", {"day 'in an hour' 2026-03-02"}},
      {"now", "day", {"day 'now' 2026-03-02"}},
      {"now I see", "day", {}},
  });
}

TEST_CASE("answers: if the bot asks for a time, loose forms of a time are accepted") {
  check_booking({
      {"5ish", "hour", {"hour '5ish' 05:00"}},
      {"for 7:30ish", "", {"hour '7:30ish' 07:30"}},
      {"after 6", "hour", {"hour '6' 06:00"}},
      {"after 6", "", {"hour '6' 06:00"}},
      {"around 7:30", "hour", {"hour '7:30' 07:30"}},
      {"half 7", "hour", {"hour 'half 7' 07:30"}},
      {"half past 7", "hour", {"hour 'half past 7' 07:30"}},
      {"at half nine please", "", {"hour 'half nine' 09:30"}},
      {"6 pm", "hour", {"hour '6 pm' 18:00"}},
      {"I can't make 930pm", "", {"hour '930pm' 21:30"}},
      {"22hr", "hour", {"hour '22hr' 22:00"}},
      {"430", "hour", {"hour '430' 04:30"}},
      {"a table in half an hour", "", {"hour 'in half an hour' 09:30"}},
      {"in half an hour", "hour", {"hour 'in half an hour' 09:30"}},
      {"Yes, 7:15 PM.", "hour", {"hour '7:15 PM.' 19:15"}},
      {"tonight at 8", "hour", {"day 'tonight' 2026-03-02", "hour '8' 20:00"}},
      {"tomorrow evening at 7:30", "", {"day 'tomorrow' 2026-03-03", "hour 'evening at 7:30' 19:30"}},
      {"8:15 tonight", "", {"hour '8:15' 20:15", "day 'tonight' 2026-03-02"}},
  });
}

}  // namespace
}  // namespace parley::intents
