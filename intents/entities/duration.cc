// duration: a duration (duration_parser.h) in ISO 8601: "PT2H30M". "A few" is three. A bound ("more than 4 days") is
// part of the span but not of the value. A frequency ("every 3 weeks", "once a year") is not a duration.
// Tested by tests/intents/quantities_test.cc.
#include "intents/entities/built_in.h"
#include "intents/entities/duration_parser.h"

namespace parley::intents {
namespace {

class Duration : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for (const ParsedDuration& one : lengths_.find(reading.text)) {
      const std::string_view before = reading.text.substr(0, one.begin);
      if (out.size() == kMaxFound) return;
      if (often_.find(before)) continue;
      const auto bound = bound_.find(before);
      out.push_back({Value(to_iso(one)), bound ? bound->begin : one.begin, one.end});
    }
  }

  bool takes(const Value& value) const override {
    const std::string* text = value.if_string();
    return text && iso_.covers(*text);
  }

 private:
  DurationParser lengths_;
  Pattern iso_{"(?-i)P(?:\\d+[YMWD])*(?:\\d+[YMWD]|T(?:\\d+[HMS])+)"};
  Pattern often_{"\\b(?:every|each|once|twice|times) $"};
  Pattern bound_{"\\b(?:more|less|longer|shorter) than $"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_duration() { return std::make_unique<Duration>(); }

}  // namespace parley::intents
