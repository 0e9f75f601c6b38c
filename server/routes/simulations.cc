// Tested by tests/server/simulations_test.
#include "server/routes/simulations.h"

#include <algorithm>

#include "parley/protocol.h"
#include "server/ascii.h"
#include "server/masked_spans.h"
#include "server/service.h"
#include "server/simulation_views.h"
#include "server/views.h"

namespace parley::server {
namespace {

constexpr std::int64_t kMostAdvanceSeconds = 366LL * 24 * 60 * 60;
constexpr std::int64_t kMostCompared = 10'000;
constexpr std::size_t kMostSteps = 1000;  // of a simulation

// Uses the simulation of the path.
HttpResponse with_simulation(Call& call, const std::function<HttpResponse(HeldSimulation&)>& use) {
  HttpResponse response = problem_response("unknown_simulation");
  const std::string& id = call.path["id"];
  call.service.simulations().with(call.bot->id(), id, call.service.clock().now(),
                                  [&](HeldSimulation& held) { response = use(held); });
  return response;
}

// A simulation without a session has only what this sender said.
Mask mask_for(const Call& call, const HeldSimulation& held) {
  if (!held.repeats_session || call.who.may(Scope::kClear)) return {};
  Engine& engine = call.bot->engine();
  return [&engine, state = held.simulation->state()](const std::string& text) { return engine.redact(text, state); };
}

// The JSON of a value says little about its memory: two bytes of it may become a value of 60 bytes.
std::size_t bytes_of(const Value& value) {
  constexpr std::size_t kValueBytes = 64;
  std::size_t bytes = kValueBytes;
  if (const auto* text = value.if_string()) bytes += text->size();
  if (const auto* items = value.if_array()) {
    for (const Value& item : *items) bytes += bytes_of(item);
  }
  if (const auto* members = value.if_object()) {
    for (const auto& [name, member] : *members) bytes += kValueBytes + name.size() + bytes_of(member);
  }
  return bytes;
}

// Steps that run again count as turns, and may take as long as a request that reads many sessions.
RepeatLimits limits_of(const Call& call) {
  return {kMostSteps, [&call] {
            call.charge_turn();
            return call.has_time();
          }};
}

HttpResponse add_simulation(Call& call, HeldSimulation held, Value::Object more = {}) {
  Value view = masked_simulation(view_of(*held.simulation, ""), mask_for(call, held));
  if (held.bytes == 0) held.bytes = view.to_json().size() + bytes_of(held.simulation->options().context);
  Value::Object& members = *view.if_object();
  members["id"] = call.service.simulations().add(call.bot->id(), std::move(held), call.service.clock().now());
  for (auto& [name, value] : more) members[name] = std::move(value);
  return json_response(view, 201);
}

Value list_of(const std::vector<std::string>& texts) { return Value::Array(texts.begin(), texts.end()); }

// The user's text. Empty: the turn has none.
std::string message_of(const SimulationInput& input) {
  const auto* request = std::get_if<Request>(&input.action);
  const auto* text = request ? std::get_if<std::string>(&request->input) : nullptr;
  return text ? *text : std::string();
}

HttpResponse add_simulation_of(Call& call, const std::string& session, std::int64_t before, bool answer_mocks) {
  auto again =
      Simulation::of_session(call.bot->catalog(), call.bot->store(), session, before, answer_mocks, limits_of(call));
  if (!again) return problem_of(again.error()).response();
  const auto state = call.bot->store().load(session);
  const Mask mask = mask_for(call, state && *state ? &**state : nullptr);
  Value::Array turns(again->turns.begin(), again->turns.end());
  Value::Array differences;
  for (const TurnDifference& one : again->differences) differences.push_back(masked(view_of(one), mask));
  return add_simulation(call, {std::move(again->simulation), true},
                        {{"session", session},
                         {"turns", std::move(turns)},
                         {"notes", list_of(again->notes)},
                         {"differences", std::move(differences)}});
}

// Reads a step: an action of the world, or a request of the protocol.
Result<SimulationInput> read_step(const Value& value) {
  const Value::Object* members = value.if_object();
  if (!members || members->empty()) {
    return Unexpected(
        ErrorCode::kInvalidRequest,
        "a step needs one of text, event, tool_result, understanding, write, advance, redeliver, restart");
  }
  Value::Object rest = *members;
  SimulationInput input;
  if (const auto advance = rest.find("advance"); advance != rest.end()) {
    double seconds = -1;
    if (!advance->second.get_number(seconds) || seconds < 0 || seconds > kMostAdvanceSeconds) {
      return Unexpected(ErrorCode::kInvalidRequest, "'advance' must be a number of seconds from 0 to 31622400");
    }
    input.advance = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    rest.erase(advance);
  }
  if (rest.empty()) return input;
  for (const char* name : {"redeliver", "restart"}) {
    const auto found = rest.find(name);
    if (found == rest.end()) continue;
    if (found->second != Value(true) || rest.size() > 1) {
      return Unexpected(ErrorCode::kInvalidRequest, "'" + std::string(name) + "' must be true, without other actions");
    }
    if (name == std::string_view("restart")) {
      input.action = SimulationInput::Restart{};
    } else {
      input.action = SimulationInput::Redeliver{};
    }
    return input;
  }
  if (rest.count("session") != 0 || rest.count("id") != 0 || rest.count("now") != 0) {
    return Unexpected(ErrorCode::kInvalidRequest, "the simulation sets 'session', 'id' and 'now' by itself");
  }
  rest["session"] = "simulation";
  auto request = parse_request(Value(std::move(rest)).to_json());
  if (!request) return Unexpected(request.error());
  input.action = std::move(*request);
  return input;
}

}  // namespace

Answer create_simulation(Call& call) {
  Body body(call.request().body);
  const auto session = body.text("session");
  const auto before = body.count("before", INT64_MAX);
  SimulationOptions options;
  options.locale = body.text("locale").value_or("");
  options.user = body.text("user").value_or("");
  if (const Value::Object* context = body.object("context")) options.context = *context;
  const std::string tools = body.text("tools").value_or("mock");
  if (tools != "mock" && tools != "hand") body.fail("tools", "must be mock or hand");
  if (options.context.to_json().size() > call.bot->engine().limits().max_context_bytes) {
    body.fail("context", "is too long");
  }
  if (auto fault = body.fault()) return fault->response();
  if (session) {
    if (!call.who.may(Scope::kRead)) return problem_response("forbidden", "the key lacks the scope 'read'");
    if (!call.service.belongs_to_bot(call, *session)) return problem_response("unknown_session");
    return add_simulation_of(call, *session, before.value_or(0), tools == "hand");
  }
  options.answer_mocks = tools == "hand";
  options.start = call.service.clock().now();
  auto simulation = Simulation::create(call.bot->catalog(), std::move(options));
  if (!simulation) return problem_of(simulation.error()).response();
  return add_simulation(call, {std::move(*simulation)});
}

Answer get_simulation(Call& call) {
  return with_simulation(call, [&call](HeldSimulation& held) {
    return json_response(masked_simulation(view_of(*held.simulation, call.path["id"]), mask_for(call, held)));
  });
}

Answer delete_simulation(Call& call) {
  if (call.service.simulations().remove(call.bot->id(), call.path["id"])) return HttpResponse{204, "", ""};
  return problem_response("unknown_simulation");
}

Answer run_step(Call& call) {
  const auto value = Value::parse(call.request().body, kMostRequestValues);
  auto input = value ? read_step(*value) : Result<SimulationInput>(Unexpected(value.error()));
  if (!input) return problem_of(input.error()).response();
  return with_simulation(call, [&](HeldSimulation& held) {
    if (held.bytes > Simulations::kMostBytes) return problem_response("limit_exceeded", "the simulation is too large");
    const auto step = held.simulation->run(std::move(*input));
    if (!step) return problem_of(step.error()).response();
    HttpResponse response = json_response(masked_step(view_of(*step), mask_for(call, held)));
    held.bytes += response.body.size() + bytes_of(*value);  // it keeps what the engine has refused, too
    return response;
  });
}

Answer branch_simulation(Call& call) {
  Body body(call.request().body);
  const auto before = body.count("before", 1'000'000);
  if (!before) body.fail("before", "is missing; name the number of a step");
  if (auto fault = body.fault()) return fault->response();
  Result<std::unique_ptr<Simulation>> branch = Unexpected(ErrorCode::kInternal, "");
  bool repeats_session = false;
  std::size_t bytes = 0;  // of all steps
  HttpResponse response = with_simulation(call, [&](HeldSimulation& held) {
    repeats_session = held.repeats_session;
    bytes = held.bytes;
    branch = held.simulation->branch(static_cast<int>(*before), limits_of(call));
    return branch ? HttpResponse{} : problem_of(branch.error()).response();
  });
  if (!branch) return response;
  return add_simulation(call, {std::move(*branch), repeats_session, bytes});
}

Answer get_conversation(Call& call) {
  return with_simulation(call, [&call](HeldSimulation& held) {
    for (std::size_t i = 0; i < held.simulation->steps().size(); ++i) call.charge_turn();
    const auto conversation = held.simulation->conversation();
    if (!conversation) return problem_of(conversation.error()).response();
    Value::Object replaced;
    for (const auto& [type, count] : conversation->replaced) replaced[type] = count;
    return json_response(Value::Object{{"yaml", conversation->yaml},
                                       {"passed", conversation->passed},
                                       {"differences", list_of(conversation->differences)},
                                       {"replaced", std::move(replaced)}});
  });
}

Answer explain_turn(Call& call) {
  const auto seq = parse_count(call.path["seq"], INT64_MAX - 1);
  if (!seq || *seq == 0) return problem_response("unknown_turn");
  const auto state = call.bot->store().load(call.session());
  if (!state) return problem_of(state.error()).response();
  if (!*state) return problem_response("unknown_session");
  const auto again =
      Simulation::of_session(call.bot->catalog(), call.bot->store(), call.session(), *seq + 1, false, limits_of(call));
  if (!again) return problem_of(again.error()).response();
  const auto found = std::find(again->turns.begin(), again->turns.end(), *seq);
  if (found == again->turns.end()) return problem_response("unknown_turn");
  const auto number = static_cast<std::size_t>(found - again->turns.begin());
  const SimulationStep& step = again->simulation->steps()[number];
  const Mask mask = mask_for(call, &**state);
  const std::string message = message_of(step.input);
  Value::Object out{{"seq", *seq},
                    {"exact", again->is_exact()},
                    {"message", masked(message, mask)},
                    {"understanding", Value()},
                    {"trace", Value::Array()},
                    {"sentences", Value::Array()},
                    {"state", masked(to_value(step.state), mask)}};
  if (!again->notes.empty()) out["note"] = joined(again->notes, " ");
  if (step.turn) {
    const Value* understanding = step.turn->explain.find("understanding");
    const Value* trace = step.turn->explain.find("trace");
    if (understanding) out["understanding"] = masked(with_masked_spans(*understanding, message, mask), mask);
    if (trace) out["trace"] = *trace;
    out["sentences"] = masked(sentences_of_turn(*step.turn), mask);
  }
  for (const TurnDifference& one : again->differences) {
    if (one.seq == *seq) out["difference"] = masked(view_of(one), mask);
  }
  return json_response(Value(std::move(out)));
}

Answer dry_run_bot(Call& call) {
  Body body(call.request().body);
  CompareOptions options;
  if (const auto sessions = body.count("sessions", kMostCompared))
    options.sessions = static_cast<std::size_t>(*sessions);
  if (auto fault = body.fault()) return fault->response();
  const auto candidate = call.bot->load();
  if (!candidate) return problem_of(candidate.error()).response();
  options.on_session = [&call](std::size_t, std::size_t) { return call.has_time(); };
  const auto compared = compare_bots(call.bot->store(), call.bot->catalog(), *candidate, options);
  if (!compared) return problem_of(compared.error()).response();
  Value::Array changed;
  for (const TurnDifference& one : compared->changed) {
    changed.push_back(masked(view_of(one), mask_for(call, nullptr)));
  }
  return json_response(Value::Object{{"fingerprint", (*candidate)->fingerprint()},
                                     {"sessions", static_cast<std::int64_t>(compared->sessions)},
                                     {"turns", static_cast<std::int64_t>(compared->turns + compared->skipped)},
                                     {"compared", static_cast<std::int64_t>(compared->turns)},
                                     {"skipped", static_cast<std::int64_t>(compared->skipped)},
                                     {"refused", static_cast<std::int64_t>(compared->refused.size())},
                                     {"complete", !compared->stopped},
                                     {"changed", std::move(changed)}});
}

}  // namespace parley::server
