// Tests messages that name a param, to change it or to give its value.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

const std::string kOrder =
    "entities: {size: {values: {small: [], large: [big]}}}\nintents:\n" +
    intent("a",
           "match: [{regex: go}], params: {delivery_date: {type: date}, quantity: {type: number}, "
           "size: {type: size}, order_number: {type: number}, note: {type: free_text}, who: {type: person_name}}");

EditedBot order() {
  return {kOrder, [](config::BotDefinition& bot) { bot.intents[0].params[5].name.value = "contact person"; }};
}

TEST_CASE("param mentions: the param to change is recognised") {
  check(order(), open_situation("", {"delivery_date", "quantity", "size", "order_number", "who"}),
        {
            {"change the delivery date", "delivery_date?"},
            {"Change the date, please", "delivery_date?"},
            {"I want to change the order number", "order_number?"},
            {"could you correct my quantity", "quantity?"},
            {"the quantity is wrong", "quantity?"},
            {"the dates are wrong", "delivery_date?"},
            {"the size isn't right", "size?"},
            {"I got the date wrong", "delivery_date?"},
            {"wrong size", "size?"},
            {"I'd like a different size", "size?"},
            {"change the date and the size", "delivery_date?; size?"},
            {"the contact person needs to be changed", "who?"},
            {"edit the contact person", "who?"},
            {"what is the delivery date", ""},
            {"is the size right", ""},
            {"the date", ""},
            {"change my password", ""},
            {"there is a wrong turn near the house number", ""},
            {"up to date", ""},
        });
}

TEST_CASE("param mentions: a param without a value cannot be changed") {
  check(order(), open_situation("size", {"quantity"}),
        {{"change the date", ""}, {"the size is wrong", ""}, {"change the quantity", "quantity?"}});
}

TEST_CASE("param mentions: when the bot asks what to change, the name of a param alone is enough") {
  NluContext changing = open_situation("", {"delivery_date", "quantity", "size"});
  changing.changing = true;
  check(order(), changing,
        {
            {"the date", "delivery_date?"},
            {"Quantity!", "quantity?"},
            {"size and date please", "size?; delivery_date?"},
            {"the date, Friday", R"(corrects; delivery_date="2026-03-06")"},
            {"nothing", ""},
            {"well I think that up to this date nobody has ever asked me that", ""},
        });
}

TEST_CASE("param mentions: a named param gets its value, whatever the bot asks for") {
  check(order(), open_situation("order_number", {"delivery_date", "quantity", "size", "who"}),
        {
            {"change the date to Friday", R"(corrects; delivery_date="2026-03-06")"},
            {"change the date from tomorrow to Friday", R"(corrects; delivery_date="2026-03-06")"},
            {"the quantity should be 3", "corrects; quantity=3"},
            {"quantity: 3", "corrects; quantity=3"},
            {"set the quantity to 3", "corrects; quantity=3"},
            {"the size must be large", R"(corrects; size="large")"},
            {"change the contact person to Jane Doe", R"(corrects; who="Jane Doe")"},
            {"change the date to something else", "delivery_date?"},
            {"the same quantity and date but for size 3", "order_number=3"},
            {"that quantity, one, two, three!", "order_number=1"},
            {"the date is wrong, it should be Friday", R"(corrects; delivery_date="2026-03-06")"},
            {"the quantity is not right, make it 4", "corrects; quantity=4"},
            {"the contact person should be Jane", R"(corrects; who="Jane")"},
            {"the contact person should be changed", "who?"},
            {"the order number is 3", "order_number=3"},
            {"3", "order_number=3"},
        });
}

TEST_CASE("param mentions: an awaited free text may contain the name of any param") {
  check(order(), open_situation("note", {"delivery_date", "quantity", "size"}),
        {
            {"the size is wrong", R"(note="the size is wrong")"},
            {"my quantity was 3 and you sent a different size",
             R"(note="my quantity was 3 and you sent a different size")"},
            {"change the date", "delivery_date?"},
            {"please change the date to Friday", R"(corrects; delivery_date="2026-03-06")"},
        });
}

TEST_CASE("param mentions: of two params of one type, the named param gets the value") {
  const Bot trip = bot("intents:\n" + intent("a",
                                             "match: [{regex: go}], params: {departure_date: {type: date}, "
                                             "return_date: {type: date}}"));
  check(
      trip, open_situation("departure_date", {}),
      {
          {"tomorrow", R"(departure_date="2026-03-03")"},
          {"the return date is tomorrow", R"(return_date="2026-03-03")"},
          {"actually the departure date is wrong, it is tomorrow", R"(departure_date="2026-03-03")"},
          {"departure date: tomorrow, return date: Friday", R"(departure_date="2026-03-03" return_date="2026-03-06")"},
      });
}

}  // namespace
}  // namespace parley::intents
