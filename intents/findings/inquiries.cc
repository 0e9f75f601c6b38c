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

// Whether the message says nothing that the open question or another rule of the dialog uses.
bool says_nothing_else(const MessageReading& result) {
  const bool has_value = std::any_of(result.answers.begin(), result.answers.end(),
                                     [](const ParamValue& value) { return !value.whole_message; });
  return !has_value && result.ambiguous_answers.empty() && result.named.empty() && result.elsewhere.empty() &&
         !result.choice && !result.corrects;
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

void drop_free_text(MessageReading& result) {
  std::erase_if(result.answers, [](const ParamValue& value) { return value.whole_message; });
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

std::vector<InquiryForm> withhold_inquiries(const Message& message, MessageReading& result) {
  std::vector<InquiryForm> inquiries = find_inquiries(message.words, message.text.text());
  if (inquiries.empty()) return inquiries;
  const auto is_asked = [&](const ParamValue& value) {
    return !value.whole_message && std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
      const Span span = original_span(message, inquiry);
      // A value may have the form of a question: "am I subscribed?".
      return has_form(inquiry) && is_inside(value.span, span) && value.span.begin > span.begin;
    });
  };
  const auto withhold = [&](std::vector<ParamValue>& values) {
    const auto asked = std::stable_partition(values.begin(), values.end(), std::not_fn(is_asked));
    std::move(asked, values.end(), std::back_inserter(result.mentioned));
    values.erase(asked, values.end());
  };
  withhold(result.answers);
  for (std::vector<ParamValue>& readings : result.ambiguous_answers) {
    withhold(readings);
    if (readings.size() == 1) result.answers.push_back(readings.front());  // the other one was only asked about
  }
  std::erase_if(result.ambiguous_answers, [](const auto& readings) { return readings.size() < 2; });
  if (!std::any_of(inquiries.begin(), inquiries.end(), has_form)) return inquiries;
  if (!are_whole_message(inquiries, message.words)) return inquiries;
  result.named.clear();
  result.corrects = false;
  result.choice.reset();
  return inquiries;
}

bool add_answer(const Dialog& dialog, const Message& message, const InquiryForm& inquiry, const Answers::Scope& scope,
                Resembling resembling, MessageReading& result) {
  const std::string_view text = message.text.text().substr(inquiry.begin, inquiry.end - inquiry.begin);
  const Words words(text);
  auto entry = dialog.bot.answers.find(scope, text, words.text());
  if (!entry && resembling != Resembling::kNo && words.size() > 0) {
    entry = dialog.bot.matchers.likeness.answer(words, text, scope, has_form(inquiry));
    if (entry && resembling == Resembling::kClearly && !dialog.bot.matchers.likeness.is_like_example(*entry, words))
      entry.reset();
  }
  if (entry) result.inquiries.push_back(dialog.bot.answers.inquiry(*entry, original_span(message, inquiry)));
  return entry.has_value();
}

void answer_inquiries(const Dialog& dialog, const Message& message, const std::vector<InquiryForm>& inquiries,
                      const std::vector<Evidence>& found, MessageReading& result) {
  const Answers::Scope scope = dialog.bot.answers.scope_of(dialog.context);
  const bool says_more = !says_nothing_else(result);
  const bool may_resemble = found.empty() && !is_aside(result.act);
  const Resembling resembling = may_resemble ? Resembling::kYes : Resembling::kNo;
  for (const InquiryForm& inquiry : inquiries) {
    if (!has_form(inquiry) && says_more) continue;
    if (add_answer(dialog, message, inquiry, scope, resembling, result) || !may_resemble || !has_form(inquiry))
      continue;
    // Other intents may have the answer. A wrong one costs more than none, so only the words of an example count.
    const Words words(message.text.text().substr(inquiry.begin, inquiry.end - inquiry.begin));
    if (const auto entry = dialog.bot.answers.find_example(dialog.bot.answers.general(), words.text())) {
      result.inquiries.push_back(dialog.bot.answers.inquiry(*entry, original_span(message, inquiry)));
    }
  }
  const bool may_ask_without_form = result.act == Act::kInform || is_aside(result.act);
  if (inquiries.empty() && found.empty() && may_ask_without_form && !says_more) {
    InquiryForm whole;
    whole.end = message.text.text().size();
    whole.is_by_mark = true;
    add_answer(dialog, message, whole, scope, resembling, result);
  }
  if (result.inquiries.empty()) return;
  if (is_aside(result.act)) result.act = Act::kInform;
  drop_free_text(result);
}

// "What does it cost to move house" names the intent, and asks what it costs.
bool add_answer_about(const Dialog& dialog, const Message& message, const InquiryForm& inquiry, const Evidence& named,
                      const Answers::Scope& scope, MessageReading& result) {
  if (!has_form(inquiry) || inquiry.may_be_wish) return false;
  const std::string_view text = message.text.text();
  const Words asked(text.substr(inquiry.begin, inquiry.end - inquiry.begin));
  const Words name(text.substr(named.begin, named.end - named.begin));
  const auto entry = dialog.bot.matchers.likeness.answer_about(asked, name, scope);
  if (entry) result.inquiries.push_back(dialog.bot.answers.inquiry(*entry, original_span(message, inquiry)));
  return entry.has_value();
}

}  // namespace

std::vector<InquiryForm> read_inquiries(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                                        MessageReading& result) {
  const int open = dialog.open;
  if (open < 0 || result.asks_if_there) return {};
  std::vector<ParamValue> answers;
  Ambiguous ambiguous;
  if (!found.empty()) {
    answers = result.answers;
    ambiguous = result.ambiguous_answers;
  }
  std::vector<InquiryForm> inquiries = withhold_inquiries(message, result);
  // "No wait, does it cost anything?" and "ok, does it cost anything?" are no answer yet.
  const bool is_open_question = (result.act == Act::kDeny && dialog.bot.acts.hesitates(message.words)) ||
                                (result.act == Act::kAffirm && !dialog.bot.acts.agrees_and_goes_on(message.words) &&
                                 !agrees_beside(message, inquiries));
  if (dialog.context.confirming && is_open_question && std::any_of(inquiries.begin(), inquiries.end(), has_form)) {
    result.act = Act::kInform;
  }
  if (const auto end = end_of_first_clause(message, inquiries); end > 0 && result.answers.empty()) {
    const Message first(message.text.original(message.text.original_span(0, end)), message);
    const config::Param* asked = dialog.bot.definition_of(open).find_param(dialog.context.waiting_for_param);
    for (ParamValue& value : extract_params(dialog, open, first, nullptr).values) {
      const bool is_asked = asked && value.param == asked->id.value && asked->type.value != "free_text";
      if (is_asked && value.valid && !value.whole_message) result.answers.push_back(std::move(value));
    }
  }
  std::erase_if(found, [&](const Evidence& one) { return !is_wish(dialog, one, inquiries, message); });
  if (!dialog.bot.answers.empty()) answer_inquiries(dialog, message, inquiries, found, result);
  // The answer of the open intent takes precedence over another intent.
  std::erase_if(found, [&](const Evidence& one) {
    const Span place = place_of(message, one);
    return place.begin != place.end &&
           std::any_of(result.inquiries.begin(), result.inquiries.end(),
                       [&](const Inquiry& answered) { return is_inside(place, answered.span); });
  });
  if (repeats_request(dialog, message, inquiries, found) && result.inquiries.empty()) {
    result.answers = std::move(answers);
    result.ambiguous_answers = std::move(ambiguous);
    result.mentioned.clear();
  }
  return inquiries;
}

std::vector<Inquiry> answerable(const Dialog& dialog) {
  std::vector<Inquiry> entries;
  if (dialog.open < 0) return entries;
  for (const std::size_t entry : dialog.bot.answers.scope_of(dialog.context))
    entries.push_back(dialog.bot.answers.inquiry(entry, {}));
  return entries;
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

bool only_asks_about(const Dialog& dialog, const std::vector<Evidence>& found, const Message& message,
                     MessageReading& result) {
  if (found.empty()) return false;
  const Evidence& named = found.front();
  if (!named.answer || !dialog.bot.answers.is_general(*named.answer))
    return asks_about(dialog, named.intent, found, message, result);
  result.inquiries.push_back(
      dialog.bot.answers.inquiry(*named.answer, message.text.original_span(named.begin, named.end)));
  return true;
}

bool asks_about(const Dialog& dialog, int intent, const std::vector<Evidence>& found, const Message& message,
                MessageReading& result) {
  if (dialog.bot.answers.empty() || intent < 0) return false;
  const Answers::Scope scope = dialog.bot.answers.general_of(static_cast<std::size_t>(intent));
  if (scope.empty()) return false;
  const std::vector<InquiryForm> inquiries = find_inquiries(message.words, message.text.text());
  const Evidence* named = found.empty() ? nullptr : &found.front();
  const bool has_place = named && named->kind == Evidence::Kind::kRule;
  const bool only_resembles = named && named->kind == Evidence::Kind::kLikeness;
  const Resembling resembling = only_resembles ? Resembling::kClearly : Resembling::kYes;
  bool only_asks = !has_place && are_whole_message(inquiries, message.words);
  for (const InquiryForm& inquiry : inquiries) {
    const bool is_for_another = std::any_of(found.begin(), found.end(), [&](const Evidence& other) {
      return other.intent != intent && other.kind == Evidence::Kind::kRule && inquiry.contains(other.begin, other.end);
    });
    if (is_for_another) continue;
    const bool is_about_named = has_place && inquiry.contains(named->begin, named->end);
    const bool is_answered = add_answer(dialog, message, inquiry, scope, resembling, result) ||
                             (is_about_named && add_answer_about(dialog, message, inquiry, *named, scope, result));
    only_asks = only_asks || (is_answered && is_about_named);
  }
  return only_asks && !result.inquiries.empty();
}

void note_unanswered(const std::vector<InquiryForm>& inquiries, const Message& message, MessageReading& result) {
  if (inquiries.empty() || !result.inquiries.empty()) return;
  const bool may_ask = result.act == Act::kInform || result.act == Act::kAffirm;
  if (!may_ask || !result.doubtful.empty() || !says_nothing_else(result)) return;
  const bool is_free_text = !result.answers.empty();
  if (!is_free_text && !std::any_of(inquiries.begin(), inquiries.end(), asks_in_words)) return;  // "yes or no?"
  const bool describes =
      std::any_of(inquiries.begin(), inquiries.end(), [](const InquiryForm& inquiry) { return inquiry.is_about_user; });
  if (is_free_text && (describes || !are_whole_message(inquiries, message.words))) return;
  drop_free_text(result);
  result.inquiries.push_back({original_span(message, inquiries.front()), {}, {}, 0});
}

bool is_answered_by_open(const Dialog& dialog, const Message& request) {
  if (dialog.bot.answers.empty()) return false;
  const std::vector<InquiryForm> inquiries = find_inquiries(request.words, request.text.text());
  if (inquiries.empty() || !are_whole_message(inquiries, request.words)) return false;
  const Answers::Scope scope = dialog.bot.answers.scope_of(dialog.context);
  MessageReading answered;
  return std::any_of(inquiries.begin(), inquiries.end(), [&](const InquiryForm& inquiry) {
    return !inquiry.is_by_mark && add_answer(dialog, request, inquiry, scope, Resembling::kNo, answered);
  });
}

}  // namespace parley::intents
