// Tested by tests/intents/inquiry_forms_test.cc.
#include "intents/inquiry_forms.h"

#include <algorithm>
#include <array>
#include <optional>

#include "intents/pattern.h"

namespace parley::intents {
namespace {

// SortedWords finds most words that it does not hold by their first two letters.
template <std::size_t N>
class SortedWords {
 public:
  explicit constexpr SortedWords(const std::array<std::string_view, N>& sorted) : sorted_(sorted) {
    for (const std::string_view word : sorted) begins_[place_of(word)] = true;
  }
  bool has(std::string_view word) const {
    if (word.size() < 2 || !is_letter(word[0]) || !is_letter(word[1]) || !begins_[place_of(word)]) return false;
    return std::binary_search(sorted_.begin(), sorted_.end(), word);
  }

 private:
  static constexpr bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
  static constexpr std::size_t place_of(std::string_view word) {
    return static_cast<std::size_t>(word[0] - 'a') * 26 + static_cast<std::size_t>(word[1] - 'a');
  }
  std::array<std::string_view, N> sorted_;
  std::array<bool, 26 * 26> begins_{};
};

// The first words of the forms, and the verbs of indirect questions. Messages without one of them cost no regex.
constexpr SortedWords<46> kFirstWords({"aint",     "am",    "any",    "are",    "arent",  "can",    "could", "did",
                                       "didnt",    "do",    "does",   "doesnt", "dont",   "has",    "hasnt", "have",
                                       "havent",   "how",   "hows",   "is",     "isnt",   "may",    "must",  "should",
                                       "shouldnt", "was",   "were",   "what",   "whatll", "whatre", "whats", "when",
                                       "whens",    "where", "wheres", "which",  "who",    "wholl",  "whos",  "whose",
                                       "why",      "whys",  "will",   "wont",   "would",  "wouldnt"});
constexpr SortedWords<11> kIndirectVerbs({"ask", "check", "explain", "know", "say", "see", "tell", "understand",
                                          "wonder", "wondered", "wondering"});

constexpr std::size_t kOpeningBytes = 40;  // bytes of a clause that show its form

struct Forms {
  Pattern asks{
      R"(^(?:how (?:much|many|long|often|soon|far|fast|slow|big|large|small|late|early|old|new|good|bad|safe|secure|)"
      R"(reliable|expensive|cheap|hard|easy|quick|quickly|come|else|exactly|do|does|did|is|are|was|were|will|would|)"
      R"(can|could|should|to)|hows|)"
      R"(what|whats|whatre|whatll|which|who|whos|whose|wholl|why|whys|)"
      R"((?:when|where) (?:is|are|was|were|will|would|do|does|did|can|could|should|s|to)|whens|wheres|)"
      R"((?:is|are|was|were|isnt|arent|aint) (?:there|theres|it|its|that|this|these|those|they|the|any|my|your|i|you|we)|)"
      R"((?:is|are|was|were) (?:\w+ ){1,3}(?:included|allowed|available|free|covered|needed|required|supported|extra|part of)|)"
      R"((?:do|does|did|dont|doesnt|didnt|will|wont|would|wouldnt|should|shouldnt|must|have|has|havent|hasnt|am) )"
      R"((?:i|you|u|we|they|it|there|that|this|these|those|the|my|your|any\w*|some\w*|he|she)|)"
      R"((?:can|could|may) (?:i|we)|)"
      R"(any (?:\w+ )?(?:fees?|charges?|costs?|catch|discounts?|extras?|idea (?:how|what|when|where|why|if)))\b)",
      Pattern::Case::kCounts};
  // Proposals, requests and statements that begin like an inquiry.
  Pattern does_not_ask{
      R"(^(?:(?:what|how) (?:about|bout)\b.*|what if\b.*|what (?:i|we|you|he|she|they|it|my) (?:want|need|mean|meant|said|say|)"
      R"(really|actually|would|am|was)\b.*|what (?:a|an)\b.*|whatever.*|what ever.*|which ?ever.*|who ?ever.*|)"
      R"((?:can|could|may) (?:i|we) (?:please )?(?:have|take|choose|pick|speak|talk|make it|go for)\b.*|)"
      R"(who cares|why not\b.*|how (?:i|we)\b.*|do you have\b.*|do you (?:want|need) me\b.*|would you\b.*|)"
      R"(will you please\b.*|would (?:it|that) be (?:ok|okay|)"
      R"(possible|alright|all right)\b.*|(?:is|are|was) (?:\w+ ){1,6}(?:ok|okay|fine|alright|all right|possible)|)"
      R"((?:is|are|was) (?:\w+ ){1,6}(?:ok|okay|fine|alright|all right|possible) (?:for|with) you|)"
      R"((?:do|have) (?:that|this|it|my|these|those|them|any|some)(?: .*)?|have the .*|do the (?:same|other|first|second|last|next|rest)(?: .*)?)$)",
      Pattern::Case::kCounts};
  // "Can you tell me what it costs", but not "I don't know what it costs".
  Pattern asks_indirectly{
      R"(\b(?:(?:like|love|want|need|curious|good|nice) to|wanna|do you|can you|could you|would you|please|first|just) )"
      R"((?:know|say|explain|check|see|understand|ask(?: you)?|tell (?:me|us)) )"
      R"((?:if|whether|how|what|whats|which|when|where|who|why)\b|)"
      R"(\bwonder(?:ing|ed)? (?:if|whether|how|what|whats|which|when|where|who|why)\b|^tell (?:me|us) )"
      R"((?:if|whether|how|what|whats|which|when|where|who|why)\b)",
      Pattern::Case::kCounts};
  Pattern may_be_wish{
      R"(\bhow (?:do|can|could|would|should|did|to)\b|^where (?:do|can|could|would|should|to)\b|)"
      R"(^(?:is|are) (?:there|it) (?:a |any )?(?:ways?|possible|possibility|option|chance|place)\b|^am i able|)"
      R"(^(?:)"
      R"(\S+ (?:\S+ ){0,2}(?:my|our)\b))",
      Pattern::Case::kCounts};
  Pattern about_effects{"^(?:do|will|would|should|must) (?:i|we) ", Pattern::Case::kCounts};
  Pattern permission{"^(?:can|could|may) (?:i|we) ", Pattern::Case::kCounts};
  Pattern about_user{R"(^(?:why|whys|how come)\b|\b(?:my|our|mine)\b)", Pattern::Case::kCounts};
  Pattern filler{
      R"(^(?:yes|yeah|yep|sure|no|nope|ok|okay|oh|ah|hm+|um+|uh+|er|erm|well|so|and|but|or|also|then|now|wait|sorry|)"
      R"(please|pls|thanks|hi|hello|hey|actually|first|just|exactly|btw|anyway|right|great|fine|good|cool|alright)$)",
      Pattern::Case::kCounts};
};

const Forms& forms() {
  static const Forms compiled;
  return compiled;
}

bool ends_clause(std::string_view between) { return between.find_first_of("?!;.\n") != std::string_view::npos; }
bool separates(std::string_view between) { return between.find_first_of("?!;.,:\n-(") != std::string_view::npos; }

std::string_view between(const Words& words, std::string_view text, std::size_t word) {
  return text.substr(words[word - 1].end, words[word].begin - words[word - 1].end);
}

// Whether a clause may begin with this word: at the beginning, after punctuation, or after words such as "ok" or "and".
bool may_begin_clause(const Words& words, std::string_view text, std::size_t word) {
  const std::string_view two = word > 1 ? words.text(word - 2, 2) : std::string_view();
  return word == 0 || two == "hang on" || two == "hold on" || separates(between(words, text, word)) ||
         forms().filler.occurs_in(words.text(word - 1, 1));
}

// Returns the index after the last word of the clause.
std::size_t end_of_clause(const Words& words, std::string_view text, std::size_t word) {
  for (++word; word < words.size() && !ends_clause(between(words, text, word));) ++word;
  return word;
}

bool has_mark_after(const Words& words, std::string_view text, std::size_t last) {
  const std::size_t end = last + 1 < words.size() ? words[last + 1].begin : text.size();
  return text.substr(words[last].end, end - words[last].end).find('?') != std::string_view::npos;
}

// "will it be here by Friday yes or no": the last three words ask nothing.
std::size_t without_yes_or_no(const Words& words, std::size_t first, std::size_t end) {
  return end > first + 3 && words.text(end - 3, 3) == "yes or no" ? end - 3 : end;
}

InquiryForm form_of(const Words& words, std::size_t first, std::size_t end) {
  InquiryForm form;
  end = without_yes_or_no(words, first, end);
  form.begin = words[first].begin;
  form.end = words[end - 1].end;
  const std::string_view said = words.text(first, end - first);
  form.is_permission = forms().permission.occurs_in(said.substr(0, kOpeningBytes));
  form.is_by_mark = form.is_permission;
  // "Do I lose my refund" asks what will happen, unlike "where is my refund".
  const bool may_be_wish =
      forms().may_be_wish.occurs_in(said.substr(0, kOpeningBytes)) && !forms().about_effects.occurs_in(said);
  form.may_be_wish = form.is_permission || may_be_wish;
  form.is_about_user = forms().about_user.occurs_in(said);
  return form;
}

bool asks(std::string_view clause) {
  return forms().asks.occurs_in(clause.substr(0, kOpeningBytes)) && !forms().does_not_ask.occurs_in(clause);
}

// "how much is it | and is there a contract term"
std::size_t end_of_inquiry(const Words& words, std::size_t first, std::size_t end) {
  for (std::size_t word = first + 2; word < end; ++word) {
    const std::string_view before = words.text(word - 1, 1);
    const bool joins = before == "and" || before == "or" || before == "but";
    if (joins && kFirstWords.has(words.text(word, 1)) && asks(words.text(word, end - word))) return word - 1;
  }
  return end;
}

// Returns the inquiry of the clause, if it has one.
std::optional<InquiryForm> inquiry_in(const Words& words, std::string_view text, std::size_t first, std::size_t end) {
  bool may_be_indirect = false;
  for (std::size_t word = first; word < end; ++word) {
    const std::string_view one = words.text(word, 1);
    may_be_indirect = may_be_indirect || kIndirectVerbs.has(one);
    if (!kFirstWords.has(one) || !may_begin_clause(words, text, word)) continue;
    if (asks(words.text(word, end - word))) return form_of(words, word, end_of_inquiry(words, word, end));
  }
  if (may_be_indirect && forms().asks_indirectly.occurs_in(words.text(first, end - first))) {
    return form_of(words, first, end);
  }
  if (!has_mark_after(words, text, end - 1)) return std::nullopt;
  InquiryForm form = form_of(words, first, end);
  form.is_by_mark = true;
  return form;
}

}  // namespace

std::vector<InquiryForm> find_inquiries(const Words& words, std::string_view text) {
  std::vector<InquiryForm> found;
  for (std::size_t first = 0; first < words.size();) {
    const std::size_t end = end_of_clause(words, text, first);
    const auto inquiry = inquiry_in(words, text, first, end);
    if (inquiry) found.push_back(*inquiry);
    while (first < end && (!inquiry || words[first].begin < inquiry->end)) ++first;
  }
  return found;
}

bool are_filler(const Words& words) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    const bool is_pause = words.text(word, 1) == "hang" || words.text(word, 1) == "hold" || words.text(word, 1) == "on";
    if (!is_pause && !forms().filler.occurs_in(words.text(word, 1))) return false;
  }
  return true;
}

bool are_whole_message(const std::vector<InquiryForm>& inquiries, const Words& words) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    const bool is_inside = std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
      return inquiry.contains(words[word].begin, words[word].end);
    });
    if (!is_inside && !forms().filler.occurs_in(words.text(word, 1))) return false;
  }
  return !inquiries.empty();
}

}  // namespace parley::intents
