// percent: "12.5%", "minus five percent", "10 per cent". The value is the number in the text: 12.5, not 0.125. The
// answer to a question for a percentage may be a bare number.
// Tested by tests/intents/quantities_test.cc.
#include "intents/entities/built_in.h"
#include "intents/entities/signed_numbers.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

class Percent : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    for (const Quantity& one : quantities(reading.text, sign_)) found.push_back({one.number, one.begin, one.end});
    if (found.empty() && reading.asked) {
      for (Found& number : signed_numbers(reading.text)) {
        if (ends_alone(reading.text, number.end)) found.push_back(std::move(number));
      }
    }
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override { return value.if_int() || value.if_double(); }

 private:
  Pattern sign_{"^(?:%|per ?cents?\\b|pct\\b|percentage points?\\b)"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_percent() { return std::make_unique<Percent>(); }

}  // namespace parley::intents
