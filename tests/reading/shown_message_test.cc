// Tests how words that a model quotes are found in the message of the user.
#include "reading/shown_message.h"

#include <catch2/catch.hpp>

using namespace parley;
using reading::ShownMessage;

namespace {

// Returns the found part of the original, or "(none)".
std::string found(const ShownMessage& message, const std::string& words) {
  const auto span = message.find(words);
  return span ? message.original().substr(span->begin, span->end - span->begin) : "(none)";
}

ShownMessage without_masks(const std::string& text) {
  ShownMessage message(text);
  message.end();
  return message;
}

}  // namespace

TEST_CASE("words are found whatever their case, blanks and marks are") {
  struct Case {
    const char* message;
    const char* words;
    const char* found;
  };
  const Case cases[] = {
      {"send it to Ann Lee", "Ann Lee", "Ann Lee"},
      {"send it to ANN\n  lee today", "ann lee", "ANN\n  lee"},
      {"it\xE2\x80\x99s mine", "it's", "it\xE2\x80\x99s"},
      {"order O-12345", "12345", "12345"},
      {"order O-12345", "1234", "(none)"},
      {"a chocolate bar", "late", "(none)"},
      {"a late chocolate", "LATE", "late"},
      {"nothing", "", "(none)"},
      {"nothing", "  ", "(none)"},
      {"", "word", "(none)"},
      {"caf\xC3\xA9 cr\xC3\xA8me", "cafe creme", "caf\xC3\xA9 cr\xC3\xA8me"},
      {"two words", "words two", "(none)"},
  };
  for (const Case& one : cases) {
    INFO(one.message << " / " << one.words);
    CHECK(found(without_masks(one.message), one.words) == one.found);
  }
}

TEST_CASE("a mask leads back to the value, and masks of equal kind have their own values") {
  ShownMessage message("from a@x.example to b@y.example now");
  message.replace({5, 16}, "{email}");
  message.replace({20, 31}, "{email_2}");
  message.end();
  CHECK(message.text() == "from {email} to {email_2} now");
  CHECK(found(message, "{email}") == "a@x.example");
  CHECK(found(message, "{email_2}") == "b@y.example");
  CHECK(found(message, "email_2") == "b@y.example");
  CHECK(found(message, "to {email_2}") == "to b@y.example");
  CHECK(found(message, "now") == "now");
  CHECK(found(message, "a@x.example") == "a@x.example");
  CHECK(found(message, "{card}") == "(none)");
}

TEST_CASE("a removed value leaves no words") {
  ShownMessage message("pin 4711 please");
  message.replace({4, 8}, "");
  message.end();
  CHECK(message.text() == "pin  please");
  CHECK(found(message, "please") == "please");
  CHECK(found(message, "pin please") == "pin 4711 please");
}

TEST_CASE("a message is hidden if masks replace all its letters and digits") {
  struct Case {
    const char* message;
    Span span;
    const char* mask;
    bool is_hidden;
  };
  const Case cases[] = {
      {"is my data safe?", {0, 16}, "{new_value}", true},  {"a@x.example!", {0, 11}, "{email}", true},
      {" (a@x.example) ...", {2, 13}, "{email}", true},    {"a@x.example", {0, 11}, "", true},
      {"to a@x.example", {3, 14}, "{email}", false},       {"a@x.example 7", {0, 11}, "{email}", false},
      {"\xC3\xA9 a@x.example", {3, 14}, "{email}", false},
  };
  for (const Case& one : cases) {
    INFO(one.message);
    ShownMessage message(one.message);
    message.replace(one.span, one.mask);
    message.end();
    CHECK(message.is_hidden() == one.is_hidden);
  }
  CHECK_FALSE(without_masks("hello").is_hidden());
  CHECK_FALSE(without_masks("").is_hidden());
  CHECK_FALSE(without_masks("...").is_hidden());
}

TEST_CASE("words that only repeat masks are told from words of the message") {
  ShownMessage message("from a@x.example to b@y.example");
  message.replace({5, 16}, "{email}");
  message.replace({20, 31}, "{email_2}");
  message.end();
  CHECK(message.are_masks("{email}"));
  CHECK(message.are_masks("email_2"));
  CHECK_FALSE(message.are_masks("{email} to {email_2}"));
  CHECK_FALSE(message.are_masks("from"));
  CHECK_FALSE(message.are_masks("a@x.example"));
  CHECK_FALSE(message.are_masks("nothing"));
}
