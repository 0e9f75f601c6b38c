// BotDefinition is a bot file as plain data; every item carries its position in the file. read_bot (config/reader.h)
// creates it, and intents/ compiles it into a Catalog. The planner reads ids, questions, steps and texts from it.
//
// Invariants after read_bot returned without errors:
//   1. Every name resolves: the types of params, the tools and params in steps, the intents in branches.
//   2. Ids are unique among their kind and match [A-Za-z_][A-Za-z0-9_.-]*.
//   3. Every Template's placeholders name a param or a saved value of the intent, or a context fact.
// Patterns are not compiled here. They are text with a position; intents/ compiles and checks them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/knowledge.h"
#include "config/mcp_tool.h"
#include "config/policies.h"
#include "config/steps.h"
#include "config/texts.h"
#include "parley/clock.h"
#include "parley/memory.h"
#include "parley/value.h"

namespace parley::base {
class Locale;
}

namespace parley::config {

// ---- entities -------------------------------------------------------------------------------------------

struct EntityValue {
  Text canonical;
  std::string name;            // shown to people in a translation; default: the canonical text
  std::vector<Text> synonyms;  // regular expressions, matched case-insensitively as whole words
  Value value;                 // stored in params; default: the canonical text
  Value facts;                 // `context:`, an object: facts that sentence templates can require of a value
};

// The numbers from `from` to `to` in increments of `step`.
struct Range {
  double from = 0;
  double to = 0;
  double step = 1;
};

// An entity has exactly one of `patterns`, `templates`, `values` and `range`.
struct Entity {
  Text id;
  Text extends;                       // a built-in type that `values` extend; empty: none
  std::vector<Text> patterns;         // the value is the group named `value`, or else the whole match
  std::vector<Text> templates;        // built from other types: "{number} {unit}"
  std::optional<Template> canonical;  // placeholders name groups of the pattern, or parts of the template
  std::vector<EntityValue> values;
  bool typos = true;  // answers may misspell a value
  std::optional<Range> range;
  std::vector<Text> examples;  // the compiler verifies that each is recognized
};

// ---- intents --------------------------------------------------------------------------------------------

// What parley does with a message that only resembles examples. From a confidence of `act` on, the intent starts. From
// `ask` on, the bot asks whether the user means it. Below, the message means nothing. Unset: the value of the bot, or
// the scorer's.
struct Likeness {
  std::optional<double> act, ask;
  bool is_threshold = false;  // `threshold: N`, which sets both to N: the bot never asks
};

struct Rule {
  Text regex;
  int priority = 0;  // a rule of higher priority wins over a longer match
};

// A named part of sentence templates, referenced as <id>.
struct TemplateRule {
  Text id;
  Text text;
};

// A fact that sentence templates require or exclude. It belongs to the channel (NluContext::context) or to a value in
// the template.
struct ContextFact {
  Text name;
  std::vector<Value> values;  // accepted values; empty: any value
  bool fills_param = false;   // `slot: true`: fills the param of the same name
};

// Sentence templates (intents/templates/expression.h) with their shared settings. A template must match the whole
// message.
struct Sentences {
  std::vector<Text> templates;
  int priority = 0;
  std::vector<std::pair<Text, Value>> slots;  // params and the values that every match gives them
  std::vector<ContextFact> required_context;
  std::vector<ContextFact> excluded_context;
  std::vector<TemplateRule> rules;  // local to these templates; they take precedence over the bot's
  std::vector<Entity> lists;        // local entities; they take precedence over the bot's
};

struct Validation {
  Condition must;      // over `value`
  Template otherwise;  // has no placeholders
};

enum class Exhausted { kHandoff, kDefault, kSkip, kCancel, kIntent };

// Texts said before a question is asked again, by kind of failed answer. One per attempt; the last one repeats.
// A text of the validation (invalid) or of the tool (rejected) takes precedence. Without any of these texts, the
// bot says replies.not_understood, replies.invalid, or nothing (silent, rejected).
struct Reprompts {
  std::vector<TextVariants> not_understood, invalid, silent, rejected;
};

// Number of failed answers after which `on_exhausted` applies: `in_all` counts all kinds; 0 means no limit for a kind.
struct AttemptLimits {
  int in_all = 3;
  int not_understood = 0, invalid = 0, silent = 0, rejected = 0;
};

// An answer to questions that users ask while the intent is open: "how much is it?".
struct Answer {
  std::vector<Text> examples;  // such questions. The user's question may also only resemble one
  std::vector<Text> regexes;   // searched for in the message
  TextVariants say;
};

// The answers that the bot offers for a param: the items of a list, which a tool returned or the channel sent.
struct Options {
  Text from;                          // the path of the list
  Text value;                         // the member of an item that is the param's value. Empty: the item itself
  std::optional<TextVariants> label;  // shows an item, as {item.title}. Unset: its value
  bool only = false;                  // other answers are refused
};

// What the bot does when the user does not know the value of a param.
struct IfUnknown {
  std::vector<Text> examples, regexes;  // further messages that say so: "look it up with my email"
  StepDefinition step;                  // a ToolStep, CallStep, StartStep or SayStep
};

struct Param {
  Text id;
  Text type;                   // a declared entity or a built-in type
  std::vector<Text> formerly;  // former ids; values that live sessions hold under them are kept
  Text name;                   // shown to people: "order number"; default: the id with spaces
  bool required = false;
  bool skippable = false;  // the user may decline to give it
  bool list = false;       // takes several values; a Value::Array
  bool sensitive = false;
  bool session_scope = false;     // `scope: session`: the value outlives its intent
  bool in_past = false;           // `prefer: past`: "monday" means the last Monday, not the next
  std::optional<Condition> when;  // asked for and kept only while this is true
  std::vector<TextVariants> ask;  // one per attempt, the last one repeats; not empty when required
  Reprompts reprompts;
  std::optional<TextVariants> why;   // answers "why do you need that?"
  std::optional<TextVariants> help;  // answers "I don't know"
  AttemptLimits max_attempts;
  Exhausted on_exhausted = Exhausted::kHandoff;
  Text exhausted_intent;              // kIntent
  std::optional<ValueExpr> prefill;   // used instead of asking, if it has a value
  std::optional<ValueExpr> fallback;  // `default:`: used when the user gives no value
  std::optional<Value> any;           // the value of "any time", "it doesn't matter"
  std::vector<Text> mapping;          // param_mapping: additional patterns for this param
  std::vector<Validation> validate;
  std::vector<StepDefinition> checks;  // `validate` by a tool: a ToolStep each, run as soon as there is a value
  std::vector<Answer> answers;  // they take precedence over those of the intent while the bot asks for this param
  std::optional<Options> options;
  std::optional<IfUnknown> if_unknown;
  // `from_opening`: the message that begins the intent is the value, if it tells at least so many meaningful words
  // besides those that name the intent. 0: it never is.
  int from_opening = 0;
};

enum class OnDeny { kChange, kCancel };

struct Confirmation {
  std::vector<TextVariants> ask;  // one per attempt, the last one repeats
  int max_attempts = 3;
  OnDeny on_deny = OnDeny::kChange;  // ask what to change, or cancel the intent
};

struct Intent {
  Text id;
  std::string description;
  Text name;  // shown to people: "change my address"; default: the id with spaces
  std::vector<Text> formerly;
  bool interruptible = true;        // another intent may start while this one is open
  bool interrupts = true;           // this intent may start while another is open
  bool on_mcp = false;              // `expose: mcp`: an MCP client may start it as a tool
  std::optional<TimeMs> follow_up;  // replaces the session's `follow_up` for this intent
  TimeMs ttl = 0;                   // shortens the session's `ttl` while this intent is open; 0: unset
  std::vector<Rule> rules;
  std::vector<Sentences> sentences;
  std::vector<Text> examples;       // matched word for word, ignoring case and punctuation
  std::vector<Text> examples_from;  // files with further examples; read_bot adds these to `examples`
  Likeness likeness;
  Condition when;
  std::vector<Param> params;            // asked in this order
  std::optional<TextVariants> opening;  // said once, before the first question
  std::optional<Confirmation> confirm;
  std::vector<Answer> answers;
  std::vector<StepDefinition> steps;
  // The items of the loops over list params, each with its param. A text says such an item like a value of the param.
  std::vector<std::pair<std::string, std::string>> loop_items;

  const Param* find_param(std::string_view id) const;
  // Also finds the param of a loop's item.
  const Param* find_param_behind(std::string_view name) const;
};

// What the bot does when a conversation begins. The steps only say texts, branch, or start an intent.
struct OnStart {
  std::vector<StepDefinition> steps;
  bool before_answer = true;  // also before the answer to a user who writes first
};

// ---- tools ---------------------------------------------------------------------------------------------

struct MockCase {
  Condition when;               // over the call's arguments
  std::optional<Value> result;  // exactly one of `result` and `error` is set
  std::string error;            // the text of the failure
};

struct HttpTool;

struct Tool {
  enum class Kind { kHost, kMock, kHttp, kMcp };
  Text id;
  Kind kind = Kind::kHost;
  bool idempotent = false;         // safe to repeat after a crash
  std::vector<MockCase> cases;     // kMock: the first case whose condition is true answers
  std::shared_ptr<HttpTool> http;  // kHttp: the request (config/http_tool.h). Otherwise null
  std::optional<McpTool> mcp;      // kMcp
};

// Maps an id to its position in a list. Of duplicate ids, the first one counts.
class IdIndex {
 public:
  template <class List>
  explicit IdIndex(const List& list) {
    for (std::size_t i = 0; i < list.size(); ++i) places_.emplace(list[i].id.value, i);
  }
  IdIndex() = default;

  template <class List>
  auto find(const List& list, std::string_view id) const -> decltype(list.data()) {
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &list[found->second];
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>()(id); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> places_;
};

struct BotDefinition {
  std::string id;
  std::shared_ptr<const base::Locale> locale;  // the bot's main language; never null after read_bot
  std::vector<Text> languages;                 // additional languages (translation.h)
  std::string time_zone = "UTC";               // a name that base/time_zone.h knows
  std::vector<Entity> entities;
  std::vector<TemplateRule> rules;
  std::vector<Text> skip_words;  // phrases that sentence templates skip: "please"
  std::vector<Intent> intents;
  std::vector<Tool> tools;
  std::vector<McpServer> mcp_servers;
  Redaction redaction;
  Session session;
  MemoryOptions memory;
  std::optional<Llm> llm;
  ModelReads model_reads = ModelReads::kOff;  // not kOff: `llm` is set
  Likeness likeness;                          // with `act` 1, parley does not learn from the examples
  std::vector<Text> none;                     // examples of messages that mean no intent
  OnStart on_start;
  std::optional<Knowledge> knowledge;
  Fallback fallback;
  Replies replies;
  Commands commands;
  // The files of the bot, the main one first, with their bytes. Diagnostics need the bytes to point into a text.
  struct File {
    std::string name;
    std::shared_ptr<const std::string> bytes;
  };
  std::vector<File> files;

  // Constant-time lookups. They reflect the lists at the last call of index(); read_bot calls it at the end.
  const Intent* find_intent(std::string_view id) const { return intent_index_.find(intents, id); }
  const Entity* find_entity(std::string_view id) const { return entity_index_.find(entities, id); }
  const Tool* find_tool(std::string_view id) const { return tool_index_.find(tools, id); }
  const McpServer* find_mcp_server(std::string_view id) const;
  void index();

 private:
  IdIndex intent_index_, entity_index_, tool_index_;
};

// Returns the name of a param or an intent that people see: `name`, or else the id with spaces.
std::string shown_name(const Text& name, const Text& id);

// Returns the types that a param can have without declaring an entity.
const std::vector<std::string>& built_in_types();
// Additional types that `redaction` knows. Params cannot have them.
inline constexpr std::array kPrivateTypes = {"secret", "url_with_credentials", "date_of_birth"};
bool is_built_in_type(std::string_view name);

}  // namespace parley::config
