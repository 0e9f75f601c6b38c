// temperature: "98.6 degrees f", "-5 C" written "-5\u00b0C", "20 celsius", "300 kelvin". The value is {"degrees": 98.6,
// "scale": "F"}; the scale is null if the text names no scale: "85 degrees". The answer to a question for a temperature
// may be a bare number, or a number with the letter of a scale: "20 C".
// Tested by tests/intents/quantities_test.cc.
#include <string>

#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/signed_numbers.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

Value temperature(const Value& degrees, std::string_view scale) {
  return Value(Value::Object{{"degrees", degrees}, {"scale", scale.empty() ? Value() : Value(scale)}});
}

class Temperature : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    std::vector<Found> found;
    for (const Quantity& one : quantities(text, unit_)) {
      if (angle_.find(text.substr(one.end))) continue;
      found.push_back({temperature(one.number, scale_of(one.unit)), one.begin, one.end});
    }
    if (found.empty() && reading.asked) {
      for (const Quantity& one : quantities(text, letter_)) {
        found.push_back({temperature(one.number, scale_of(one.unit)), one.begin, one.end});
      }
    }
    if (found.empty() && reading.asked) {
      for (const Found& number : signed_numbers(text)) {
        if (!ends_alone(text, number.end)) continue;
        found.push_back({temperature(number.value, {}), number.begin, number.end});
      }
    }
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override {
    double degrees = 0;
    const Value* number = value.find("degrees");
    const Value* scale = value.find("scale");
    return number && number->get_number(degrees) && scale && (scale->is_null() || scale->if_string());
  }

 private:
  // Returns the scale: "degrees f" names it by the last word, "celsius" by the first letter.
  static std::string_view scale_of(std::string_view unit) {
    const std::string lower = base::lower_ascii(unit);
    const std::size_t last = lower.find_last_of(" .\xb0");
    const char letter = last == std::string::npos || last + 1 == lower.size() ? lower[0] : lower[last + 1];
    return letter == 'c' ? "C" : letter == 'f' ? "F" : letter == 'k' ? "K" : "";
  }

  Pattern unit_{
      "^(?:(?:\u00b0|degrees?\\b|deg\\b\\.?)(?: "
      "?(?:celsius|celcius|centigrade|fahrenheit|farenheit|kelvins?|[cfk]\\b))?"
      "|(?:celsius|celcius|centigrade|fahrenheit|farenheit|kelvins?)\\b)"};
  Pattern letter_{"^[cfk]\\b"};
  Pattern angle_{"^ (?:angle|turn|north|south|east|west|latitude|longitude)\\b"};  // degrees that are not temperatures
};

}  // namespace

std::unique_ptr<const Recogniser> make_temperature() { return std::make_unique<Temperature>(); }

}  // namespace parley::intents
