// A bot that uses every key of the format.
#pragma once

#include <string>
#include <vector>

#include "reader_harness.h"

namespace parley::config {

inline const char* const kOrderBot = R"(
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
session: {ttl: 1h30m, question_ttl: 10m, max_turns: 50, other_user: new_conversation}
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

inline std::vector<std::string> texts_of(const std::vector<Text>& list) {
  std::vector<std::string> out;
  for (const Text& text : list) out.push_back(text.value);
  return out;
}

// Returns the bot above, parsed once. It is valid except that three of its tools are never called.
inline const BotDefinition& order_bot() {
  static const BotReading reading = read(kOrderBot);
  return reading.bot;
}

}  // namespace parley::config
