// Tests email, phone, credit_card and iban: values, positions and near misses.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("email: an address in words counts in an answer, and after a word that announces it") {
  struct Said {
    const char* text;
    bool asked;
    std::vector<std::string> found;
  };
  const auto email = make_email();
  for (const Said& said : std::initializer_list<Said>{
           {"jane at doe dot com", true, {"jane@doe.com"}},
           {"it's jane dot smith at mail dot example dot co dot uk", true, {"jane.smith@mail.example.co.uk"}},
           {"j underscore s at my dash shop dot de", true, {"j_s@my-shop.de"}},
           {"jane at example.com", true, {"jane@example.com"}},
           {"jane(at)example.com", true, {"jane@example.com"}},
           {"Jane Punkt Doe at web Punkt de", true, {"Jane.Doe@web.de"}},
           {"my email is jane at doe dot com", false, {"jane@doe.com"}},
           {"we met at doe dot com", false, {}},
           {"I am at home", true, {}},
           {"at five dot", true, {}},
           {"jane at doe", true, {}},
       }) {
    INFO(said.text);
    Reading reading{said.text, {}, said.asked};
    reading.for_param = true;
    std::vector<Found> found;
    email->find(reading, found);
    std::vector<std::string> addresses;
    for (const Found& one : found) addresses.push_back(one.value.to_text());
    CHECK(addresses == said.found);
  }
  check(*email, {{"jane at doe dot com"}}, true);  // not for a param of a bot
}

TEST_CASE("email: addresses are found and normalised") {
  check(*make_email(), {
                           {"[jo@example.com]", {q("jo@example.com")}},
                           {"write to [Jo.Smith+shop@Mail.Example.CO.UK].", {q("Jo.Smith+shop@mail.example.co.uk")}},
                           {"<[a_b-c@x-y.org]>", {q("a_b-c@x-y.org")}},
                           {"[a@b.co],[c@d.io]", {q("a@b.co"), q("c@d.io")}},
                           {"\u00e9 [jo@example.com]\u2026", {q("jo@example.com")}},
                           {"[\uff4ao\uff20example.com]", {q("jo@example.com")}},
                           {"jo@example"},
                           {"@example.com"},
                           {"jo at example.com"},
                           {"jo@.com"},
                           {"jo@-x.com"},
                           {"jo@example.c"},
                           {""},
                       });
}

TEST_CASE("phone: a number in a phone format is found") {
  check(*make_phone(),
        {
            {"[+44 20 7946 0958]", {q("+442079460958")}},
            {"call [(555) 123-4567] now", {q("5551234567")}},
            {"[555-123-4567]", {q("5551234567")}},
            {"[555.123.4567]", {q("5551234567")}},
            {"[1-800-555-0199]", {q("18005550199")}},
            {"[+1 (555) 123-4567]", {q("+15551234567")}},
            {"[555-1234]", {q("5551234")}},
            {"[020 7946 0958]", {q("02079460958")}},
            {"[06 12 34 56 78]", {q("0612345678")}},
            {"[679 124 898] or [971-50-123-4567]", {q("679124898"), q("971501234567")}},
            {"[+49 176/ 12345678]", {q("+4917612345678")}},
            {"my phone number is [5551234567]", {q("5551234567")}},
            {"Tel.: 5551234567, mobile: [5551234567] 2 times", {q("5551234567")}},
            {"call [+1 555 123 4567] 2 times", {q("+15551234567")}},
            {"[0161 123 4567 ext. 12] or [269-541-4584x068]", {q("01611234567x12"), q("2695414584x068")}},
            {"[(+45) 12 34 56 78]", {q("+4512345678")}},
            {"[0049 30 123456]", {q("004930123456")}},
            {"[+4930123456]", {q("+4930123456")}},
            {"[91-415-555-0132] or [0 (917) 123 4567]", {q("914155550132"), q("09171234567")}},
            {"[+44 20 7946 0958] 5551234 67890", {q("+442079460958")}},
            {"It is booked.[555-123-4567]", {q("5551234567")}},
            {"[532 123 45 67], [0 532 123 45 67]", {q("5321234567"), q("05321234567")}},
            {"tel: [+49\u00a030\u00a0123456]\U0001f4de", {q("+4930123456")}},
            {"[555\u2011123\u20114567]", {q("5551234567")}},
        });
}

TEST_CASE("phone: invalid numbers are refused") {
  check(*make_phone(), {{"5551234567"},
                        {"order 1234567"},
                        {"2026-05-03"},
                        {"192.168.100.100"},
                        {"12345"},
                        {"O-555-1234"},
                        {"student 00022960, purchase 00123842"},
                        {"born 08 06 1959"},
                        {"45+31-339243873"},
                        {"200.38294427"},
                        {"4111 1111 1111 1111"},
                        {"1,250,000"},
                        {"+1 23"},
                        {"12:30:4567"},
                        {"123-45-6789"},
                        {"03-05-2026"},
                        {"3782 822463 10005"},
                        {"DE89 3704 0044 0532 0130 00"},
                        {""}});
}

TEST_CASE("phone: in an answer, seven to fifteen digits in any format are a phone number") {
  check(*make_phone(),
        {{"[5551234567]", {q("5551234567")}},
         {"it's [5551234]", {q("5551234")}},
         {"[55 51 23 45 67]", {q("5551234567")}},
         {"123456"},
         {"O-1234567"},
         {"1234567890123456"}},
        true);
}

TEST_CASE("credit_card: groups, lengths and the check digit are checked") {
  check(*make_credit_card(), {
                                 {"[4111111111111111]", {q("4111111111111111")}},
                                 {"card [4111 1111 1111 1111], ok", {q("4111111111111111")}},
                                 {"[4111-1111-1111-1111]", {q("4111111111111111")}},
                                 {"[3782 822463 10005]", {q("378282246310005")}},
                                 {"[5555555555554444] 12/27", {q("5555555555554444")}},
                                 {"[4111 1111 1111 1111] 12 27", {q("4111111111111111")}},
                                 {"\u00fc [4222222222222]\u2026", {q("4222222222222")}},
                                 {"4111111111111112"},
                                 {"41111111111111111"},
                                 {"0000 0000 0000 0000"},
                                 {"A4111111111111111"},
                                 {"4111 1111 1111"},
                                 {"4111  1111  1111  1111"},
                                 {""},
                             });
}

TEST_CASE("credit_card and iban: an answer with a wrong check digit is invalid, and another text is none") {
  const auto reasons = [](const Recogniser& type, std::string_view text, bool asked) {
    Reading reading{text, {}, asked};
    reading.with_impossible = true;
    reading.for_param = true;
    std::vector<Found> found;
    type.find(reading, found);
    std::vector<std::string_view> all;
    for (const Found& one : found) all.push_back(one.why);
    return all;
  };
  using Reasons = std::vector<std::string_view>;
  const auto card = make_credit_card(), iban = make_iban();
  CHECK(reasons(*card, "4111 1111 1111 1112", true) == Reasons{kWrongCheckDigits});
  CHECK(reasons(*card, "4111 1111 1111 1112", false).empty());
  CHECK(reasons(*card, "4111 1111 1112", true).empty());
  CHECK(reasons(*card, "4111 1111 1111 1111", true) == Reasons{""});
  CHECK(reasons(*iban, "it is DE89 3704 0044 0532 0130 01", true) == Reasons{kWrongCheckDigits});
  CHECK(reasons(*iban, "it is DE89 3704 0044 0532 0130 01", false).empty());
  CHECK(reasons(*iban, "DE89 3704", true).empty());
  CHECK(reasons(*iban, "at 23 Main Street apt 12b", true).empty());
}

TEST_CASE("iban: groups, length by country and check digits are checked") {
  check(*make_iban(), {
                          {"[DE89 3704 0044 0532 0130 00]", {q("DE89370400440532013000")}},
                          {"[de89370400440532013000] please", {q("DE89370400440532013000")}},
                          {"[GB82 WEST 1234 5698 7654 32] is mine", {q("GB82WEST12345698765432")}},
                          {"my iban: [FR1420041010050500013M02606].", {q("FR1420041010050500013M02606")}},
                          {"\u00e9 [NO9386011117947]\u2026", {q("NO9386011117947")}},
                          {"DE89 3704 0044 0532 0130 01"},
                          {"DE8937040044053201300"},
                          {"DE893704004405320130000"},
                          {"XX89370400440532013000"},
                          {"ADE89370400440532013000"},
                          {"at 23 Main Street apt 12b"},  // after "AT", an Austrian IBAN has only digits
                          {"DEAB37040044053201300"},
                          {"the best of all"},
                          {""},
                      });
}

}  // namespace
}  // namespace parley::intents
