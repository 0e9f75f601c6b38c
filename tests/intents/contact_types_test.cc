// email, phone, credit_card, iban: values, places and near misses.
#include "intents/entities/built_in.h"
#include "tests/intents/reading.h"

namespace parley::intents {
namespace {

std::string q(const char* text) { return '"' + std::string(text) + '"'; }

TEST_CASE("email") {
  check(*make_email(), {
                           {"[jo@example.com]", {q("jo@example.com")}},
                           {"write to [Jo.Smith+shop@Mail.Example.CO.UK].", {q("Jo.Smith+shop@mail.example.co.uk")}},
                           {"<[a_b-c@x-y.org]>", {q("a_b-c@x-y.org")}},
                           {"[a@b.co],[c@d.io]", {q("a@b.co"), q("c@d.io")}},
                           {"\xC3\xA9 [jo@example.com]\xE2\x80\xA6", {q("jo@example.com")}},
                           {"[\xEF\xBD\x8Ao\xEF\xBC\xA0"
                            "example.com]",
                            {q("jo@example.com")}},
                           {"jo@example"},
                           {"@example.com"},
                           {"jo at example.com"},
                           {"jo@.com"},
                           {"jo@-x.com"},
                           {"jo@example.c"},
                           {""},
                       });
}

TEST_CASE("phone: written as one") {
  check(*make_phone(), {
                           {"[+44 20 7946 0958]", {q("+442079460958")}},
                           {"call [(555) 123-4567] now", {q("5551234567")}},
                           {"[555-123-4567]", {q("5551234567")}},
                           {"[555.123.4567]", {q("5551234567")}},
                           {"[1-800-555-0199]", {q("18005550199")}},
                           {"[+1 (555) 123-4567]", {q("+15551234567")}},
                           {"[555-1234]", {q("5551234")}},
                           {"[020 7946 0958]", {q("02079460958")}},
                           {"[06 12 34 56 78]", {q("0612345678")}},
                           {"[0049 30 123456]", {q("004930123456")}},
                           {"[+49"
                            "30123456]",
                            {q("+4930123456")}},
                           {"tel: [+49\xC2\xA0"
                            "30\xC2\xA0"
                            "123456]\xF0\x9F\x93\x9E",
                            {q("+4930123456")}},
                           {"[555\xE2\x80\x91"
                            "123\xE2\x80\x91"
                            "4567]",
                            {q("5551234567")}},
                       });
}

TEST_CASE("phone: what is none") {
  check(*make_phone(), {{"5551234567"},
                        {"order 1234567"},
                        {"2026-05-03"},
                        {"192.168.100.100"},
                        {"12345"},
                        {"O-555-1234"},
                        {"4111 1111 1111 1111"},
                        {"1,250,000"},
                        {"+1 23"},
                        {"12:30:4567"},
                        {""}});
}

TEST_CASE("phone: the answer may be any seven digits") {
  check(*make_phone(),
        {{"[5551234567]", {q("5551234567")}},
         {"it's [5551234]", {q("5551234")}},
         {"[55 51 23 45 67]", {q("5551234567")}},
         {"123456"},
         {"O-1234567"},
         {"1234567890123456"}},
        true);
}

TEST_CASE("credit_card: groups, lengths and the check digit") {
  check(*make_credit_card(), {
                                 {"[4111111111111111]", {q("4111111111111111")}},
                                 {"card [4111 1111 1111 1111], ok", {q("4111111111111111")}},
                                 {"[4111-1111-1111-1111]", {q("4111111111111111")}},
                                 {"[3782 822463 10005]", {q("378282246310005")}},
                                 {"[5555555555554444] 12/27", {q("5555555555554444")}},
                                 {"[4111 1111 1111 1111] 12 27", {q("4111111111111111")}},
                                 {"\xC3\xBC [4222222222222]\xE2\x80\xA6", {q("4222222222222")}},
                                 {"4111111111111112"},
                                 {"41111111111111111"},
                                 {"0000 0000 0000 0000"},
                                 {"A4111111111111111"},
                                 {"4111 1111 1111"},
                                 {"4111  1111  1111  1111"},
                                 {""},
                             });
}

TEST_CASE("iban: groups, length by country and check digits") {
  check(*make_iban(), {
                          {"[DE89 3704 0044 0532 0130 00]", {q("DE89370400440532013000")}},
                          {"[de89370400440532013000] please", {q("DE89370400440532013000")}},
                          {"[GB82 WEST 1234 5698 7654 32] is mine", {q("GB82WEST12345698765432")}},
                          {"my iban: [FR1420041010050500013M02606].", {q("FR1420041010050500013M02606")}},
                          {"\xC3\xA9 [NO9386011117947]\xE2\x80\xA6", {q("NO9386011117947")}},
                          {"DE89 3704 0044 0532 0130 01"},
                          {"DE8937040044053201300"},
                          {"DE893704004405320130000"},
                          {"XX89370400440532013000"},
                          {"ADE89370400440532013000"},
                          {"the best of all"},
                          {""},
                      });
}

}  // namespace
}  // namespace parley::intents
