// Tests the keys for reprompts, branches, checks and calls. Each key is stored in its field, or refused with the
// reason.
#include <catch2/catch.hpp>

#include "config/visitors.h"
#include "reader_harness.h"

namespace parley::config {
namespace {

const char* const kDialogBot = R"(
parley: 1
bot: {id: shop}

intents:
  - id: order
    formerly: [buy, purchase]
    interruptible: false
    interrupts: false
    ttl: 20m
    match: [{regex: order}]
    params:
      item: {type: free_text, required: true, ask: What?, default: 5}
      code:
        type: number
        formerly: voucher
        name: voucher code
        required: true
        skippable: true
        list: true
        when: {item: {ne: nothing}, any: [{context.vip: true}, {session.items: {exists: true}}]}
        ask: Which code?
        reprompts:
          not_understood: A code, please.
          invalid: [No., Not that.]
          silent: Are you there?
          rejected: The shop says no.
        why: For the discount on {item}.
        help: It is on your card, {context.name}.
        max_attempts: {in_all: 6, not_understood: 2, invalid: 3, silent: 1, rejected: 4}
        prefill: '{session.code}'
        default: 'for {item} and {last.id} {{x}}'
        validate:
          - {ge: 1, else: Too small.}
          - tool: codes.check
            with: {code: '{code}', strict: true}
            timeout: 2s
            retry: {attempts: 2, backoff: 0}
            save: {discount: result.percent}
            reject:
              - {when: {result.used: true}, say: 'Code {code} was used.'}
              - {when: {not: {result: {exists: true}}}, say: Unknown.}
      note: {type: free_text, ask: A note?, max_attempts: {invalid: 2}}
      tags: {type: free_text, list: true, default: [a, 1]}
    confirm:
      ask: ['Order {item}?', Yes or no?]
      max_attempts: 2
      on_deny: cancel
    steps:
      - tool: stock.find
        progress: Looking for {item}.
        with: {item: '{item}', text: 'plain {{x}}'}
        save: {stock: result.count}
        reject: [{when: {result.count: 0}, param: item, say: 'No {item}.'}]
        on_failure: [{if: {item: x}, then: [{ask: note}], else: [handoff]}]
        on_timeout: [{start: later, with: {what: '{item}'}}]
      - if: {stock: {lt: 3}}
        then:
          - say: Only {stock}.
          - {call: later, with: {what: '{item}', n: 3}, save: {when: result.day, all: result, mail: result.mail.id}}
        else: [{say: Plenty.}]
      - if: {when: {exists: false}}
        else: [{start: later}]
  - id: later
    params: {what: {type: free_text}, n: {type: number}, day: {type: date}}
    confirm: [Later?, Really?]
    steps:
      - {tool: codes.check, save: {mail: result}}

tools: {codes.check: {}, stock.find: {}}
)";

const BotDefinition& dialog_bot() {
  static const BotReading reading = read(kDialogBot);
  return reading.bot;
}

Strings sources_of(const std::vector<TextVariants>& wordings) {
  Strings out;
  for (const TextVariants& wording : wordings) out.push_back(wording.any.front().source);
  return out;
}

TEST_CASE("The bot of the dialog keys is valid") { CHECK(brief(read(kDialogBot).diagnostics) == Strings{}); }

TEST_CASE("The behaviour keys of an intent are stored in their fields") {
  const Intent& order = *dialog_bot().find_intent("order");
  REQUIRE(order.formerly.size() == 2);
  CHECK(order.formerly[1].value == "purchase");
  CHECK(!order.interruptible);
  CHECK(!order.interrupts);
  CHECK(order.ttl == 20 * 60'000);
  REQUIRE(order.confirm);
  CHECK(sources_of(order.confirm->ask) == Strings{"Order {item}?", "Yes or no?"});
  CHECK(order.confirm->max_attempts == 2);
  CHECK(order.confirm->on_deny == OnDeny::kCancel);

  const Confirmation& later = *dialog_bot().find_intent("later")->confirm;
  CHECK(sources_of(later.ask) == Strings{"Later?", "Really?"});
  CHECK(later.max_attempts == 3);
  CHECK(later.on_deny == OnDeny::kChange);
}

TEST_CASE("The question keys of a param are stored in their fields") {
  const Param& code = *dialog_bot().find_intent("order")->find_param("code");
  REQUIRE(code.formerly.size() == 1);
  CHECK(code.formerly[0].value == "voucher");
  CHECK(code.name.value == "voucher code");
  CHECK(code.skippable);
  CHECK(code.list);
  REQUIRE(code.when);
  CHECK(code.when->children[0].path == "item");
  CHECK(code.when->children[1].children[1].path == "session.items");
  CHECK(sources_of(code.reprompts.not_understood) == Strings{"A code, please."});
  CHECK(sources_of(code.reprompts.invalid) == Strings{"No.", "Not that."});
  CHECK(sources_of(code.reprompts.silent) == Strings{"Are you there?"});
  CHECK(sources_of(code.reprompts.rejected) == Strings{"The shop says no."});
  CHECK(source_of(*code.why) == "For the discount on {item}.");
  CHECK(source_of(*code.help) == "It is on your card, {context.name}.");
  CHECK(code.max_attempts.in_all == 6);
  CHECK(code.max_attempts.not_understood == 2);
  CHECK(code.max_attempts.invalid == 3);
  CHECK(code.max_attempts.silent == 1);
  CHECK(code.max_attempts.rejected == 4);
}

TEST_CASE("The sources of a value are stored in their fields") {
  const Intent& order = *dialog_bot().find_intent("order");
  const Param& code = *order.find_param("code");
  REQUIRE(code.prefill);
  REQUIRE(code.prefill->text);
  CHECK(code.prefill->text->pieces[0].placeholder == "session.code");
  REQUIRE(code.fallback);
  CHECK(code.fallback->text->source == "for {item} and {last.id} {{x}}");
  CHECK(order.find_param("item")->fallback->constant == Value(5));
  CHECK(order.find_param("tags")->fallback->constant == Value(Value::Array{Value("a"), Value(1)}));
  // This text has no placeholder, so it is a constant.
  const ValueExpr& plain = order.steps[0].as<ToolStep>()->with[1].origin;
  CHECK(!plain.text);
  CHECK(plain.constant == Value("plain {x}"));
}

TEST_CASE("A limit of attempts for one reason does not limit the other reasons") {
  const AttemptLimits& limits = dialog_bot().find_intent("order")->find_param("note")->max_attempts;
  CHECK(limits.in_all == 20);
  CHECK(limits.invalid == 2);
  CHECK(limits.silent == 0);
}

TEST_CASE("A check by a tool is stored in its fields") {
  const Param& code = *dialog_bot().find_intent("order")->find_param("code");
  CHECK(code.validate.size() == 1);
  REQUIRE(code.checks.size() == 1);
  REQUIRE(code.checks[0].is<ToolStep>());
  const ToolStep& check = *code.checks[0].as<ToolStep>();
  CHECK(check.tool.value == "codes.check");
  CHECK(check.with.size() == 2);
  CHECK(check.timeout == 2'000);
  CHECK(check.retry_attempts == 2);
  CHECK(check.retry_backoff == 0);
  CHECK(check.save[0].name == "discount");
  REQUIRE(check.reject.size() == 2);
  CHECK(check.reject[0].when.path == "result.used");
  CHECK(check.reject[0].param.value == "code");
  CHECK(source_of(check.reject[0].say) == "Code {code} was used.");
  CHECK(check.reject[1].when.children[0].path == "result");
}

TEST_CASE("Branches, questions and calls are stored in their fields") {
  const std::vector<StepDefinition>& steps = dialog_bot().find_intent("order")->steps;
  REQUIRE(steps.size() == 3);
  REQUIRE(steps[0].is<ToolStep>());
  const ToolStep& tool = *steps[0].as<ToolStep>();
  CHECK(source_of(*tool.progress) == "Looking for {item}.");
  REQUIRE(tool.reject.size() == 1);
  CHECK(tool.reject[0].param.value == "item");
  REQUIRE(tool.on_failure.size() == 1);
  REQUIRE(tool.on_failure[0].is<BranchStep>());
  const auto* ask = tool.on_failure[0].as<BranchStep>()->then[0].as<AskStep>();
  REQUIRE(ask);
  CHECK(ask->param.value == "note");
  REQUIRE(tool.on_timeout.size() == 1);
  const auto* start = tool.on_timeout[0].as<StartStep>();
  REQUIRE(start);
  CHECK(start->intent.value == "later");
  CHECK(start->with[0].name == "what");
  REQUIRE(steps[1].is<BranchStep>());
  const BranchStep& branch = *steps[1].as<BranchStep>();
  CHECK(branch.condition.path == "stock");
  REQUIRE(branch.then.size() == 2);
  CHECK(branch.otherwise.size() == 1);
  REQUIRE(branch.then[1].is<CallStep>());
  const CallStep& call = *branch.then[1].as<CallStep>();
  CHECK(call.intent.value == "later");
  CHECK(call.with[1].origin.constant == Value(3));
  CHECK(call.save[0].name == "when");
  CHECK(call.save[0].path == "result.day");

  REQUIRE(steps[2].is<BranchStep>());
  CHECK(steps[2].as<BranchStep>()->then.empty());
  CHECK(steps[2].as<BranchStep>()->otherwise[0].is<StartStep>());
}

TEST_CASE("for_each_step() visits each step once, and nested steps after their parent") {
  std::string visited;
  for_each_step(dialog_bot().find_intent("order")->steps,
                [&](const StepDefinition& step) { visited += "tshbacg"[step.what.index()]; });
  CHECK(visited == "tbahgbscsbg");
}

// ---- mistakes

TEST_CASE("A key without an effect is refused") {
  check_mistakes({
      {"    params: {a: {type: number, skippable: true}}\n    steps: [handoff]\n", {"6:32 E313"}},
      {"    params: {a: {type: number, skippable: false}}\n    steps: [handoff]\n", {}},
      {"    params: {a: {type: number, why: x, help: y, reprompts: {silent: z}}}\n    steps: [handoff]\n",
       {"6:32 E313", "6:40 E313", "6:49 E313"}},
      {"    params: {a: {type: number, ask: x, reprompts: {}}}\n    steps: [handoff]\n", {"6:51 E309"}},
      {"    params: {a: {type: number, ask: x, max_attempts: {}}}\n    steps: [handoff]\n", {"6:54 E309"}},
      {"    params: {a: {type: number, ask: x, max_attempts: {in_all: 2, silent: 3}}}\n    steps: [handoff]\n",
       {"6:74 E308"}},
      {"    params: {a: {type: number, when: {}}}\n    steps: [handoff]\n", {"6:38 E309"}},
      {"    params: {a: {type: number, default: , prefill: }}\n    steps: [handoff]\n", {"6:32 E309", "6:43 E309"}},
      {"    params: {a: {type: number, default: '{a}', prefill: '{a.x}'}}\n    steps: [handoff]\n",
       {"6:43 E203", "6:59 E203"}},
      {"    params: {a: {type: number, required: true, ask: x}}\n    steps: [{ask: a}]\n", {"7:19 E213"}},
      {"    params: {a: {type: number, required: true, skippable: true, ask: x}}\n    steps: [{ask: a}]\n", {}},
      {"    params: {a: {type: number}}\n    steps: [{ask: a}]\n", {"7:19 E213"}},
      {"    params: {a: {type: number, ask: x, default: 1}}\n    steps: [{ask: a}]\n", {"7:19 E213"}},
      {"    params: {a: {type: number, ask: x, default: '{last.a}'}}\n    steps: [{ask: a}]\n", {}},
      {"    params: {a: {type: number, ask: x, default: 1, when: {context.a: 1}}}\n    steps: [{ask: a}]\n", {}},
      {"    steps: [{if: {}, then: [handoff]}]\n", {"6:18 E309"}},
      {"    steps: [{if: {any: [{}, {context.a: 1}]}, then: [handoff]}]\n", {"6:25 E309"}},
      {"    steps: [{if: {context.a: 1}}]\n", {"6:13 E306"}},
      {"    steps: [{if: {context.a: 1}, then: []}]\n", {"6:40 E309"}},
      {"    confirm: {on_deny: change}\n    steps: [handoff]\n", {"6:14 E306"}},
      {"    params: {a: {type: number, validate: [{tool: t}]}}\n    steps: [handoff]\ntools: {t: {}}\n", {}},
      {"    params: {a: {type: number, validate: [{tool: t}]}}\n    steps: [handoff]\n"
       "tools: {t: {kind: mock, result: 1}}\n",
       {"6:50 E213"}},
      {"    params: {a: {type: number, validate: [{tool: t, on_failure: [handoff], reject: [{when: {result: 1}, "
       "param: a, say: x}]}]}}\n    steps: [handoff]\ntools: {t: {}}\n",
       {"6:53 E201", "6:105 E201"}},
  });
}

TEST_CASE("Steps with misleading keys are refused") {
  check_mistakes({
      {"    steps: [{if: {context.a: 1}, then: [handoff], say: x}]\n", {"6:51 E310"}},
      {"    steps: [{call: buy, start: buy}]\n", {"6:25 E310"}},
      {"    steps: [{say: x, then: [handoff]}]\n", {"6:22 E201"}},
      {"    steps: [{start: buy, save: {a: result}}]\n", {"6:26 E201"}},
      {"    steps: [{then: [handoff]}]\n", {"6:13 E306"}},
      {"    steps: [{fi: {a: b}, then: [handoff]}]\n", {"6:14 E201"}},
      {"    steps: [{tool: t, on_timeout: [{if: {context.a: 1}, else: [{tool: t}, {call: x}]}]}]\ntools: {t: {}}\n",
       {"6:65 E311", "6:76 E311"}},
      {"    steps: [{tool: t, reject: [{when: {reslt.a: 1, result.: 2}, param: a, say: x}]}]\ntools: {t: {}}\n",
       {"6:40 E201", "6:52 E201", "6:72 E203"}},
  });
}

TEST_CASE("A comma in a text without quotes inside a flow map is explained") {
  const auto findings =
      read(buy_bot_with(
               "    params: {n: {type: number, ask: x, reprompts: {not_understood: Sorry, that is not valid.}}}\n"
               "    steps: [handoff]\n"))
          .diagnostics;
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].code == "E201");
  CHECK(findings[0].hint == "a text with a comma needs quotes inside { }");
}

TEST_CASE("Names in dialog keys are checked") {
  check_mistakes({
      {"    params: {a: {type: number, ask: x, reprompts: {silent: '{b}'}, why: '{b}', help: '{last.x}'}}\n"
       "    steps: [handoff]\n",
       {"6:62 E203", "6:75 E203", "6:88 E203"}},
      {"    params: {a: {type: number, when: {b: 1, context.c: 1, context: 1, al: []}}}\n    steps: [handoff]\n",
       {"6:39 E203", "6:59 E203", "6:71 E201"}},
      {"    params: {a: {type: number, prefill: '{context.x} {last.y} {last} {b}'}}\n    steps: [handoff]\n",
       {"6:64 E203", "6:71 E203"}},
      {"    params: {last: {type: number}}\n    steps: [handoff]\n", {"6:14 E208"}},
      {"    params: {a: {type: number}}\n    steps: [{if: {b: {matches: x}}, then: [{ask: c}]}]\n",
       {"7:19 E203", "7:50 E203"}},
      {"    params: {a: {type: number}}\n    steps: [{call: x}, {start: y, with: {a: '{b}'}}]\n",
       {"7:20 E206", "7:32 E206", "7:47 E203"}},
      {"    steps: [{call: x, with: {b: 1, c: 1}, save: {d: result.c.x, e: result.d, f: result}}]\n"
       "  - {id: x, params: {b: {type: number}}, steps: [{tool: t, save: {c: result}}]}\ntools: {t: {}}\n",
       {"6:36 E203", "6:68 E203"}},
      {"    formerly: [x, a, a, buy]\n    steps: [handoff]\n  - {id: x, steps: [handoff]}\n",
       {"6:16 E202", "6:22 E202", "6:25 E202"}},
      {"    params: {a: {type: number, formerly: [b, c]}, b: {type: number, formerly: c}}\n    steps: [handoff]\n",
       {"6:43 E202", "6:79 E202"}},
      {"    steps: [handoff]\nreplies: {choose: '{choices} {options}', options: '{choices}', done: '{options}'}\n",
       {"7:31 E203", "7:53 E203", "7:72 E203"}},
  });
}

TEST_CASE("A step may use a saved value only if every path to the step saves the value") {
  const Strings known, unknown = {"8:20 E203"};
  const std::pair<const char*, Strings> table[] = {
      {"{tool: t, save: {x: result}}", known},
      {"{if: {context.a: 1}, then: [{tool: t, save: {x: result}}]}", unknown},
      {"{if: {context.a: 1}, else: [{tool: t, save: {x: result}}]}", unknown},
      {"{if: {context.a: 1}, then: [{tool: t, save: {x: result}}], else: [handoff]}", known},
      {"{if: {context.a: 1}, then: [{start: o}], else: [{tool: t, save: {x: result}}]}", known},
      {"{if: {context.a: 1}, then: [{tool: t, save: {x: result}}], else: [{tool: t, save: {x: result}}]}", known},
      {"{if: {context.a: 1}, then: [{tool: t, save: {x: result}}], else: [{tool: t, save: {y: result}}]}", unknown},
      {"{if: {context.a: 1}, then: [{if: {p: 1}, then: [handoff], else: [{call: o, save: {x: result}}]}], else: "
       "[handoff]}",
       known},
      {"{if: {context.a: 1}, then: [{if: {p: 1}, then: [handoff]}, {tool: t, save: {x: result}}]}", unknown},
  };
  for (const auto& [step, findings] : table) {
    for (const char* use :
         {"    steps: [_, {say: '{x}'}]", "    steps: [_, {if: {x: {exists: true}}, then: [handoff]}]"}) {
      std::string text = use;
      const bool is_condition = text.find("exists") != std::string::npos;
      text.replace(text.find('_'), 1, "\n      " + std::string(step) + ",\n     ");
      text =
          "parley: 1\nbot: {id: shop}\nintents:\n  - {id: o, steps: [handoff]}\n  - id: buy\n    params: {p: {type: "
          "number}}\n" +
          text + "\ntools: {t: {}}\n";
      INFO(text);
      std::vector<std::string> codes;
      for (const Diagnostic& d : read(text).diagnostics) {
        if (d.code == "E203") codes.push_back(d.code);
      }
      CHECK(codes.size() == (is_condition ? 0U : findings.size()));
    }
  }
}

TEST_CASE("A value that a check saves can be used in the steps only if its param always has a value there") {
  const std::pair<const char*, bool> table[] = {
      {"required: true, ask: q", true},
      {"required: true, ask: q, on_exhausted: skip", false},
      {"required: true, ask: q, skippable: true", false},
      {"required: true, ask: q, when: {context.a: 1}", false},
      {"ask: q", false},
  };
  for (const auto& [keys, is_known] : table) {
    INFO(keys);
    check_mistakes({{("    params: {a: {type: number, validate: [{tool: t, save: {s: result}}], " + std::string(keys) +
                      "}}\n    confirm: '{s}'\n    steps: [{say: '{s}'}]\ntools: {t: {}}\n")
                         .c_str(),
                     is_known ? Strings{} : Strings{"7:16 E203", "8:21 E203"}}});
  }
  // The question of the param cannot use the value, because the check runs after the answer.
  check_mistakes(
      {{"    params: {a: {type: number, required: true, ask: '{s}', validate: [{tool: t, save: {s: result}}]}}\n"
        "    steps: [handoff]\ntools: {t: {}}\n",
        {"6:55 E203"}}});
}

TEST_CASE("Cycles are refused") {
  const char* const kParam = "params: {p: {type: number, on_exhausted: ";
  const std::string given_up = "    " + std::string(kParam) + "b}}\n    steps: [handoff]\n  - {id: b, " + kParam +
                               "buy}}, steps: [handoff]}\n  - {id: c, " + kParam + "b}}, steps: [handoff]}\n";
  check_mistakes({
      {"    steps: [{call: buy}]\n", {"6:20 E212"}},
      {"    steps: [{start: buy}]\n", {}},
      {"    steps: [{call: b}]\n  - {id: b, steps: [{if: {context.a: 1}, then: [{call: c}]}]}\n"
       "  - {id: c, steps: [{start: buy}]}\n  - {id: d, steps: [{call: buy}]}\n",
       {"6:20 E212", "7:56 E212"}},
      {"    steps: [{start: b}]\n  - {id: b, steps: [{start: buy}]}\n", {}},
      {"    params: {p: {type: number, on_exhausted: buy}}\n    steps: [handoff]\n", {"6:46 E212"}},
      {given_up.c_str(), {"6:46 E212", "8:54 E212"}},
      {"    steps: [handoff]\n  - {params: {p: {type: number}}, steps: [handoff]}\n",
       {"7:5 E306"}},  // an intent without an id
      {"    params: {p: {type: number, when: {p: 1}}}\n    steps: [handoff]\n", {"6:39 E212"}},
      {"    params: {p: {type: number, when: {q: 1}}, q: {type: number, when: {not: {p.x: 1}, r: 1}}, r: {type: "
       "number}}\n    steps: [handoff]\n",
       {"6:39 E212", "6:78 E212"}},
  });
}

TEST_CASE("Checking long chains of intents terminates") {
  std::string text = "parley: 1\nbot: {id: b}\nintents:\n";
  constexpr int kIntents = 5'000;
  for (int i = 0; i < kIntents; ++i) {
    text += "  - {id: i" + std::to_string(i) + ", steps: [{call: i" + std::to_string(i + 1) + "}]}\n";
  }
  CHECK(brief(read(text + "  - {id: i5000, steps: [handoff]}\n").diagnostics).empty());
  CHECK(read(text + "  - {id: i5000, steps: [{call: i0}]}\n").diagnostics.size() == 1'000);
}

}  // namespace
}  // namespace parley::config
