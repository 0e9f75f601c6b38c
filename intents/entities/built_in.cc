// Tested by tests/intents/catalog_test.cc.
#include "intents/entities/built_in.h"

#include <algorithm>
#include <array>

namespace parley::intents {

std::unique_ptr<const Recogniser> make_built_in(std::string_view type) {
  struct BuiltIn {
    std::string_view name;
    std::unique_ptr<const Recogniser> (*make)();
  };
  static constexpr std::array<BuiltIn, 28> kBuiltIns = {{
      {"number", make_number},
      {"money", make_money},
      {"date", make_date},
      {"time", make_time},
      {"boolean", make_boolean},
      {"email", make_email},
      {"phone", make_phone},
      {"credit_card", make_credit_card},
      {"iban", make_iban},
      {"percent", make_percent},
      {"ordinal", make_ordinal},
      {"age", make_age},
      {"temperature", make_temperature},
      {"duration", make_duration},
      {"datetime", make_datetime},
      {"date_range", make_date_range},
      {"time_range", make_time_range},
      {"datetime_range", make_datetime_range},
      {"url", make_url},
      {"ip", make_ip},
      {"uuid", make_uuid},
      {"us_ssn", make_us_ssn},
      {"uk_postcode", make_uk_postcode},
      {"person_name", make_person_name},
      {"first_name", make_first_name},
      {"last_name", make_last_name},
      {"head_count", make_head_count},
      {"free_text", make_free_text},
  }};
  const auto found =
      std::find_if(kBuiltIns.begin(), kBuiltIns.end(), [&](const BuiltIn& one) { return one.name == type; });
  return found == kBuiltIns.end() ? nullptr : found->make();
}

}  // namespace parley::intents
