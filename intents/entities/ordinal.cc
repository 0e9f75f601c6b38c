// ordinal: a position in a sequence. "3rd", "twenty-first", "two hundredth". Part of a date ("March 3rd") is not an
// ordinal.
// Tested by tests/intents/quantities_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/work_budget.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"
#include "intents/entities/number_words.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

class Ordinal : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    std::vector<Found> found;
    for_each_match(digits_, text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      std::string digits(groups[1]);
      digits.erase(std::remove_if(digits.begin(), digits.end(), [](char c) { return !base::is_digit(c); }),
                   digits.end());
      const long long value = to_integer(digits);
      if (value <= 0 || !base::stands_alone(text, begin, end) || is_tail_of_number(text, begin)) return;
      found.push_back({Value(std::int64_t{value}), begin, end});
    });
    for (std::size_t at = 0; at < text.size() && found.size() < kMaxFound && base::WorkBudget::spend(1);) {
      const auto ordinal = base::letter_before(text, at) ? std::nullopt : read_ordinal_words(text, at);
      if (ordinal) {
        found.push_back({ordinal->value, at, ordinal->end});
        at = ordinal->end;
      } else {
        base::next_code_point(text, at);
      }
    }
    keep_longest(found);
    drop_dated(reading, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override { return value.if_int() != nullptr; }

 private:
  void drop_dated(const Reading& reading, std::vector<Found>& found) const {
    if (found.empty()) return;
    std::vector<Found> dates;
    date_->find({reading.text, reading.now, false}, dates);
    const auto is_dated = [&](const Found& one) {
      return std::any_of(dates.begin(), dates.end(),
                         [&](const Found& date) { return one.begin < date.end && date.begin < one.end; });
    };
    found.erase(std::remove_if(found.begin(), found.end(), is_dated), found.end());
  }

  Pattern digits_{R"(\b(\d{1,3}(?:[,']\d{3}){1,4}|\d{1,15}) ?(?:st|nd|rd|th)\b)"};
  std::unique_ptr<const Recogniser> date_ = make_date();
};

}  // namespace

std::unique_ptr<const Recogniser> make_ordinal() { return std::make_unique<Ordinal>(); }

}  // namespace parley::intents
