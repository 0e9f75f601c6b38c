// Tested by tests/intents/numbers_test.cc.
#include "intents/entities/currencies.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"

namespace parley::intents {
namespace {

struct Currency {
  std::string_view word;  // lower case, as written next to the number
  std::string_view code;
  bool is_cents = false;
};

// If a sign ends with another sign, the longer one comes first.
constexpr std::array kSigns = {
    Currency{"usd$", "USD"},   Currency{"mxn$", "MXN"},   Currency{"mex$", "MXN"},   Currency{"u.s. $", "USD"},
    Currency{"u.s $", "USD"},  Currency{"hk$", "HKD"},    Currency{"hk $", "HKD"},   Currency{"c$", "CAD"},
    Currency{"c $", "CAD"},    Currency{"us$", "USD"},    Currency{"us $", "USD"},   Currency{"ca$", "CAD"},
    Currency{"au$", "AUD"},    Currency{"a$", "AUD"},     Currency{"nz$", "NZD"},    Currency{"s$", "SGD"},
    Currency{"r$", "BRL"},     Currency{"$", "USD"},      Currency{"\u20ac", "EUR"}, Currency{"\u00a3", "GBP"},
    Currency{"\u00a5", "JPY"}, Currency{"\u20b9", "INR"}, Currency{"\u20ad", "LAK"}, Currency{"\u5143", "CNY"},
    Currency{"\u20a9", "KRW"}, Currency{"\u20bd", "RUB"}, Currency{"\u20ba", "TRY"}, Currency{"\u20aa", "ILS"},
    Currency{"\u0e3f", "THB"}, Currency{"rs.", "INR"},    Currency{"rs", "INR"},     Currency{"rmb", "CNY"},
};

// Singular names; most form the plural with s. An earlier name is never a prefix, in whole words, of a later one.
constexpr std::array kNames = {
    Currency{"us dollar", "USD"},
    Currency{"u.s. dollar", "USD"},
    Currency{"american dollar", "USD"},
    Currency{"united states dollar", "USD"},
    Currency{"canadian dollar", "CAD"},
    Currency{"australian dollar", "AUD"},
    Currency{"new zealand dollar", "NZD"},
    Currency{"hong kong dollar", "HKD"},
    Currency{"singapore dollar", "SGD"},
    Currency{"taiwan dollar", "TWD"},
    Currency{"jamaican dollar", "JMD"},
    Currency{"dollar", "USD"},
    Currency{"buck", "USD"},
    Currency{"euro", "EUR"},
    Currency{"british pound", "GBP"},
    Currency{"pound sterling", "GBP"},
    Currency{"pounds sterling", "GBP"},
    Currency{"egyptian pound", "EGP"},
    Currency{"lebanese pound", "LBP"},
    Currency{"pound", "GBP"},
    Currency{"sterling", "GBP"},
    Currency{"quid", "GBP"},
    Currency{"swiss franc", "CHF"},
    Currency{"franc", "CHF"},
    Currency{"japanese yen", "JPY"},
    Currency{"yen", "JPY"},
    Currency{"indian rupee", "INR"},
    Currency{"pakistani rupee", "PKR"},
    Currency{"sri lankan rupee", "LKR"},
    Currency{"rupee", "INR"},
    Currency{"chinese yuan", "CNY"},
    Currency{"yuan", "CNY"},
    Currency{"renminbi", "CNY"},
    Currency{"rmb", "CNY"},
    Currency{"south korean won", "KRW"},
    Currency{"korean won", "KRW"},
    Currency{"mexican peso", "MXN"},
    Currency{"argentine peso", "ARS"},
    Currency{"chilean peso", "CLP"},
    Currency{"colombian peso", "COP"},
    Currency{"cuban peso", "CUP"},
    Currency{"philippine peso", "PHP"},
    Currency{"uruguayan peso", "UYU"},
    Currency{"dominican peso", "DOP"},
    Currency{"brazilian real", "BRL"},
    Currency{"brazilian reais", "BRL"},
    Currency{"peruvian sol", "PEN"},
    Currency{"costa rican colon", "CRC"},
    Currency{"russian ruble", "RUB"},
    Currency{"russian rouble", "RUB"},
    Currency{"ruble", "RUB"},
    Currency{"rouble", "RUB"},
    Currency{"ukrainian hryvnia", "UAH"},
    Currency{"hryvnia", "UAH"},
    Currency{"polish zloty", "PLN"},
    Currency{"zloty", "PLN"},
    Currency{"czech koruna", "CZK"},
    Currency{"czech crown", "CZK"},
    Currency{"hungarian forint", "HUF"},
    Currency{"forint", "HUF"},
    Currency{"romanian leu", "RON"},
    Currency{"romanian lei", "RON"},
    Currency{"bulgarian lev", "BGN"},
    Currency{"croatian kuna", "HRK"},
    Currency{"serbian dinar", "RSD"},
    Currency{"kuwaiti dinar", "KWD"},
    Currency{"jordanian dinar", "JOD"},
    Currency{"iraqi dinar", "IQD"},
    Currency{"bahraini dinar", "BHD"},
    Currency{"tunisian dinar", "TND"},
    Currency{"algerian dinar", "DZD"},
    Currency{"swedish krona", "SEK"},
    Currency{"swedish kronor", "SEK"},
    Currency{"icelandic krona", "ISK"},
    Currency{"norwegian krone", "NOK"},
    Currency{"norwegian kroner", "NOK"},
    Currency{"danish krone", "DKK"},
    Currency{"danish kroner", "DKK"},
    Currency{"turkish lira", "TRY"},
    Currency{"lira", "TRY"},
    Currency{"israeli shekel", "ILS"},
    Currency{"new shekel", "ILS"},
    Currency{"shekel", "ILS"},
    Currency{"saudi riyal", "SAR"},
    Currency{"qatari riyal", "QAR"},
    Currency{"omani rial", "OMR"},
    Currency{"iranian rial", "IRR"},
    Currency{"uae dirham", "AED"},
    Currency{"emirati dirham", "AED"},
    Currency{"moroccan dirham", "MAD"},
    Currency{"dirham", "AED"},
    Currency{"south african rand", "ZAR"},
    Currency{"nigerian naira", "NGN"},
    Currency{"naira", "NGN"},
    Currency{"kenyan shilling", "KES"},
    Currency{"ugandan shilling", "UGX"},
    Currency{"tanzanian shilling", "TZS"},
    Currency{"ghanaian cedi", "GHS"},
    Currency{"ethiopian birr", "ETB"},
    Currency{"thai baht", "THB"},
    Currency{"baht", "THB"},
    Currency{"malaysian ringgit", "MYR"},
    Currency{"ringgit", "MYR"},
    Currency{"indonesian rupiah", "IDR"},
    Currency{"rupiah", "IDR"},
    Currency{"vietnamese dong", "VND"},
    Currency{"bangladeshi taka", "BDT"},
    Currency{"taka", "BDT"},
    Currency{"lao kip", "LAK"},
    Currency{"mongolian tugrik", "MNT"},
    Currency{"kazakhstani tenge", "KZT"},
    Currency{"georgian lari", "GEL"},
    Currency{"armenian dram", "AMD"},
    Currency{"deutsche mark", "DEM"},
    Currency{"german mark", "DEM"},
    Currency{"french franc", "FRF"},
    Currency{"belgian franc", "BEF"},
    Currency{"dutch guilder", "NLG"},
    Currency{"finnish markka", "FIM"},
    Currency{"italian lira", "ITL"},
    Currency{"spanish peseta", "ESP"},
    Currency{"peseta", "ESP"},
    Currency{"austrian schilling", "ATS"},
    Currency{"portuguese escudo", "PTE"},
    Currency{"greek drachma", "GRD"},
    Currency{"irish pound", "IEP"},
    Currency{"bitcoin", "BTC"},
    Currency{"penny", "USD", true},
    Currency{"pennies", "USD", true},
    Currency{"cent", "USD", true},
    Currency{"pence", "GBP", true},
};

constexpr std::string_view kCodes =
    " USD EUR GBP JPY CHF CAD AUD NZD INR CNY SEK NOK DKK ISK PLN CZK HUF RON BGN UAH RUB ILS AED SAR "
    "QAR KWD BHD OMR EGP ZAR NGN KES GHS BRL MXN ARS CLP UYU SGD HKD TWD KRW THB MYR IDR PHP "
    "VND PKR LKR BDT BTC ";
constexpr std::size_t kLongestName = 24;

std::string_view code_of(std::string_view letters) {
  std::string upper;
  for (const char c : letters) {
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return {};
    upper += static_cast<char>(c & ~0x20);
  }
  const std::size_t at = kCodes.find(' ' + upper + ' ');
  return at == std::string_view::npos ? std::string_view() : kCodes.substr(at + 1, upper.size());
}

// Reads "EUR", and "MEUR" for a million euros.
NamedCurrency named_by(std::string_view letters, std::size_t place) {
  if (letters.size() == 3) return {code_of(letters), place};
  if (letters.size() != 4) return {};
  const long long scale = letters[0] == 'M' ? 1'000'000 : letters[0] == 'K' || letters[0] == 'k' ? 1'000 : 0;
  return scale == 0 ? NamedCurrency{} : NamedCurrency{code_of(letters.substr(1)), place, false, scale};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool begins_with(std::string_view text, std::string_view word) { return text.substr(0, word.size()) == word; }

std::size_t end_before(std::string_view text, std::size_t at) {
  while (base::char_before(text, at, ' ')) --at;
  return at;
}

std::string lower_before(std::string_view text, std::size_t end) {
  const std::size_t length = std::min(end, kLongestName);
  return base::lower_ascii(text.substr(end - length, length));
}

bool ends_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && text.substr(text.size() - word.size()) == word;
}

}  // namespace

NamedCurrency currency_before(std::string_view text, std::size_t at) {
  const std::size_t end = end_before(text, at);
  const std::string before = lower_before(text, end);
  for (const Currency& sign : kSigns) {
    const std::size_t length = sign.word.size();
    if (!ends_with(before, sign.word)) continue;
    if (base::letter_before(text, end - length)) continue;  // the dollar of an unknown country
    return {sign.code, end - length};
  }
  std::size_t begin = end;
  while (begin > 0 && is_letter(text[begin - 1]) && end - begin < 5) --begin;
  return base::letter_before(text, begin) ? NamedCurrency{} : named_by(text.substr(begin, end - begin), begin);
}

NamedCurrency currency_word_before(std::string_view text, std::size_t at) {
  const std::size_t end = end_before(text, at);
  const std::string before = lower_before(text, end);
  const std::size_t plural = base::char_before(text, end, 's') ? 1 : 0;
  const std::string_view singular = std::string_view(before).substr(0, before.size() - plural);
  for (const Currency& currency : kNames) {
    if (currency.is_cents || !ends_with(singular, currency.word)) continue;
    const std::size_t begin = end - plural - currency.word.size();
    if (!base::letter_before(text, begin)) return {currency.code, begin};
  }
  return {};
}

NamedCurrency currency_after(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (base::char_at(text, begin, ' ')) ++begin;
  if (base::char_at(text, at, '-')) begin = at + 1;
  if (begin >= text.size()) return {};
  const std::string after = base::lower_ascii(text.substr(begin, kLongestName));
  for (const Currency& sign : kSigns) {
    const std::size_t end = begin + sign.word.size();
    if (!begins_with(after, sign.word) || base::digit_at(text, end)) continue;
    if (begin > at && base::char_at(text, end, ' ') && base::digit_at(text, end + 1))
      continue;  // "1 $ 10": the sign belongs to the 10
    if (is_letter(sign.word[0]) && base::letter_at(text, end)) continue;
    return {sign.code, end};
  }
  for (const Currency& currency : kNames) {
    if (!begins_with(after, currency.word)) continue;
    std::size_t end = begin + currency.word.size();
    if (base::char_at(after, currency.word.size(), 's')) ++end;
    if (!base::letter_at(text, end)) return {currency.code, end, currency.is_cents};
  }
  std::size_t end = begin;
  while (end < text.size() && is_letter(text[end]) && end - begin < 5) ++end;
  return base::letter_at(text, end) ? NamedCurrency{} : named_by(text.substr(begin, end - begin), end);
}

}  // namespace parley::intents
