// Converts the stored turns of a session to the same facts that events provide: the questions, the intent and the
// outcome of each turn. A store does not record why an intent ended or why an answer failed. So an intent that is no
// longer open ends as kOtherwise, and a failed answer counts only in `missed`.
//
// Tested by tests/report/stored_turns_test.cc.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "report/builder.h"

namespace parley {

using report::NameId;
using report::TurnEnd;
using report::TurnFacts;
using report::TurnResult;

namespace {

TurnResult status_of(TurnStatus status) {
  switch (status) {
    case TurnStatus::kWaiting: return TurnResult::kWaiting;
    case TurnStatus::kToolCall: return TurnResult::kToolCall;
    case TurnStatus::kHandoff: return TurnResult::kHandoff;
    case TurnStatus::kDone: break;
  }
  return TurnResult::kDone;
}

const char* outcome_of(CallRecord::Status status) {
  return status == CallRecord::Status::kDone ? "ok" : to_string(status);
}

const Handoff* handoff_of(const Turn& turn) {
  for (const Step& step : turn.steps) {
    if (const auto* handoff = std::get_if<Handoff>(&step)) return handoff;
  }
  return nullptr;
}

// A question of a turn: its param, or "confirm" or "choice".
struct Question {
  std::string param;
  int attempt = 1;
};
std::vector<Question> questions_of(const Turn& turn) {
  std::vector<Question> questions;
  for (const Step& step : turn.steps) {
    if (const auto* ask = std::get_if<AskUser>(&step)) {
      const bool is_choice = !turn.waiting_for_param || *turn.waiting_for_param != ask->param;
      questions.push_back({is_choice ? "choice" : ask->param, ask->attempt});
    } else if (const auto* confirm = std::get_if<Confirm>(&step)) {
      questions.push_back({"confirm", confirm->attempt});
    }
  }
  return questions;
}

}  // namespace

bool ReportBuilder::Impl::wants(const SessionInfo& summary) const {
  return (options_.bot.empty() || summary.bot == options_.bot) && summary.updated_at >= options_.since;
}

Result<void> ReportBuilder::Impl::add(const SessionRecord& record) {
  report::Counters& counters = conversations_.counters();
  const auto id_of = [&](std::string_view name) { return counters.names.id_of(name); };
  newest_ = std::max(newest_, record.state.updated_at);

  std::map<std::int64_t, const Message*> first_messages, user_messages;  // by turn
  for (const Message& message : record.messages) {
    first_messages.emplace(message.turn, &message);
    if (message.role == Role::kUser) user_messages.emplace(message.turn, &message);
  }
  std::multimap<std::int64_t, const CallRecord*> calls;
  for (const CallRecord& call : record.calls) calls.emplace(call.turn, &call);

  TimeMs at = record.state.created_at;
  std::vector<std::string> asked;  // questions of the previous turn
  bool was_handed_off = false;     // after the previous turn
  for (const StoredTurn& stored : record.turns) {
    const Turn& turn = stored.turn;
    const auto first = first_messages.find(turn.seq);
    if (first != first_messages.end()) at = first->second->at;
    if (!is_wanted(at, record.state.bot)) continue;
    if (!stored.complete) {
      ++torn_;
      continue;
    }
    const NameId bot = id_of(record.state.bot);
    if (bots_.size() <= bot) bots_.resize(bot + 1);
    bots_[bot] = true;
    Session& session = conversations_.session(report::SessionKey::of(record.state.session));
    TurnFacts facts;
    facts.number = turn.seq;
    facts.at = at;
    const auto user_message = user_messages.find(turn.seq);
    facts.is_message = user_message != user_messages.end();
    if (facts.is_message && options_.texts) facts.text = user_message->second->text;
    const auto [calls_begin, calls_end] = calls.equal_range(turn.seq);
    for (auto call = calls_begin; call != calls_end; ++call) {
      facts.tools.push_back({id_of(call->second->tool), id_of(outcome_of(call->second->status)), -1});
    }

    TurnEnd end;
    end.status = status_of(turn.status);
    end.restarts_session = !turn.reason.empty() && turn.reason != "max_turns";
    if (end.restarts_session) {
      conversations_.end_conversation(session);
      asked.clear();
    }
    report::IntentTracker& open = session.intents;
    const bool nothing_open = open.empty();
    const Handoff* handoff = handoff_of(turn);
    const std::vector<Question> questions = questions_of(turn);
    // Without an open intent, an end and a reset look like a conversation that was given back afresh.
    const bool resumes = was_handed_off && !turn.handed_off && !end.restarts_session && turn.intent;
    was_handed_off = turn.handed_off;
    if (resumes) {
      facts.trace.push_back({Rule::kGivenBack, {}, {}, "resume"});
      open.apply({Rule::kIntentGivenBack, *turn.intent, {}, {}}, counters);
    }
    if (turn.intent && !turn.intent->empty()) {
      open.go_to(id_of(*turn.intent), counters);
      for (const std::string& param : asked) {
        const bool again = std::any_of(questions.begin(), questions.end(),
                                       [&](const Question& question) { return question.param == param; });
        const bool is_known = turn.params.count(param) != 0 || param == "confirm" || param == "choice";
        const bool continues = turn.status == TurnStatus::kWaiting || turn.status == TurnStatus::kToolCall;
        if (!again && is_known && (continues || param == "confirm" || turn.params.count(param) != 0)) {
          open.answer(id_of(param), counters);
        }
      }
      for (const Question& question : questions) open.ask(id_of(question.param), question.attempt - 1, counters);
    } else if (facts.is_message && nothing_open && (turn.status == TurnStatus::kDone || handoff)) {
      facts.trace.push_back({Rule::kFallback, {}, {}, "1"});
    }
    asked.clear();
    for (const Question& question : questions) asked.push_back(question.param);
    if (handoff) facts.trace.push_back({Rule::kHandoff, {}, {}, handoff->reason});
    if (turn.status == TurnStatus::kDone) open.close_all(report::IntentEnd::kOtherwise, counters);
    end_turn(session, facts, end);
  }
  return {};
}

Result<void> ReportBuilder::add(SessionStore& store, const std::function<void(std::int64_t sessions)>& progress) {
  constexpr std::size_t kPage = 200;
  impl_->mark_store();
  SessionQuery query;
  query.limit = kPage;
  query.order = SessionQuery::Order::kByName;
  query.archived = SessionQuery::Archived::kToo;
  std::int64_t read = 0;
  for (;;) {
    const auto page = store.list(query);
    if (!page) return Unexpected(page.error());
    if (page->empty()) return {};
    for (const SessionInfo& summary : *page) {
      if (progress) progress(++read);
      if (!impl_->wants(summary)) continue;
      const auto record = store.record(summary.session);
      if (!record) return Unexpected(record.error());
      if (!*record) continue;  // erased since list()
      if (auto added = impl_->add(**record); !added) return added;
    }
    query.after = {page->back().updated_at, page->back().session};
  }
}

}  // namespace parley
