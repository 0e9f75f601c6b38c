#include "planner/inquiries.h"

#include <string>
#include <utility>

#include "config/find_answer.h"

namespace parley::planner {
namespace {

std::string passage_text(TransitionBuilder& builder, const Passage& passage) {
  builder.note(Rule::kPassageSaid, passage.source);
  const Value parts(Value::Object{{"answer", passage.text}, {"title", passage.title}, {"source", passage.source}});
  return builder.bot.knowledge ? builder.render(builder.bot.knowledge->say, {}, parts) : passage.text;
}

// Says the answers before the steps from a place on. Two questions with the same answer get it once.
class AnswerSpeaker {
 public:
  AnswerSpeaker(TransitionBuilder& builder, std::size_t place, const Passage* passage)
      : builder_(builder), place_(place), passage_(passage) {}

  void answer(const acts::Ask& ask) {
    if (const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer)) return say_entry(*entry);
    if (passage_) return say_passage();
    builder_.note(Rule::kInquiryUnanswered);
    say(builder_.render(builder_.bot.replies.no_answer));
  }

 private:
  void say_entry(const acts::Ask::Entry& entry) {
    const config::Answer* answer = config::find_answer(builder_.bot, entry.intent, entry.param, entry.index);
    builder_.note(answer ? Rule::kInquiryAnswered : Rule::kInquiryUnanswered, entry.param);
    say(builder_.render(answer ? answer->say : builder_.bot.replies.no_answer));
  }
  void say_passage() {
    if (!std::exchange(has_said_passage_, true)) say(passage_text(builder_, *passage_));
  }
  void say(std::string text) {
    if (text.empty() || text == last_) return;
    last_ = text;
    builder_.add_at(place_++, Say{std::move(text)});
  }

  TransitionBuilder& builder_;
  std::size_t place_;
  const Passage* passage_;
  bool has_said_passage_ = false;
  std::string last_;
};

const Passage* passage_in(const Resolution& resolution) {
  for (const ResolvedAct& one : resolution.acts) {
    const auto* ask = one.right == Right::kActs ? std::get_if<acts::Ask>(&one.act->what) : nullptr;
    if (const auto* passage = ask ? std::get_if<Passage>(&ask->answer) : nullptr) return passage;
  }
  return nullptr;
}

}  // namespace

void answer_questions(TransitionBuilder& builder, const Resolution& resolution, std::size_t place, Effects& effects) {
  AnswerSpeaker speaker(builder, place, passage_in(resolution));
  for (const ResolvedAct& one : resolution.acts) {
    const auto* ask = one.right == Right::kActs ? std::get_if<acts::Ask>(&one.act->what) : nullptr;
    if (!ask) continue;
    speaker.answer(*ask);
    effects.aside = true;
  }
}

}  // namespace parley::planner
