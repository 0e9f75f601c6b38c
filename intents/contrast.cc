// Tested by tests/intents/contrast_test.cc.
#include "intents/contrast.h"

#include <algorithm>

#include "base/fold.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

bool is_about_absence(const config::Text& rule) {
  static const Pattern kAbsence(lexicon::kEn.polarity.absence);
  return kAbsence.occurs_in(base::fold(rule.value));
}

// "No, no new card": the first no is about what was said before.
bool begins_with_no(const Message& message) {
  const Words& words = message.words;
  return words.size() > 1 && lexicon::kEn.polarity.no.has(words.text(0, 1)) &&
         message.text.text().substr(words[0].end, words[1].begin - words[0].end).find_first_of(",.;!") !=
             std::string_view::npos;
}

bool is_wanted(const Evidence& one) { return !one.is_denied && !one.is_refused; }

}  // namespace

bool is_denied(const Message& message, const Span& match, const config::Text& rule) {
  const Polarity& polarity = message.polarity();
  if (polarity.denies(match.begin)) return true;
  const std::string_view matched = message.text.text().substr(match.begin, match.end - match.begin);
  const std::size_t space = matched.find_last_of(' ');
  return space != std::string_view::npos && polarity.denies(match.begin + space + 1) && !is_about_absence(rule);
}

bool contrasts(const Message& message) {
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    if (lexicon::kEn.polarity.contrasts.has(message.words.text(i, 1))) return true;
  }
  return begins_with_no(message);
}

void drop_denied(const Message& message, std::vector<Evidence>& found) {
  if (found.size() < 2 || std::all_of(found.begin(), found.end(), is_wanted)) return;
  if (std::none_of(found.begin(), found.end(), is_wanted) || !contrasts(message)) return;
  std::erase_if(found, [](const Evidence& one) { return one.is_denied; });
}

}  // namespace parley::intents
