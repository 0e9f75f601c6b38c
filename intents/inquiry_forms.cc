// Tested by tests/intents/inquiry_forms_test.cc.
#include "intents/inquiry_forms.h"

#include <algorithm>
#include <optional>

#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

const lexicon::Questions& questions() { return lexicon::kEn.questions; }

constexpr std::size_t kOpeningBytes = 40;  // bytes of a clause that show its form

// Matches "can you tell me what it costs", but not "I don't know what it costs".
std::string indirect_question() {
  const std::string question = concat({" ", questions().indirect, "\\b"});
  return concat({"\\b", questions().asks_indirectly, question, "|\\b", questions().wonders, question, "|^",
                 questions().tells, question});
}

std::string question_or_wish() {
  return concat({"\\b", questions().how_to, "\\b|^", questions().where_to, "\\b|^", questions().is_there_a_way, "\\b|^",
                 questions().am_i_able, "|^(?:\\S+ (?:\\S+ ){0,2}", questions().owned, "\\b)"});
}

struct Forms {
  Pattern asks{concat({"^", questions().asks, "\\b"}), Pattern::Case::kCounts};
  Pattern does_not_ask{concat({"^(?:", questions().begins_no_question, "\\b.*|", questions().no_question, ")$"}),
                       Pattern::Case::kCounts};
  Pattern asks_indirectly{indirect_question(), Pattern::Case::kCounts};
  Pattern may_be_wish{question_or_wish(), Pattern::Case::kCounts};
  Pattern about_effects{concat({"^", questions().about_effects, " "}), Pattern::Case::kCounts};
  Pattern permission{concat({"^", questions().permission, " "}), Pattern::Case::kCounts};
  Pattern about_user{concat({"^", questions().reasons, "\\b|\\b", questions().own, "\\b"}), Pattern::Case::kCounts};
  Pattern filler{concat({"^", questions().filler, "$"}), Pattern::Case::kCounts};
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
  return word == 0 || questions().pauses.has(two) || separates(between(words, text, word)) ||
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
    if (questions().joints.has(before) && questions().first_words.has(words.text(word, 1)) &&
        asks(words.text(word, end - word)))
      return word - 1;
  }
  return end;
}

// Returns the inquiry of the clause, if it has one.
std::optional<InquiryForm> inquiry_in(const Words& words, std::string_view text, std::size_t first, std::size_t end) {
  bool may_be_indirect = false;  // clauses without the words of such a form cost no regex
  for (std::size_t word = first; word < end; ++word) {
    const std::string_view one = words.text(word, 1);
    may_be_indirect = may_be_indirect || questions().indirect_verbs.has(one);
    if (!questions().first_words.has(one) || !may_begin_clause(words, text, word)) continue;
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
    if (!questions().pause_parts.has(words.text(word, 1)) && !forms().filler.occurs_in(words.text(word, 1)))
      return false;
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
