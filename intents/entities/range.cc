// Tested by tests/intents/whole_values_test.cc.
#include "intents/entities/range.h"

#include <cmath>

#include "intents/entities/built_in.h"

namespace parley::intents {
namespace {

class RangeEntity : public Recogniser {
 public:
  explicit RangeEntity(const config::Range& range) : range_(range), number_(make_number()) {}

  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    number_->find(reading, found);
    for (Found& one : found) {
      if (takes(one.value)) out.push_back(std::move(one));
    }
  }

  bool takes(const Value& value) const override {
    double number = 0;
    return value.get_number(number) && is_in(number, range_);
  }

 private:
  config::Range range_;
  std::unique_ptr<const Recogniser> number_;
};

}  // namespace

bool is_in(double number, const config::Range& range) {
  constexpr double kRounding = 1e-6;  // 0.1 is not exact as a double
  if (number < range.from || number > range.to) return false;
  const double steps = (number - range.from) / range.step;
  return std::abs(steps - std::round(steps)) < kRounding;
}

std::unique_ptr<const Recogniser> make_range(const config::Range& range) {
  return std::make_unique<RangeEntity>(range);
}

}  // namespace parley::intents
