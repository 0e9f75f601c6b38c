// Tests what codes, numbers and names may be read as. A wrong reading costs more than none: the digits of an account
// number, a telephone number or a version are never a date, a time or an amount.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "intents/entities/built_in.h"
#include "intents/entities/codes.h"
#include "intents/folded_text.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

// The types that a wrong reading harms. Each other type shows its form itself: "@", "%", a check digit.
const std::vector<std::string> kTypes = {"date",  "time",     "datetime", "date_range",  "time_range", "datetime_range",
                                         "money", "duration", "phone",    "temperature", "percent",    "age"};

// Returns "date=\"2026-03-05\" time=..." for a message that fills params of a bot.
std::string readings(const std::string& text, bool asked = false, const std::vector<std::string>& types = kTypes) {
  static const auto& recognisers = *[] {
    auto* all = new std::vector<std::pair<std::string, std::unique_ptr<const Recogniser>>>;
    for (const std::string& type : kTypes) all->emplace_back(type, make_built_in(type));
    return all;
  }();
  std::string out;
  const FoldedText folded(text);
  for (const auto& [type, recogniser] : recognisers) {
    if (std::find(types.begin(), types.end(), type) == types.end()) continue;
    Reading reading{folded.text(), Now(kMonday, {}), asked};
    reading.for_param = true;
    std::vector<Found> found;
    recogniser->find(reading, found);
    for (const Found& one : found) out += (out.empty() ? "" : " ") + type + "=" + one.value.to_json();
  }
  return out;
}

TEST_CASE("codes and numbers that no type reads") {
  for (const char* text : {"my account number is 20120515",
                           "account no. 4711-2026",
                           "my account is 19991231",
                           "acct 20260305",
                           "customer 2026 03 05",
                           "kundennummer 20120515",
                           "card ending 0512",
                           "order O-12345",
                           "order 10032026",
                           "order #20260305",
                           "order number 171",
                           "order A171-2026-03",
                           "ref 2026-03-05-0001",
                           "ref: AB20260305",
                           "booking X2026-03-05",
                           "invoice INV-2026-0305",
                           "invoice 2026/0305",
                           "invoice no 03/2026/171",
                           "case 12-34-56",
                           "ticket 5-3-26-001",
                           "ticket TK-05-03-2026-A",
                           "serial 5CD2026MAR",
                           "serial 8F3A-2026-0305-99",
                           "tracking 1Z999AA10123456784",
                           "tracking RR123456785DE",
                           "parcel 00340434161094021501",
                           "imei 356938035643809",
                           "mac 00:1A:2B:3C:4D:5E",
                           "iban DE89 3704 0044 0532 0130 00",
                           "sort code 20-12-05",
                           "sort code 12 05 15",
                           "bic DEUTDEFF500",
                           "vat DE123456789",
                           "tel 5.3.2026",
                           "extension 171",
                           "ext. 1200",
                           "room 1200",
                           "room 171",
                           "flat 4",
                           "flat 12a",
                           "apartment 3/5",
                           "house number 12-14",
                           "postcode 10115",
                           "80331 munich",
                           "SW1A 1AA",
                           "zip 90210-2026",
                           "zip 20005",
                           "1010 AB",
                           "K1A 0B6",
                           "version 2.0.26",
                           "version 10.03.2026",
                           "v5.3.26",
                           "v2026.3.5",
                           "release 2026.03",
                           "firmware 1.2.3.4",
                           "python 3.11",
                           "iOS 17.4",
                           "windows 2000",
                           "windows 11",
                           "build 20260305",
                           "build 171",
                           "commit 20260305abc",
                           "sha 5e3a2026",
                           "model 2026x",
                           "model XR-2026",
                           "model T1000",
                           "boeing 737",
                           "audi a4",
                           "flight LH171",
                           "flight BA 2026",
                           "gate 12",
                           "gate b12",
                           "seat 12a",
                           "train ICE 171",
                           "ICE 1200",
                           "bus 171",
                           "line 5",
                           "platform 9",
                           "route 66",
                           "highway 101",
                           "area 51",
                           "channel 4",
                           "mp3",
                           "4k tv",
                           "5g",
                           "2.4ghz",
                           "100mbit",
                           "16gb",
                           "1080p",
                           "24/7",
                           "50/50",
                           "9/11",
                           "1/2",
                           "3/4 full",
                           "error 404",
                           "error 0x80070005",
                           "error code 5-3",
                           "code 1200",
                           "pin 1203",
                           "my pin is 2026",
                           "otp 170326",
                           "password 12march2026",
                           "user jane1985",
                           "jane1985@mail.com",
                           "bob.2026@example.com",
                           "https://example.com/2026/03/05",
                           "http://a.de/12.30",
                           "file 2026-03-05.pdf",
                           "IMG_20260305_1200.jpg",
                           "192.168.2.26",
                           "10.3.20.26",
                           "::1",
                           "the year 171",
                           "in 171",
                           "since 171",
                           "in the year 3050",
                           "year 9999",
                           "171 people",
                           "in 12345",
                           "in 1066",
                           "20.26",
                           "12:30:99",
                           "25:00",
                           "at 171",
                           "at 99",
                           "at 7:77",
                           "from 171 to 180",
                           "pages 3-5",
                           "questions 3 to 5",
                           "2-3 people",
                           "items 10-12",
                           "size 10-12",
                           "aged 5-10",
                           "score 3-1",
                           "3:1",
                           "2:0 win",
                           "ratio 16:9",
                           "16:9 screen",
                           "1:64 model",
                           "psalm 23:4",
                           "12 monkeys",
                           "march 3000 km",
                           "section 5.3",
                           "section 12.05.",
                           "paragraph 3 march",
                           "chapter 11",
                           "article 5(3)",
                           "A4 paper",
                           "B-52",
                           "B12 vitamin",
                           "H2O",
                           "CO2",
                           "M25",
                           "SE1 9SG",
                           "7-eleven",
                           "ph 7.2",
                           "10e3",
                           "1e5",
                           "0x2026",
                           "#171",
                           "#2026",
                           "no. 5",
                           "nr. 12",
                           "nr 20260305",
                           "12-05-2026-7",
                           "1-2-3-4",
                           "123-45-6789",
                           "12 345 678",
                           "12.345.678",
                           "12,345,678",
                           "2026,5",
                           "2.026",
                           "5.000,00",
                           "-5",
                           "--5",
                           "5-",
                           "5.5.5",
                           "0.05.2026",
                           "00/00/0000",
                           "31/31/2026",
                           "2026-13-45",
                           "2026-02-30",
                           "30 february",
                           "99 march",
                           "march 171",
                           "5 march 171",
                           "may 5 171",
                           "5/3/171",
                           "october 20261",
                           "1 2 3 4 5",
                           "12 05 20 26",
                           "4111 1111 1111 1111",
                           "4111-1111-1111-1111",
                           "5500 0000 0000 0004",
                           "12/26",
                           "exp 12/26",
                           "cvv 171",
                           "expires 05/2027",
                           "DL 171 Z",
                           "license plate B-MA 2026",
                           "plate M AB 1203",
                           "isbn 978-3-16-148410-0",
                           "isbn 0-306-40615-2",
                           "upc 036000291452",
                           "ssn 123-45-6789",
                           "gtin 4006381333931",
                           "lat 52.5200 lon 13.4050",
                           "52.52, 13.40",
                           "dimension 10x20x30",
                           "10 x 20",
                           "12x",
                           "2x",
                           "x12",
                           "5' 10\"",
                           "3.5\" disk",
                           "1/4\"",
                           "size 42/32",
                           "w32 l34",
                           "40mm",
                           "10km",
                           "3,5 kg",
                           "12 kb",
                           "3 mb",
                           "200 ms",
                           "am 1200",
                           "fm 101.5",
                           "98.6",
                           "98.6f",
                           "37c",
                           "100 c",
                           "room 5c",
                           "37,5 grad",
                           "article number 12.05.26",
                           "item 05/03",
                           "part 5/3/26",
                           "policy 12-03-2026",
                           "policy number 12-03-2026",
                           "contract no. 2026-03-05",
                           "meter reading 20263",
                           "meter 12.03",
                           "reading 171.5",
                           "my reference is 5 3 2026",
                           "reference 05-MAR-2026",
                           "member 1230",
                           "shelf 14-15",
                           "aisle 9-5",
                           "9-5 job",
                           "blink 182",
                           "maroon 5",
                           "u2",
                           "apollo 13",
                           "covid-19",
                           "g20",
                           "area code 212",
                           "country code 49",
                           "dial 112",
                           "call 911",
                           "call 110",
                           "sms 1414"}) {
    INFO(text);
    CHECK(readings(text) == "");
  }
}

TEST_CASE("digits after a word that numbers them are no date") {
  for (const char* label : {"order number",
                            "account number is",
                            "my reference is",
                            "policy",
                            "policy number:",
                            "version",
                            "build",
                            "release",
                            "tracking",
                            "serial",
                            "model",
                            "part",
                            "item",
                            "id",
                            "acct",
                            "pin",
                            "kundennummer",
                            "vertragsnummer",
                            "no.",
                            "nr.",
                            "ref:",
                            "invoice no"}) {
    for (const char* code : {"12/05/2026", "2026-03-05", "5.3.2026", "20260305", "12-03-26", "2026 03 05", "05-03-2026",
                             "2026", "171", "1203"}) {
      const std::string text = std::string(label) + " " + code;
      INFO(text);
      CHECK(readings(text, false, {"date", "datetime", "date_range", "datetime_range", "time", "money"}) == "");
    }
  }
}

TEST_CASE("digits inside a longer run of letters and digits are nothing, also in an answer") {
  for (const char* code : {"O-12345", "TK-05-03-2026-A", "XR-2026", "A171-2026-03", "INV-2026-0305", "555-2026-77-1"}) {
    INFO(code);
    CHECK(readings(code, true, {"date", "time", "datetime", "money", "date_range", "time_range"}) == "");
  }
}

TEST_CASE("dates, times and amounts next to such words are still read") {
  struct Sample {
    const char* text;
    const char* expected;
  };
  for (const Sample& sample : std::initializer_list<Sample>{
           {"account 12/05/2026", R"(date="2026-12-05")"},
           {"my number is 0171 2345678", R"(phone="01712345678")"},
           {"call me on 0171 12 05 80", R"(phone="0171120580")"},
           {"call 030 12 03 2026", R"(phone="03012032026")"},
           {"+49 171 1203202", R"(phone="+491711203202")"},
           {"+49 (0)171 2345678", R"(phone="+491712345678")"},
           {"0171/2345678", R"(phone="01712345678")"},
           {"(555) 123-2026", R"(phone="5551232026")"},
           {"555-2026", R"(phone="5552026")"},
           {"1-800-555-2026", R"(phone="18005552026")"},
           {"00 44 20 7946 0958", R"(phone="00442079460958")"},
           {"flight AA 5 march", R"(date="2026-03-05")"},
           {"since 2019", R"(date_range={"from":"2019-01-01","to":null})"},
           {"2026 euros", R"(money={"amount":2026,"currency":"EUR"})"},
           {"$2026", R"(money={"amount":2026,"currency":"USD"})"},
           {"$1,200", R"(money={"amount":1200,"currency":"USD"})"},
           {"12.30 euros", R"(money={"amount":12.3,"currency":"EUR"})"},
           {"1200 hours", R"(duration="PT1200H")"},
           {"at 1200", R"(time="12:00")"},
           {"between 2000 and 3000 euros", R"(money={"amount":3000,"currency":"EUR"})"},
           {"123-456-789", R"(phone="123456789")"},
           {"5%", R"(percent=5)"},
           {"contract 2026-03-05", R"(date="2026-03-05")"},
           {"on 20260305", R"(date="2026-03-05")"},
           {"since monday", R"(date="2026-03-09" date_range={"from":"2026-02-23","to":null})"},
           {"my booking 12/05/2026", R"(date="2026-12-05")"},
           {"it costs $12.50", R"(money={"amount":12.5,"currency":"USD"})"},
           {"in 2016", R"(date_range={"from":"2016-01-01","to":"2016-12-31"})"},
           {"meet me at 7:30", R"(time="07:30")"},
           {"my phone number is 0171 2345678", R"(phone="01712345678")"}}) {
    INFO(sample.text);
    CHECK(readings(sample.text) == sample.expected);
  }
}

TEST_CASE("is_group_of_long_number: groups between blanks") {
  CHECK(is_group_of_long_number("0171 12 05 80", 5, 7));
  CHECK_FALSE(is_group_of_long_number("7 30", 2, 4));
  CHECK_FALSE(is_group_of_long_number("at 1930", 3, 7));
}

}  // namespace
}  // namespace parley::intents
