// Tests number and money: values, positions, and texts that are neither.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("number: an answer may be vague, such as 'around 6'") {
  check(*make_number(),
        {{"[5]ish", {"5"}},
         {"[ten]-ish", {"10"}},
         {"around [6]", {"6"}},
         {"about [ten]", {"10"}},
         {"the other one"},
         {"just the [one]", {"1"}}},
        true);
}

TEST_CASE("number: digits and words are read") {
  check(*make_number(), {
                            {"[3]", {"3"}},
                            {"I need [3] of them and [10] more", {"3", "10"}},
                            {"[1,250]", {"1250"}},
                            {"[1.250,50] it is", {"1250.5"}},
                            {"[1 250,50] it is", {"1250.5"}},
                            {"[12.345.678,9]", {"12345678.9"}},
                            {"[1.250.000] of them", {"1250000"}},
                            {"[1.250] of it", {"1.25"}},
                            {"[1,234.50]", {"1234.5"}},
                            {"about [1,234,567.5] of it", {"1234567.5"}},
                            {"[0.5] or [.25]", {"0.5", "0.25"}},
                            {"it is [-4] outside", {"-4"}},
                            {"[minus seven]", {"-7"}},
                            {"[+2]", {"2"}},
                            {"[007]", {"7"}},
                            {"[5k] followers, [2 million] views", {"5000", "2000000"}},
                            {"([12]).", {"12"}},
                            {"[12], please", {"12"}},
                            {"[50]% off", {"50"}},
                            {"[seven]", {"7"}},
                            {"[Twenty-Five] boxes", {"25"}},
                            {"[twenty five]", {"25"}},
                            {"[one hundred and five]", {"105"}},
                            {"[a hundred]", {"100"}},
                            {"[two thousand three hundred]", {"2300"}},
                            {"[nine hundred ninety-nine thousand]", {"999000"}},
                            {"[half a dozen] eggs or [two dozen]", {"6", "24"}},
                            {"[two] and [three]", {"2", "3"}},
                            {"[two and a half] hours, [3 and a half]", {"2.5", "3.5"}},
                            {"[minus five point two five]", {"-5.25"}},
                            {"[one billion]", {"1000000000"}},
                            {"[five] [twenty]", {"5", "20"}},
                            {"I have [one]", {"1"}},
                            {"\u00fc\u00fc\u00fc [42] \U0001f600 [7]\U0001f600", {"42", "7"}},
                            {"\u2013 [\u20135] degrees", {"-5"}},
                            {"[\uff15\uff10] pieces", {"50"}},
                            {"at 7:30 for [4] on March 5th", {"4"}},
                        });
}

TEST_CASE("number: a part of something else is not a number") {
  check(*make_number(), {{"O-12345"},
                         {"#12345"},
                         {"5/3/2026"},
                         {"2026-05-03"},
                         {"19:30"},
                         {"7pm"},
                         {"half past seven"},
                         {"March 5, 2026"},
                         {"555-1234"},
                         {"1.2.3"},
                         {"10.0.0.1"},
                         {"A4"},
                         {"4x4"},
                         {"v2_1"},
                         {"5kg"},
                         {"3rd"},
                         {"second"},
                         {"someone"},
                         {"the one I bought"},
                         {"no one"},
                         {"one of them"},
                         {"a man and"},
                         {"hundred"},
                         {"99999999999999999999"},
                         {"9-to-5"},
                         {"one-way"},
                         {""},
                         {"in three days"}});
}

TEST_CASE("number: in an answer, more words are read as a number") {
  check(*make_number(), {{"[5]kg", {"5"}}, {"the [one]", {"1"}}, {"[2]pcs", {"2"}}, {"O-12345"}, {"7pm"}}, true);
}

TEST_CASE("money: a number with its currency is read") {
  const auto usd = [](const char* amount) { return std::string("{\"amount\":") + amount + ",\"currency\":\"USD\"}"; };
  const auto eur = [](const char* amount) { return std::string("{\"amount\":") + amount + ",\"currency\":\"EUR\"}"; };
  const auto gbp = [](const char* amount) { return std::string("{\"amount\":") + amount + ",\"currency\":\"GBP\"}"; };
  check(*make_money(),
        {
            {"[$50]", {usd("50")}},
            {"it cost [$1,250.50], I think", {usd("1250.5")}},
            {"[$ 5] or [5$]", {usd("5"), usd("5")}},
            {"[US$20] and [20 usd]", {usd("20"), usd("20")}},
            {"[fifty dollars]", {usd("50")}},
            {"[a hundred bucks]", {usd("100")}},
            {"[$5k]", {usd("5000")}},
            {"[2 million dollars]", {usd("2000000")}},
            {"[50 cents]", {usd("0.5")}},
            {"[5 dollars and 20 cents]", {usd("5.2")}},
            {"[-$5]", {usd("-5")}},
            {"[EUR 20], [20 euros], [20\u20ac], [\u20ac20]", {eur("20"), eur("20"), eur("20"), eur("20")}},
            {"[3 euros, 5 cents]", {eur("3.05")}},
            {"\u00e9\u00e9 [\u00a330.99]!", {gbp("30.99")}},
            {"[thirty pounds] or [30 quid]", {gbp("30"), gbp("30")}},
            {"[a quarter million dollars]", {usd("250000")}},
            {"[dollars 50], [rupees 500]", {usd("50"), "{\"amount\":500,\"currency\":\"INR\"}"}},
            {"[12,34,567 dollars]", {usd("1234567")}},
            {"[15 dollars 50].", {usd("15.5")}},
            {"[10 dollars] 50 times", {usd("10")}},
            {"[75 USD million], [30 MUSD]", {usd("75000000"), usd("30000000")}},
            {"[two canadian dollars]", {"{\"amount\":2,\"currency\":\"CAD\"}"}},
            {"[99 pence]", {gbp("0.99")}},
            {"[100 CHF]", {"{\"amount\":100,\"currency\":\"CHF\"}"}},
            {"[\u00a5500]", {"{\"amount\":500,\"currency\":\"JPY\"}"}},
        });
}

TEST_CASE("money: invalid amounts are refused") {
  check(*make_money(), {{"50"},
                        {"50 boxes"},
                        {"a dollar"},
                        {"XK$50"},
                        {"12,34,56 dollars"},
                        {"50 dollarstore"},
                        {"usdx 5"},
                        {"the euro"},
                        {"$"},
                        {""}});
}

TEST_CASE("money: an answer may be a bare number without a currency") {
  check(*make_money(),
        {{"[60]", {"{\"amount\":60,\"currency\":null}"}},
         {"make it [sixty]", {"{\"amount\":60,\"currency\":null}"}},
         {"[$60]", {"{\"amount\":60,\"currency\":\"USD\"}"}},
         {"A60"}},
        true);
}

}  // namespace
}  // namespace parley::intents
