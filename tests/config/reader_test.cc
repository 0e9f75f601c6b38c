// Every key of the format ends up in its field.
#include "config/reader.h"

#include <catch2/catch.hpp>

#include "reading.h"

namespace parley::config {
namespace {

const char* const kOrderBot = R"(
parley: 1
bot: {id: acme.support-1, locale: de, time_zone: Europe/Berlin}

entities:
  order_id:
    patterns: ['\bO-(?P<value>\d{5})\b', '#(?P<value>\d{5})']
    canonical: 'O-{value}'
    examples: [O-12345, '#12345']
  reason:
    values: {it is damaged: [broken, 'crack(ed)?'], it is late: [], no: [nope]}

intents:
  - id: refund
    description: Give money back
    match:
      - {regex: '\brefund\b'}
      - regex: 'money back'
        priority: -2
    examples: [I want my money back, 42]
    when: {context.logged_in: true}
    params:
      order_id:
        type: order_id
        required: true
        ask: [Which order?, "It looks like O-12345."]
        max_attempts: 2
        on_exhausted: human
        param_mapping: ['order (?P<value>\d{5})']
        validate:
          - {matches: 'O-[1-9]\d{4}', else: Not with a zero.}
          - {ne: O-11111, in: [O-22222, 7], else: Not that one.}
      reason: {type: reason, sensitive: true, scope: session, on_exhausted: skip}
      amount: {type: money, required: true, ask: How much?, on_exhausted: default, default: 9.50}
      note: {type: free_text, scope: intent, on_exhausted: cancel, default: null}
      copy: {type: boolean, required: false, on_exhausted: handoff}
    confirm: Refund {order_id}?
    steps:
      - tool: refunds.create
        with: {order: '{order_id}', note: 'for {reason} {{x}}', urgent: true, count: 3, rate: 0.5, none: null,
               tags: [a, 1], more: {k: v}}
        save: {refund: result, refund_id: result.items.0.id}
        timeout: 5s
        retry: {attempts: 4, backoff: 250ms}
        on_failure: [{say: 'No refund for {order_id}.'}, handoff, {handoff: refund_failed}]
      - say: Done, {refund_id}, {context.name}.
  - id: human
    steps: [handoff]

tools:
  refunds.create: {idempotent: true}
  orders.track:
    kind: mock
    cases:
      - {when: {order: O-1, count: {ge: 2, lt: 5}}, error: no such order}
      - {when: {not: {order: {exists: true}}}, result: [1, {a: b}]}
    result: {status: on its way}
  orders.fail: {kind: mock, error: broken}
  orders.host: {kind: host, idempotent: false}

redaction: {params: [reason, note], detect: [email, iban]}
session: {ttl: 1h30m, question_ttl: 10m, max_turns: 50}
fallback: {say: What?, after: 2, then: human}
replies:
  not_understood: r1
  cancelled: r2
  nothing_to_cancel: r3
  reset: r4
  handoff: r5
  denied: r6
  confirm_again: r7
  tool_failed: r8
  busy: r9
  expired: r10
  resume: r11
  silence: r12
  goodbye: r13 {{}}
  invalid: r14
  cancelled_all: r15
  change: r16
  why: r17
  dont_know: r18
  cannot_skip: r19
  skipped: r20
  noted: r21
  not_now: r22
  queued: r23
  next: r24
  done: r25
  choose: r26 {choices}
  options: '{options}'
  examples: r28
commands:
  cancel: [c1, c2]
  reset: [c3]
  human: [c4]
  affirm: [c5]
  deny: [c6]
  cancel_all: [c7]
  repeat: [c8]
  why: [c9]
  skip: [c10]
  dont_know: [c11]
)";

std::vector<std::string> texts_of(const std::vector<Text>& list) {
  std::vector<std::string> out;
  for (const Text& text : list) out.push_back(text.value);
  return out;
}

// The bot above, read once and known to be sound: only two of its tools are never called.
const BotDefinition& order_bot() {
  static const Reading reading = read(kOrderBot);
  return reading.bot;
}

TEST_CASE("The bot of these tests is sound", "[locales][time_zones]") {
  const Reading reading = read(kOrderBot);
  Strings unused;
  for (const Diagnostic& d : reading.diagnostics) unused.push_back(d.code + " " + d.word);
  CHECK(unused == Strings{"W504 orders.track", "W504 orders.fail", "W504 orders.host"});
}

TEST_CASE("The bot itself", "[locales][time_zones]") {
  CHECK(order_bot().id == "acme.support-1");
  CHECK(order_bot().locale->tag() == "de");
  CHECK(order_bot().time_zone == "Europe/Berlin");
  REQUIRE(order_bot().files.size() == 1);
  CHECK(order_bot().files[0].name == "bot.yaml");
  CHECK(*order_bot().files[0].bytes == kOrderBot);
}

TEST_CASE("Entities") {
  REQUIRE(order_bot().entities.size() == 2);
  const Entity& order = *order_bot().find_entity("order_id");
  CHECK(texts_of(order.patterns) == Strings{"\\bO-(?P<value>\\d{5})\\b", "#(?P<value>\\d{5})"});
  REQUIRE(order.canonical);
  CHECK(order.canonical->source == "O-{value}");
  CHECK(order.canonical->pieces[0].placeholder == "value");
  CHECK(texts_of(order.examples) == Strings{"O-12345", "#12345"});
  CHECK(order.examples[1].mark.line == 9);
  CHECK(order.examples[1].mark.column == 25);
  CHECK(order.values.empty());

  const Entity& reason = *order_bot().find_entity("reason");
  CHECK(reason.patterns.empty());
  CHECK(!reason.canonical);
  REQUIRE(reason.values.size() == 3);
  CHECK(reason.values[0].canonical.value == "it is damaged");
  CHECK(texts_of(reason.values[0].synonyms) == Strings{"broken", "crack(ed)?"});
  CHECK(reason.values[1].synonyms.empty());
  CHECK(reason.values[2].canonical.value == "no");
}

TEST_CASE("Intents") {
  REQUIRE(order_bot().intents.size() == 2);
  const Intent& refund = *order_bot().find_intent("refund");
  CHECK(refund.id.mark.line == 14);
  CHECK(refund.description == "Give money back");
  REQUIRE(refund.rules.size() == 2);
  CHECK(refund.rules[0].regex.value == "\\brefund\\b");
  CHECK(refund.rules[0].priority == 0);
  CHECK(refund.rules[1].regex.value == "money back");
  CHECK(refund.rules[1].priority == -2);
  CHECK(texts_of(refund.examples) == Strings{"I want my money back", "42"});
  CHECK(refund.when.kind == Condition::Kind::kCompare);
  CHECK(refund.when.path == "context.logged_in");
  CHECK(refund.when.operand == Value(true));
  REQUIRE(refund.confirm);
  REQUIRE(refund.confirm->ask.size() == 1);
  CHECK(source_of(refund.confirm->ask[0]) == "Refund {order_id}?");

  const Intent& human = *order_bot().find_intent("human");
  CHECK(human.rules.empty());
  CHECK(human.when.kind == Condition::Kind::kAll);
  CHECK(human.when.children.empty());
  CHECK(!human.confirm);
}

TEST_CASE("Params") {
  const Intent& refund = *order_bot().find_intent("refund");
  REQUIRE(refund.params.size() == 5);
  const Param& order = *refund.find_param("order_id");
  CHECK(order.type.value == "order_id");
  CHECK(order.required);
  CHECK(!order.sensitive);
  CHECK(!order.session_scope);
  REQUIRE(order.ask.size() == 2);
  CHECK(source_of(order.ask[1]) == "It looks like O-12345.");
  CHECK(order.max_attempts.in_all == 2);
  CHECK(order.on_exhausted == Exhausted::kIntent);
  CHECK(order.exhausted_intent.value == "human");
  CHECK(!order.fallback);
  CHECK(texts_of(order.mapping) == Strings{"order (?P<value>\\d{5})"});
  REQUIRE(order.validate.size() == 2);
  CHECK(order.validate[0].must.kind == Condition::Kind::kCompare);
  CHECK(order.validate[0].must.path == "value");
  CHECK(order.validate[0].must.op == Condition::Op::kMatches);
  CHECK(order.validate[0].must.operand == Value("O-[1-9]\\d{4}"));
  CHECK(order.validate[0].must.operand_mark.line == 31);
  CHECK(order.validate[0].must.operand_mark.column == 23);
  CHECK(order.validate[0].otherwise.source == "Not with a zero.");
  REQUIRE(order.validate[1].must.children.size() == 2);
  CHECK(order.validate[1].must.children[0].op == Condition::Op::kNe);
  CHECK(order.validate[1].must.children[1].op == Condition::Op::kIn);
  CHECK(order.validate[1].must.children[1].operand == Value(Value::Array{Value("O-22222"), Value(7)}));

  const Param& reason = *refund.find_param("reason");
  CHECK(!reason.required);
  CHECK(reason.sensitive);
  CHECK(reason.session_scope);
  CHECK(reason.ask.empty());
  CHECK(reason.max_attempts.in_all == 3);
  CHECK(reason.on_exhausted == Exhausted::kSkip);

  const Param& amount = *refund.find_param("amount");
  REQUIRE(amount.ask.size() == 1);
  CHECK(amount.on_exhausted == Exhausted::kDefault);
  REQUIRE(amount.fallback);
  CHECK(!amount.fallback->text);
  CHECK(amount.fallback->constant == Value(9.5));

  const Param& note = *refund.find_param("note");
  CHECK(!note.session_scope);
  CHECK(note.on_exhausted == Exhausted::kCancel);
  REQUIRE(note.fallback);
  CHECK(note.fallback->constant.is_null());

  CHECK(refund.find_param("copy")->on_exhausted == Exhausted::kHandoff);
  CHECK(refund.find_param("nothing") == nullptr);
}

TEST_CASE("Steps") {
  const Intent& refund = *order_bot().find_intent("refund");
  REQUIRE(refund.steps.size() == 2);
  const StepDefinition& call = refund.steps[0];
  CHECK(call.kind == StepDefinition::Kind::kTool);
  CHECK(call.mark.line == 39);
  CHECK(call.tool.value == "refunds.create");
  REQUIRE(call.with.size() == 8);
  CHECK(call.with[0].name == "order");
  REQUIRE(call.with[0].origin.text);
  REQUIRE(call.with[0].origin.text->pieces.size() == 1);
  CHECK(call.with[0].origin.text->pieces[0].literal.empty());
  CHECK(call.with[0].origin.text->pieces[0].placeholder == "order_id");
  REQUIRE(call.with[1].origin.text);
  CHECK(call.with[1].origin.text->pieces.back().literal == " {x}");
  const Value constants[] = {Value(true),
                             Value(3),
                             Value(0.5),
                             Value(),
                             Value(Value::Array{Value("a"), Value(1)}),
                             Value(Value::Object{{"k", Value("v")}})};
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(!call.with[i + 2].origin.text);
    CHECK(call.with[i + 2].origin.constant == constants[i]);
  }
  REQUIRE(call.save.size() == 2);
  CHECK(call.save[0].name == "refund");
  CHECK(call.save[0].path == "result");
  CHECK(call.save[1].name == "refund_id");
  CHECK(call.save[1].path == "result.items.0.id");
  CHECK(call.timeout == 5'000);
  CHECK(call.retry_attempts == 4);
  CHECK(call.retry_backoff == 250);
  REQUIRE(call.on_failure.size() == 3);
  CHECK(call.on_failure[0].kind == StepDefinition::Kind::kSay);
  CHECK(source_of(call.on_failure[0].say) == "No refund for {order_id}.");
  CHECK(call.on_failure[1].kind == StepDefinition::Kind::kHandoff);
  CHECK(call.on_failure[1].reason == "tool_failed");
  CHECK(call.on_failure[2].kind == StepDefinition::Kind::kHandoff);
  CHECK(call.on_failure[2].reason == "refund_failed");

  CHECK(refund.steps[1].kind == StepDefinition::Kind::kSay);
  CHECK(refund.steps[1].say.any[0].pieces.size() == 3);
  CHECK(order_bot().find_intent("human")->steps[0].kind == StepDefinition::Kind::kHandoff);
}

TEST_CASE("Tools") {
  REQUIRE(order_bot().tools.size() == 4);
  const Tool& create = *order_bot().find_tool("refunds.create");
  CHECK(create.kind == Tool::Kind::kHost);
  CHECK(create.idempotent);
  CHECK(create.cases.empty());

  const Tool& track = *order_bot().find_tool("orders.track");
  CHECK(track.kind == Tool::Kind::kMock);
  CHECK(!track.idempotent);
  REQUIRE(track.cases.size() == 3);
  CHECK(track.cases[0].error == "no such order");
  CHECK(!track.cases[0].result);
  REQUIRE(track.cases[0].when.children.size() == 2);
  CHECK(track.cases[0].when.children[0].path == "order");
  CHECK(track.cases[0].when.children[1].children[0].op == Condition::Op::kGe);
  CHECK(track.cases[0].when.children[1].children[1].operand == Value(5));
  CHECK(track.cases[1].when.kind == Condition::Kind::kNot);
  CHECK(track.cases[1].when.children[0].op == Condition::Op::kExists);
  CHECK(track.cases[1].result->to_json() == R"([1,{"a":"b"}])");
  CHECK(track.cases[2].when.children.empty());  // always holds
  CHECK(track.cases[2].result->to_json() == R"({"status":"on its way"})");

  REQUIRE(order_bot().find_tool("orders.fail")->cases.size() == 1);
  CHECK(order_bot().find_tool("orders.fail")->cases[0].error == "broken");
  CHECK(order_bot().find_tool("nothing") == nullptr);
}

TEST_CASE("Policies") {
  CHECK(texts_of(order_bot().redaction.params) == Strings{"reason", "note"});
  CHECK(texts_of(order_bot().redaction.detect) == Strings{"email", "iban"});
  CHECK(order_bot().session.ttl == 5'400'000);
  CHECK(order_bot().session.question_ttl == 600'000);
  CHECK(order_bot().session.max_turns == 50);
  CHECK(source_of(order_bot().fallback.say) == "What?");
  CHECK(order_bot().fallback.after == 2);
  CHECK(order_bot().fallback.then == Fallback::Then::kIntent);
  CHECK(order_bot().fallback.intent.value == "human");

  const Replies& r = order_bot().replies;
  const TextVariants* const replies[] = {
      &r.not_understood, &r.cancelled, &r.nothing_to_cancel, &r.reset,  &r.handoff, &r.denied, &r.confirm_again,
      &r.tool_failed,    &r.busy,      &r.expired,           &r.resume, &r.silence};
  for (int i = 0; i < 12; ++i) CHECK(source_of(*replies[i]) == "r" + std::to_string(i + 1));
  CHECK(r.goodbye.any[0].pieces[0].literal == "r13 {}");
  const TextVariants* const more[] = {&r.invalid, &r.cancelled_all, &r.change,  &r.why,    &r.dont_know, &r.cannot_skip,
                                      &r.skipped, &r.noted,         &r.not_now, &r.queued, &r.next,      &r.done};
  for (int i = 0; i < 12; ++i) CHECK(source_of(*more[i]) == "r" + std::to_string(i + 14));
  CHECK(r.choose.any[0].pieces[0].literal == "r26 ");
  CHECK(r.choose.any[0].pieces[0].placeholder == "choices");
  CHECK(r.options.any[0].pieces[0].placeholder == "options");
  CHECK(source_of(r.examples) == "r28");

  CHECK(texts_of(order_bot().commands.cancel) == Strings{"c1", "c2"});
  CHECK(texts_of(order_bot().commands.reset) == Strings{"c3"});
  CHECK(texts_of(order_bot().commands.human) == Strings{"c4"});
  CHECK(texts_of(order_bot().commands.affirm) == Strings{"c5"});
  CHECK(texts_of(order_bot().commands.deny) == Strings{"c6"});
  CHECK(texts_of(order_bot().commands.cancel_all) == Strings{"c7"});
  CHECK(texts_of(order_bot().commands.repeat) == Strings{"c8"});
  CHECK(texts_of(order_bot().commands.why) == Strings{"c9"});
  CHECK(texts_of(order_bot().commands.skip) == Strings{"c10"});
  CHECK(texts_of(order_bot().commands.dont_know) == Strings{"c11"});
}

TEST_CASE("What a bot leaves out has a default") {
  const Reading reading = read(
      "parley: 1\nbot: {id: b}\nintents: [{id: a, match: [{regex: a}], steps: [{tool: t}]}]\n"
      "tools: {t: {}}\n");
  CHECK(brief(reading.diagnostics).empty());
  const BotDefinition& small = reading.bot;
  CHECK(small.locale->tag() == "en");
  CHECK(small.time_zone == "UTC");
  CHECK(small.session.ttl == 10'800'000);
  CHECK(small.session.question_ttl == 0);
  CHECK(small.session.max_turns == 0);
  CHECK(small.fallback.after == 3);
  CHECK(small.fallback.then == Fallback::Then::kNothing);
  CHECK(!small.fallback.say.any[0].pieces.empty());
  const Replies& r = small.replies;
  for (const TextVariants* reply : {&r.not_understood,
                                    &r.cancelled,
                                    &r.nothing_to_cancel,
                                    &r.reset,
                                    &r.handoff,
                                    &r.denied,
                                    &r.confirm_again,
                                    &r.tool_failed,
                                    &r.busy,
                                    &r.expired,
                                    &r.resume,
                                    &r.silence,
                                    &r.goodbye,
                                    &r.invalid,
                                    &r.cancelled_all,
                                    &r.change,
                                    &r.why,
                                    &r.dont_know,
                                    &r.cannot_skip,
                                    &r.skipped,
                                    &r.noted,
                                    &r.not_now,
                                    &r.queued,
                                    &r.next,
                                    &r.done}) {
    REQUIRE(reply->any.size() == 1);
    REQUIRE(reply->any[0].pieces.size() == 1);
    CHECK(reply->any[0].pieces[0].literal == source_of(*reply));
    CHECK(!source_of(*reply).empty());
  }
  const std::pair<const TextVariants*, const char*> with_placeholder[] = {
      {&r.choose, "choices"}, {&r.options, "options"}, {&r.examples, "examples"}};
  for (const auto& [reply, name] : with_placeholder) {
    REQUIRE(reply->any[0].pieces.size() == 2);
    CHECK(reply->any[0].pieces[0].placeholder == name);
  }
  CHECK(small.intents[0].interruptible);
  CHECK(small.intents[0].interrupts);
  CHECK(small.intents[0].ttl == 0);
  CHECK(small.intents[0].formerly.empty());
  const StepDefinition& step = small.intents[0].steps[0];
  CHECK(step.timeout == 10'000);
  CHECK(step.retry_attempts == 1);
  CHECK(step.retry_backoff == 200);
  CHECK(step.on_failure.empty());
}

TEST_CASE("Conditions nest") {
  const Reading reading = read(
      "parley: 1\nbot: {id: b}\nintents:\n  - id: a\n    match: [{regex: a}]\n    steps: [{say: x}]\n    when:\n"
      "      context.vip: {ne: true}\n      any:\n        - {context.age: {gt: 17.5}}\n"
      "        - not: {session.country: {in: [no, se]}}\n        - all: [{context.since: {le: 2026-01-01}}, {}]\n");
  CHECK(brief(reading.diagnostics).empty());
  const Condition& when = reading.bot.intents[0].when;
  REQUIRE(when.kind == Condition::Kind::kAll);
  REQUIRE(when.children.size() == 2);
  CHECK(when.children[0].op == Condition::Op::kNe);
  const Condition& any = when.children[1];
  REQUIRE(any.kind == Condition::Kind::kAny);
  REQUIRE(any.children.size() == 3);
  CHECK(any.children[0].operand == Value(17.5));
  CHECK(any.children[1].kind == Condition::Kind::kNot);
  CHECK(any.children[1].children[0].operand == Value(Value::Array{Value("no"), Value("se")}));
  CHECK(any.children[2].kind == Condition::Kind::kAll);
  CHECK(any.children[2].children[0].operand == Value("2026-01-01"));
  CHECK(any.children[2].children[1].children.empty());
}

TEST_CASE("Finders of a large bot find what is there") {
  std::string text = "parley: 1\nbot: {id: big}\nintents:\n";
  for (int i = 0; i < 500; ++i) {
    text += "  - {id: i" + std::to_string(i) + ", match: [{regex: x}], steps: [handoff]}\n";
  }
  const BotDefinition big = read(text).bot;
  const BotDefinition copy = big;
  for (int i = 0; i < 500; ++i) {
    const std::string id = "i" + std::to_string(i);
    REQUIRE(copy.find_intent(id) == &copy.intents[static_cast<std::size_t>(i)]);
  }
  CHECK(copy.find_intent("i500") == nullptr);
}

}  // namespace
}  // namespace parley::config
