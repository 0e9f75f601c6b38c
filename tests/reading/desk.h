// A bot for the tests of readings: an intent that only tells, one that confirms, and one that acts at once.
#pragma once

#include <memory>

#include <catch2/catch.hpp>

#include "parley/catalog.h"

namespace parley::test {

inline std::shared_ptr<const Catalog> reading_desk() {
  const auto catalog = Catalog::parse(R"(
parley: 1
bot: {id: desk}
entities:
  order: {patterns: ['\bO-\d{3}\b']}
  colour: {values: {red: [crimson], blue: []}}
tools: {orders.drop: {kind: host}, orders.paint: {kind: host}, orders.find: {kind: host, idempotent: true}}
intents:
  - id: find
    description: The user looks for an order.
    match: [{regex: '\bfind\b'}]
    params: {order: {type: order, required: true, ask: Which?}}
    steps: [{tool: orders.find, with: {order: "{order}"}}]
  - id: paint
    match: [{regex: '\bpaint\b'}]
    params:
      colour: {type: colour, required: true, ask: Which colour?}
      order: {type: order, required: true, ask: Which?}
      count: {type: number, validate: [{lt: 10, else: Too many.}]}
    confirm: "Paint?"
    answers:
      - {examples: ['Is it free?', 'What does it cost?', 'Is there a fee?'], say: It is free.}
      - {match: [{regex: '\bhow long\b'}], say: A day.}
    steps: [{tool: orders.paint, with: {order: "{order}"}}]
  - id: drop
    match: [{regex: '\bdrop\b'}]
    params: {order: {type: order, required: true, ask: Which?}}
    steps: [{tool: orders.drop, with: {order: "{order}"}}]
  - id: repaint
    match: [{regex: '\brepaint\b'}]
    steps: [{start: paint}]
  - id: redrop
    match: [{regex: '\bredrop\b'}]
    steps: [{start: drop}]
  - id: hidden
    match: [{regex: '\bhidden\b'}]
    when: {context.staff: true}
    steps: [{say: Hidden.}]
)",
                                      "desk.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

}  // namespace parley::test
