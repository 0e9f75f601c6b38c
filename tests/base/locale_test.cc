#include "base/locale.h"

#include <cmath>
#include <limits>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace parley::base {
namespace {

std::string tag_of(std::string_view wanted) {
  const auto found = Locale::find(wanted);
  return found ? found->tag() : "none";
}

TEST_CASE("a tag is reduced to the nearest known locale") {
  struct Case {
    const char* wanted;
    const char* tag;
  };
  for (const Case& row : {
           Case{"en", "en"},
           Case{"de-AT", "de-AT"},
           Case{"de_AT", "de-AT"},
           Case{"EN_us", "en-US"},
           Case{"zh-hANT", "zh-Hant"},
           Case{"zh-TW", "zh-Hant-TW"},
           Case{"sr-ME", "sr-Latn-ME"},
           Case{"en-Latn-GB", "en-GB"},
           Case{"es-419", "es-419"},
           Case{"de-US", "de"},
           Case{"fr-AQ", "fr"},
           Case{"iw", "he"},
           Case{"tl", "fil"},
           Case{"zh-yue", "yue"},
           Case{"de-1996", "de"},
           Case{"en-US-posix", "en-US"},
           Case{"ar-u-nu-latn", "ar"},
           Case{"th-TH-u-ca-buddhist-nu-thai-x-mine", "th-TH"},
       }) {
    INFO(row.wanted);
    CHECK(tag_of(row.wanted) == row.tag);
  }
}

TEST_CASE("an invalid tag or an unknown language gives no locale") {
  for (const std::string& wanted : {std::string(),
                                    std::string("e"),
                                    std::string("english"),
                                    std::string("C"),
                                    std::string("POSIX"),
                                    std::string("root"),
                                    std::string("und"),
                                    std::string("tlh"),
                                    std::string("i-klingon"),
                                    std::string("x-en"),
                                    std::string("en-"),
                                    std::string("-en"),
                                    std::string("en--US"),
                                    std::string("en US"),
                                    std::string("de_DE.UTF-8"),
                                    std::string("en@calendar=buddhist"),
                                    std::string("../../etc/passwd"),
                                    std::string("en\0", 3),
                                    std::string("\xFF\xFE"),
                                    std::string("d\xC3\xA9"),
                                    std::string(1 << 20, 'a'),
                                    std::string(1 << 20, '-'),
                                    "en-x" + std::string(100, '-')}) {
    INFO(wanted.substr(0, 40));
    CHECK(Locale::find(wanted) == nullptr);
  }
}

TEST_CASE("the tag of a locale finds the same locale") {
  CHECK(rc::check([] {
    const std::string letters("deEnuszhxTtW019-_-_.\0\xFF", 22);
    const auto wanted = *rc::gen::container<std::string>(rc::gen::elementOf(letters));
    const auto found = Locale::find(wanted);
    const bool is_settled = !found || Locale::find(found->tag()) == found;
    RC_ASSERT(is_settled);
  }));
}

TEST_CASE("a locale is created once for all of its tags") {
  CHECK(Locale::find("de-AT") == Locale::find("DE_at"));
  CHECK(Locale::find("de-US") == Locale::find("de"));
}

TEST_CASE("a locale joins lists") {
  struct Case {
    const char* tag;
    std::vector<std::string> items;
    const char* all;
    const char* one;
  };
  for (const Case& row : {
           Case{"en", {}, "", ""},
           Case{"en", {"a"}, "a", "a"},
           Case{"en", {"a", "b"}, "a and b", "a or b"},
           Case{"en", {"a", "b", "c"}, "a, b, and c", "a, b, or c"},
           Case{"en-GB", {"a", "b", "c"}, "a, b and c", "a, b or c"},
           Case{"de", {"a", "b", "c"}, "a, b und c", "a, b oder c"},
           Case{"es", {"a", "i"}, "a e i", "a o i"},
           Case{"ja", {"a", "b", "c"}, "a\u3001b\u3001c", "a\u3001b\u3001\u307E\u305F\u306Fc"},
           Case{"en", {"{0}", "{1}"}, "{0} and {1}", "{0} or {1}"},
           Case{"en", {"\xFF", "b"}, "\uFFFD and b", "\uFFFD or b"},
       }) {
    const auto locale = Locale::find(row.tag);
    INFO(row.tag << ' ' << row.all);
    CHECK(locale->all_of(row.items) == row.all);
    CHECK(locale->one_of(row.items) == row.one);
  }
}

TEST_CASE("a locale gives the plural form of a number") {
  struct Case {
    const char* tag;
    double number;
    bool ordinal;
    const char* form;
  };
  for (const Case& row : {
           Case{"en", 1, false, "one"},       Case{"en", 0, false, "other"}, Case{"en", 1.5, false, "other"},
           Case{"en", 21, true, "one"},       Case{"en", 2, true, "two"},    Case{"en", 3, true, "few"},
           Case{"en", 11, true, "other"},     Case{"fr", 0, false, "one"},   Case{"fr", 1.5, false, "one"},
           Case{"ja", 1, false, "other"},     Case{"pl", 1, false, "one"},   Case{"pl", 3, false, "few"},
           Case{"pl", 12, false, "many"},     Case{"pl", 22, false, "few"},  Case{"pl", 0.5, false, "other"},
           Case{"ar", 0, false, "zero"},      Case{"ar", 1, false, "one"},   Case{"ar", 2, false, "two"},
           Case{"ar", 3, false, "few"},       Case{"ar", 11, false, "many"}, Case{"ar", 100, false, "other"},
           Case{"en", 1e300, false, "other"}, Case{"en", -1, false, "one"},
       }) {
    INFO(row.tag << ' ' << row.number << (row.ordinal ? " ordinal" : ""));
    CHECK(Locale::find(row.tag)->plural(row.number, row.ordinal) == row.form);
  }
  CHECK(Locale::find("en")->plural(std::numeric_limits<double>::infinity()) == "other");
  CHECK(Locale::find("en")->plural(std::nan("")) == "other");
}

TEST_CASE("several threads can create and use a locale at the same time") {
  std::vector<std::string> said(4);
  std::vector<std::thread> threads;
  for (std::string& text : said) {
    threads.emplace_back([&text] {
      const auto locale = Locale::find("pt-BR");
      for (const char* type : {"number", "percent", "ordinal"}) text += locale->say(Value(1234), type) + '\n';
      for (const char* style : {"short", "long", "::MMMEd"}) text += locale->say(Value("2026-03-02"), "date", style);
      text += locale->say(Value("PT2H30M"), "duration") + locale->one_of({"a", "b"}) + std::string(locale->plural(1));
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(said[0].find("2 de mar\u00E7o de 2026") != std::string::npos);
  for (const std::string& text : said) CHECK(text == said[0]);
}

}  // namespace
}  // namespace parley::base
