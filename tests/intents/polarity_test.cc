// Tests which words a negation reaches.
#include "intents/polarity.h"

#include <string>

#include <catch2/catch.hpp>

#include "base/fold.h"

using parley::intents::Polarity;
using parley::intents::Words;

namespace {

// Returns the marks of the word "Q" of the message: "n" negated, "m" missing, "r" refused, "l" lacking, "o" after a no.
std::string marks(const std::string& message) {
  const std::string folded = parley::base::fold(message);
  const Words words(folded);
  const Polarity polarity(words, folded);
  const std::size_t at = folded.find('q');
  return std::string(polarity.negates(at) ? "n" : "") + (polarity.misses(at) ? "m" : "") +
         (polarity.refuses(at) ? "r" : "") + (polarity.lacks(at) ? "l" : "") + (polarity.follows_no(at) ? "o" : "");
}

}  // namespace

TEST_CASE("6.3 a negation reaches the next value and no further") {
  const struct {
    const char* message;
    const char* marks;
  } cases[] = {
      {"Q", ""},
      {"not Q", "nr"},
      {"it is not really on the Q", "n"},
      {"it isn't Q", "n"},
      {"not y, Q", ""},
      {"not the y: it smells of Q", ""},
      {"not y or Q", "nr"},
      {"not y and Q", ""},
      {"neither y nor Q", ""},
      {"anything but Q", "n"},
      {"anything except for the Q", "n"},
      {"food without Q", "n"},
      {"everything other than Q", "n"},
      {"instead of Q", "n"},
      {"I have no Q", "nm"},
      {"there is no Q", "nm"},
      {"I don't have Q", "nl"},
      {"no Q", "o"},
      {"no, Q", ""},
      {"no problem, Q", ""},
      {"why not Q", ""},
      {"if not Q", ""},
      {"nothing but Q", ""},
      {"don't Q", "r"},
      {"I don't Q my bill", ""},
      {"we do not Q it", ""},
      {"please do not just Q it", "r"},
      {"I don't want a Q", "nr"},
      {"I don't know when, Q", ""},
      {"I don't know Q", ""},
      {"I never asked for a Q", "r"},
      {"no, not a Q", "nr"},
      {"no problem with Q", ""},
      {"don't send me the Q", "r"},
      {"please don't send me the gas Q again", "r"},
      {"never call me about my Q", "r"},
      {"don't worry about the Q", "r"},
      {"don't forget to Q it", ""},
      {"don't forget the Q", ""},
      {"don't y it Q it", ""},
      {"you didn't send me the Q", ""},
      {"why don't you send me the Q", ""},
      {"not the gas Q, and then", "r"},
      {"not the y my Q", ""},
      {"I don't want the gas Q", "r"},
      {"I don't want to pay the Q", ""},
      {"I really do not just Q it", ""},
      {"we never Q it", ""},
      {"you need not Q it", "r"},
      {"it shouldn't be Q", "n"},
  };
  for (const auto& one : cases) {
    INFO(one.message);
    CHECK(marks(one.message) == one.marks);
  }
}

TEST_CASE("1.14 a message denies what is not there or not so, but not what the user lacks") {
  const std::pair<const char*, bool> rows[] = {
      {"there is no Q", true},   {"no Q", true},         {"it is not Q", true},
      {"it isn't Q", true},      {"I have no Q", false}, {"we've got no Q", false},
      {"I don't have Q", false}, {"Q", false},           {"I don't Q it", false},
  };
  for (const auto& [message, denies] : rows) {
    INFO(message);
    const std::string folded = parley::base::fold(message);
    const Words words(folded);
    CHECK(Polarity(words, folded).denies(folded.find('q')) == denies);
  }
}

TEST_CASE("2.7 the words that a negation concerns name no option") {
  const struct {
    const char* message;
    const char* left;
  } cases[] = {
      {"monday", "(all)"},         {"not monday", ""},
      {"anything but monday", ""}, {"not monday, tuesday", "tuesday"},
      {"no, not that order", ""},  {"the first, not the last", "the first"},
  };
  for (const auto& one : cases) {
    INFO(one.message);
    const std::string folded = parley::base::fold(one.message);
    const Words words(folded);
    CHECK(Polarity(words, folded).words_left(words).value_or("(all)") == one.left);
  }
}
