// Tested by tests/intents/inquiry_reading_test.cc.
#include "intents/findings/inquiries.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "intents/act_clauses.h"
#include "intents/agreement.h"
#include "intents/dialog_acts.h"
#include "intents/findings/requests.h"
#include "intents/findings/values.h"

namespace parley::intents {
namespace {

Span original_span(const Message& message, const InquiryForm& inquiry) {
  return message.text.original_span(inquiry.begin, inquiry.end);
}

bool is_inside(const Span& span, const Span& outer) { return outer.begin <= span.begin && span.end <= outer.end; }

// Returns the place of a match without the punctuation after its last word.
Span place_of(const Message& message, const Evidence& evidence) {
  std::size_t end = evidence.end;
  const std::string_view text = message.text.text();
  while (end > evidence.begin && std::string_view("?!., ").find(text[end - 1]) != std::string_view::npos) --end;
  return message.text.original_span(evidence.begin, end);
}

// Whether an answer whose examples do not match word for word counts.
enum class Resembling { kNo, kYes, kClearly };

bool has_form(const InquiryForm& inquiry) { return !inquiry.is_by_mark; }
bool asks_in_words(const InquiryForm& inquiry) { return !inquiry.is_by_mark || inquiry.is_permission; }

bool any_has_form(const std::vector<InquiryForm>& inquiries) {
  return std::any_of(inquiries.begin(), inquiries.end(), has_form);
}

// Whether the message says nothing that the open question or another rule of the dialog uses.
bool says_nothing_else(const MessageReading& reading) {
  const Reply& reply = reading.reply;
  const bool has_value = std::any_of(reply.values.begin(), reply.values.end(),
                                     [](const ParamValue& value) { return !value.whole_message; });
  return !has_value && reply.ambiguous.empty() && reply.named.empty() && reading.elsewhere.empty() &&
         !reading.picked_option() && !reply.corrects;
}

// Returns the end of a first clause that asks nothing: "Lena Vogt | but is it free". 0 if there is none.
std::size_t end_of_first_clause(const Message& message, const std::vector<InquiryForm>& inquiries) {
  if (!std::any_of(inquiries.begin(), inquiries.end(), asks_in_words)) return 0;
  const std::vector<ActClause> clauses = act_clauses(message.words, message.text.text());
  if (clauses.size() < 2 || clauses.front().count == 0) return 0;
  const std::size_t end = message.words[clauses.front().first + clauses.front().count - 1].end;
  return end < inquiries.front().begin ? end : 0;
}

// "Yep. How's the weather?" and "is that the VPN thing? yes" are a yes. A question that may decide about the yes keeps
// it open: "yes. How much is it?".
bool agrees_beside(const Message& message, const std::vector<InquiryForm>& inquiries) {
  const std::string_view text = message.text.text();
  const bool is_last = ends_with_yes(message.words, text);
  return std::all_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
    const std::string_view asked = text.substr(inquiry.begin, inquiry.end - inquiry.begin);
    const bool is_apart = is_last || ends_sentence(text.substr(0, inquiry.begin));
    return is_apart && !may_decide(Words(asked));
  });
}

// Returns the entry that answers the inquiry, if any.
std::optional<Inquiry> answer_to(const Dialog& dialog, const Message& message, const InquiryForm& inquiry,
                                 const Answers::Scope& scope, Resembling resembling) {
  const std::string_view text = message.text.text().substr(inquiry.begin, inquiry.end - inquiry.begin);
  const Words words(text);
  const ExampleClassifier& likeness = dialog.bot.matchers.likeness;
  auto entry = dialog.bot.answers.find(scope, text, words.text());
  if (!entry && resembling != Resembling::kNo && words.size() > 0) {
    entry = likeness.answer(words, text, scope, has_form(inquiry));
    if (entry && resembling == Resembling::kClearly && !likeness.is_like_example(*entry, words)) entry.reset();
  }
  if (!entry) return std::nullopt;
  return dialog.bot.answers.inquiry(*entry, original_span(message, inquiry));
}

// Other intents may have the answer. A wrong one costs more than none, so only the words of an example count.
std::optional<Inquiry> general_answer_to(const Dialog& dialog, const Message& message, const InquiryForm& inquiry) {
  const Answers& answers = dialog.bot.answers;
  const Words words(message.text.text().substr(inquiry.begin, inquiry.end - inquiry.begin));
  const auto entry = answers.find_example(answers.general(), words.text());
  return entry ? std::optional(answers.inquiry(*entry, original_span(message, inquiry))) : std::nullopt;
}

// "What does it cost to move house" names the intent, and asks what it costs.
std::optional<Inquiry> answer_about(const Dialog& dialog, const Message& message, const InquiryForm& inquiry,
                                    const Evidence& named, const Answers::Scope& scope) {
  if (!has_form(inquiry) || inquiry.may_be_wish) return std::nullopt;
  const std::string_view text = message.text.text();
  const Words asked(text.substr(inquiry.begin, inquiry.end - inquiry.begin));
  const Words name(text.substr(named.begin, named.end - named.begin));
  const auto entry = dialog.bot.matchers.likeness.answer_about(asked, name, scope);
  return entry ? std::optional(dialog.bot.answers.inquiry(*entry, original_span(message, inquiry))) : std::nullopt;
}

}  // namespace

bool is_asked(const Message& message, const std::vector<InquiryForm>& inquiries, const ParamValue& value) {
  return !value.whole_message && std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
    const Span span = original_span(message, inquiry);
    // A value may have the form of a question: "am I subscribed?".
    return has_form(inquiry) && is_inside(value.span, span) && value.span.begin > span.begin;
  });
}

bool only_asks(const Message& message, const std::vector<InquiryForm>& inquiries) {
  return any_has_form(inquiries) && are_whole_message(inquiries, message.words);
}

bool keeps_question_open(const Dialog& dialog, const Message& message, const std::vector<InquiryForm>& inquiries,
                         Act act) {
  if (!dialog.context.confirming || !any_has_form(inquiries)) return false;
  if (act == Act::kDeny) return dialog.bot.acts.hesitates(message.words);
  return act == Act::kAffirm && !dialog.bot.acts.agrees_and_goes_on(message.words) &&
         !agrees_beside(message, inquiries);
}

std::vector<ParamValue> values_before_question(const Dialog& dialog, const Message& message,
                                               const std::vector<InquiryForm>& inquiries) {
  const std::size_t end = end_of_first_clause(message, inquiries);
  const config::Param* asked = dialog.asked();
  if (end == 0 || !asked || asked->type.value == "free_text") return {};
  const Message first(message.text.original(message.text.original_span(0, end)), message);
  std::vector<ParamValue> values = extract_params(dialog, dialog.open, first, nullptr).values;
  std::erase_if(values, [&](const ParamValue& value) {
    return value.param != asked->id.value || !value.valid || value.whole_message;
  });
  return values;
}

bool is_wish(const Dialog& dialog, const Evidence& evidence, const std::vector<InquiryForm>& inquiries,
             const Message& message) {
  const bool has_place = evidence.begin != evidence.end;
  // In "wait, do I lose my refund", "wait" is no word of a rule such as "wait.* refund".
  for (const InquiryForm& inquiry : inquiries) {
    const bool crosses = has_form(inquiry) && evidence.begin < inquiry.begin && inquiry.begin < evidence.end &&
                         evidence.end <= inquiry.end;
    if (!has_place || !crosses) continue;
    const std::string_view text = message.text.text();
    if (!are_filler(Words(text.substr(evidence.begin, inquiry.begin - evidence.begin)))) continue;
    const Message own(message.text.original(original_span(message, inquiry)), message);
    const std::vector<Evidence> found = find_firm_requests(dialog, own, {});
    if (std::none_of(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == evidence.intent; })) {
      return false;
    }
  }
  const auto asks = std::find_if(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
    return has_form(inquiry) && (!has_place || inquiry.contains(evidence.begin, evidence.end));
  });
  if (asks == inquiries.end() || asks->may_be_wish) return true;
  if (!has_place && !are_whole_message(inquiries, message.words)) return true;
  return !dialog.bot.at(evidence.intent).confirms;
}

bool is_within(const Message& message, const Evidence& evidence, const std::vector<Inquiry>& inquiries) {
  const Span place = place_of(message, evidence);
  return place.begin != place.end && std::any_of(inquiries.begin(), inquiries.end(), [&](const Inquiry& inquiry) {
           return is_inside(place, inquiry.span);
         });
}

// "What did I spend yesterday?" asks for the open intent again, and gives the period.
bool repeats_request(const Dialog& dialog, const Message& message, const std::vector<InquiryForm>& inquiries,
                     const std::vector<Evidence>& found) {
  if (dialog.context.confirming || dialog.context.changing) return false;
  const auto own = std::find_if(found.begin(), found.end(), [&](const Evidence& one) {
    return one.intent == dialog.open && one.kind != Evidence::Kind::kLikeness;
  });
  if (own == found.end()) return false;
  if (own->kind != Evidence::Kind::kRule) return are_whole_message(inquiries, message.words);
  return std::any_of(inquiries.begin(), inquiries.end(),
                     [&](const InquiryForm& inquiry) { return inquiry.contains(own->begin, own->end); });
}

std::vector<Inquiry> find_answered(const Dialog& dialog, const Message& message,
                                   const std::vector<InquiryForm>& inquiries, const std::vector<Evidence>& found,
                                   const MessageReading& reading) {
  std::vector<Inquiry> answered;
  if (dialog.bot.answers.empty()) return answered;
  const Act act = reading.reply.act;
  const Answers::Scope scope = dialog.bot.answers.scope_of(dialog.context);
  const bool says_more = !says_nothing_else(reading);
  const bool may_resemble = found.empty() && !is_aside(act);
  const Resembling resembling = may_resemble ? Resembling::kYes : Resembling::kNo;
  for (const InquiryForm& inquiry : inquiries) {
    if (!has_form(inquiry) && says_more) continue;
    auto answer = answer_to(dialog, message, inquiry, scope, resembling);
    if (!answer && may_resemble && has_form(inquiry)) answer = general_answer_to(dialog, message, inquiry);
    if (answer) answered.push_back(std::move(*answer));
  }
  const bool may_ask_without_form = act == Act::kInform || is_aside(act);
  if (!inquiries.empty() || !found.empty() || !may_ask_without_form || says_more) return answered;
  InquiryForm whole;
  whole.end = message.text.text().size();
  whole.is_by_mark = true;
  if (auto answer = answer_to(dialog, message, whole, scope, resembling)) answered.push_back(std::move(*answer));
  return answered;
}

std::optional<Inquiry> find_unanswered(const Message& message, const std::vector<InquiryForm>& inquiries,
                                       const MessageReading& reading) {
  if (inquiries.empty() || !reading.inquiries.empty()) return std::nullopt;
  const Reply& reply = reading.reply;
  const bool may_ask = reply.act == Act::kInform || reply.act == Act::kAffirm;
  const bool is_doubtful = reading.has_request(acts::Request::Role::kDoubtful);
  if (!may_ask || is_doubtful || !says_nothing_else(reading)) return std::nullopt;
  const bool is_free_text = !reply.values.empty();
  const bool asks = std::any_of(inquiries.begin(), inquiries.end(), asks_in_words);
  if (!is_free_text && !asks) return std::nullopt;  // "yes or no?"
  const bool describes =
      std::any_of(inquiries.begin(), inquiries.end(), [](const InquiryForm& inquiry) { return inquiry.is_about_user; });
  if (is_free_text && (describes || !are_whole_message(inquiries, message.words))) return std::nullopt;
  return Inquiry{original_span(message, inquiries.front()), {}, {}, 0};
}

AskedAbout find_asked_about(const Dialog& dialog, int intent, const std::vector<Evidence>& found,
                            const Message& message) {
  AskedAbout about;
  const Evidence* named = found.empty() ? nullptr : &found.front();
  if (named && named->answer && dialog.bot.answers.is_general(*named->answer)) {
    const Span place = message.text.original_span(named->begin, named->end);
    return {{dialog.bot.answers.inquiry(*named->answer, place)}, true};
  }
  if (dialog.bot.answers.empty() || intent < 0) return about;
  const Answers::Scope scope = dialog.bot.answers.general_of(static_cast<std::size_t>(intent));
  if (scope.empty()) return about;
  const std::vector<InquiryForm> inquiries = find_inquiries(message.words, message.text.text());
  const bool has_place = named && named->kind == Evidence::Kind::kRule;
  const bool only_resembles = named && named->kind == Evidence::Kind::kLikeness;
  const Resembling resembling = only_resembles ? Resembling::kClearly : Resembling::kYes;
  about.only_asks = !has_place && are_whole_message(inquiries, message.words);
  for (const InquiryForm& inquiry : inquiries) {
    const bool is_for_another = std::any_of(found.begin(), found.end(), [&](const Evidence& other) {
      return other.intent != intent && other.kind == Evidence::Kind::kRule && inquiry.contains(other.begin, other.end);
    });
    if (is_for_another) continue;
    const bool is_about_named = has_place && inquiry.contains(named->begin, named->end);
    auto answer = answer_to(dialog, message, inquiry, scope, resembling);
    if (!answer && is_about_named) answer = answer_about(dialog, message, inquiry, *named, scope);
    about.only_asks = about.only_asks || (answer && is_about_named);
    if (answer) about.inquiries.push_back(std::move(*answer));
  }
  about.only_asks = about.only_asks && !about.inquiries.empty();
  return about;
}

bool is_answered_by_open(const Dialog& dialog, const Message& clause) {
  if (dialog.bot.answers.empty()) return false;
  const std::vector<InquiryForm> inquiries = find_inquiries(clause.words, clause.text.text());
  if (inquiries.empty() || !are_whole_message(inquiries, clause.words)) return false;
  const Answers::Scope scope = dialog.bot.answers.scope_of(dialog.context);
  return std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
    return has_form(inquiry) && answer_to(dialog, clause, inquiry, scope, Resembling::kNo);
  });
}

std::vector<Inquiry> answerable(const Dialog& dialog) {
  std::vector<Inquiry> entries;
  if (dialog.open < 0) return entries;
  for (const std::size_t entry : dialog.bot.answers.scope_of(dialog.context))
    entries.push_back(dialog.bot.answers.inquiry(entry, {}));
  return entries;
}

}  // namespace parley::intents
