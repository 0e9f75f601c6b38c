#include "engine/rehearsal.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "engine/coverage.h"
#include "parley/protocol.h"
#include "parley/stores.h"

namespace parley::engine {
namespace {

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    if (!out.empty()) out += "\n";
    out += line;
  }
  return out.empty() ? "(nothing)" : out;
}

// The last question of a turn; null when it puts none.
const Step* question_of(const Turn& turn) {
  const auto asks = [](const Step& step) {
    return std::holds_alternative<AskUser>(step) || std::holds_alternative<Confirm>(step);
  };
  const auto found = std::find_if(turn.steps.rbegin(), turn.steps.rend(), asks);
  return found == turn.steps.rend() ? nullptr : &*found;
}

int attempt_of(const Turn& turn) {
  const Step* question = question_of(turn);
  if (!question) return 0;
  const auto* ask = std::get_if<AskUser>(question);
  return ask ? ask->attempt : std::get<Confirm>(*question).attempt;
}

std::vector<std::string> options_of(const Turn& turn) {
  const Step* question = question_of(turn);
  const auto* ask = question ? std::get_if<AskUser>(question) : nullptr;
  return ask ? ask->options : std::vector<std::string>();
}

std::string handoff_of(const Turn& turn) {
  for (const Step& step : turn.steps) {
    if (const auto* handoff = std::get_if<Handoff>(&step)) return handoff->reason;
  }
  return "none";
}

std::vector<std::string> rules_of(const Turn& turn) {
  std::vector<std::string> rules;
  const Value* trace = turn.explain.find("trace");
  if (!trace || !trace->if_array()) return rules;
  for (const Value& rule : *trace->if_array()) rules.push_back(rule.to_text());
  return rules;
}

std::string described(const std::string& tool, const Value::Object& args) { return tool + " " + Value(args).to_json(); }

}  // namespace

// What is asked for shows in the turn; "what should I change?" is the one question that has no step of its own.
std::string waiting_for(const Turn& turn) {
  if (turn.waiting_for_param) return *turn.waiting_for_param;
  if (turn.status == Status::kToolCall) return "tool";
  if (turn.status != Status::kWaiting) return "none";
  const Step* question = question_of(turn);
  if (!question) return "change";
  return std::holds_alternative<Confirm>(*question) ? "confirmation" : "choice";
}

class Rehearsal::CapturedTelemetry final : public TelemetrySink {
 public:
  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    const std::lock_guard lock(mutex_);
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    return lines.size();
  }
  bool holds(const std::string& text) {
    const std::lock_guard lock(mutex_);
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](const std::string& line) { return line.find(text) != std::string::npos; });
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

Rehearsal::Rehearsal(BotShelf& bots, const Fixture& fixture, std::string file, RehearsalOptions options)
    : bots_(bots),
      fixture_(fixture),
      options_(std::move(options)),
      catalog_(bots.own()),
      clock_(std::make_shared<ManualClock>(fixture.clock)),
      ids_(counted_ids("id-")),
      telemetry_(std::make_shared<CapturedTelemetry>()) {
  result_.file = std::move(file);
  result_.name = fixture.name;
}

Rehearsal::~Rehearsal() {
  engine_.reset();
  store_.reset();
}

Result<ConversationResult> Rehearsal::run() {
  if (options_.restart_every_turn || fixture_.has(FixtureTurn::Kind::kRestart)) {
    auto folder = ScratchFolder::make(options_.scratch_folder);
    if (!folder) return Unexpected(folder.error());
    folder_.emplace(std::move(*folder));
    database_ = folder_->path() + "/sessions.db";
  }
  auto opened = fixture_.bot.empty() ? open() : change_bot(fixture_.bot);
  if (!opened) return Unexpected(opened.error());
  for (const FixtureTurn& turn : fixture_.turns) {
    turn_ = &turn;
    ++turn_number_;
    if (auto played = play(turn); !played) return Unexpected(played.error());
  }
  check_secrets();
  result_.rules.assign(rules_.begin(), rules_.end());
  result_.intents = intents_begun(result_.rules);
  return std::move(result_);
}

Result<void> Rehearsal::open() {
  if (!database_.empty()) {
    auto store = open_sqlite_store(database_);
    if (!store) return Unexpected(store.error());
    store_ = std::move(*store);
  } else if (!store_) {
    store_ = memory_store();
  }
  EngineOptions options;
  options.clock = clock_;
  options.ids = ids_;
  options.telemetry = {telemetry_};
  options.telemetry_key = "replay";
  auto engine = Engine::create(catalog_, store_, options);
  if (!engine) return Unexpected(engine.error());
  engine_ = std::move(*engine);
  for (const auto& [tool, answers] : fixture_.tools) {
    ToolFunction answer = [this](const ToolCall& call) { return answer_tool(call); };
    auto added = engine_->register_tool(tool, answers.empty() ? ToolFunction() : std::move(answer));
    if (!added && !fixture_.has(FixtureTurn::Kind::kBot)) return added;  // of two bots, one may lack it
  }
  return {};
}

Result<void> Rehearsal::reopen() {
  engine_.reset();
  if (!database_.empty()) store_.reset();
  return open();
}

Result<void> Rehearsal::change_bot(const std::string& path) {
  auto catalog = bots_.find(path, result_.file);
  if (!catalog) return Unexpected(catalog.error());
  catalog_ = std::move(*catalog);
  return reopen();
}

ToolOutcome Rehearsal::answer_tool(const ToolCall& call) {
  const auto& answers = fixture_.tools.at(call.name);
  const std::size_t number = answered_[call.name]++;
  return answers[std::min(number, answers.size() - 1)];
}

Request Rehearsal::request_for(const FixtureTurn& turn) {
  if (turn.kind == FixtureTurn::Kind::kAgain) return last_request_;
  Request request;
  request.session = "replay";
  request.id = "message-" + std::to_string(turn_number_);
  request.context = turn.context ? *turn.context : fixture_.context;
  request.explain = true;
  switch (turn.kind) {
    case FixtureTurn::Kind::kUnderstanding: request.input = turn.understanding; break;
    case FixtureTurn::Kind::kEvent: request.input = turn.event; break;
    case FixtureTurn::Kind::kToolResult: request.input = ToolResult{last_call_, turn.outcome}; break;
    default: request.input = turn.user;
  }
  return request;
}

Result<void> Rehearsal::play(const FixtureTurn& turn) {
  if (turn.kind == FixtureTurn::Kind::kWait) {
    clock_->sleep_for(turn.wait);
    return {};
  }
  if (turn.kind == FixtureTurn::Kind::kRestart) return reopen();
  if (turn.kind == FixtureTurn::Kind::kBot) return change_bot(turn.bot);
  const Request request = request_for(turn);
  const auto calls_before = answered_;
  auto answer = engine_->handle(request);
  if (!answer) {
    mismatch("answer", "a turn", std::string("error ") + name_of(answer.error().code) + ": " + answer.error().message);
    return {};
  }
  transcribe(turn, *answer);
  note_rules(*answer);
  if (options_.on_turn) options_.on_turn(turn, *answer);
  if (turn.kind == FixtureTurn::Kind::kAgain) {
    if (calls_before != answered_) mismatch("again", "no tool call", "a tool was called again");
    check_duplicate(*answer);
  } else {
    check(turn, *answer);
    last_ = std::move(*answer);
    last_request_ = request;
  }
  return options_.restart_every_turn ? reopen() : Result<void>();
}

// ---- checks -----------------------------------------------------------------------------------------------

void Rehearsal::check(const FixtureTurn& expected, const Turn& actual) {
  const auto compare = [&](const char* field, const std::optional<std::string>& wanted, const std::string& got) {
    if (wanted && *wanted != got) mismatch(field, *wanted, got);
  };
  if (expected.reply) check_reply(*expected.reply, actual.say);
  compare("intent", expected.intent, actual.intent ? *actual.intent : "none");
  compare("waiting", expected.waiting, waiting_for(actual));
  compare("status", expected.status, name_of(actual.status));
  compare("handoff", expected.handoff, handoff_of(actual));
  compare("reason", expected.reason, actual.reason.empty() ? "none" : actual.reason);
  if (expected.attempt && *expected.attempt != attempt_of(actual)) {
    mismatch("attempt", std::to_string(*expected.attempt), std::to_string(attempt_of(actual)));
  }
  if (expected.options && *expected.options != options_of(actual)) {
    mismatch("options", joined_lines(*expected.options), joined_lines(options_of(actual)));
  }
  check_params(expected, actual);
  check_calls(expected, actual);
}

void Rehearsal::check_reply(const std::vector<ExpectedReply>& expected, const std::vector<std::string>& actual) {
  const auto fits = [](const ExpectedReply& wanted, const std::string& got) {
    return wanted.contained ? got.find(wanted.text) != std::string::npos : got == wanted.text;
  };
  if (std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(), fits)) return;
  std::vector<std::string> lines;
  for (const ExpectedReply& line : expected) lines.push_back((line.contained ? "~" : "") + line.text);
  mismatch("reply", joined_lines(lines), joined_lines(actual));
}

// A param that is not expected is as wrong as one that is missing; without expectations, none may be new.
void Rehearsal::check_params(const FixtureTurn& expected, const Turn& actual) {
  const Value::Object& known = expected.params ? *expected.params : last_.params;
  for (const auto& [name, value] : actual.params) {
    const auto wanted = known.find(name);
    if (wanted != known.end() && wanted->second == value) continue;
    const std::string nothing = expected.params ? "(not there)" : "(no new value: the turn lists no params)";
    mismatch("params." + name, wanted == known.end() ? nothing : wanted->second.to_json(), value.to_json());
  }
  if (!expected.params) return;
  for (const auto& [name, value] : *expected.params) {
    if (actual.params.count(name) == 0) mismatch("params." + name, value.to_json(), "(not there)");
  }
}

void Rehearsal::check_calls(const FixtureTurn& expected, const Turn& actual) {
  std::vector<std::string> wanted, got;
  for (const ExpectedCall& call : expected.calls) wanted.push_back(described(call.tool, call.args));
  for (const Step& step : actual.steps) {
    if (const auto* call = std::get_if<ToolCall>(&step)) got.push_back(described(call->name, call->args));
  }
  if (wanted != got) mismatch("calls", joined_lines(wanted), joined_lines(got));
}

void Rehearsal::check_duplicate(const Turn& actual) {
  if (!actual.duplicate) mismatch("again", "duplicate: true", "duplicate: false");
  if (turn_hash(actual) != turn_hash(last_)) mismatch("again", "the same turn", "another turn");
}

void Rehearsal::check_secrets() {
  turn_ = nullptr;
  if (engine_) engine_->flush_telemetry();
  for (const std::string& secret : fixture_.secrets) {
    if (telemetry_->holds(secret)) mismatch("secrets", "'" + secret + "' in no line of telemetry", "it is there");
  }
}

void Rehearsal::mismatch(std::string field, std::string expected, std::string actual) {
  Mismatch one;
  one.file = result_.file;
  one.line = turn_ ? turn_->mark.line : fixture_.mark.line;
  one.conversation = fixture_.name;
  one.turn = turn_ ? turn_number_ : 0;
  one.user = turn_ ? turn_->user : "";
  one.field = std::move(field);
  one.expected = std::move(expected);
  one.actual = std::move(actual);
  result_.mismatches.push_back(std::move(one));
}

void Rehearsal::transcribe(const FixtureTurn& turn, const Turn& actual) {
  const auto line = [&](const char* speaker, std::string text) {
    result_.transcript.push_back({speaker, std::move(text)});
  };
  if (turn.kind == FixtureTurn::Kind::kUser) line("user", turn.user);
  if (turn.kind == FixtureTurn::Kind::kEvent) line("note", std::string("event: ") + name_of(turn.event));
  if (turn.kind == FixtureTurn::Kind::kAgain) line("note", "the same message again");
  for (const Step& step : actual.steps) {
    if (const auto* call = std::get_if<ToolCall>(&step)) {
      last_call_ = call->call_id;
      line("tool", described(call->name, call->args));
    } else if (const auto* handoff = std::get_if<Handoff>(&step)) {
      line("note", "handoff: " + handoff->reason);
    } else if (const auto* ask = std::get_if<AskUser>(&step)) {
      line("bot", ask->prompt);
    } else if (const auto* confirm = std::get_if<Confirm>(&step)) {
      line("bot", confirm->prompt);
    } else {
      line("bot", std::get<Say>(step).text);
    }
  }
}

// What another bot does says nothing of this one.
void Rehearsal::note_rules(const Turn& actual) {
  if (catalog_ != bots_.own()) return;
  for (std::string& rule : rules_of(actual)) rules_.insert(std::move(rule));
}

}  // namespace parley::engine
