// Tests the detectors: the texts that each type finds and ignores, and properties of all detectors.
#include "privacy/detectors.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "tests/privacy/marked_text.h"

using namespace parley;
using privacy::Detected;
using privacy::PrivateType;
using privacy::PrivateTypes;

namespace {

// Returns the text with the matches of one type marked.
std::string found(PrivateType type, std::string_view text) {
  std::vector<Span> places;
  for (const Detected& one : privacy::detect(text, {type})) {
    CHECK(one.type == type);
    places.push_back(one.span);
  }
  return test::with_marks(text, places);
}

void check(PrivateType type, const std::vector<std::string>& rows) {
  for (const std::string& row : rows) CHECK(found(type, test::marked_text(row).text) == row);
}

}  // namespace

TEST_CASE("types are found by name, and unknown names are refused") {
  for (std::size_t i = 0; i < privacy::kPrivateTypeCount; ++i) {
    const auto type = static_cast<PrivateType>(i);
    CHECK(privacy::private_type(privacy::to_string(type)) == type);
  }
  CHECK(privacy::to_string(PrivateType::kUrlWithCredentials) == std::string("url_with_credentials"));
  CHECK(privacy::to_string(PrivateType::kDateOfBirth) == std::string("date_of_birth"));
  CHECK_FALSE(privacy::private_type("name"));
  CHECK_FALSE(privacy::private_type(""));
}

TEST_CASE("only requested types are found, in order of position") {
  const std::string text = "jo@example.com or +44 20 7946 0958, from 192.168.0.1";
  CHECK(privacy::detect(text, {}).empty());
  const std::vector<Detected> two = privacy::detect(text, {PrivateType::kIp, PrivateType::kEmail});
  CHECK(two == std::vector<Detected>{{{0, 14}, PrivateType::kEmail}, {{41, 52}, PrivateType::kIp}});
  CHECK(privacy::detect(text, PrivateTypes::all()).size() == 3);
}

TEST_CASE("an email address is found around its @") {
  check(PrivateType::kEmail, {
                                 "write to [[Jo.Smith+shop@Mail.Example.CO.UK]].",
                                 "<[[a_b-c@x-y.org]]>, mailto:[[jo@example.com]]?subject=x",
                                 "([[jo@example.com]])",
                                 "'[[jo@example.com]]'",
                                 "user=[[jo@example.com]]&x=1",
                                 "[[jo%40example.com]], [[jo (at) example.com]], [[jo[at]example.com]]",
                                 "[[a@xn--d1acufc.xn--p1ai]]",
                                 "[[j\u00fcrgen@b\u00fccher.example]]",
                                 "\u8bf7\u53d1\u5230[[anna@example.org]]\u3002",
                                 "[[anna@example.org]]\ub85c \ubcf4\ub0b4",
                                 "[[\uff4ao\uff20example\uff0ecom]]",
                                 "[[jo@[192.0.2.1]]] and [[jo@[IPv6:2001:db8::1]]]",
                                 "[[a@b.co]],[[c@d.io]]",
                                 "jo@example, @example.com, jo@.com, jo@-",
                                 "jo@example.c, a@b.c0m",
                                 "we meet at example.com",
                                 "5 @ 3.50",
                             });
}

TEST_CASE("a phone number is found in groups, and without groups if the context supports it") {
  check(PrivateType::kPhone, {
                                 "call [[+44 20 7946 0958]] now",
                                 "[[(415) 555-0132]] or [[91-415-555-0132]]",
                                 "[[+30 21 0 1234567]], [[+905321234567]]",
                                 "[[0 (917) 123 4567]], [[0 532 123 45 67]], [[532 123 45 67]]",
                                 "[[05321234567]], [[0612345678]]",
                                 "call me on [[5551234]]",
                                 "call me on [[+ 4 4   7 9 1 1   8 2 3 4 5 6]], or [[0 2 0 7 9 4 6 0 9 5 8]]",
                                 "my number, so you can ring me, is [[5 5 5 1 2 3 4]].",
                                 "my WhatsApp is [[4155550132]], tel:[[5551234]]",
                                 "[[5551234]] is my mobile number",
                                 "the contract number is [[312-374-8790]]",
                                 "Booked.[[415-431-5000]] is theirs",
                                 "Meine Handynummer: [[15112345678]]",
                                 "ll\u00e1mame al [[612345678]], mon t\u00e9l\u00e9phone est le [[612345678]]",
                                 "\u96fb\u8a71 [[\uff10\uff13-\uff11\uff12\uff13\uff14-\uff15\uff16\uff17\uff18]]",
                                 "call me on [[\u0660\u0665\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668]]",
                             });
}

TEST_CASE("another number is not a phone number") {
  check(PrivateType::kPhone, {
                                 "order 1234567, invoice no. 020 7946 0958, ticket #555-1234",
                                 "order 123-456-7890, purchase 00123842",
                                 "call me about order 12345678",
                                 "Bestellnummer 0612345678, commande n\u00ba 0612345678",
                                 "it costs 1234.50, 1,234,567.89 or 12345678 yen",
                                 "version 10.15.7.2049, v1.2.3",
                                 "at 12:30:45 on 2026-05-03",
                                 "from 9:00 to 17:30, 10 20 30 40",
                                 "1234567890",
                                 "1 2 3 4 5 6 7 8 9",
                                 "order 0 2 0 7 9 4 6 0 9 5 8",
                                 "call me: 4 1 1 1  1 1 1 1  1 1 1 1  1 1 1 1",
                                 "4111 1111 1111 1111",
                                 "order O-12345678, ref 2026/0012345",
                                 "078-05-1123, 192.168.100.100",
                                 "isbn 978-3-16-148410-0",
                             });
}

TEST_CASE("a card number has a valid check digit") {
  check(PrivateType::kCreditCard, {
                                      "[[4111 1111 1111 1111]] exp 12/27",
                                      "[[4111-1111-1111-1111]], [[371449635398431]]",
                                      "\uff08[[\uff14\uff11\uff11\uff11 1111 1111 1111]]\uff09",
                                      "purchase 123456789012347, 701234567890121",
                                      "my card is [[701234567890121]]",
                                      "4111 1111 1111 1112, 411111111111, tracking 1Z4111111111111111",
                                  });
}

TEST_CASE("an account number has the length of its country and valid check digits") {
  check(PrivateType::kIban, {
                                "[[DE89 3704 0044 0532 0130 00]], [[gb82west12345698765432]]",
                                "DE88 3704 0044 0532 0130 00, DE89 3704 0044",
                            });
}

TEST_CASE("a social security number counts only if it could be issued; without groups, it also needs context") {
  check(PrivateType::kUsSsn, {
                                 "[[078-05-1123]], [[078 05 1123]]",
                                 "my SSN is [[078051123]]",
                                 "social security number: [[078051123]]",
                                 "order 078051123",
                                 "000-12-3456, 666-12-3456, 900-12-3456, 078-00-1123, 078-05-0000",
                             });
}

TEST_CASE("a network address is found with its prefix") {
  check(PrivateType::kIp, {
                              "from [[192.168.0.1]], [[10.0.0.0/8]].",
                              "[[2001:db8::1]] or [[2001:db8::/32]], http://[[[2001:db8::1]]]/x",
                              "host::ffff:[[192.0.2.1]]",
                              "[[192.168.1.1]]/33 and [[192.168.2.1]]@eth0",
                              "version 1.2.3, 300.1.1.1, 12:34:56, std::vector, :::",
                              "1.2.3.4.5",
                          });
}

TEST_CASE("a URL is private when it grants access") {
  check(PrivateType::kUrlWithCredentials,
        {
            "see [[https://jo:hunter2@example.com/x]].",
            "[[postgres://app:s3cret@db.internal:5432/shop]]",
            "[[https://example.com/reset?token=abc123&x=1]]",
            "[[https://example.com/#access_token=abc]], [[https://x.io/?accessToken=abc]]",
            "git clone [[https://ghp0123456789abcdefghij@example.com/a.git]]",
            "https://example.com/?next=[[https://jo:hunter2@example.com]]",
            "https://example.com/?q=1&monkey=2, ssh://git@example.com/a.git, http://jo@example.com",
            "https://example.com/?token=, https://:@example.com/, mailto:jo@example.com",
        });
}

TEST_CASE("a UK postcode has valid letters at their positions") {
  check(PrivateType::kUkPostcode, {
                                      "to [[SW1A 1AA]], [[m11ae]]",
                                      "it is [[w 2 0 a b]]",
                                      "[[whiskey 2 0 alpha bravo]]",
                                      "QA1 1AA, M1 1CA, 1A1 1AA, what do I do?",
                                      "can you do 1 for me, it is on 77 in town",
                                  });
}

TEST_CASE("a date of birth is found next to a word such as born") {
  check(PrivateType::kDateOfBirth,
        {"I was born on [[12 May 1985]]", "DOB: [[1985-05-12]]", "d.o.b. [[5/12/85]]",
         "[[12.05.1985]] is my date of birth", "My birthday is [[May 12th, 1985]]",
         "geboren am [[12. M\u00e4rz 1985]], Geburtsdatum [[12.3.1985]]",
         "n\u00e9e le [[12 mars 1985]], date de naissance : [[12/03/1985]]", "naci\u00f3 el [[12 de marzo de 1985]]",
         "nata il [[12 marzo 1985]]", "geboren op [[12 maart 1985]]", "nasceu em [[12 de mar\u00e7o de 1985]]",
         "urodzony [[12 marca 1985]], data urodzenia [[12.03.1985]]", "born [[May 1985]], birth date [[19850512]]",
         // The word is too far away, or the text is not a date.
         "I was born in London and moved into my flat in this street, I think it was, on 12 May 2005",
         "delivered on 12 May 2026", "born in 1985", "born 115-12-1985"});
}

TEST_CASE("keys and tokens are recognised by their format") {
  const std::string jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
  check(PrivateType::kSecret,
        {
            "[[" + jwt + "]].",
            "[[AKIAIOSFODNN7EXAMPLE]], [[AIzaSyA1234567890abcdefghijklmnopqrstuv]]",
            "[[ghp_0123456789abcdefghijABCDEFGHIJ012345]]",
            "xoxb [[xoxb-123456789012-abcdefABCDEF]]",
            "[[sk_live_4eC39HqLyjWDarjtT1zdp7dc]]",
            "[[-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/=\n-----END RSA PRIVATE KEY-----]] thanks",
            "[[-----BEGIN PRIVATE KEY-----\nMIIEow+/=]]",
            "[[-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----]]\\n",
            "-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----",
            "AKIAshort, sk-learn-is-a-library-for-python, eyJhbGciOiJIUzI1NiJ9, hey.eyes",
            "key-value stores, whsec_, SG. Smith",
        });
}

TEST_CASE("a secret is found by the preceding words, which are not part of it") {
  check(PrivateType::kSecret, {
                                  "password: [[hunter2]]",
                                  "my password is [[hunter2]].",
                                  "Password=[[monkey]]&user=jo",
                                  R"({"password":"[[it's \" mine]]","user":"jo"})",
                                  R"({\"api_key\":\"[[abc123]]\"})",
                                  "password is '[[monkey]]'",
                                  "Passwort: [[geheim]]",
                                  "mot de passe : [[azerty]]",
                                  "contrase\u00f1a: [[secreto]]",
                                  "has\u0142o: [[tajne]]",
                                  "senha=[[abc]]",
                                  "wachtwoord: [[geheim]]",
                                  "PGPASSWORD=[[s3cret]]",
                                  "aws_secret_access_key = [[wJalrXUtnFEMI/K7MDENG]]",
                                  "clientSecret: [[a1b2c3]]",
                                  "Authorization: Bearer [[mF_9.B5f-4.1JqM]]",
                                  "Authorization: Basic [[am86aHVudGVyMg==]]",
                                  "bearer [[abcdefghijklmnopqrstuvwxyz]]",
                                  "my PIN is [[4711]], cvv [[123]]",
                                  "Ihr Sicherheitscode: [[4711]]",
                                  // These texts contain no secret.
                                  "my password is wrong",
                                  "I forgot my password: what now?",
                                  "password: ********",
                                  "password is required",
                                  "the bearer of bad news",
                                  "the secret is out",
                                  "secret: the sauce",
                                  "token: none",
                                  "reset my password",
                                  "password: {secret}",
                                  "password: {card:...1111}",
                                  "max_tokens: 4096, tokens = 12",
                                  "the key is under the mat",
                                  "pin it to 5 boards",
                                  "what is a PIN?",
                              });
}

TEST_CASE("a detector that reads in windows finds values anywhere in a long text") {
  for (const std::string_view value : {"+44 20 7946 0958", "192.168.0.1", "078-05-1123", "SW1A 1AA"}) {
    for (std::size_t before = 0; before < 400; before += 7) {
      std::string text(before, '.');
      for (std::size_t i = 3; i < text.size(); i += 4) text[i] = ' ';
      const Span place{text.size() + 1, text.size() + 1 + value.size()};
      text.append(" ").append(value).append(" ").append(400 - before, 'x');
      const std::vector<Detected> all =
          privacy::detect(text, {PrivateType::kPhone, PrivateType::kIp, PrivateType::kUsSsn, PrivateType::kUkPostcode});
      INFO(value << " behind " << before);
      CHECK((all.size() == 1 && all[0].span == place));
    }
  }
}

TEST_CASE("many false candidates do not hide a value") {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "1.2.3 A9 9CC 000-00-0000 555-123 jo@example www.example x: ";
  text += "10.1.2.3 SW1A 1AA 078-05-1123 +44 20 7946 0958 jo@example.com https://a:b@example.com born 12 May 1985";
  CHECK(privacy::detect(text, {PrivateType::kIp}).size() == 1);
  CHECK(privacy::detect(text, {PrivateType::kUkPostcode}).size() == 1);
  CHECK(privacy::detect(text, {PrivateType::kUsSsn}).size() == 1);
  CHECK(privacy::detect(text, {PrivateType::kEmail}).size() == 2);
  CHECK(privacy::detect(text, {PrivateType::kUrlWithCredentials}).size() == 1);
  CHECK(privacy::detect(text, {PrivateType::kDateOfBirth}).size() == 1);
  const std::vector<Detected> phones = privacy::detect(text, {PrivateType::kPhone});
  CHECK((!phones.empty() && phones.back().span.end - phones.back().span.begin == 16));
}

// Each text would take minutes if it were read again from every position.
TEST_CASE("a hundred thousand repetitions of any text are read once") {
  for (const std::string_view piece : {"@",
                                       "1",
                                       ".",
                                       "-",
                                       "1.",
                                       "1-",
                                       "+1",
                                       "a@",
                                       "@a.",
                                       "a.b",
                                       "://",
                                       "a://",
                                       "a://a:a@",
                                       "?token=",
                                       "password:",
                                       "password: ",
                                       "token:",
                                       "token=",
                                       "eyJ",
                                       "eyJ-",
                                       "eyJa-eyJa.",
                                       "sk-",
                                       "AIza-",
                                       "AKIA",
                                       "-----BEGIN PRIVATE KEY-----",
                                       "-----BEGIN ",
                                       "born ",
                                       "born 1/2/",
                                       "1234567 ",
                                       "0123456789 ",
                                       "::",
                                       "1:",
                                       "(",
                                       "[",
                                       "{secret",
                                       "\\",
                                       "\"",
                                       " ",
                                       "Bearer ",
                                       "authorization:",
                                       "pin ",
                                       "4111 ",
                                       "DE89",
                                       "\xEF\xBC\x91",
                                       "\xCC\x81",
                                       "\xFF",
                                       "xoxb-1-",
                                       "ssn ",
                                       "password is '",
                                       "\n"}) {
    std::string text;
    while (text.size() < 100'000) text += piece;
    std::size_t at = 0;
    for (const Detected& one : privacy::detect(text, PrivateTypes::all())) {
      CHECK(one.span.begin >= at);
      CHECK(one.span.end <= text.size());
      at = one.span.begin;
    }
  }
}

TEST_CASE("positions are inside the text, at code points, and do not overlap within a type") {
  CHECK(rc::check("places", [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "jo@example.com", "+44 20 7946 0958", "4111111111111111", "192.168.0.1", "::1", "born", "1985-05-12",
        "password:", "hunter2", "https://", "a:b@c.de", "token=", "\xC3\xBC", "\xEF\xBC\x91", "\xF0\x9F\x98\x80",
        "e\xCC\x81", "\xFF", " ", "-", ".", "@", "SW1A 1AA", "078-05-1123", "\"", "\\", "{", "}"));
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    std::vector<std::size_t> ends(privacy::kPrivateTypeCount, 0);
    const auto at_code_point = [&](std::size_t at) {
      return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    };
    for (const Detected& one : privacy::detect(text, PrivateTypes::all())) {
      RC_ASSERT(one.span.begin < one.span.end);
      RC_ASSERT(one.span.end <= text.size());
      RC_ASSERT(at_code_point(one.span.begin));
      RC_ASSERT(at_code_point(one.span.end));
      std::size_t& end = ends[static_cast<std::size_t>(one.type)];
      RC_ASSERT(one.span.begin >= end);
      end = one.span.end;
    }
  }));
}
