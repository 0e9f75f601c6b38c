// The phone detector: digits grouped like a phone number. Digits without groups, or separated one by one, also count
// with a trunk zero or a word like "call" nearby: "call me on 5551234".
//
// A number after "order", "invoice" and the like is not a phone number, unless its form is unmistakable. A number has
// at most 15 digits (E.164); with a trunk zero it has 10 or 11 in nearly every country.
// Tested by tests/privacy/detectors_test.cc.
#include <algorithm>
#include <iterator>
#include <string>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/pattern.h"
#include "privacy/detector_functions.h"
#include "privacy/windows.h"

namespace parley::privacy {
namespace {

using base::is_digit;
using intents::Pattern;

constexpr std::size_t kMinDigits = 7;
constexpr std::size_t kMaxDigits = 15;
constexpr std::size_t kPhoneWordsBefore = 48;
constexpr std::size_t kPhoneWordsAfter = 48;

struct Words {
  // Matches directly before a number, with words like "number" and "is" between.
  Pattern of_other_number{
      R"(\b(?:order|purchase|ticket|invoice|ref|reference|tracking|booking|reservation|confirmation|case|account|acct|customer|)"
      R"(client|member(?:ship)?|student|employee|user|serial|item|article|product|sku|ids?|code|transaction|parcel|shipment|imei|isbn|ean|)"
      R"(card|policy|contract|claim|model|part|version|flight|reg|pin|bestell\w*|auftrag\w*|rechnung\w*|kunden\w*|)"
      R"(sendung\w*|konto\w*|commande|facture|colis|compte|pedido|factura|cuenta|envio|ordine|fattura|conto|bestelling|)"
      R"(factuur|rekening|encomenda|fatura|conta|zamowieni\w*|faktur\w*|kont\w*)[\s:#.,'"=()-]{0,4})"
      R"((?:(?:numbers?|num|no|nr|nummer|numero|numer|is|was|id|for|ist|est|es|e|jest|[#:])[\s:#.,'"=()-]{0,3}){0,4}$)"};
  // Matches up to a few words before a number.
  Pattern of_phone{
      R"(\b(?:phone|mobile|cell|tel|fax|whats ?app|call|text|ring|reach|dial|sms|contact|handy|mobil|rufnummer|ruf|anruf|)"
      R"(portable|appel|movil|celular|llam|cellulare|chiam|bel|mobiel|gsm|telemovel|lig|komork|zadzwon|numer|cep)\w*)"
      R"((?:[^\w]+\w+){0,4}[^\w]*$)"};
  Pattern said_after{
      R"(^[\s,.:;-]{0,3}(?:is|ist|est|es|e|jest)\s+(?:my|mein\w*|mon|mi|(?:il )?mio|mijn|o meu|moj)\s+(?:\w+\s+)?)"
      R"((?:phone|mobile|cell|tel|fax|number|handy|portable|movil|celular|cellulare|mobiel|telemovel|komork))"};
};

const Words& words() {
  static const Words all;
  return all;
}

bool is_other_number(std::string_view plain, std::size_t begin) {
  return words().of_other_number.occurs_in(text_before(plain, begin, kPhoneWordsBefore));
}

bool is_called_phone(std::string_view plain, const Span& span) {
  return words().of_phone.occurs_in(text_before(plain, span.begin, kPhoneWordsBefore)) ||
         words().said_after.occurs_in(text_after(plain, span.end, kPhoneWordsAfter));
}

// Whether the form alone identifies a phone number, whatever word precedes it: a plus, a bracket, or North American
// groups, "312-374-8790", with area and exchange beginning with 2 to 9.
bool is_surely_phone(std::string_view written) {
  static const Pattern north_american(R"((?:1[ .-])?[2-9]\d\d([ .-])[2-9]\d\d[ .-]\d{4})");
  return written[0] == '+' || written[0] == '(' || north_american.covers(written);
}

bool has_trunk_zero(std::string_view digits) {
  return (digits.size() == 10 || digits.size() == 11) && digits[0] == '0' && digits[1] != '0';
}

// Whether the span is not a part of a longer code or number.
bool is_alone(std::string_view plain, const Span& span) {
  const auto joins = [](char c) { return std::string_view("-./:#$@*+_%=&").find(c) != std::string_view::npos; };
  if (base::letter_before(plain, span.begin) || base::letter_at(plain, span.end)) return false;
  if (span.begin > 0 && joins(plain[span.begin - 1])) {
    // "tel:5551234", "phone=5551234"
    const char mark = plain[span.begin - 1];
    if ((mark != ':' && mark != '=') || base::digit_before(plain, span.begin - 1)) return false;
  }
  return span.end >= plain.size() || !joins(plain[span.end]) || !base::letter_at(plain, span.end + 1);
}

void find_without_groups(std::string_view plain, Spans& out) {
  for (std::size_t at = 0; at < plain.size();) {
    if (!is_digit(plain[at])) {
      ++at;
      continue;
    }
    Span span{at, at};
    while (base::digit_at(plain, span.end)) ++span.end;
    at = span.end;
    const std::string_view digits = plain.substr(span.begin, span.end - span.begin);
    if (digits.size() < kMinDigits || digits.size() > kMaxDigits || !is_alone(plain, span)) continue;
    if (is_other_number(plain, span.begin)) continue;
    if (has_trunk_zero(digits) || is_called_phone(plain, span)) out.push_back(span);
  }
}

// Finds digits separated one by one, "+ 4 4  7 9 1 1  8 2 3 4 5 6": after a plus, with a trunk zero, or with a
// supporting word.
void find_spaced(std::string_view plain, Spans& out) {
  static const Pattern spaced(R"((?:\+ {0,3}|\b)\d(?: {1,3}\d){6,}\b)");
  for (std::size_t from = 0; const auto found = spaced.find(plain, from);) {
    from = found->end;
    const std::string_view written = plain.substr(found->begin, found->end - found->begin);
    std::string digits;
    std::copy_if(written.begin(), written.end(), std::back_inserter(digits), is_digit);
    if (digits.size() > kMaxDigits || !is_alone(plain, *found)) continue;
    const bool is_supported = has_trunk_zero(digits) || is_called_phone(plain, *found);
    if (written[0] == '+' || (is_supported && !is_other_number(plain, found->begin))) out.push_back(*found);
  }
}

}  // namespace

void find_phones(std::string_view plain, Spans& out) {
  static const auto recogniser = intents::make_phone();
  find_by(*recogniser, plain, false, [&](const Span& span, const Value&) {
    if (is_surely_phone(plain.substr(span.begin, span.end - span.begin)) || !is_other_number(plain, span.begin)) {
      out.push_back(span);
    }
  });
  find_without_groups(plain, out);
  find_spaced(plain, out);
}

}  // namespace parley::privacy
