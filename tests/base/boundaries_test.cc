#include "base/boundaries.h"

#include <catch2/catch.hpp>

using namespace parley::base;

TEST_CASE("boundaries: letters, digits and underscores of every script count as letters") {
  for (const char* text : {"a", "Z", "7", "_", "\xC3\xA9", "\xD0\x96", "\xE4\xB8\xAD"}) {
    CAPTURE(text);
    CHECK(letter_at(text, 0));
    CHECK(letter_before(text, std::string_view(text).size()));
  }
}

TEST_CASE("boundaries: spaces, punctuation, symbols and emoji are not letters") {
  for (const char* text : {" ", "-", ".", "$", "\xC2\xA3", "\xE2\x82\xAC", "\xE2\x80\x94", "\xF0\x9F\x98\x80"}) {
    CAPTURE(text);
    CHECK_FALSE(letter_at(text, 0));
    CHECK_FALSE(letter_before(text, std::string_view(text).size()));
  }
  CHECK_FALSE(letter_at("", 0));
  CHECK_FALSE(letter_before("a", 0));
  CHECK_FALSE(letter_at("a", 1));
}

TEST_CASE("boundaries: a word stands alone unless a letter touches it") {
  CHECK(stands_alone("too late!", 4, 8));
  CHECK_FALSE(stands_alone("chocolate", 5, 9));
  CHECK_FALSE(stands_alone("later", 0, 4));
  CHECK_FALSE(stands_alone("\xC3\xA9late", 2, 6));
}

TEST_CASE("boundaries: there is no digit and no character before the beginning and after the end of a text") {
  CHECK(digit_at("7a", 0));
  CHECK(digit_before("a7", 2));
  CHECK_FALSE(digit_at("7", 1));
  CHECK_FALSE(digit_before("7", 0));
  CHECK(char_at("a-", 1, '-'));
  CHECK_FALSE(char_at("a-", 2, '-'));
  CHECK_FALSE(char_before("-a", 0, '-'));
}
