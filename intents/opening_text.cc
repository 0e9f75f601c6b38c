// Part of Classifier: the message that begins an intent may tell the value of a free text (`from_opening`).
// Tested by tests/intents/opening_text_test.cc.
#include "intents/opening_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "intents/classifier.h"
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

// Whether the message only asks the bot something, and describes nothing: "how do I complain about a driver?"
bool only_asks(const Message& message) {
  const std::vector<InquiryForm> inquiries = find_inquiries(message.words, message.text.text());
  return !inquiries.empty() && are_whole_message(inquiries, message.words) &&
         std::none_of(inquiries.begin(), inquiries.end(),
                      [](const InquiryForm& inquiry) { return inquiry.is_about_user; });
}

Span without_spaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? Span{} : Span{begin, text.find_last_not_of(" \t\r\n") + 1};
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

void Classifier::add_opening_text(const Evidence& best, const Message& message, const NluContext& nlu_context,
                                  Extraction& params) const {
  const auto index = static_cast<std::size_t>(best.intent);
  const std::vector<config::Param>& all = bot_.intents[index].params;
  const auto param = std::find_if(all.begin(), all.end(), [&](const config::Param& one) {
    return one.from_opening > 0 && std::none_of(params.values.begin(), params.values.end(),
                                                [&](const auto& value) { return value.param == one.id.value; });
  });
  if (param == all.end() || only_asks(message)) return;
  if (told_words(message, best.source->value, params.values, topic_words_) <
      static_cast<std::size_t>(param->from_opening)) {
    return;
  }
  const Span place = without_spaces(message.text.original());
  ParamValue text = extractors_[index].judge(
      param->id.value, Value(message.text.original().substr(place.begin, place.end - place.begin)),
      now_of(nlu_context));
  if (!text.valid) return;
  text.span = place;
  params.values.push_back(std::move(text));
}

// Whether the clause belongs to a text that the open intent still needs.
bool Classifier::tells_story(const Message& clause, const NluContext& nlu_context) const {
  const int open = index_of(nlu_context.intent);
  if (open < 0 || !topic_words_.is_english()) return false;
  const std::vector<config::Param>& all = bot_.intents[static_cast<std::size_t>(open)].params;
  const bool needs_text = std::any_of(all.begin(), all.end(), [&](const config::Param& param) {
    const auto& filled = nlu_context.filled;
    return param.from_opening > 0 && std::find(filled.begin(), filled.end(), param.id.value) == filled.end();
  });
  return needs_text && is_report(clause.words);
}

// "I want to complain. My parcel came too late": the report belongs to the complaint, although it matches another
// intent. Joins it to the request before it.
void Classifier::join_reports(const Message& message, const NluContext& nlu_context,
                              std::vector<ClauseIntent>& requests) const {
  if (!topic_words_.is_english()) return;
  for (std::size_t i = 1; i < requests.size();) {
    ClauseIntent& story = requests[i - 1];
    const std::string_view original = message.text.original();
    const Message report(original.substr(requests[i].clause.begin, requests[i].clause.end - requests[i].clause.begin),
                         message);
    const bool takes = takes_story(bot_.intents[static_cast<std::size_t>(story.intent)]);
    if (!takes || !is_report(report.words)) {
      ++i;
      continue;
    }
    const Span place{story.clause.begin, requests[i].clause.end};
    const Message joined(original.substr(place.begin, place.end - place.begin), message);
    const std::vector<Evidence> found = firm_evidence(joined, nlu_context);
    const auto own =
        std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == story.intent; });
    if (own == found.end()) {
      ++i;
      continue;
    }
    story = read_request(*own, joined, place.begin, nlu_context, nullptr);
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace parley::intents
