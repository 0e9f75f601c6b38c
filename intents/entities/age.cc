// age: "29 years old", "five months old", "6 weeks of age", "aged 87", "a 3-year-old". The value is {"number": 29,
// "unit": "year"}. The answer to a question for an age may be a bare number of years.
// Tested by tests/intents/quantities_test.cc.
#include <string>

#include "intents/entities/built_in.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/matches.h"
#include "intents/entities/signed_numbers.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

Value age(const Value& number, std::string_view unit) {
  return Value(Value::Object{{"number", number}, {"unit", Value(unit)}});
}

bool may_be_age(const Value& number) {
  double value = 0;
  return number.get_number(value) && value >= 0;
}

class Age : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    std::vector<Found> found;
    for (const Quantity& one : quantities(text, old_)) {
      if (may_be_age(one.number)) found.push_back({age(one.number, name_of(unit_of(one.unit))), one.begin, one.end});
    }
    const std::vector<Found> numbers = signed_numbers(text);
    for_each_match(aged_, text, [&](const auto&, std::size_t begin, std::size_t end) {
      for (const Found& number : numbers) {
        if (number.begin != end || !ends_alone(text, number.end) || !may_be_age(number.value)) continue;
        found.push_back({age(number.value, "year"), begin, number.end});
      }
    });
    if (found.empty() && reading.asked) {
      for (const Found& number : numbers) {
        if (!ends_alone(text, number.end) || !may_be_age(number.value)) continue;
        found.push_back({age(number.value, "year"), number.begin, number.end});
      }
    }
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override {
    const Value* number = value.find("number");
    const Value* unit = value.find("unit");
    return number && may_be_age(*number) && unit && unit->if_string();
  }

 private:
  Pattern old_{"^(?:" + std::string(kCalendarUnits) + ")(?:[ -]old| of age)\\b|^(?:y/?o|yrs old)\\b"};
  Pattern aged_{"\\b(?:aged|at the age of|age)(?: of| is|:)? "};
};

}  // namespace

std::unique_ptr<const Recogniser> make_age() { return std::make_unique<Age>(); }

}  // namespace parley::intents
