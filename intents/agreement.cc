// Tested by tests/intents/agreement_test.cc.
#include "intents/agreement.h"

#include <algorithm>
#include <iterator>

#include "intents/pattern.h"

namespace parley::intents {
namespace {

// In alphabetical order.
constexpr std::string_view kDoubts[] = {
    "abort",  "actually", "arent",  "assuming", "but",   "cannot",  "cant",     "changed", "depends",  "didnt",
    "doesnt", "dont",     "else",   "except",   "hang",  "havent",  "hold",     "hmm",     "if",       "instead",
    "isnt",   "later",    "maybe",  "mean",     "meant", "mistake", "nah",      "nay",     "never",    "nevermind",
    "no",     "nope",     "not",    "nvm",      "only",  "perhaps", "provided", "rather",  "shouldnt", "stop",
    "undo",   "unless",   "unsure", "until",    "wait",  "wasnt",   "without",  "wont",    "wouldnt",  "wrong"};

// Phrases with such words that doubt nothing.
constexpr std::string_view kHarmless[] = {
    "why not",       "no problem",      "no problems",       "no worries",    "no rush",       "no hurry",
    "no doubt",      "no question",     "no questions",      "no changes",    "no change",     "not a problem",
    "not bad",       "nothing else",    "dont worry",        "do not worry",  "dont mind",     "do not mind",
    "dont care",     "do not care",     "cant wait",         "cannot wait",   "can not wait",  "if possible",
    "if you can",    "if you could",    "if you like",       "if you want",   "if you please", "if thats ok",
    "if thats okay", "if its possible", "if it is possible", "if you would",  "only one",      "the only",
    "see you later", "actually yes",    "what else",         "anything else", "who else",      "something else",
    "no one",        "wait for it",     "i actually do"};

// Phrases that doubt although each of their words is harmless.
constexpr std::string_view kDoubtfulPhrases[] = {
    "let me",       "think about", "thinking about", "second thought", "second thoughts", "as long as", "forget it",
    "forget that",  "forget this", "never mind",     "do i really",    "scratch that",    "ask my",     "in case",
    "take it back", "drop it",     "or no"};

constexpr std::string_view kStrongYes[] = {"yes", "yep", "yeah", "yup", "yea", "yess", "yesss", "aye"};
constexpr std::string_view kAfterYes[] = {"please", "pls",   "plz",  "thanks", "thx", "then", "now",     "do", "it",
                                          "go",     "ahead", "mate", "sir",    "ok",  "fine", "already", "ffs"};
constexpr std::string_view kBeforeYes[] = {"ok",   "okay", "k",  "fine",     "alright", "right", "then",
                                           "well", "so",   "oh", "whatever", "please",  "and",   "yes"};

// Words of questions about money, or about whether something can be undone.
constexpr std::string_view kDecisive[] = {
    "much",   "cost",      "costs",      "price",    "fee",      "fees",  "charge",  "charged", "pay",
    "free",   "expensive", "refundable", "refund",   "cancel",   "undo",  "back",    "sure",    "safe",
    "secure", "catch",     "lose",       "contract", "included", "extra", "happens", "happen"};

constexpr std::string_view kAgreeing[] = {
    "absolutely", "agreed",  "ahead",     "all",  "alright",   "asap",   "bye",       "certainly",
    "cheers",     "confirm", "confirmed", "cool", "correct",   "course", "day",       "definitely",
    "do",         "exactly", "fine",      "go",   "good",      "great",  "hurry",     "immediately",
    "indeed",     "it",      "lovely",    "much", "nice",      "now",    "obviously", "of",
    "ok",         "okay",    "perfect",   "pls",  "please",    "plz",    "quick",     "quickly",
    "right",      "so",      "soon",      "sure", "thank",     "thanks", "that",      "thats",
    "then",       "thx",     "true",      "very", "wonderful", "yes",    "you",       "lot",
    "appreciate", "worries", "problem",   "rush"};

constexpr std::string_view kJoiners[] = {"and", "also", "plus", "with", "by", "in", "on", "at", "for", "near", "to"};
constexpr std::string_view kWishes[] = {"please", "pls", "plz", "also", "too"};
constexpr std::string_view kWishPhrases[] = {
    "can you",  "can u",   "could you", "could u",      "would you", "as well", "i want", "i need",
    "we want",  "we need", "id like",   "i would like", "make sure", "can i",   "can we", "could i",
    "could we", "you can", "you could", "let him",      "let her",   "let them"};
constexpr std::string_view kQuestionWords[] = {"do",   "does", "did",   "is",    "are",  "will", "how",
                                               "hows", "what", "whats", "where", "when", "who",  "why"};

template <std::size_t N>
bool has(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

std::size_t count_of_words(std::string_view phrase) {
  return static_cast<std::size_t>(std::count(phrase.begin(), phrase.end(), ' ')) + 1;
}

// Returns how many words of a phrase of the list begin at this word; 0 if none does.
template <std::size_t N>
std::size_t phrase_at(const std::string_view (&list)[N], const Words& words, std::size_t word) {
  for (const std::string_view phrase : list) {
    const std::size_t count = count_of_words(phrase);
    if (word + count <= words.size() && words.text(word, count) == phrase) return count;
  }
  return 0;
}

bool is_doubt(std::string_view word) {
  return has(kDoubts, word) || (word.size() > 1 && word.find_first_not_of('o', 1) == std::string_view::npos &&
                                word.front() == 'n');  // "nooo"
}

}  // namespace

bool doubts(const Words& words) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (phrase_at(kDoubtfulPhrases, words, word) > 0) return true;
    if (const std::size_t count = phrase_at(kHarmless, words, word); count > 0) {
      word += count - 1;
    } else if (is_doubt(words.text(word, 1))) {
      return true;
    }
  }
  return false;
}

bool ends_with_yes(const Words& words, std::string_view text) {
  std::size_t last = words.size();
  while (last > 0 && has(kAfterYes, words.text(last - 1, 1))) --last;
  if (last == 0 || !has(kStrongYes, words.text(last - 1, 1))) return false;
  if (text.find('?', words[last - 1].end) != std::string_view::npos) return false;  // "20 euros, yes?"
  std::size_t first = last - 1;                                                     // of the words that agree
  while (first > 0 && has(kBeforeYes, words.text(first - 1, 1))) --first;
  if (first == 0) return true;
  // Other words than a question may change what is shown: "21 Elm Street, yes".
  return text.substr(words[first - 1].end, words[first].begin - words[first - 1].end).find('?') !=
         std::string_view::npos;
}

bool may_decide(const Words& question) {
  for (std::size_t word = 0; word < question.size(); ++word) {
    if (has(kDecisive, question.text(word, 1))) return true;
  }
  return false;
}

bool ends_sentence(std::string_view text) {
  constexpr std::string_view kJoining[] = {"and", "oh", "btw", "by", "the", "way", "so", "also", "hey", "but"};
  const Words words(text);
  std::size_t last = words.size();
  while (last > 0 && has(kJoining, words.text(last - 1, 1))) --last;
  const std::size_t from = last > 0 ? words[last - 1].end : 0;
  const std::size_t to = last < words.size() ? words[last].begin : text.size();
  return last > 0 && text.substr(from, to - from).find_first_of(".!;?\n") != std::string_view::npos;
}

bool asks_for_another(const Words& words) {
  constexpr std::string_view kChanges[] = {"make", "change", "put", "set", "switch", "instead", "correct", "update"};
  bool is_another = false;
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (has(kChanges, words.text(word, 1))) return false;
    is_another = is_another || words.text(word, 1) == "too" || words.text(word, 1) == "another" ||
                 words.text(word, 1) == "also" ||
                 (word > 0 && (words.text(word - 1, 2) == "as well" || words.text(word - 1, 2) == "and then"));
  }
  return is_another;
}

bool asks_once_more(const Words& words) {
  constexpr std::string_view kMore[] = {"again", "another", "more",         "extra", "additional", "second", "third",
                                        "once",  "twice",   "repeat",       "too",   "also",       "still",  "new",
                                        "next",  "further", "additionally", "same",  "other",      "well"};
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (has(kMore, words.text(word, 1))) return true;
  }
  return false;
}

bool only_agrees(std::string_view word) { return has(kAgreeing, word); }

bool adds_wish(const Words& words) {
  std::size_t first = 0;
  while (first < words.size() && (has(kStrongYes, words.text(first, 1)) || only_agrees(words.text(first, 1)))) ++first;
  if (first < words.size() && has(kJoiners, words.text(first, 1))) return true;
  for (std::size_t word = first; word < words.size(); ++word) {
    if (has(kWishes, words.text(word, 1)) || phrase_at(kWishPhrases, words, word) > 0) return true;
  }
  return first < words.size() && has(kQuestionWords, words.text(first, 1));
}

bool objects(const Words& words) {
  static const Pattern kObjection(
      R"(^(?:(?:hm+|um+|uh+|oh|well|but|wow|omg|ok|and|sorry|god|whoa) )*(?:(?:its|it is|thats|that is|this is|that seems|)"
      R"(it seems|seems|that sounds|sounds|looks) )?(?:(?:a (?:bit|little)|way|much|far|really|just|kind of|kinda) )*)"
      R"(too (?:expensive|much|dear|pricey|steep|costly|long|late|early|little|many|slow|far)(?: |$))",
      Pattern::Case::kCounts);
  return words.text().find("too ") != std::string_view::npos && kObjection.occurs_in(words.text());
}

}  // namespace parley::intents
