// Tested by tests/intents/polarity_test.cc.
#include "intents/polarity.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace parley::intents {
namespace {

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Words between a negation and the value that it negates: "not really on the Friday".
constexpr std::array<std::string_view, 37> kBeforeValue{
    "the",     "a",     "an",         "my",        "on",     "at",     "for", "in",  "to",    "from",
    "with",    "by",    "very",       "that",      "all",    "really", "so",  "too", "super", "particularly",
    "exactly", "quite", "especially", "extremely", "overly", "as",     "be",  "it",  "its",   "any",
    "one",     "some",  "your",       "our",       "this",   "of",     "like"};

// Words between a refusal and the request that it refuses: "don't just refund".
constexpr std::array<std::string_view, 12> kBeforeRequest{"to", "for", "you",    "a",    "an",   "the",
                                                          "my", "any", "please", "just", "your", "go"};

// "Why not Friday?", "if not Friday", "Friday or not".
constexpr std::array<std::string_view, 3> kNoNegationAfter{"why", "if", "or"};

bool is_joined(const Words& words, std::string_view text, std::size_t word) {
  if (word == 0) return false;
  const std::string_view between = text.substr(words[word - 1].end, words[word].begin - words[word - 1].end);
  return between.find_first_not_of(' ') == std::string_view::npos;
}

}  // namespace

// Words that negate what follows.
struct Polarity::Cue {
  std::string_view phrase;
  unsigned char marks;
  std::size_t count;  // of its words
};

template <std::size_t N>
const Polarity::Cue* Polarity::longest(const std::array<Cue, N>& cues, const Words& words, std::size_t word) {
  const Cue* found = nullptr;
  if (word >= words.size()) return found;
  const std::string_view first = words.text(word, 1);
  for (const Cue& cue : cues) {
    if (cue.phrase.substr(0, first.size()) != first || word + cue.count > words.size()) continue;
    if (words.text(word, cue.count) == cue.phrase && (!found || cue.count > found->count)) found = &cue;
  }
  return found;
}

// The marks that the words from `word` on give to what follows, and how many words they are; 0: they negate nothing.
Polarity::Cue Polarity::cue_at(const Words& words, std::size_t word) {
  constexpr unsigned char kAbsent = kNegated | kMissing;
  constexpr unsigned char kLack = kNegated | kLacking;
  constexpr unsigned char kBoth = kNegated | kRefused;
  static constexpr std::array<Cue, 40> kCues{{
      {"not", kNegated, 1},
      {"no", kAfterNo, 1},
      {"isnt", kNegated, 1},
      {"wasnt", kNegated, 1},
      {"arent", kNegated, 1},
      {"aint", kNegated, 1},
      {"hardly", kNegated, 1},
      {"nothing", kNegated, 1},
      {"far from", kNegated, 2},
      {"instead of", kNegated, 2},
      {"rather than", kNegated, 2},
      {"no longer", kNegated, 2},
      {"no need for", kNegated, 3},
      {"no need to make it", kNegated, 5},
      {"no need to set it to", kNegated, 6},
      {"havent got", kLack, 2},
      {"have not got", kLack, 3},
      {"have no", kAbsent, 2},
      {"has no", kAbsent, 2},
      {"had no", kAbsent, 2},
      {"got no", kAbsent, 2},
      {"its no", kAbsent, 2},
      {"is no", kAbsent, 2},
      {"thats no", kAbsent, 2},
      {"was no", kAbsent, 2},
      {"theres no", kAbsent, 2},
      // Exceptions.
      {"anything but", kNegated, 2},
      {"everything but", kNegated, 2},
      {"all but", kNegated, 2},
      {"any but", kNegated, 2},
      {"anyone but", kNegated, 2},
      {"anywhere but", kNegated, 2},
      {"any time but", kNegated, 3},
      {"any day but", kNegated, 3},
      {"except", kNegated, 1},
      {"except for", kNegated, 2},
      {"excluding", kNegated, 1},
      {"other than", kNegated, 2},
      {"apart from", kNegated, 2},
      {"without", kNegated, 1},
  }};
  // "Never" only refuses, and "would not" only negates.
  static constexpr std::array<Cue, 7> kAuxiliaries{{{"dont", kBoth | kLacking, 1},
                                                    {"do not", kBoth | kLacking, 2},
                                                    {"didnt", kBoth | kLacking, 1},
                                                    {"did not", kBoth | kLacking, 2},
                                                    {"never", kRefused, 1},
                                                    {"wouldnt", kNegated, 1},
                                                    {"would not", kNegated, 2}}};
  static constexpr std::array<Cue, 16> kVerbs{{{"want", kBoth, 1},
                                               {"need", kBoth, 1},
                                               {"mean", kBoth, 1},
                                               {"say", kBoth, 1},
                                               {"have", kLack, 1},
                                               {"own", kNegated, 1},
                                               {"make it", kNegated, 2},
                                               {"set it to", kNegated, 3},
                                               {"call it", kNegated, 2},
                                               {"consider it", kNegated, 2},
                                               {"wish", kRefused, 1},
                                               {"like", kRefused, 1},
                                               {"said", kRefused, 1},
                                               {"ask", kRefused, 1},
                                               {"asked", kRefused, 1},
                                               {"meant", kRefused, 1}}};
  if (const Cue* cue = longest(kCues, words, word)) return *cue;
  const Cue* auxiliary = longest(kAuxiliaries, words, word);
  if (!auxiliary) return {{}, 0, 0};
  const Cue* verb = longest(kVerbs, words, word + auxiliary->count);
  const std::string_view subject = word > 0 ? words.text(word - 1, 1) : std::string_view();
  const bool is_present = auxiliary->phrase == "dont" || auxiliary->phrase == "do not";
  if (!verb && is_present && (subject == "i" || subject == "we")) return {{}, 0, auxiliary->count};
  const unsigned char by_verb = verb ? verb->marks : static_cast<unsigned char>(kRefused);
  return {{}, static_cast<unsigned char>(auxiliary->marks & by_verb), auxiliary->count + (verb ? verb->count : 0)};
}

Polarity::Polarity(const Words& words, std::string_view text) {
  if (!may_negate(words.text())) return;
  unsigned char reach = 0;  // the marks of the negations that reach the word
  words_->reserve(words.size());
  const auto add = [&](std::size_t word, unsigned char marks) { words_->push_back({words[word].end, marks}); };
  for (std::size_t word = 0; word < words.size();) {
    if (!is_joined(words, text, word)) reach = 0;
    if (const Cue cue = cue_at(words, word); cue.count > 0) {
      const std::string_view before = word > 0 ? words.text(word - 1, 1) : std::string_view();
      const bool is_not = cue.phrase == "not";
      reach = is_not && is_in(kNoNegationAfter, before) ? 0 : cue.marks;
      if (is_not && (word == 0 || (word == 1 && before == "no"))) reach |= kRefused;  // "not a refund"
      for (std::size_t i = 0; i < cue.count; ++i) add(word++, kCue);
      continue;
    }
    const std::string_view one = words.text(word, 1);
    add(word++, reach);
    if (!is_in(kBeforeValue, one)) reach &= static_cast<unsigned char>(~(kNegated | kMissing | kLacking | kAfterNo));
    if (!is_in(kBeforeRequest, one)) reach &= static_cast<unsigned char>(~kRefused);
    const bool is_alternative = word > 1 && word < words.size() && (one == "or" || one == "nor");
    if (is_alternative) reach = (*words_)[word - 2].marks;
  }
}

bool Polarity::has(std::size_t begin, Mark mark) const {
  const auto word = std::find_if(words_->begin(), words_->end(), [&](const Marked& one) { return begin < one.end; });
  return word != words_->end() && (word->marks & mark) != 0;
}

std::optional<std::string> Polarity::words_left(const Words& words) const {
  constexpr unsigned char kConcerned = kNegated | kRefused | kAfterNo | kCue;
  std::string left;
  std::size_t count = 0;
  for (std::size_t word = 0; word < words_->size(); ++word) {
    if (((*words_)[word].marks & kConcerned) != 0) continue;
    left.append(left.empty() ? "" : " ").append(words.text(word, 1));
    ++count;
  }
  return count < words_->size() ? std::optional(std::move(left)) : std::nullopt;
}

bool Polarity::may_negate(std::string_view plain_words) {
  constexpr std::string_view kHints[] = {"not",        "nt ",        "no ",       "hardly",    "nothing", "never",
                                         "instead of", "dont",       "rather",    "far from",  "but ",    "except",
                                         "without",    "other than", "excluding", "apart from"};
  return std::any_of(std::begin(kHints), std::end(kHints),
                     [&](std::string_view hint) { return plain_words.find(hint) != std::string_view::npos; });
}

}  // namespace parley::intents
