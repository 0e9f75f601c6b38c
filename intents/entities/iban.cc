// iban: an international bank account number, with or without groups. Checks the country's length and the check digits.
// Tested by tests/intents/contact_types_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/entities/digit_groups.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

// Country and length, from the IBAN registry.
constexpr std::string_view kLengths =
    "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22"
    "GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20"
    "MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26"
    "UA29VA22VG24XK20YE30";

// Countries whose account numbers contain only digits.
constexpr std::string_view kDigitCountries =
    "AEATBABEBICRCZDEDJDKEEEGESFIFOGLHRHUILISLTLYMEMNMRNOPLPTRSSDSESISKSOSTTLTNVAXK";

bool has_only_digits(std::string_view country) {
  for (std::size_t at = 0; at < kDigitCountries.size(); at += 2) {
    if (kDigitCountries.substr(at, 2) == country) return true;
  }
  return false;
}

// Returns true if two check digits follow the country and the rest has the characters that the country allows.
bool has_right_characters(std::string_view iban) {
  const std::string_view rest = iban.substr(has_only_digits(iban.substr(0, 2)) ? 4 : iban.size());
  return base::is_digit(iban[2]) && base::is_digit(iban[3]) && std::all_of(rest.begin(), rest.end(), base::is_digit);
}

std::size_t length_for(std::string_view country) {
  for (std::size_t at = 0; at < kLengths.size(); at += 4) {
    if (kLengths.substr(at, 2) != country) continue;
    const int length = (kLengths[at + 2] - '0') * 10 + (kLengths[at + 3] - '0');
    return static_cast<std::size_t>(length);
  }
  return 0;
}

// ISO 7064: move the first four characters to the end and count letters from 10; the remainder modulo 97 must be 1.
bool has_right_check_digits(std::string_view iban) {
  int remainder = 0;
  for (std::size_t i = 0; i < iban.size(); ++i) {
    const char c = iban[(i + 4) % iban.size()];
    remainder = base::is_digit(c) ? (remainder * 10 + (c - '0')) % 97 : (remainder * 100 + (c - 'A' + 10)) % 97;
  }
  return remainder == 1;
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_letter_or_digit(char c) { return base::is_digit(c) || (upper(c) >= 'A' && upper(c) <= 'Z'); }

class Iban : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t before = out.size();
      const std::size_t end = may_start(text, at) ? read_iban(reading, at, out) : at;
      // A part of a longer number is not a value of a param. In a search for private values it counts.
      if (reading.for_param && out.size() > before && digits_go_on(text, end)) out.pop_back();
      at = end > at ? end : at + 1;
    }
  }

 private:
  // An IBAN starts with two letters and a digit. This cheap check rejects most positions of a text.
  static bool may_start(std::string_view text, std::size_t at) {
    const std::string_view start = text.substr(at, 4);
    return start.size() == 4 && !base::is_digit(start[0]) && is_letter_or_digit(start[0]) &&
           is_letter_or_digit(start[1]) && (base::is_digit(start[2]) || base::is_digit(start[3])) &&
           !base::letter_before(text, at);
  }

  static std::size_t read_iban(const Reading& reading, std::size_t begin, std::vector<Found>& out) {
    const std::string_view text = reading.text;
    std::string iban;
    std::size_t at = begin;
    while (iban.size() < 2 && read_grouped(text, at, iban, is_letter_or_digit)) {
    }
    std::transform(iban.begin(), iban.end(), iban.begin(), upper);
    const std::size_t length = length_for(iban);
    while (iban.size() < length && read_grouped(text, at, iban, is_letter_or_digit)) {
      iban.back() = upper(iban.back());
    }
    if (length == 0 || iban.size() != length || base::letter_at(text, at)) return begin;
    if (!has_right_characters(iban)) return begin;
    if (has_right_check_digits(iban)) {
      out.push_back({Value(std::move(iban)), begin, at});
    } else if (reading.asked && reading.with_impossible) {
      out.push_back({Value(), begin, at, false, kWrongCheckDigits});
    } else {
      return begin;
    }
    return at;
  }
};

}  // namespace

std::unique_ptr<const Recogniser> make_iban() { return std::make_unique<Iban>(); }

}  // namespace parley::intents
