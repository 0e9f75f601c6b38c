// The bot of the torture tests, and the numbers in its replies.
//
// Each tool adds one to a number in the session's state, and the reply contains the number. If a turn is lost or runs
// on an old state, a number occurs twice.
#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "parley/parley.h"

namespace parley::torture {

inline const char* const kBot = R"(
parley: 1
bot: {id: torture}
entities:
  order_id: {patterns: ['\b[Oo]-(?P<value>\d{9})\b'], canonical: 'O-{value}'}
tools:
  refunds.create: {kind: host}
  parcels.book: {kind: host, idempotent: true}
  counter.add: {kind: host}
intents:
  - id: refund
    match: [{regex: '\brefund'}]
    params:
      order_id: {type: order_id, required: true, ask: Which order?}
      amount: {type: number, required: true, ask: How much?}
      before: {type: number, prefill: '{last.count}', default: 0}
    confirm: 'Refund {amount} for {order_id}?'
    steps:
      - tool: refunds.create
        with: {order: '{order_id}', before: '{before}'}
        save: {count: result.count}
        on_failure: [{say: 'I cannot tell whether {order_id} was refunded.'}]
      - say: 'Refunded {order_id}, number {count, plain}'
  - id: book
    match: [{regex: '\bbook'}]
    params:
      order_id: {type: order_id, required: true, ask: Which order?}
      before: {type: number, prefill: '{last.count}', default: 0}
    steps:
      - tool: parcels.book
        with: {order: '{order_id}', before: '{before}'}
        save: {count: result.count}
      - say: 'Booked {order_id}, number {count, plain}'
  - id: count
    match: [{regex: '\bcount'}]
    params:
      before: {type: number, prefill: '{last.count}', default: 0}
    steps:
      - tool: counter.add
        with: {before: '{before}'}
        save: {count: result.count}
        on_failure: [{say: I lost count.}]
      - say: 'It is number {count, plain}'
  - id: note
    match: [{regex: '\bnote'}]
    params:
      first: {type: free_text, required: true, ask: What shall I write down?}
      second: {type: free_text, required: true, ask: And then?}
    steps: [{say: 'Noted {first} and {second}.'}]
  - id: hours
    match: [{regex: '\bhours'}]
    steps: [{say: From 9 to 5.}]
session: {ttl: 0}
fallback: {say: Pardon?, after: 100}
)";

inline const char* const kTools[] = {"refunds.create", "parcels.book", "counter.add"};

inline std::shared_ptr<const Catalog> load_bot(const std::string& text = kBot) {
  auto catalog = Catalog::parse(text, "torture.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

inline std::string argument(const ToolCall& call, const std::string& name) {
  const auto found = call.args.find(name);
  const std::string* text = found == call.args.end() ? nullptr : found->second.if_string();
  return text ? *text : std::string();
}

// Returns the result of each tool.
inline ToolOutcome increment_tool(const ToolCall& call) {
  const std::int64_t* before = call.args.at("before").if_int();
  if (!before) return ToolOutcome::failed("the previous number is missing");
  return ToolOutcome::ok(Value::Object{{"count", *before + 1}});
}

// Returns the number in the reply; no value if no tool has answered.
inline std::optional<std::int64_t> number_in(const Turn& turn) {
  constexpr std::string_view kBefore = "number ";
  const std::string text = turn.say.empty() ? std::string() : turn.say.back();
  const std::size_t at = text.rfind(kBefore);
  std::int64_t number = 0;
  if (at == std::string::npos) return std::nullopt;
  std::from_chars(text.data() + at + kBefore.size(), text.data() + text.size(), number);
  return number;
}

inline std::unique_ptr<Engine> make_engine(const std::shared_ptr<const Catalog>& catalog,
                                           std::shared_ptr<SessionStore> store,
                                           const ToolFunction& tool = increment_tool, EngineOptions options = {}) {
  options.sweep_every = {};
  for (const char* name : kTools) options.tools[name] = tool;
  auto engine = Engine::create(catalog, std::move(store), std::move(options));
  if (!engine) FAIL(engine.error().to_string());
  return std::move(*engine);
}

inline Request message(std::string session, std::string text, std::string id) {
  Request request = Request::text(std::move(session), std::move(text));
  request.id = std::move(id);
  return request;
}

// ---- a fixed conversation

// Returns the user's message in turn `seq`: a refund in four turns, then other intents. Each order occurs only once.
inline std::string script(int session, std::int64_t seq) {
  constexpr std::int64_t kTurns = 8;
  const std::int64_t round = (seq - 1) / kTurns;
  std::string digits = std::to_string(session * 10'000 + round);
  const std::string order = "O-" + std::string(9 - digits.size(), '0') + digits;
  switch ((seq - 1) % kTurns) {
    case 0: return "I want a refund";
    case 1: return order;
    case 2: return "50";
    case 3: return "yes";
    case 4: return "what are your hours?";
    case 5: return "book " + order;
    case 6: return "count";
    default: return "the moon over Lyon";
  }
}

inline std::string name_of_session(int session) { return "s" + std::to_string(session); }
inline std::string id_of(std::int64_t seq) { return "m" + std::to_string(seq); }

}  // namespace parley::torture
