// Tested by tests/intents/several_types_test.cc.
#include "intents/entities/several_types.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace parley::intents {
namespace {

// The less specific built-in types, from the most specific to the least.
constexpr std::array<std::string_view, 12> kByScope = {"datetime_range", "datetime", "time_range", "date_range",
                                                       "date",           "time",     "duration",   "money",
                                                       "percent",        "age",      "ordinal",    "number"};

// Returns the rank of a type; 0 is the most specific.
std::size_t rank_of(const std::string& type) {
  const auto place = std::find(kByScope.begin(), kByScope.end(), type);
  return place == kByScope.end() ? 0 : static_cast<std::size_t>(place - kByScope.begin()) + 1;
}

Value typed(const std::string& type, Value value) {
  return Value(Value::Object{{"type", Value(type)}, {"value", std::move(value)}});
}

class SeveralTypes : public Recogniser {
 public:
  explicit SeveralTypes(std::vector<NamedType> types) : types_(std::move(types)) {
    std::stable_sort(types_.begin(), types_.end(),
                     [](const NamedType& a, const NamedType& b) { return rank_of(a.first) < rank_of(b.first); });
  }

  // What a type reads without a question is surer than what it accepts only as an answer.
  void find(const Reading& reading, std::vector<Found>& out) const override {
    Reading unasked = reading;
    unasked.asked = unasked.whole_asked = false;
    std::vector<Found> found = find_all(unasked);
    if (found.empty() && reading.asked) found = find_all(reading);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool may_find(const Prefilter::Passed& passed) const override {
    return std::any_of(types_.begin(), types_.end(),
                       [&](const NamedType& type) { return type.second->may_find(passed); });
  }

  bool takes(const Value& value) const override {
    const Value* name = value.find("type");
    const Value* inner = value.find("value");
    if (!name || !inner) return false;
    const auto type =
        std::find_if(types_.begin(), types_.end(), [&](const NamedType& one) { return Value(one.first) == *name; });
    return type != types_.end() && (type->second->takes(*inner) || reads(*type->second, *inner));
  }

 private:
  // Returns true if the type reads the text of the value as this value.
  static bool reads(const Recogniser& type, const Value& value) {
    if (value.if_object() || value.if_array()) return false;
    const std::string text = value.to_text();
    std::vector<Found> found;
    type.find({text, {}, true}, found);
    return found.size() == 1 && found[0].value == value;
  }

  std::vector<Found> find_all(const Reading& reading) const {
    std::vector<Found> all;
    for (const auto& [name, type] : types_) {
      std::vector<Found> found;
      type->find(reading, found);
      for (Found& one : found) {
        if (one.why.empty()) one.value = typed(name, std::move(one.value));
        all.push_back(std::move(one));
      }
    }
    keep_longest(all);
    return all;
  }

  std::vector<NamedType> types_;
};

}  // namespace

std::unique_ptr<const Recogniser> make_several_types(std::vector<NamedType> types) {
  return std::make_unique<SeveralTypes>(std::move(types));
}

}  // namespace parley::intents
