// A bot with one intent, which has a param of every built-in type and params of entities with values, patterns and
// templates.
#pragma once

#include <string>
#include <vector>

namespace parley {

inline std::string bot_of_every_type(const std::vector<std::string>& built_in_types) {
  std::string yaml = R"(parley: 1
bot: {id: every-type}
entities:
  size: {values: {small: [little, tiny], large: [big, 'extra[ -]?large']}, typos: true}
  order: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  floor: {range: {from: 0, to: 100}}
  trip: {template: ['[from] {floor:start} to {floor:goal}'], canonical: '{start}-{goal}'}
intents:
  - id: all
    match: [{regex: '\b(order|go|one|a)\b'}, {regex: '[0-9]'}]
    examples: [order it all, go on]
    params:
)";
  for (const std::string& type : built_in_types) yaml += "      p_" + type + ": {type: " + type + ", ask: 'Which?'}\n";
  for (const std::string type : {"size", "order", "floor", "trip"})
    yaml += "      e_" + type + ": {type: " + type + ", ask: 'Which?'}\n";
  yaml += "      numbers: {type: number, list: true, ask: 'Which?'}\n";
  return yaml + "    confirm: 'All right?'\n    steps: [{say: Done.}]\n";
}

}  // namespace parley
