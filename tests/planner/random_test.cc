// Checks the planner's invariants after every step of random conversations: random bots, messages, tool failures,
// silence, resets, handoffs, restarts and changes of the bot. `planner_tests [soak]` takes a million steps;
// `planner_tests` takes a few thousand.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "planner/random_bot.h"

using namespace parley;
using namespace parley::planner;

namespace {

class Soak {
 public:
  explicit Soak(std::uint64_t seed) : chance_(seed), bot_(RandomBot(chance_).make()) {
    state_.session = "s";
    state_.continuation_id = "c";
    state_.config_hash = "0";
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      if (chance_.one_in(40)) change_bot();
      if (chance_.one_in(10)) restart();
      const bool tool_runs = state_.waits_for<ToolWait>() != nullptr;
      if (!tool_runs && chance_.one_in(20)) write();
      if (state_.frames.empty() && chance_.one_in(50)) state_.greets = true;  // a conversation begins
      take(any_event());
    }
    end();
  }

 private:
  // ---- events -----------------------------------------------------------------------------------------

  Sent any_event() {
    const bool tool_runs = state_.waits_for<ToolWait>() != nullptr;
    const bool is_held = state_.handed_off && state_.handed_off->outcome;
    if (tool_runs && !is_held && !chance_.one_in(4)) return any_outcome();
    if (state_.handed_off && chance_.one_in(3)) return SessionEvent::kGiveBack;
    if (chance_.one_in(12)) return SessionEvent::kSilence;
    if (chance_.one_in(60)) return SessionEvent::kStart;
    if (chance_.one_in(60)) return chance_.one_in(2) ? SessionEvent::kEnd : SessionEvent::kReset;
    return any_message();
  }

  ToolOutcome any_outcome() {
    switch (chance_.below(7)) {
      case 0: return ToolOutcome::failed("x");
      case 1: return {ToolOutcome::Kind::kTimeout, {}, {}};
      case 2: return {ToolOutcome::Kind::kUnknown, {}, {}};
      case 3: return ToolOutcome::rejected({{"a", "no"}});
      case 4: return ok({{"bad", true}});
      case 5: return any_offer();
      default: return ok({{"x", 1}});
    }
  }

  ToolOutcome any_offer() {
    const ParamValue value = any_value(state_.frames.back().intent);
    return ToolOutcome::offering("x", {{value.param, value.value}});
  }

  ParamValue any_value(const std::string& intent) {
    const int i = RandomBot::number_of(intent), p = chance_.below(RandomBot::kParams);
    ParamValue value = good(RandomBot::param_id(p), Tag{i, p, given_ + 1}.value());
    value.valid = !chance_.one_in(4);
    value.whole_message = chance_.one_in(8);
    value.op = static_cast<ListOp>(chance_.below(4));
    return value;
  }

  std::string any_intent() {
    return bot_.intents[static_cast<std::size_t>(chance_.below(static_cast<int>(bot_.intents.size())))].id.value;
  }

  FurtherIntent any_further_intent() {
    FurtherIntent further{wants(any_intent()).candidates.front(), {}, {}};
    const std::string& intent = further.candidate.intent;
    further.params = {any_value(intent)};
    if (chance_.one_in(6)) further.others = any_others(intent);
    if (chance_.one_in(3)) further.ambiguous = {{any_value(intent), any_value(intent)}};
    return further;
  }

  FollowUp any_follow_up() {
    FollowUp follow_up;
    follow_up.intent = chance_.one_in(6) ? any_intent() : state_.done->intent;
    for (int n = chance_.below(3); n > 0; --n) follow_up.params.push_back(any_value(follow_up.intent));
    if (chance_.one_in(8)) follow_up.ambiguous = {{any_value(follow_up.intent), any_value(follow_up.intent)}};
    if (chance_.one_in(8)) follow_up.named = {RandomBot::param_id(chance_.below(RandomBot::kParams))};
    follow_up.corrects = chance_.one_in(2);
    follow_up.is_about_another = chance_.one_in(4);
    follow_up.asks = chance_.one_in(4);
    return follow_up;
  }

  std::vector<ParamValue> any_others(const std::string& id) { return RandomBot::identifiers(chance_, id, given_ + 1); }

  Inquiry any_inquiry() {
    if (chance_.one_in(3)) return {};
    return {{}, any_intent(), RandomBot::param_id(chance_.below(RandomBot::kParams)), 0};
  }

  FlatMessage any_message() {
    FlatMessage message;
    if (chance_.one_in(3)) {
      message = wants(any_intent());
      for (int n = chance_.below(3); n > 0; --n) message.params.push_back(any_value(message.candidates[0].intent));
      const std::string named = message.candidates[0].intent;
      if (chance_.one_in(8)) message.ambiguous = {{any_value(named), any_value(named)}};
      if (chance_.one_in(8)) message.others = any_others(named);
    }
    if (chance_.one_in(15)) {
      for (int n = 1 + chance_.below(2); n > 0; --n) message.further.push_back(any_further_intent());
    }
    if (state_.frames.empty()) {
      for (int n = chance_.below(3); n > 0 && message.candidates.empty(); --n) {
        message.doubtful.push_back(any_further_intent());
      }
      if (!message.names_intent() && chance_.one_in(8)) message.takers = {any_further_intent()};
      if (!state_.offered.empty() && chance_.one_in(2)) message.choice = chance_.below(4);
      if (!state_.offered.empty() && chance_.one_in(3)) {
        const std::string& offered = state_.offered.front().intent;
        message.elsewhere = {any_value(offered)};
        message.elsewhere[0].intent = offered;
      }
      if (state_.done && chance_.one_in(2)) message.follow_up = any_follow_up();
    } else {
      const std::string open = state_.frames.back().intent;
      for (int n = chance_.below(3); n > 0; --n) message.answers.push_back(any_value(open));
      if (state_.waiting && !state_.waiting->param().empty() && chance_.one_in(3)) answer_what_is_asked(message, open);
      if (message.candidates.empty() && chance_.one_in(8)) message.others = any_others(open);
      if (chance_.one_in(8)) message.named = {RandomBot::param_id(chance_.below(RandomBot::kParams))};
      if (chance_.one_in(8)) message.ambiguous_answers = {{any_value(open), any_value(open)}};
      if (chance_.one_in(4)) message.choice = chance_.below(3);
      if (state_.frames.size() > 1 && chance_.one_in(6)) {
        const std::string below = state_.frames[state_.frames.size() - 2].intent;
        message.elsewhere = {any_value(below)};
        message.elsewhere[0].intent = below;
      }
    }
    for (const ParamValue& one : any_others(any_intent())) message.untaken.push_back({"id", one.value, {}});
    message.refers_back = chance_.one_in(3);
    message.corrects = chance_.one_in(6);
    if (chance_.one_in(6)) {
      for (int n = 1 + chance_.below(2); n > 0; --n) message.inquiries.push_back(any_inquiry());
    }
    if (chance_.one_in(3)) message.act = static_cast<Act>(chance_.below(11));
    if (state_.waiting && !state_.waiting->choices().empty() && chance_.one_in(2)) {
      if (chance_.one_in(2)) message.choice = chance_.below(3);
      if (chance_.one_in(4)) message.several = {0, 1};
      if (chance_.one_in(4)) message.possible = {0};
      message.refuses_options = chance_.one_in(4);
    }
    return message;
  }

  void answer_what_is_asked(FlatMessage& message, const std::string& open) {
    const int i = RandomBot::number_of(open), p = RandomBot::number_of(state_.waiting->param());
    message.answers.push_back(good(state_.waiting->param(), Tag{i, p, given_ + 1}.value()));
  }

  // The caller writes values, an intent or a question. The next event continues from the resulting state.
  void write() {
    PlannedWrite write;
    const bool begins = state_.frames.empty() || chance_.one_in(3);
    if (begins) write.intent = any_intent();
    const std::string open = begins ? write.intent : state_.frames.back().intent;
    for (int n = chance_.below(3); n > 0; --n) {
      ParamValue value = any_value(open);
      value.valid = true;
      value.intent = open;
      if (bot_.find_intent(open)->find_param(value.param)) write.values.push_back(value);
    }
    const std::string asked = RandomBot::param_id(chance_.below(RandomBot::kParams));
    const config::Param* param = bot_.find_intent(open)->find_param(asked);
    if (chance_.one_in(3)) write.waiting_for_param = "";
    if (chance_.one_in(3) && param && !param->ask.empty()) write.waiting_for_param = asked;
    TurnContext moment;
    moment.now = moment.turn = ++given_;
    moment.config_hash = hash_;
    had_queue_ = !state_.queue.empty() || !state_.offered.empty() || state_.done;
    const Transition next = apply_write(bot_, state_, write, moment);
    REQUIRE(next.steps.empty());
    check_trace(next.trace);
    for (const Frame& frame : state_.frames) check(frame);
    if (!state_.waiting) return;
    REQUIRE_FALSE(state_.frames.empty());
    REQUIRE(state_.waiting->plan == state_.frames.back().plan);
  }

  // A state that is written as JSON and read back must be unchanged.
  void restart() {
    std::string json;
    memory::append_state_json(json, state_);
    const auto read = memory::state_from_json(json);
    REQUIRE(read);
    REQUIRE(*read == state_);
  }

  void change_bot() {
    bot_ = RandomBot(chance_).make();
    hash_ = std::to_string(++changes_);
    adapt(bot_, state_, hash_);
    open_ = open_intents();
  }

  // ---- invariants ---------------------------------------------------------------------------------------

  void take(const Sent& event) {
    TurnContext moment;
    moment.now = ++given_;
    moment.turn = given_;
    moment.config_hash = hash_;
    static const Value kContext = context_of_random_bots(RandomBot::kIntents, RandomBot::kParams);
    moment.context = kContext;
    moment.resumes = resumes_ && !chance_.one_in(4);
    had_queue_ = !state_.queue.empty() || !state_.offered.empty() || state_.done;
    const auto* said = std::get_if<FlatMessage>(&event);
    had_queue_ = had_queue_ || (said && (!said->others.empty() || !said->further.empty()));
    SessionState copy = state_;
    const bool was_handed_off = state_.handed_off.has_value();
    const Event read = event_of(event, state_);
    const Transition next = step(bot_, state_, read, moment);
    if (given_ % 16 == 0) {
      const Transition again = step(bot_, copy, read, moment);
      REQUIRE(copy == state_);
      REQUIRE(again.steps == next.steps);
      REQUIRE(again.trace == next.trace);
    }
    const auto* sent = std::get_if<SessionEvent>(&event);
    const bool may_be_silent = was_handed_off || (sent && *sent == SessionEvent::kStart);
    REQUIRE((may_be_silent || !next.steps.empty()));
    // While a person has the conversation, the bot says at most its `while_handed_off`.
    if (was_handed_off && state_.handed_off && !sent) REQUIRE(next.steps.size() <= 1U);
    REQUIRE(next.steps.size() < 250U);
    std::string trace;
    for (const TraceEvent& event : next.trace) trace += to_string(event) + "\n";
    INFO(trace);
    check_trace(next.trace);
    check_question(next, sent && *sent == SessionEvent::kStart);
    for (const Frame& frame : state_.frames) check(frame);
    REQUIRE(state_.frames.size() <= kMaxFrames);
    // An intent is in the queue at most once for each value of an enumeration.
    std::set<std::string> waiting;
    for (const QueuedIntent& queued : state_.queue) {
      const Value value = queued.repeats_for.empty() ? Value() : queued.params.at(queued.repeats_for).value;
      REQUIRE((changes_ > 0 || waiting.insert(queued.intent + value.to_json()).second));
    }
  }

  // The trace reports the start and end of each intent. The open intents must follow from the trace alone.
  void check_trace(const std::vector<TraceEvent>& trace) {
    for (const TraceEvent& event : trace) {
      const auto named = [&](const std::string& intent) { return intent == event.intent; };
      switch (event.rule) {
        case Rule::kIntentStarted:
        case Rule::kIntentGivenBack:
        case Rule::kIntentCalled: open_.push_back(event.intent); break;
        case Rule::kIntentReturned: {
          const auto open = std::find_if(open_.begin(), open_.end(), named);
          REQUIRE(open != open_.end());
          std::rotate(open, open + 1, open_.end());
          break;
        }
        case Rule::kIntentForgotten:
          REQUIRE(open_.front() == event.intent);
          open_.erase(open_.begin());
          break;
        case Rule::kIntentDone:
        case Rule::kIntentCancelled:
        case Rule::kIntentAbandoned:
        case Rule::kIntentHandedOff:
        case Rule::kIntentReplaced:
          REQUIRE_FALSE(open_.empty());
          REQUIRE(open_.back() == event.intent);
          open_.pop_back();
          break;
        default: break;
      }
    }
    REQUIRE(open_ == open_intents());
  }

  std::vector<std::string> open_intents() const {
    std::vector<std::string> intents;
    if (state_.handed_off) return intents;  // the handoff has ended them
    for (const Frame& frame : state_.frames) intents.push_back(frame.intent);
    return intents;
  }

  // Either no intent is open, or exactly one question is pending, about the top intent. A question of a returning
  // intent is asked again.
  void check_question(const Transition& next, bool is_start) {
    if (state_.handed_off) {
      REQUIRE(next.status == TurnStatus::kHandoff);
      REQUIRE((!state_.waiting || state_.waits_for<ToolWait>()));
      REQUIRE((!state_.handed_off->outcome || state_.waiting));
      return;
    }
    if (is_start && next.steps.empty()) return;  // the conversation has begun before
    REQUIRE(state_.frames.empty() == !state_.waiting.has_value());
    if (!state_.waiting) {
      const bool asks_which = next.status == TurnStatus::kWaiting && !state_.offered.empty();
      REQUIRE((asks_which || next.status == TurnStatus::kDone || next.status == TurnStatus::kHandoff));
      return;
    }
    const PendingInput& waiting = *state_.waiting;
    const Frame& top = state_.frames.back();
    REQUIRE(waiting.intent == top.intent);
    REQUIRE(waiting.plan == top.plan);
    const bool is_new = waiting.asked_at == given_;
    const bool asks = std::holds_alternative<AskUser>(next.steps.back()) ||
                      std::holds_alternative<Confirm>(next.steps.back()) ||
                      std::holds_alternative<ToolCall>(next.steps.back()) || state_.waits_for<AskedChange>();
    REQUIRE((!is_new || asks));
    REQUIRE((is_new || is_start || state_.waits_for<ToolWait>()));
    const AskedParam* asked = state_.waits_for<AskedParam>();
    if (!asked) return;
    REQUIRE(bot_.find_intent(top.intent)->find_param(asked->param) != nullptr);
    REQUIRE((top.params.count(asked->param) == 0 || top.changing == asked->param));
  }

  void check(const Frame& frame) {
    const config::Intent& intent = *bot_.find_intent(frame.intent);
    const auto born = born_.emplace(frame.plan, had_queue_ ? 0 : given_).first->second;
    for (const auto& [name, failed] : frame.attempts.params) {
      const config::Param* param = intent.find_param(name);
      // A default may also be rejected, after the last answer. A changed bot may allow fewer attempts.
      if (param && changes_ == 0) REQUIRE(failed.in_all() <= param->max_attempts.in_all + kMaxExtraAttempts);
    }
    for (const Attempts& failed : all_attempts(frame)) REQUIRE(failed.in_all() <= 8);
    for (const auto& [name, filled] : frame.params) check_value(intent, name, filled.value, born);
  }

  // Checks that the value was given for this param of this intent, while this frame was open.
  void check_value(const config::Intent& intent, const std::string& name, const Value& value, std::int64_t born) {
    const config::Param* param = intent.find_param(name);
    REQUIRE(param != nullptr);
    if (const Value::Array* items = value.if_array()) {
      for (const Value& item : *items) check_value(intent, name, item, born);
      return;
    }
    const Tag tag = Tag::of(value);
    REQUIRE(tag.param == RandomBot::number_of(name));
    if (param->session_scope || tag.param == RandomBot::kIdentifier) return;
    REQUIRE(tag.intent == RandomBot::number_of(intent.id.value));
    INFO(intent.id.value << "." << name << " given " << tag.given << " born " << born << " now " << given_);
    REQUIRE((tag.given == 0 || tag.given >= born));
  }

  // From here on no message is understood and every tool fails. The conversation must end.
  void end() {
    int left = 2'000;
    resumes_ = false;
    while ((state_.waiting || state_.handed_off) && left-- > 0) {
      const bool tool_runs = state_.waits_for<ToolWait>() != nullptr;
      if (state_.handed_off) {
        take(SessionEvent::kGiveBack);
      } else {
        take(tool_runs ? Sent(ToolOutcome::failed("")) : Sent(nonsense()));
      }
    }
    REQUIRE(left > 0);
  }

  static constexpr int kMaxExtraAttempts = 3;
  static constexpr std::size_t kMaxFrames = 12;  // five digressions and the intents that they call

  Chance chance_;
  config::BotDefinition bot_;
  SessionState state_;
  std::string hash_ = "0";
  int changes_ = 0;
  bool resumes_ = true;
  std::int64_t given_ = 0;
  bool had_queue_ = false;                     // an intent that begins now may have been requested earlier
  std::map<std::int64_t, std::int64_t> born_;  // the time when each plan began
  std::vector<std::string> open_;              // the open intents according to the trace
};

void soak(int bots, int steps) {
  const char* first = std::getenv("PARLEY_SEED");
  const std::uint64_t seed = first ? std::strtoull(first, nullptr, 10) : 1;
  for (int i = 0; i < bots; ++i) {
    INFO("PARLEY_SEED=" << seed + static_cast<std::uint64_t>(i));
    Soak(seed + static_cast<std::uint64_t>(i)).run(steps);
  }
}

}  // namespace

TEST_CASE("random bots and events: every event gets a reply, and the invariants hold") { soak(60, 100); }

TEST_CASE("random bots and events: a million steps", "[.][soak]") { soak(2'000, 500); }
