// Tests url, ip, uuid, us_ssn and uk_postcode: values, positions and near misses.
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("url: addresses are found and normalised") {
  check(*make_url(), {
                         {"see [HTTPS://Example.COM/A?b=c#D].", {q("https://example.com/A?b=c#D")}},
                         {"([http://localhost:8080])", {q("http://localhost:8080")}},
                         {"[example.co.uk/sks], [bit.ly]", {q("example.co.uk/sks"), q("bit.ly")}},
                         {"[https://7.am]", {q("https://7.am")}},
                         {"7.am"},
                         {"httt://example.com"},
                         {"jo.de@example.com"},
                         {"image.png"},
                         {"http://362"},
                         {"the end.The next"},
                     });
}

TEST_CASE("ip: IPv4 and IPv6 addresses are found and normalised") {
  check(*make_ip(), {
                        {"from [192.168.0.1].", {q("192.168.0.1")}},
                        {"[FE80:0:0:0:204:61ff:fe9d:f156]", {q("fe80::204:61ff:fe9d:f156")}},
                        {"[::1] and [2001::]", {q("::1"), q("2001::")}},
                        {"256.1.1.1"},
                        {"1.2.3"},
                        {"12:30"},
                        {"1::2::3"},
                        {"std::a"},
                        {":"},
                    });
}

TEST_CASE("uuid: ids are found in all of their formats") {
  const std::string canonical = q("123e4567-e89b-12d3-a456-426655440000");
  check(*make_uuid(), {
                          {"id [123E4567-e89b-12d3-a456-426655440000].", {canonical}},
                          {"[{123e4567e89b12d3a456426655440000}]", {canonical}},
                          {"[urn:uuid:123e4567-e89b-12d3-a456-426655440000]", {canonical}},
                          {"a123e4567e89b12d3a456426655440000"},
                          {"123k4567-e89b-12d3-a456-426655440000"},
                      });
}

TEST_CASE("us_ssn: numbers that can be issued are found") {
  check(*make_us_ssn(), {
                            {"it is [123-45-6789]", {q("123-45-6789")}},
                            {"[123 45 6789]", {q("123-45-6789")}},
                            {"123456789"},
                            {"666-45-6789"},
                            {"123-00-6789"},
                            {"123-45 6789"},
                            {"1-123-45-6789"},
                        });
  check(*make_us_ssn(), {{"[123456789]", {q("123-45-6789")}}, {"000456789"}}, true);
}

TEST_CASE("uk_postcode: postcodes are found and normalised") {
  check(*make_uk_postcode(), {
                                 {"at [SW1A 1AA], London", {q("SW1A 1AA")}},
                                 {"[m11ae]", {q("M1 1AE")}},
                                 {"[GIR 0AA]", {q("GIR 0AA")}},
                                 {"Q1 1AA"},
                                 {"SW1A 1AAA"},
                                 {"s w 1 a 1 a a"},
                             });
  check(*make_uk_postcode(),
        {{"it's [s w 1 a 1 a a]", {q("SW1A 1AA")}},
         {"[EC2N 4AY]", {q("EC2N 4AY")}},
         {"[whiskey 2 oh alpha bravo]", {q("W2 0AB")}},
         {"[n for nancy 1 five double d]", {q("N1 5DD")}},
         {"s 3 for the team"}},
        true);
}

}  // namespace
}  // namespace parley::intents
