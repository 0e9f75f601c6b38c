// A shop bot with a confirmation, a validation, a list, a tool and sensitive params.
#pragma once

#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "parley/parley.h"
#include "tests/engine/engine_harness.h"

namespace parley {

inline const char* const kShopBot = R"(
parley: 1
bot: {id: shop}
entities:
  order_id:
    patterns: ['\b[Oo]-?(?P<value>\d{5})\b']
    canonical: 'O-{value}'
    examples: [O-12345, O-54321]
  offer_id:
    patterns: ['\b[Pp]-?(?P<value>\d{5})\b']
    canonical: 'P-{value}'
  size:
    values: {small: [], large: []}
tools:
  swaps.make: {kind: host}
intents:
  - id: swap
    match: [{regex: '\bswap'}]
    params:
      old: {type: order_id, required: true, ask: "Which order?"}
      new: {type: offer_id, required: true, ask: "For which?"}
      count:
        type: number
        required: true
        ask: "How many?"
        max_attempts: 2
        validate: [{le: 20, else: "Twenty at most."}]
    confirm: "{count} of {old} for {new}?"
    steps:
      - tool: swaps.make
        with: {old: "{old}"}
        save: {number: result.number}
        on_failure: [{say: "The desk is closed."}]
      - say: "Swap {number} is made."
  - id: wrap
    match: [{regex: '\bwrap'}]
    params:
      box: {type: size, required: true, ask: "Which box?"}
    steps: [{say: "A {box} box."}]
  - id: pay
    match: [{regex: '\bpay\b'}]
    params:
      card: {type: credit_card, required: true, sensitive: true, ask: "Your card?"}
      pin: {type: free_text, required: true, sensitive: true, ask: "Its PIN?"}
    steps: [{say: "Thanks, {card} is charged."}]
redaction: {params: [old], detect: [email]}
session: {ttl: 1h}
fallback: {say: "Pardon?"}
replies:
  not_understood: "What?"
  change: "What then?"
  expired: It has been a while.
  silence: "Still there?"
  goodbye: Bye.
)";

inline std::shared_ptr<const Catalog> parse_shop_bot(const std::string& yaml = kShopBot) {
  auto catalog = Catalog::parse(yaml, "shop.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

}  // namespace parley
