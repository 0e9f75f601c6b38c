// Tested by tests/audit/audit_test.cc.
#include "audit/audit_run.h"

#include <algorithm>
#include <stdexcept>

#include "audit/decoded_views.h"
#include "config/definition.h"
#include "engine/understanding_context.h"
#include "intents/catalog_access.h"
#include "memory/codec.h"
#include "memory/sessions/export_lines.h"
#include "parley/protocol.h"
#include "parley/record.h"
#include "parley/report.h"
#include "parley/sessions.h"
#include "parley/stores.h"

namespace parley::audit {
namespace {

using fixtures::FixtureTurn;
using AsRequest = acts::Request::Role;

constexpr const char* kSession = "audit";

// Returns what the engine understood in a message, without the rules that explain it.
std::string understood_in(const Turn& turn) {
  const Value* all = turn.explain.find("understanding");
  std::string values = Value(turn.params).to_json();
  if (!all) return values;
  for (const char* member : {"params", "answers", "further"}) {
    if (const Value* some = all->find(member)) values += "\n" + some->to_json();
  }
  return values;
}

std::string understood_in(const Understanding& heard) {
  std::string values;
  const auto add = [&](const ParamValue& value) { values += value.param + " " + value.value.to_json() + "\n"; };
  for (const DialogAct& act : heard.acts) {
    if (const ParamValue* answer = answer_in(act)) add(*answer);
    const auto* request = std::get_if<acts::Request>(&act.what);
    const bool is_certain = request && (request->role == AsRequest::kNow || request->role == AsRequest::kNext);
    if (is_certain) std::for_each(request->wanted.params.begin(), request->wanted.params.end(), add);
  }
  return values;
}

// Returns the number of values that the engine took from a language model for this message.
std::int64_t values_of_model(const Message& message) {
  const auto noted = message.details.metadata.find("model");
  const Value* reading = noted == message.details.metadata.end() ? nullptr : noted->second.find("reading");
  if (!reading) return 0;
  const auto count = [](const Value* list) {
    return list && list->if_array() ? static_cast<std::int64_t>(list->if_array()->size()) : 0;
  };
  std::int64_t values = count(reading->find("answers"));
  const Value* intents = reading->find("intents");
  if (!intents || !intents->if_array()) return values;
  for (const Value& intent : *intents->if_array()) values += count(intent.find("params"));
  return values;
}

std::string texts_of(const std::vector<Message>& messages) {
  std::string texts;
  for (const Message& message : messages) texts += message.text + "\n" + memory::details_json(message.details) + "\n";
  return texts;
}

// Returns details that quote the message in every member that an embedding program may send.
MessageDetails quoting(const std::string& text) {
  MessageDetails details;
  details.tool = "web: " + text;
  details.model = "model: " + text;
  details.files = {{FileRef::Kind::kFile, "/files/" + text, text}};
  details.metadata = {{"transcript", text},
                      {text, true},
                      {"more", Value(Value::Array{Value::Object{{text, text}}})},
                      {"reasoning", text}};
  return details;
}

Value with_member(const Value& context, const std::string& name, const std::string& text) {
  Value::Object members = context.if_object() ? *context.if_object() : Value::Object();
  members[name] = text;
  return Value(std::move(members));
}

}  // namespace

AuditRun::AuditRun(std::shared_ptr<const Catalog> catalog, const fixtures::Fixture& fixture, std::string database,
                   CanaryInjector& injector, ToolBehavior behavior, const AuditOptions& options)
    : catalog_(std::move(catalog)),
      fixture_(fixture),
      database_(std::move(database)),
      injector_(injector),
      behavior_(behavior),
      options_(options),
      clock_(std::make_shared<ManualClock>(fixture.clock)),
      metrics_(create_metrics_sink()),
      model_(std::make_shared<AuditModel>()) {}

AuditRun::~AuditRun() { engine_.reset(); }

Result<std::vector<Output>> AuditRun::run() {
  if (auto opened = open(); !opened) return Unexpected(opened.error());
  for (const FixtureTurn& turn : fixture_.turns) {
    if (turn.kind == FixtureTurn::Kind::kBot) break;  // other bots need their own audit
    run_turn(turn);
  }
  provoke_errors();
  std::vector<Output> outputs;
  gather_memory(outputs);  // also changes session data, so it comes first
  if (auto gathered = gather_store(outputs); !gathered) return Unexpected(gathered.error());
  if (!engine_->flush_telemetry(std::chrono::seconds(10)))
    return Unexpected(ErrorCode::kStoreUnavailable, "telemetry was not written within 10 seconds");
  gather_reports(outputs);
  outputs.push_back({"telemetry", Destination::kTelemetry, events_});
  outputs.push_back({"metrics", Destination::kTelemetry, metrics_->metrics()});
  outputs.push_back({"errors", Destination::kTelemetry, errors_});
  outputs.push_back({"model input", Destination::kExports, models_});
  gather_prompts(outputs);
  if (options_.own_output) outputs.push_back({"own output", Destination::kTelemetry, options_.own_output()});
  return outputs;
}

Result<void> AuditRun::open() {
  auto store = open_sqlite_store(database_);
  if (!store) return Unexpected(store.error());
  store_ = std::move(*store);
  EngineOptions options;
  options.clock = clock_;
  options.ids = create_counted_ids("audit-");
  options.telemetry = {create_callback_sink([this](std::string_view line) { events_ += std::string(line) + "\n"; }),
                       metrics_};
  options.telemetry_key = options.user_key = "audit";
  options.sweep_every = {};
  options.summarizer = create_callback_summarizer([this](const SummaryRequest& asked) -> Result<std::string> {
    models_ += asked.former + "\n" + asked.draft + "\n" + texts_of(asked.messages);
    return texts_of(asked.messages);
  });
  options.model = model_;
  options.tools = tools();
  auto engine = Engine::create(catalog_, store_, std::move(options));
  if (!engine) return Unexpected(engine.error());
  engine_ = std::move(*engine);
  return {};
}

ToolFunctions AuditRun::tools() {
  ToolFunctions functions;
  for (const config::Tool& tool : intents::definition_of(*catalog_).tools) {
    const auto outcomes = fixture_.tools.find(tool.id.value);
    const bool is_external = outcomes != fixture_.tools.end() && outcomes->second.empty();
    const bool is_mock = outcomes == fixture_.tools.end() && tool.kind == config::Tool::Kind::kMock;
    if (is_mock && behavior_ == ToolBehavior::kAsWritten && options_.tools.count(tool.id.value) == 0) continue;
    ToolFunction function = [this](const ToolCall& call) { return answer(call); };
    if (const auto own = options_.tools.find(tool.id.value); own != options_.tools.end()) function = own->second;
    functions[tool.id.value] = is_external ? ToolFunction() : std::move(function);
  }
  return functions;
}

ToolOutcome AuditRun::answer(const ToolCall& call) {
  const std::string args = Value(call.args).to_json();
  if (behavior_ == ToolBehavior::kThrow) throw std::runtime_error("cannot be done: " + args);
  if (behavior_ == ToolBehavior::kFail) return ToolOutcome::failed("cannot be done: " + args);
  if (behavior_ == ToolBehavior::kReject && !call.args.empty()) {
    return ToolOutcome::rejected({{call.args.begin()->first, Value("cannot be done: " + args)}});
  }
  if (behavior_ == ToolBehavior::kOffer) return ToolOutcome::offering("cannot be done: " + args, offer_for(call));
  ToolOutcome outcome = ToolOutcome::ok(Value(Value::Object()));
  const auto outcomes = fixture_.tools.find(call.name);
  if (outcomes != fixture_.tools.end() && !outcomes->second.empty()) {
    outcome = outcomes->second[std::min(answered_[call.name]++, outcomes->second.size() - 1)];
  }
  if (behavior_ == ToolBehavior::kAsWritten || !outcome.data.if_object()) return outcome;
  Value::Object data = *outcome.data.if_object();
  data["called_with"] = Value(call.args);
  data["as_text"] = args;
  data["by_name"] = Value(Value::Object{{args, true}});
  for (const auto& [name, value] : call.args) data[value.to_text()] = name;
  outcome.data = Value(std::move(data));
  return outcome;
}

// Returns an offer for the first argument that is the value of a param: another value of that param.
Value::Object AuditRun::offer_for(const ToolCall& call) {
  const auto state = store_->load(kSession);
  if (!state || !*state || (*state)->frames.empty()) return {};
  const Frame& frame = (*state)->frames.back();
  for (const auto& [argument, value] : call.args) {
    for (const auto& [param, filled] : frame.params) {
      if (filled.value != value || !value.if_string()) continue;
      Value other = injector_.offered(frame.intent, param, *value.if_string(), nlu_context({}));
      if (!other.is_null()) return {{argument, std::move(other)}};
    }
  }
  return {};
}

// ---- turns ------------------------------------------------------------------------------------------------

NluContext AuditRun::nlu_context(const Value& context) const {
  const auto state = store_->load(kSession);
  const bool is_known = state && *state;
  return engine::understanding_context(intents::definition_of(*catalog_), is_known ? **state : SessionState(), context,
                                       clock_->now());
}

void AuditRun::run_turn(const FixtureTurn& turn) {
  if (turn.kind == FixtureTurn::Kind::kWait) return clock_->sleep_for(std::chrono::milliseconds(turn.wait));
  if (turn.kind == FixtureTurn::Kind::kRestart) return;
  if (turn.kind == FixtureTurn::Kind::kAgain) return handle(last_);
  if (turn.kind == FixtureTurn::Kind::kUser) return send_message(turn);
  Request next = request(turn);
  if (turn.kind == FixtureTurn::Kind::kEvent) next.input = turn.event;
  next.resume = turn.resume;
  if (turn.kind == FixtureTurn::Kind::kAgent) next.input = Request::from_person({}, turn.agent).input;
  if (turn.kind == FixtureTurn::Kind::kUnderstanding) next.input = turn.understanding;
  if (turn.kind == FixtureTurn::Kind::kToolResult) next.input = ToolResult{last_call_, turn.outcome};
  handle(next);
}

// Notes the canaries that must be hidden from now on. The bot itself understands a message before a language model
// receives it. What only the model has found in a message was in the prompt.
void AuditRun::note_understood(const std::string& understood, bool by_bot) {
  const View view(understood);
  for (PlantedCanary& canary : injector_.planted()) {
    if (canary.kind != PlantedCanary::Kind::kParam || !view.find(View(canary.value).letters())) continue;
    if (!by_bot) canary.must_hide = true;
    if (canary.unknown_until == PlantedCanary::kNever) canary.unknown_until = by_bot ? turns_ : turns_ + 1;
  }
}

void AuditRun::send_message(const FixtureTurn& turn) {
  const NluContext now = nlu_context(request(turn).context);
  for (std::string& text : injector_.messages(turn.user, now, turn.mark.line)) {
    Request next = request(turn);
    next.details = quoting(text);
    next.context = with_member(next.context, "audit", text);
    next.input = std::move(text);
    handle(next);
  }
}

Request AuditRun::request(const FixtureTurn& turn) const {
  Request next;
  next.session = kSession;
  next.id = "message-" + std::to_string(turns_ + 1);
  next.context = turn.context ? *turn.context : fixture_.context;
  next.explain = true;
  return next;
}

void AuditRun::handle(const Request& next) {
  ++turns_;
  last_ = next;
  model_->begin_turn(turns_);
  if (const auto* text = std::get_if<std::string>(&next.input)) {
    note_understood(understood_in(catalog_->understand(*text, nlu_context(next.context))), true);
  }
  const auto turn = engine_->handle(next);
  if (!turn) return note_error(turn.error());
  for (const Step& step : turn->steps) {
    if (const auto* call = std::get_if<ToolCall>(&step)) last_call_ = call->call_id;
  }
  note_understood(understood_in(*turn), false);
  const auto state = store_->load(kSession);
  if (state && *state && (*state)->frames.empty() && (*state)->params.empty() && (*state)->queue.empty()) {
    memory::append_state_json(states_, **state);
    states_ += "\n";
  }
  if (turn->status != TurnStatus::kWaiting)
    return;  // after the end, the session holds no values that the redaction could use
  SessionNotes notes;
  notes.title = "About " + Value(turn->params).to_json();
  const std::string params = Value(turn->params).to_json();
  notes.tags = {params};
  notes.metadata = {{"of", params}, {params, Value(Value::Array{Value(turn->params)})}};
  if (const auto noted = engine_->annotate(kSession, std::move(notes)); !noted) note_error(noted.error());
}

// Provokes errors with requests that quote a canary, as a client may send by mistake.
void AuditRun::provoke_errors() {
  for (const PlantedCanary& canary : injector_.planted()) {
    if (!canary.must_hide) continue;
    std::string long_text;
    while (long_text.size() <= Limits().max_message_bytes) long_text += canary.value + " ";
    Request wrong = Request::text(kSession, long_text);
    handle(wrong);
    wrong.input = ToolResult{canary.value, ToolOutcome::failed(canary.value)};
    handle(wrong);
    NluResult own;
    own.intent = canary.value;
    wrong.input = own;
    handle(wrong);
    break;
  }
}

// ---- outputs --------------------------------------------------------------------------------------------------

Result<void> AuditRun::gather_store(std::vector<Output>& outputs) {
  const auto record = store_->record(kSession);
  if (!record) return Unexpected(record.error());
  if (!*record) return {};
  std::map<memory::LineKind, std::string> lines;
  memory::write_record(**record, [&](std::string_view line) {
    const auto value = Value::parse(line);
    const auto kind = value ? memory::kind_of(*value) : std::nullopt;
    if (kind) lines[*kind] += std::string(line) + "\n";
    return true;
  });
  outputs.push_back({"stored messages", Destination::kStore, lines[memory::LineKind::kMessage]});
  outputs.push_back({"stored answers", Destination::kStore, lines[memory::LineKind::kTurn]});
  outputs.push_back({"stored calls", Destination::kStore, lines[memory::LineKind::kCall]});
  outputs.push_back({"stored states", Destination::kStore, states_});
  outputs.push_back({"stored items", Destination::kStore, lines[memory::LineKind::kItem]});

  std::string found;
  for (const PlantedCanary& canary : injector_.planted()) {
    const auto hits = store_->search({canary.value, 5, ""});
    if (hits && !hits->empty()) found += canary.value + "\n";
  }
  outputs.push_back({"search index", Destination::kStore, std::move(found)});

  for (const Message& message : (*record)->messages) model_values_ += values_of_model(message);
  const SessionNotes& notes = (*record)->notes;
  std::string titles = notes.title + "\n" + Value(notes.metadata).to_json() + "\n";
  for (const std::string& tag : notes.tags) titles += tag + "\n";
  if (const auto summary = store_->summary(kSession); summary && *summary) titles += title_of(**summary) + "\n";
  outputs.push_back({"titles", Destination::kExports, std::move(titles)});

  if (auto recorded = parley::record_session(catalog_, *store_, kSession)) {
    outputs.push_back({"recordings", Destination::kExports, std::move(recorded->yaml)});
  }
  return {};
}

void AuditRun::gather_prompts(std::vector<Output>& outputs) {
  for (AuditModel::Prompt& prompt : model_->prompts()) {
    outputs.push_back({"language model input", Destination::kModels, std::move(prompt.text), prompt.turn});
    ++model_calls_;
  }
}

void AuditRun::gather_memory(std::vector<Output>& outputs) {
  std::string contexts, topics;
  const auto add_contexts = [&] {
    for (const Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
      const auto made = engine_->context(kSession, {consumer, 0, /*history=*/true});
      if (!made) {
        note_error(made.error());
        continue;
      }
      contexts += render_text(made->context) + render_json(made->context).to_json() + render_facts(made->about);
      contexts += render_json(made->dialog).to_json();
      contexts += texts_of(made->context.messages);
      for (const auto& file : made->files) contexts += file.path + "\n";
    }
  };
  add_contexts();
  const auto compacted = engine_->compact(kSession);
  if (!compacted && compacted.error().code != ErrorCode::kSessionExpired) note_error(compacted.error());
  add_contexts();
  outputs.push_back({"contexts and summaries", Destination::kExports, std::move(contexts)});
  if (const auto made = engine_->topics(kSession, /*history=*/true)) {
    topics = topics_to_json(*made);
    for (const auto* list : {&made->kept, &made->archived}) {
      for (const Topic& topic : *list) {
        const auto messages = engine_->topic_messages(kSession, topic.id, /*history=*/true);
        if (messages) topics += texts_of(*messages);
      }
    }
  }
  outputs.push_back({"topics", Destination::kExports, std::move(topics)});
}

void AuditRun::gather_reports(std::vector<Output>& outputs) {
  const auto rendered = [](ReportBuilder builder) {
    const Report report = builder.finish();
    return render_text(report) + render_json(report) + render_html(report);
  };
  ReportBuilder of_events;
  for (std::size_t at = 0; at < events_.size();) {
    const std::size_t end = events_.find('\n', at);
    if (auto added = of_events.add(std::string_view(events_).substr(at, end - at)); !added) note_error(added.error());
    at = end + 1;
  }
  outputs.push_back({"report on telemetry", Destination::kTelemetry, rendered(std::move(of_events))});
  ReportOptions options;
  options.redact = [this](std::string_view text) { return engine_->redact(text); };
  ReportBuilder of_store(std::move(options));
  if (auto added = of_store.add(*store_); !added) note_error(added.error());
  outputs.push_back({"report on the store", Destination::kExports, rendered(std::move(of_store))});
}

}  // namespace parley::audit
