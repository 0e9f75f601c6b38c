#include "planner/inquiries.h"

#include <string>
#include <utility>

#include "config/find_answer.h"
#include "planner/reprompting.h"

namespace parley::planner {
namespace {

bool is_command(Act act) {
  return act != Act::kInform && act != Act::kAffirm && act != Act::kDeny && !is_courtesy(act);
}

std::string passage_text(TransitionBuilder& builder, const Passage& passage) {
  builder.note(Rule::kPassageSaid, passage.source);
  const Value parts(Value::Object{{"answer", passage.text}, {"title", passage.title}, {"source", passage.source}});
  return builder.bot.knowledge ? builder.render(builder.bot.knowledge->say, {}, parts) : passage.text;
}

// Says the answers before the steps from `place` on. `says_unanswered`: also says that the bot has no answer.
void say_answers(TransitionBuilder& builder, const Understanding& message, std::size_t place, bool says_unanswered) {
  std::string last;
  const auto say = [&](std::string text) {
    if (text.empty() || text == last) return;  // two questions, one answer
    last = text;
    builder.add_at(place++, Say{std::move(text)});
  };
  bool says_passage = message.passage.has_value();
  for (const Inquiry& inquiry : message.inquiries) {
    const config::Answer* answer = config::find_answer(builder.bot, inquiry.intent, inquiry.param, inquiry.answer);
    if (!answer && message.passage) {
      if (std::exchange(says_passage, false)) say(passage_text(builder, *message.passage));
    } else if (answer || says_unanswered) {
      builder.note(answer ? Rule::kInquiryAnswered : Rule::kInquiryUnanswered, inquiry.param);
      say(builder.render(answer ? answer->say : builder.bot.replies.no_answer));
    }
  }
  if (says_passage) say(passage_text(builder, *message.passage));
}

}  // namespace

bool is_only_inquiry(const TransitionBuilder& builder, const Understanding& message) {
  if ((message.inquiries.empty() && !message.passage) || message.names_intent() || is_command(message.act))
    return false;
  if (builder.is_idle()) return true;
  const bool answers = message.act == Act::kAffirm || message.act == Act::kDeny;
  return builder.state.waiting && !answers && message.answers.empty() && message.ambiguous_answers.empty() &&
         message.elsewhere.empty() && message.named.empty() && !message.choice;
}

Next handle_inquiry(TransitionBuilder& builder, const Understanding& message) {
  builder.state.unmatched = 0;
  say_answers(builder, message, builder.size(), true);
  return builder.is_idle() ? Next::kStop : repeat_question(builder);
}

void answer_inquiries(TransitionBuilder& builder, const Understanding& message, std::size_t place) {
  say_answers(builder, message, place, message.act == Act::kAffirm);
}

}  // namespace parley::planner
