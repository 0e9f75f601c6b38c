// The types a param may have without declaring an entity. One file each; what they read is in docs/understanding.md.
#pragma once

#include <memory>
#include <string_view>

#include "intents/entities/recogniser.h"

namespace parley::intents {

// Null when there is no built-in type of that name.
std::unique_ptr<const Recogniser> make_built_in(std::string_view type);

std::unique_ptr<const Recogniser> make_number();       // an int or a double
std::unique_ptr<const Recogniser> make_money();        // {"amount": number, "currency": "USD" or null}
std::unique_ptr<const Recogniser> make_date();         // "YYYY-MM-DD"
std::unique_ptr<const Recogniser> make_time();         // "HH:MM"
std::unique_ptr<const Recogniser> make_boolean();      // true or false
std::unique_ptr<const Recogniser> make_email();        // the domain in lower case
std::unique_ptr<const Recogniser> make_phone();        // digits, with a leading + when it was given
std::unique_ptr<const Recogniser> make_credit_card();  // digits
std::unique_ptr<const Recogniser> make_iban();         // upper case, no spaces
std::unique_ptr<const Recogniser> make_free_text();    // the message, trimmed

}  // namespace parley::intents
