// Tests sentence templates: the matches and values of each syntax element, and the errors of invalid templates.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

using Texts = std::vector<std::string>;

// Returns a bot with one intent and one template. `more` is inserted at the top of the file.
Bot lamp_bot(const std::string& match, const std::string& more = {}) {
  return bot(more + R"(
entities:
  lamp:
    values:
      Bedroom Lamp: {context: {domain: light}}
      Lamp: {synonyms: ['light(ing)?', torch], context: {domain: light}}
      Front Door: {synonyms: [main entrance], context: {domain: lock, floor: 1}}
  level: {range: {from: 0, to: 100}}
  degrees: {range: {from: 5, to: 30, step: 0.5}}
intents:
  - id: it
    params:
      name: {type: lamp}
      level: {type: level}
      degrees: {type: degrees}
      note: {type: free_text}
      when: {type: date}
      room: {type: free_text}
      mail: {type: email}
    match:
      - )" + match +
             "\n    steps: [{say: ok}]\n");
}

std::string understood(const Bot& bot, const std::string& text, const Value& context = {}) {
  NluContext nlu_context;
  nlu_context.context = context;
  nlu_context.now = 1'772'452'800'000;  // Monday, 2 March 2026
  const FlatMessage understanding = bot->understand(text, nlu_context);
  if (understanding.candidates.empty()) return "-";
  std::string out;
  for (const std::string& param : brief(understanding.params)) out += (out.empty() ? "" : " ") + param;
  return out;
}

TEST_CASE("templates: each element of the syntax matches", "[long]") {
  struct Row {
    std::string match;
    std::string text;
    std::string understood;  // "-": not matched
  };
  const std::vector<Row> rows = {
      {"{template: 'turn on [the] {name}'}", "Turn on the bedroom lamp!", "name=\"Bedroom Lamp\""},
      {"{template: 'turn on [the] {name}'}", "turn on, bedroom-lamp", "name=\"Bedroom Lamp\""},
      {"{template: 'turn on [the] {name}'}", "turn on the lamp", "name=\"Lamp\""},
      {"{template: 'turn on [the] {name}'}", "turn on the lighting", "name=\"Lamp\""},
      {"{template: 'turn on [the] {name}'}", "turn on the the lamp", "-"},
      {"{template: 'turn on [the] {name}'}", "turn on the lamp now", "-"},
      {"{template: 'turn on [the] {name}'}", "please turn on the lamp", "-"},
      {"{template: 'turn on [the] {name}'}", "turn on thelamp", "-"},
      {"{template: 'turn on [the] {name}'}", "turn onthe lamp", "-"},
      {"{template: 'turn on [the] {name}'}", "turn on the", "-"},
      {"{template: '(turn|switch) (on|off) it'}", "switch off it", ""},
      {"{template: '(turn|switch) (on|off) it'}", "switch it off", "-"},
      {"{template: '(turn|switch) ((on|off);it)'}", "switch it off", ""},
      {"{template: '(turn|switch) ((on|off);it)'}", "turn on it", ""},
      {"{template: '(turn|switch) ((on|off);it)'}", "turn on", "-"},
      {"{template: '(a;b;c)'}", "b c a", ""},
      {"{template: '(a;b;c)'}", "b c b", "-"},
      {"{template: 'light[s] up[ward(s|)]'}", "lights upward", ""},
      {"{template: 'light[s] up[ward(s|)]'}", "light upwards", ""},
      {"{template: 'light[s] up[ward(s|)]'}", "light s up", "-"},
      {"{template: \"what's the {name}['s] state\"}", "Whats the bedroom lamp's state?", "name=\"Bedroom Lamp\""},
      {"{template: \"what's the {name}['s] state\"}", "what\u2019s the lamp state", "name=\"Lamp\""},
      {"{template: 'dim to {level}[[ ]%| percent]'}", "dim to 50%", "level=50"},
      {"{template: 'dim to {level}[[ ]%| percent]'}", "dim to 50 percent", "level=50"},
      {"{template: 'dim to {level}[[ ]%| percent]'}", "dim to fifty-five percent", "level=55"},
      {"{template: 'dim to {level}[[ ]%| percent]'}", "dim to one hundred", "level=100"},
      {"{template: 'dim to {level}[[ ]%| percent]'}", "dim to 101", "-"},
      {"{template: 'dim to {level}[[ ]%| percent]'}", "dim to -5", "-"},
      {"{template: 'heat to {degrees} degrees'}", "heat to 20.5 degrees", "degrees=20.5"},
      {"{template: 'heat to {degrees} degrees'}", "heat to 21 degrees", "degrees=21"},
      {"{template: 'heat to {degrees} degrees'}", "heat to 20.3 degrees", "-"},
      {"{template: 'note {note}'}", "Note: buy Milk, and eggs", "note=\"buy Milk, and eggs\""},
      {"{template: 'note {note}'}", "note", "-"},
      {"{template: 'add {note} to {room} list'}", "add milk to my shopping list", "note=\"milk\" room=\"my shopping\""},
      {"{template: 'add {note} to {room} list'}", "add a to b to c list", "note=\"a\" room=\"b to c\""},
      {"{template: 'play {note} on the {name}'}", "play on on the lamp", "note=\"on\" name=\"Lamp\""},
      {"{template: 'mail {mail} [on {when}]'}", "mail Jo@Example.org on 5 May",
       "mail=\"Jo@example.org\" when=\"2026-05-05\""},
      {"{template: '{lamp:note} please'}", "torch please", "note=\"Lamp\""},
      {"{template: '\\(stop\\)'}", "(stop)", ""},
      {"{template: 'is the {name} on', requires_context: {domain: light}}", "is the lamp on", "name=\"Lamp\""},
      {"{template: 'is the {name} on', requires_context: {domain: light}}", "is the front door on", "-"},
      {"{template: 'is the {name} on', requires_context: {domain: [lock, cover]}}", "is the main entrance on",
       "name=\"Front Door\""},
      {"{template: 'is the {name} on', excludes_context: {domain: lock}}", "is the front door on", "-"},
      {"{template: 'is the {name} on', excludes_context: {domain: lock}}", "is the torch on", "name=\"Lamp\""},
      {"{template: 'is it on', requires_context: {domain: light}}", "is it on", "-"},
      {"{template: 'lights off', slots: {level: 0}}", "lights off", "level=0"},
      {"{template: 'lights [to {level}]', slots: {level: 100}}", "lights to 7", "level=7"},
      {"{template: '<on> <it>', rules: {it: 'it|[the] {name}', on: 'turn on'}}", "turn on it", ""},
      {"{template: '<on> <it>', rules: {it: 'it|[the] {name}', on: 'turn on'}}", "turn on the torch", "name=\"Lamp\""},
      {"{template: 'in {room} [{level}]', lists: {room: {values: {kitchen: [galley]}}}}", "in galley 5",
       "room=\"kitchen\" level=5"},
      {"{template: [hello, 'hi [there]']}", "Hi there!", ""},
  };
  for (const Row& row : rows) {
    INFO(row.match << " <- " << row.text);
    CHECK(understood(lamp_bot(row.match), row.text) == row.understood);
  }
}

TEST_CASE("templates: a template can require or exclude facts of the channel, and assign them to a param") {
  const Value kitchen(Value::Object{{"room", "Kitchen"}, {"mode", "voice"}});
  const Bot here = lamp_bot("{template: 'lights off', requires_context: {room: {slot: true}}}");
  CHECK(understood(here, "lights off") == "-");
  CHECK(understood(here, "lights off", kitchen) == "room=\"Kitchen\"");
  const Bot silent = lamp_bot("{template: 'lights off', excludes_context: {mode: [voice, phone]}}");
  CHECK(understood(silent, "lights off", kitchen) == "-");
  CHECK(understood(silent, "lights off") == "");
}

TEST_CASE("templates: words may be skipped between words, but not within slot values") {
  const Bot polite = lamp_bot("{template: 'turn on [the] {name}'}", "skip_words: [please, for me, \"i'd like\"]\n");
  for (const char* text :
       {"please turn on the lamp", "turn on please the lamp for me", "I'd like please turn on lamp"}) {
    INFO(text);
    CHECK(understood(polite, text) == "name=\"Lamp\"");
  }
  CHECK(understood(polite, "turn on the bedroom please lamp") == "-");
}

TEST_CASE("templates: of two matches, the higher priority wins, then the match that covers more of the message") {
  const Bot bot = intents::bot(R"(
entities: {thing: {values: {sonos: [], beatles: []}}}
intents:
  - {id: anything, params: {q: {type: free_text}}, match: [{template: 'play {q}'}], steps: [{say: ok}]}
  - {id: on, params: {q: {type: free_text}, t: {type: thing}}, match: [{template: 'play {q} on {t}'}], steps: [{say: ok}]}
  - {id: exact, params: {t: {type: thing}}, match: [{template: 'play {t}'}, {regex: play}], steps: [{say: ok}]}
  - {id: urgent, params: {q: {type: free_text}}, match: [{template: 'play {q} now', priority: 1}], steps: [{say: ok}]}
)");
  CHECK(ids(bot->understand("play beatles")) == Texts{"exact", "anything"});
  CHECK(ids(bot->understand("play wagner on sonos")) == Texts{"on", "anything", "exact"});
  CHECK(ids(bot->understand("play wagner on sonos now")) == Texts{"urgent", "anything", "exact"});
}

TEST_CASE("templates: an invalid template is reported with its position") {
  struct Row {
    std::string match;
    std::string message;
  };
  const std::vector<Row> rows = {
      {"{template: 'turn (on'}", "error[E408]: this bracket is not closed; add ')'"},
      {"{template: 'turn on)'}", "error[E408]: no bracket is open here; write '\\)'"},
      {"{template: 'turn [on)'}", "error[E408]: this bracket is not closed; add ']'"},
      {"{template: '(a|b;c)'}", "error[E408]: '|' and ';' in the same brackets; put one of them in separate brackets"},
      {"{template: '{na me'}",
       "error[E408]: the brackets do not contain a valid name; write {slot}, or '\\{' for the character"},
      {"{template: '{:x}'}", "error[E408]: a name is missing; write {slot} or {list:slot}"},
      {"{template: '<>'}",
       "error[E408]: the brackets do not contain a valid name; write <rule>, or '\\<' for the character"},
      {"{template: '{nam}'}", "error[E203]: unknown param 'nam'; did you mean 'name'?"},
      {"{template: '{lmp:name}'}", "error[E204]: unknown type 'lmp'; did you mean 'lamp'?"},
      {"{template: '<other>'}", "error[E209]: unknown rule 'other'; declare it under 'rules'"},
      {"{template: '<a>', rules: {a: 'x <b>', b: '[<a>]'}}", "error[E209]: the rule 'a' contains itself"},
      {"{template: '(a;b;c;d;e;f)'}",
       "error[E409]: more than 5 parts in any order; write out the orders that users say"},
      {"{template: 'x', slots: {lvl: 1}}", "error[E203]: unknown param 'lvl'; one of: name, level"},
      {"{template: 'x', regex: y}", "error[E310]"},
  };
  for (const Row& row : rows) {
    INFO(row.match);
    const Texts found = errors(std::string(kHead) + "entities: {lamp: {values: {a: []}}}\nintents:\n" +
                               "  - {id: it, params: {name: {type: lamp}, level: {type: number}}, match: [" +
                               row.match + "], steps: [{say: ok}]}\n");
    REQUIRE(found.size() == 1);
    CHECK(found.front().find(row.message) != std::string::npos);
    INFO(found.front());
  }
}

TEST_CASE("templates: explain shows how far the nearest template matched") {
  const Bot bot =
      lamp_bot("{template: ['turn (on|off) [the] {name}', 'dim to {level}'], requires_context: {mode: voice}}");
  struct Row {
    std::string text;
    std::string reason;
  };
  const std::vector<Row> rows = {
      {"turn on the fridge",
       "no template matched; nearest: 'turn (on|off) [the] {name}', which matches up to 'turn on the'; "
       "expected {name}"},
      {"turn it",
       "no template matched; nearest: 'turn (on|off) [the] {name}', which matches up to 'turn'; expected off or on"},
      {"dim to 5 now",
       "no template matched; nearest: 'dim to {level}', which matches up to 'dim to 5'; expected the end"},
      {"dim to 5", "no template matched; nearest: 'dim to {level}', which matches except for its context"},
      {"hello", "no template matched"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(bot->explain(row.text).verdicts.front().reason == row.reason);
  }
}

}  // namespace
}  // namespace parley::intents
