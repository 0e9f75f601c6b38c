// Tested by tests/intents/opening_text_test.cc.
#include "intents/opening_text.h"

#include <algorithm>
#include <cstddef>

#include "intents/lexicon.h"

namespace parley::intents {
namespace {

// Returns the words of a rule or an example, without the escapes of a regex such as `\b`.
std::string plain_pieces(std::string_view source) {
  std::string pieces(source);
  for (std::size_t at = pieces.find('\\'); at != std::string::npos; at = pieces.find('\\', at + 1)) {
    pieces.replace(at, 2, 2, ' ');
  }
  return pieces;
}

// Whether the word begins like a word of the rule: "complaining" like `complain\w*`.
bool is_word_of(const Words& pieces, std::string_view word) {
  constexpr std::size_t kShortest = 3;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view piece = pieces.text(i, 1);
    if (word == piece || (piece.size() >= kShortest && word.substr(0, piece.size()) == piece)) return true;
  }
  return false;
}

bool is_inside(const std::vector<ParamValue>& values, const Span& place) {
  return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
    return value.span.begin < place.end && place.begin < value.span.end;
  });
}

}  // namespace

bool takes_story(const config::Intent& intent) {
  return std::any_of(intent.params.begin(), intent.params.end(),
                     [](const config::Param& param) { return param.from_opening > 0; });
}

bool takes_stories(const config::BotDefinition& bot) {
  return std::any_of(bot.intents.begin(), bot.intents.end(), takes_story);
}

bool is_report(const Words& clause) {
  const lexicon::Texts& words = lexicon::kEn.texts;
  std::size_t first = 0;
  while (first < clause.size() && words.joining_report.has(clause.text(first, 1))) ++first;
  if (first == clause.size() || !words.subjects.has(clause.text(first, 1))) return false;
  for (std::size_t i = first + 1; i < clause.size(); ++i) {
    if (words.wishes.has(clause.text(i, 1))) return false;
  }
  return true;
}

std::size_t told_words(const Message& message, std::string_view request, const std::vector<ParamValue>& values,
                       const TopicWords& topics) {
  const std::string plain = plain_pieces(request);
  const FoldedText folded(plain);
  const Words pieces(folded.text());
  std::string told;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const Words::Place& place = message.words[i];
    if (is_word_of(pieces, message.words.text(i, 1))) continue;
    if (is_inside(values, message.text.original_span(place.begin, place.end))) continue;
    told.append(message.words.text(i, 1)).append(1, ' ');
  }
  return topics.stems_in(Words(told)).size();
}

}  // namespace parley::intents
