// The built-in types, which a param may use without declaring an entity. Each has its own file. docs/bot-format.md
// describes them.
#pragma once

#include <memory>
#include <string_view>

#include "intents/entities/recogniser.h"

namespace parley::intents {

// Returns null when there is no built-in type of that name.
std::unique_ptr<const Recogniser> make_built_in(std::string_view type);

std::unique_ptr<const Recogniser> make_number();       // an int or a double
std::unique_ptr<const Recogniser> make_money();        // {"amount": number, "currency": "USD" or null}
std::unique_ptr<const Recogniser> make_date();         // "YYYY-MM-DD"
std::unique_ptr<const Recogniser> make_time();         // "HH:MM", or "HH:MM:SS" if the text gives seconds
std::unique_ptr<const Recogniser> make_boolean();      // true or false
std::unique_ptr<const Recogniser> make_email();        // the domain in lower case
std::unique_ptr<const Recogniser> make_phone();        // digits, with a leading + if the text has one
std::unique_ptr<const Recogniser> make_credit_card();  // digits
std::unique_ptr<const Recogniser> make_iban();         // upper case, no spaces
std::unique_ptr<const Recogniser> make_percent();      // an int or a double: 12.5 is 12.5 %
std::unique_ptr<const Recogniser> make_ordinal();      // an int
std::unique_ptr<const Recogniser> make_age();          // {"number": number, "unit": "year"}
std::unique_ptr<const Recogniser> make_temperature();  // {"degrees": number, "scale": "C", "F", "K" or null}
std::unique_ptr<const Recogniser> make_duration();     // ISO 8601, "PT2H30M"
std::unique_ptr<const Recogniser> make_datetime();     // "YYYY-MM-DDTHH:MM", with ":SS" if it has seconds
// {"from": ..., "to": ...}. The range includes both days. Either side may be null: "since monday".
std::unique_ptr<const Recogniser> make_date_range();
std::unique_ptr<const Recogniser> make_time_range();
std::unique_ptr<const Recogniser> make_datetime_range();
std::unique_ptr<const Recogniser> make_url();          // scheme and host in lower case
std::unique_ptr<const Recogniser> make_ip();           // in its shortest form
std::unique_ptr<const Recogniser> make_uuid();         // lower case, in five groups
std::unique_ptr<const Recogniser> make_us_ssn();       // "123-45-6789"
std::unique_ptr<const Recogniser> make_uk_postcode();  // "SW1A 1AA"
std::unique_ptr<const Recogniser> make_person_name();  // as typed, the first name first
std::unique_ptr<const Recogniser> make_first_name();   // as typed
std::unique_ptr<const Recogniser> make_last_name();    // as typed
std::unique_ptr<const Recogniser> make_head_count();   // an int
std::unique_ptr<const Recogniser> make_free_text();    // the message, trimmed

}  // namespace parley::intents
