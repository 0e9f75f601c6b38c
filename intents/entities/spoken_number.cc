// Tested by tests/intents/templates_test.cc.
#include "intents/entities/spoken_number.h"

#include <array>

namespace parley::intents {
namespace {

constexpr std::array<const char*, 20> kOnes = {
    "zero", "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",    "nine",
    "ten",  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<const char*, 10> kTensWords = {"",      "",      "twenty",  "thirty", "forty",
                                                    "fifty", "sixty", "seventy", "eighty", "ninety"};

std::string below_hundred(int number) {
  if (number < 20) return kOnes[static_cast<std::size_t>(number)];
  const std::string tens = kTensWords[static_cast<std::size_t>(number / 10)];
  return number % 10 == 0 ? tens : tens + ' ' + kOnes[static_cast<std::size_t>(number % 10)];
}

std::string say(int number, const char* joint) {
  if (number < 100) return below_hundred(number);
  const int unit = number < 1000 ? 100 : 1000;
  std::string text = say(number / unit, joint) + (unit == 100 ? " hundred" : " thousand");
  const int rest = number % unit;
  if (rest == 0) return text;
  return text + (unit == 100 || rest < 100 ? joint : " ") + say(rest, joint);
}

}  // namespace

std::vector<std::string> spoken(int number) {
  const std::string plain = say(number, " "), with_and = say(number, " and ");
  if (plain == with_and) return {plain};
  return {plain, with_and};
}

}  // namespace parley::intents
