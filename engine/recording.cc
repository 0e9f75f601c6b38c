// record(): a stored session as a conversation file.
//
// The idea: what happened is taken from the store, without its private values; what the bot is to do is what it does
// when that is played. Where this is not what it did in the session, the recording says so.
#include <algorithm>
#include <map>
#include <optional>

#include "config/definition.h"
#include "engine/fixture_yaml.h"
#include "engine/rehearsal.h"
#include "engine/stand_ins.h"
#include "engine/stored_talk.h"
#include "engine/tool_guess.h"
#include "parley/record.h"
#include "planner/wording.h"

namespace parley {
namespace {

using engine::Fixture;
using engine::FixtureTurn;
using engine::StoredOutcome;
using engine::TalkTurn;

constexpr TimeMs kPause = 300'000;                    // shorter ones are left out, unless the bot would notice
constexpr TimeMs kLongestPause = 366LL * 86'400'000;  // that a conversation file can hold

std::optional<ToolOutcome::Kind> kind_named(const std::string& name) {
  for (auto kind : {ToolOutcome::Kind::kOk, ToolOutcome::Kind::kFailed, ToolOutcome::Kind::kTimeout}) {
    if (name == name_of(kind)) return kind;
  }
  return std::nullopt;
}

class Recorder {
 public:
  // `locale`: what the channel told of the user's language, "" when it did not.
  Recorder(const std::shared_ptr<const Catalog>& catalog, std::vector<TalkTurn> talk, const std::string& locale)
      : bots_(catalog),
        bot_(catalog->in(locale).definition()),
        talk_(std::move(talk)),
        stand_ins_(catalog->in(locale)),
        context_(locale.empty() ? Value() : Value(Value::Object{{"locale", locale}})) {}

  Result<Recording> run() {
    // Once to learn what was given for params that have no shape to be known by, and once without it.
    for (int pass = 0; pass < 2; ++pass) {
      differences_.clear();
      write_deeds();
      if (auto played = play(); !played) return Unexpected(played.error());
    }
    write_expectations();
    Recording recording;
    recording.turns = static_cast<int>(talk_.size());
    recording.replaced = stand_ins_.counts();
    for (const auto& [seq, difference] : differences_) {
      recording.differences.push_back("turn " + std::to_string(seq) + ": " + difference);
    }
    for (const std::string& type : stand_ins_.shared()) {
      recording.differences.push_back("different values of the type '" + type +
                                      "' have one stand-in, because the bot takes too few values of it");
    }
    recording.yaml = heading(recording) + engine::to_yaml({fixture_});
    return recording;
  }

 private:
  // ---- what happened ----------------------------------------------------------------------------------------

  void write_deeds() {
    fixture_ = Fixture();
    fixture_.context = context_;
    of_turn_.clear();
    fixture_.name = "A recorded session of " + bot_.id;
    fixture_.clock = talk_.empty() ? 0 : talk_.front().at;
    TimeMs before = fixture_.clock;
    for (const TalkTurn& turn : talk_) {
      if (turn.at - before >= pause()) add_wait(std::min(turn.at - before, kLongestPause));
      before = turn.at;
      fixture_.turns.push_back(deed_of(turn));
      of_turn_.push_back(&turn);
    }
    write_tools();
  }

  TimeMs pause() const {
    TimeMs shortest = kPause;
    const auto notice = [&](TimeMs limit) {
      if (limit > 0) shortest = std::min(shortest, limit);
    };
    notice(bot_.session.ttl);
    notice(bot_.session.question_ttl);
    for (const config::Intent& intent : bot_.intents) notice(intent.ttl);
    return shortest;
  }

  void add_wait(TimeMs wait) {
    FixtureTurn turn;
    turn.kind = FixtureTurn::Kind::kWait;
    turn.wait = wait;
    fixture_.turns.push_back(std::move(turn));
    of_turn_.push_back(nullptr);
  }

  FixtureTurn deed_of(const TalkTurn& turn) {
    FixtureTurn deed;
    if (turn.user) {
      deed.user = stand_ins_.replaced(*turn.user, turn.at);
    } else if (is_result(turn)) {
      deed.kind = FixtureTurn::Kind::kToolResult;
      deed.outcome = outcome_of(turn.outcomes.front(), turn);
    } else {
      deed.kind = FixtureTurn::Kind::kEvent;
      if (says(turn, bot_.replies.goodbye)) deed.event = SessionEvent::kEnd;
      if (says(turn, bot_.replies.reset)) deed.event = SessionEvent::kReset;
    }
    return deed;
  }

  // A mock is run by parley: whatever led to it is not stored.
  bool is_result(const TalkTurn& turn) const {
    const config::Tool* tool = turn.begins_with_outcome ? bot_.find_tool(turn.outcomes.front().tool) : nullptr;
    return tool && tool->kind == config::Tool::Kind::kHost;
  }

  // One of the bot's own replies, which have no placeholders, in any of its ways.
  static bool says(const TalkTurn& turn, const config::Wording& wording) {
    bool said = false;
    config::for_each_way(wording, [&](const config::Template& way) {
      said = said || (turn.replies.size() == 1 && turn.replies.front() == way.pieces.front().literal);
    });
    return said;
  }

  ToolOutcome outcome_of(const StoredOutcome& stored, const TalkTurn& turn) {
    const auto kind = kind_named(stored.kind);
    if (!kind) note(turn, "what " + stored.tool + " answered (" + stored.kind + ") is not stored");
    if (!kind || *kind == ToolOutcome::Kind::kFailed) return ToolOutcome::failed(stored.kind);
    if (*kind == ToolOutcome::Kind::kTimeout) return {ToolOutcome::Kind::kTimeout, {}, {}};
    std::vector<std::string> replies;
    for (const std::string& reply : turn.replies) replies.push_back(stand_ins_.replaced(reply, turn.at));
    return ToolOutcome::ok(engine::guessed_result(bot_, stored.tool, replies));
  }

  // A mock that never failed answers by itself.
  void write_tools() {
    for (const TalkTurn& turn : talk_) {
      for (const StoredOutcome& outcome : turn.outcomes) {
        const config::Tool* tool = bot_.find_tool(outcome.tool);
        if (!tool || (tool->kind == config::Tool::Kind::kMock && never_failed(outcome.tool))) continue;
        auto& answers = fixture_.tools[outcome.tool];
        const bool is_hosts = is_result(turn) && &outcome == &turn.outcomes.front();
        if (!is_hosts) answers.push_back(outcome_of(outcome, turn));
      }
    }
  }

  bool never_failed(const std::string& tool) const {
    return std::all_of(talk_.begin(), talk_.end(), [&](const TalkTurn& turn) {
      return std::all_of(turn.outcomes.begin(), turn.outcomes.end(),
                         [&](const StoredOutcome& outcome) { return outcome.tool != tool || outcome.kind == "ok"; });
    });
  }

  // ---- what the bot does ------------------------------------------------------------------------------------

  Result<void> play() {
    answers_.assign(fixture_.turns.size(), std::nullopt);
    const auto keep = [&](const FixtureTurn& turn, const Turn& answer) {
      answers_[static_cast<std::size_t>(&turn - fixture_.turns.data())] = answer;
      if (answer.intent) stand_ins_.learn(*answer.intent, answer.params);
    };
    auto played = engine::Rehearsal(bots_, fixture_, {}, {{}, false, keep}).run();
    return played ? Result<void>() : Result<void>(Unexpected(played.error()));
  }

  void write_expectations() {
    std::vector<FixtureTurn> turns;
    Value::Object params;
    for (std::size_t i = 0; i < fixture_.turns.size(); ++i) {
      FixtureTurn& turn = fixture_.turns[i];
      if (turn.has_answer() && !answers_[i]) {
        note(*of_turn_[i], "left out: what happened cannot be told from what is stored");
        continue;
      }
      if (turn.has_answer()) {
        compare(*of_turn_[i], *answers_[i]);
        expect(turn, *answers_[i], params);
        params = answers_[i]->params;
      }
      turns.push_back(std::move(turn));
    }
    fixture_.turns = std::move(turns);
  }

  void compare(const TalkTurn& stored, const Turn& answer) {
    const auto same = [&](const std::string& was, const std::string& is) {
      return stand_ins_.blurred(was, stored.at) == stand_ins_.blurred(is, stored.at);
    };
    const auto& was = stored.replies;
    if (std::equal(was.begin(), was.end(), answer.say.begin(), answer.say.end(), same)) return;
    const bool is_known = stored.user || is_result(stored);
    note(stored, is_known ? "the bot answers otherwise than it did"
                          : "an event or a caller's own understanding, which is not stored; the bot answers otherwise");
  }

  static void expect(FixtureTurn& turn, const Turn& answer, const Value::Object& before) {
    turn.reply.emplace();
    for (const std::string& line : answer.say) turn.reply->push_back({line, false});
    turn.intent = answer.intent ? *answer.intent : "none";
    turn.waiting = engine::waiting_for(answer);
    turn.status = name_of(answer.status);
    if (!answer.reason.empty()) turn.reason = answer.reason;
    if (answer.params != before) turn.params = answer.params;
    for (const Step& step : answer.steps) {
      if (const auto* call = std::get_if<ToolCall>(&step)) turn.calls.push_back({call->name, call->args});
      if (const auto* handoff = std::get_if<Handoff>(&step)) turn.handoff = handoff->reason;
    }
  }

  void note(const TalkTurn& turn, const std::string& difference) { differences_.emplace(turn.seq, difference); }

  static std::string heading(const Recording& recording) {
    std::string out = "# Recorded from a stored session.";
    std::string replaced;
    for (const auto& [type, count] : recording.replaced) {
      replaced += (replaced.empty() ? " " : ", ") + std::to_string(count) + " " + type;
    }
    out += replaced.empty() ? " Nothing in it was private.\n"
                            : "\n# Private values, replaced by made-up ones:" + replaced + ".\n";
    for (const std::string& difference : recording.differences) out += "# Not as it was: " + difference + ".\n";
    return out;
  }

  engine::BotShelf bots_;
  const config::BotDefinition& bot_;
  const std::vector<TalkTurn> talk_;
  engine::StandIns stand_ins_;
  Value context_;  // of all turns
  Fixture fixture_;
  std::vector<const TalkTurn*> of_turn_;             // for each turn of the fixture; null for a wait
  std::vector<std::optional<Turn>> answers_;         // likewise
  std::map<std::int64_t, std::string> differences_;  // by turn
};

}  // namespace

Result<Recording> record(const std::shared_ptr<const Catalog>& catalog, SessionStore& store, std::string_view session) {
  auto state = store.load(session);
  if (!state) return Unexpected(state.error());
  if (!*state) return Unexpected(ErrorCode::kUnknownSession, "there is no such session");
  if ((*state)->bot != catalog->id()) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "the session belongs to the bot " + (*state)->bot + ", and this is the bot " + catalog->id());
  }
  auto talk = engine::read_talk(store, session);
  if (!talk) return Unexpected(talk.error());
  return Recorder(catalog, std::move(*talk), (*state)->locale).run();
}

}  // namespace parley
