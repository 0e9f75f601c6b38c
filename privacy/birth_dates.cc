// The date_of_birth detector: a date near a word like "born" or "birthday", in English, German, French, Spanish,
// Italian, Dutch, Portuguese and Polish. Other dates are not private. A year alone and a date spelled out in words are
// not found.
// Tested by tests/privacy/detectors_test.cc.
#include "base/boundaries.h"
#include "intents/pattern.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {
namespace {

using intents::Pattern;

constexpr std::size_t kBirthWordsBefore = 32;
constexpr std::size_t kBirthWordsAfter = 64;

Pattern birth_words() {
  return Pattern(R"(\b(?:born|birth ?days?|birth ?date|date of birth|birth|d\.? ?o\.? ?b\b|b-?day|)"
                 R"(geboren|geb\b|geburts\w*|)"
                 R"(nee?\b|naissance|anniversaire|)"
                 R"(naci\w*|cumpleanos|)"
                 R"(nat[oai]\b|nascita|compleanno|)"
                 R"(geboorte\w*|verjaardag|verjaar|jarig|)"
                 R"(nasc\w*|aniversario|)"
                 R"(urodz\w*|ur\.))");
}

// The longest forms come first, because the regex takes the first alternative that matches.
Pattern date_form() {
  const std::string day = "(?:[12][0-9]|3[01]|0?[1-9])";
  const std::string year = "(?:1[89]|20)[0-9]{2}";
  const std::string any_year = "(?:" + year + "|'?[0-9]{2})";
  const std::string mark = " ?[-./] ?";
  const std::string month =
      "(?:jan|feb|fev|mar|maa|maer|apr|avr|abr|may|mai|mag|maj|mei|jun|juin|giu|cze|jul|juil|lug|lip|aug|aou|ago|sie|"
      "sep|set|wrz|oct|okt|ott|out|paz|nov|lis|dec|dez|dic|gru|ene|gen|sty|lut|kwi|mrt)[a-z]{0,9}\\.?";
  const std::string ending = "(?:st|nd|rd|th|er|ro|\\.|o|a|e)?";
  const std::string of = "(?:,? (?:of|de|di|del|the) | ?-? ?)";
  return Pattern("(" + year + mark + day + mark + day + "(?:T[0-9:.]{2,15}(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?" +       //
                 "|" + day + mark + day + mark + any_year +                                                        //
                 "|" + day + " " + day + " " + year +                                                              //
                 "|" + day + ending + of + month + "(?:" + "(?:,? ?-?(?:of |de |del |van )?)" + any_year + ")?" +  //
                 "|" + month + of + day + ending + "(?:,? ?(?:of |de |del )?" + any_year + ")?" +                  //
                 "|" + month + " ?-?,? ?(?:of |de |del |di )?" + year +                                            //
                 "|" + year + "[01][0-9][0-3][0-9]" + "|" + "[0-3][0-9][01][0-9]" + year +                         //
                 "|" + day + "[-./](?:" + year + "|" + day + "))");
}

void find_dates(std::string_view plain, std::size_t begin, std::size_t end, Spans& out) {
  static const Pattern form = date_form();
  const std::string_view window = plain.substr(begin, end - begin);
  for (std::size_t from = 0; from < window.size();) {
    const auto found = form.find(window, from);
    if (!found) return;
    const Span span{begin + found->begin, begin + found->end};
    const bool is_piece =
        base::letter_before(plain, span.begin) || base::letter_at(plain, span.end) ||
        (span.begin > 0 && std::string_view("-./").find(plain[span.begin - 1]) != std::string_view::npos &&
         base::digit_before(plain, span.begin - 1));
    if (!is_piece) out.push_back(span);
    // Continue after the whole match even if it is part of something longer: "115-12-1985" contains no "15-12-1985".
    from = found->end;
  }
}

}  // namespace

void find_birth_dates(std::string_view plain, Spans& out) {
  static const Pattern birth_word = birth_words();
  for (std::size_t from = 0; from < plain.size();) {
    const auto word = birth_word.find(plain, from);
    if (!word) return;
    find_dates(plain, word->begin - text_before(plain, word->begin, kBirthWordsBefore).size(), word->begin, out);
    find_dates(plain, word->end, word->end + text_after(plain, word->end, kBirthWordsAfter).size(), out);
    from = word->end;
  }
}

}  // namespace parley::privacy
