#include "engine/made_up.h"

#include <algorithm>
#include <map>

#include "config/definition.h"
#include "intents/sampling/sampler.h"

namespace parley::engine {
namespace {

constexpr int kSamples = 40;

// Numbers and names that are set aside for examples, where somebody has set some aside.
const std::vector<std::string>& known_values(const std::string& type) {
  static const std::map<std::string, std::vector<std::string>> kValues = {
      {"email", {"jane@example.org", "john@example.org", "mary@example.org", "paul@example.org", "anna@example.org"}},
      {"phone", {"+1 202 555 0143", "+1 202 555 0178", "+1 202 555 0112", "+1 202 555 0165", "+1 202 555 0190"}},
      {"credit_card", {"4111111111111111", "5555555555554444", "4012888888881881", "6011111111111117"}},
      {"iban", {"DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"}},
      {"person_name", {"Jane Doe", "John Smith", "Mary Jones", "Paul Brown", "Anna Wilson"}},
      {"first_name", {"Jane", "John", "Mary", "Paul", "Anna"}},
      {"last_name", {"Doe", "Smith", "Jones", "Brown", "Wilson"}},
      {"us_ssn", {"123-45-6789", "123-45-6780", "123-45-6781"}},
      {"uk_postcode", {"SW1A 1AA", "EC1A 1BB", "W1A 0AX"}},
      {"ip", {"192.0.2.1", "192.0.2.2", "192.0.2.3"}},
      {"url", {"https://example.org/a", "https://example.org/b", "https://example.org/c"}},
      {"uuid", {"123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001"}},
      {"date", {"2001-02-03", "2002-03-04", "2031-02-03", "2032-03-04"}},
      {"number", {"7", "12", "40", "150", "1000", "10000"}},
      {"free_text",
       {"something private", "something else", "a third thing", "1 Example Road, Anytown", "2 Example Road, Anytown",
        "12345", "12346"}},
  };
  static const std::vector<std::string> kNone;
  const auto found = kValues.find(type);
  return found == kValues.end() ? kNone : found->second;
}

}  // namespace

std::vector<std::string> made_up_values(const Catalog& catalog, const std::string& type) {
  std::vector<std::string> values = known_values(type);
  const auto add = [&](const std::string& value) {
    if (!value.empty() && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  if (const config::Entity* entity = catalog.definition().find_entity(type)) {
    for (const config::Text& example : entity->examples) add(example.value);
    for (const config::EntityValue& value : entity->values) add(value.canonical.value);
  }
  const intents::Sampler sampler(catalog.classifier());
  intents::Dice dice(1);
  for (int i = 0; i < kSamples; ++i) add(sampler.of_type(type, dice));
  return values;
}

}  // namespace parley::engine
