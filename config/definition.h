// BotDefinition: a bot file as plain data, every piece with the place it came from. Made by read_bot (config/reader.h),
// compiled into a Catalog by intents/. It is what the planner reads: ids, questions, steps, wordings.
//
// Invariants, once read_bot answered without an error
//   1. Every name resolves: the types of params, the tools and params in steps, the intents in branches.
//   2. Ids are unique among their kind and match [A-Za-z_][A-Za-z0-9_.-]*.
//   3. Every Template's placeholders name a param or a saved value of the intent, or a context fact.
// Patterns are not compiled here: they are text with a place, and intents/ judges them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/masking.h"
#include "config/texts.h"
#include "parley/clock.h"
#include "parley/memory.h"
#include "parley/value.h"

namespace parley::base {
class Locale;
}
namespace parley::intents {
class Pattern;
}

namespace parley::config {

// ---- conditions -----------------------------------------------------------------------------------------

// Data, not code. `{amount: {gt: 50}, context.vip: true}` is an `all` of two comparisons.
struct Condition {
  enum class Kind { kAll, kAny, kNot, kCompare };
  enum class Op { kEq, kNe, kGt, kGe, kLt, kLe, kIn, kExists, kMatches };
  Kind kind = Kind::kAll;           // an empty `all` holds
  std::vector<Condition> children;  // kAll, kAny, kNot (one)
  std::string path;                 // kCompare: "context.logged_in", "amount"; "value" in `validate`
  Op op = Op::kEq;
  Value operand;                                    // kIn: an array; kExists: a bool; kMatches: the pattern
  std::shared_ptr<const intents::Pattern> pattern;  // kMatches, compiled: set when the catalog is made
  Mark mark;                                        // kCompare: of the path
  Mark operand_mark;                                // kMatches: of the regex
};

// ---- entities -------------------------------------------------------------------------------------------

struct EntityValue {
  Text canonical;
  std::string name;            // what people read, in a translation; the canonical text unless said otherwise
  std::vector<Text> synonyms;  // regular expressions, matched as whole words, case ignored
  Value value;                 // what params get; the canonical text unless said otherwise
  Value facts;                 // `context:`, an object: what sentence templates may require of a value
};

// Numbers from `from` to `to`, each `step` apart.
struct Range {
  double from = 0;
  double to = 0;
  double step = 1;
};

// One of `patterns`, `templates`, `values` and `range`.
struct Entity {
  Text id;
  std::vector<Text> patterns;         // the group `value` is the value; without one, the whole match
  std::vector<Text> templates;        // over other types: "{number} {unit}"
  std::optional<Template> canonical;  // placeholders name groups of the pattern, or parts of the template
  std::vector<EntityValue> values;
  bool typos = true;  // an answer may have a value misspelt
  std::optional<Range> range;
  std::vector<Text> examples;  // each must be recognised: the compiler proves it
};

// ---- intents --------------------------------------------------------------------------------------------

struct Rule {
  Text regex;
  int priority = 0;  // a higher one wins over any length of match
};

// A part of sentence templates, used as <id>.
struct TemplateRule {
  Text id;
  Text text;
};

// A fact that sentence templates require or exclude: one of the channel's (Situation::context), or of a value in them.
struct ContextFact {
  Text name;
  std::vector<Value> values;  // any of these; empty: whatever it is
  bool fills_param = false;   // `slot: true`: the param of that name gets it
};

// Sentence templates (intents/templates/expression.h) and what holds for them together. A template means all of a
// message.
struct Sentences {
  std::vector<Text> templates;
  int priority = 0;
  std::vector<std::pair<Text, Value>> slots;  // params that they fill without being said
  std::vector<ContextFact> required_context;
  std::vector<ContextFact> excluded_context;
  std::vector<TemplateRule> rules;  // theirs alone; they go before the bot's
  std::vector<Entity> lists;        // likewise
};

// Where a value comes from. A template has a placeholder: one that is nothing else passes what it finds as it is,
// typed; others pass text. Anything else is passed as it stands.
struct ValueExpr {
  std::optional<Template> text;
  Value constant;
};

// What happens, in order.
struct StepDefinition {
  enum class Kind {
    kTool,
    kSay,
    kHandoff,
    kBranch,  // `if`
    kAsk,     // asks for a param here, unless it is known
    kCall,    // another intent, and then on with this one
    kStart,   // another intent in place of this one
  };
  struct Argument {
    std::string name;
    ValueExpr origin;
    Mark mark;  // of the name
  };
  struct Save {
    std::string name;
    std::string path;  // into {"result": ...}: "result.id"
    Mark mark;         // of the path
  };
  // A result that means: this param's value will not do. It is asked for again.
  struct Rejection {
    Condition when;  // over `result`
    Text param;      // of `checks`: the param that they are of
    TextVariants say;
  };
  Kind kind = Kind::kSay;
  Mark mark;
  Text tool;                             // kTool ...
  std::vector<Argument> with;            // kTool: arguments; kCall, kStart: params
  std::vector<Save> save;                // kTool; kCall: from the params and saved values of the intent that was called
  std::optional<TextVariants> progress;  // said when the call begins, and to whoever writes while it runs
  TimeMs timeout = 10'000;
  int retry_attempts = 1;      // tries in all
  TimeMs retry_backoff = 200;  // before the second try; doubles with each
  std::vector<Rejection> reject;
  std::vector<StepDefinition> on_failure;  // empty: say replies.tool_failed and hand off
  std::vector<StepDefinition> on_timeout;  // empty: on_failure
  TextVariants say;                        // kSay
  std::string reason;   // kHandoff: unless the bot gives one, "tool_failed" after a failure, else "requested"
  Condition condition;  // kBranch
  std::vector<StepDefinition> then, otherwise;
  Text param;   // kAsk
  Text intent;  // kCall, kStart
};

struct Validation {
  Condition must;      // over `value`
  Template otherwise;  // without placeholders
};

enum class Exhausted { kHandoff, kDefault, kSkip, kCancel, kIntent };

// What is said before a question is put again, by why it must be: one per time, the last repeats. Empty: the bot's
// own reply (not_understood), the validation's sentence (invalid), the tool's (rejected), or nothing (silent).
struct Reprompts {
  std::vector<TextVariants> not_understood, invalid, silent, rejected;
};

// How many answers are judged before `on_exhausted`: `in_all`, and of one kind where it is not 0.
struct AttemptLimits {
  int in_all = 3;
  int not_understood = 0, invalid = 0, silent = 0, rejected = 0;
};

struct Param {
  Text id;
  Text type;                   // a declared entity or a built-in type
  std::vector<Text> formerly;  // ids it had before: what live sessions hold under them is kept
  Text name;                   // what people call it: "order number"; the id with spaces unless said otherwise
  bool required = false;
  bool skippable = false;  // asked for, and left out when the user says so
  bool list = false;       // takes several values; a Value::Array
  bool sensitive = false;
  bool session_scope = false;     // `scope: session`: outlives its intent
  bool in_past = false;           // `prefer: past`: of the days that "monday" may be, the last and not the next
  std::optional<Condition> when;  // asked for, and kept, only while this holds
  std::vector<TextVariants> ask;  // one per attempt, the last repeats; not empty when required
  Reprompts reprompts;
  std::optional<TextVariants> why;   // the answer to "why do you need that?"
  std::optional<TextVariants> help;  // the answer to "I don't know"
  AttemptLimits max_attempts;
  Exhausted on_exhausted = Exhausted::kHandoff;
  Text exhausted_intent;              // kIntent
  std::optional<ValueExpr> prefill;   // taken instead of asking, when it is there
  std::optional<ValueExpr> fallback;  // `default:`: the value when the user gives none
  std::vector<Text> mapping;          // param_mapping: extra patterns for this param
  std::vector<Validation> validate;
  std::vector<StepDefinition> checks;  // `validate` by a tool: kTool, run as soon as there is a value
};

enum class OnDeny { kChange, kCancel };

struct Confirmation {
  std::vector<TextVariants> ask;  // one per attempt, the last repeats
  int max_attempts = 3;
  OnDeny on_deny = OnDeny::kChange;  // ask what to change, or be done with it
};

struct Intent {
  Text id;
  std::string description;
  std::vector<Text> formerly;
  bool interruptible = true;  // another intent may begin while this one is open
  bool interrupts = true;     // this one may begin while another is open
  TimeMs ttl = 0;             // the session's `ttl` while this intent is open, if it is shorter; 0: unset
  std::vector<Rule> rules;
  std::vector<Sentences> sentences;
  std::vector<Text> examples;  // matched word for word, case and punctuation aside
  Condition when;
  std::vector<Param> params;  // asked in this order
  std::optional<Confirmation> confirm;
  std::vector<StepDefinition> steps;

  const Param* find_param(std::string_view id) const;
};

// ---- tools and policies ---------------------------------------------------------------------------------

struct MockCase {
  Condition when;               // over the call's arguments
  std::optional<Value> result;  // either
  std::string error;            // or
};

struct Tool {
  enum class Kind { kHost, kMock };
  Text id;
  Kind kind = Kind::kHost;
  bool idempotent = false;      // may be repeated after a crash
  std::vector<MockCase> cases;  // kMock: the first that holds answers
};

struct Fallback {
  TextVariants say;
  int after = 3;  // messages in a row that mean nothing
  enum class Then { kNothing, kHandoff, kIntent } then = Then::kNothing;
  Text intent;
};

// How long a conversation lives. Of several limits the strictest wins (resolution X71 of the design notes).
struct Session {
  enum class AtLimit {
    kHandOff,   // a person takes over
    kRefuse,    // the message is not taken, and the user is told so
    kRollOver,  // the next one that finds nothing open begins a new conversation
    kTrim,      // the oldest turns are forgotten
  };
  TimeMs ttl = 3 * 3'600'000LL;  // without a message; 0: never. F8 of the seeds
  TimeMs max_age = 0;            // from its first message on; 0: any
  TimeMs question_ttl = 0;       // 0: as long as the session
  std::int64_t max_turns = 0;    // of one conversation; 0: no limit
  AtLimit at_limit = AtLimit::kHandOff;
  TimeMs retention = 0;  // what rested for so long is erased; 0: nothing is
};

struct Redaction {
  // Of one param or type, by where its values go.
  struct Policy {
    Text about;  // a param, of any intent, or a type as in `detect`
    std::optional<Masking> telemetry, store, exports;
  };
  // Whether messages are in telemetry, private values taken out.
  enum class TelemetryText { kOff, kUnmatched, kAll };

  std::vector<Text> params;  // private, besides those that are `sensitive`
  std::vector<Text> detect;  // types looked for in any text
  std::vector<Policy> policies;
  TelemetryText telemetry_text = TelemetryText::kOff;
};

// What the bot says of its own accord; every one has a default in English.
struct Replies {
  TextVariants not_understood;  // before a question is put again
  TextVariants invalid;         // likewise, for a value that will not do and nothing says why
  TextVariants cancelled;
  TextVariants cancelled_all;
  TextVariants nothing_to_cancel;
  TextVariants reset;
  TextVariants handoff;
  TextVariants denied;         // a no at a confirmation, and nothing is to be changed
  TextVariants change;         // a no at a confirmation: what should be another way?
  TextVariants confirm_again;  // an answer that was neither yes nor no
  TextVariants tool_failed;
  TextVariants busy;     // a message while a host's tool is running
  TextVariants expired;  // said first in a session that expired while a question was open
  TextVariants
      late_done;  // said first after the result of a tool that came when its conversation was over; empty: nothing
  TextVariants late_failed;  // likewise, when the tool failed
  TextVariants refused;      // all that is said in a session with too many turns
  TextVariants resume;       // before the question of an intent that was interrupted
  TextVariants silence;      // a silence event while nothing is asked
  TextVariants goodbye;      // an end event
  TextVariants why;          // "why do you need that?", of a param that does not say
  TextVariants dont_know;    // "I don't know", of a param without `help`
  TextVariants cannot_skip;
  TextVariants skipped;
  TextVariants noted;     // a value for an intent that waits below
  TextVariants not_now;   // another intent is asked for and may not interrupt
  TextVariants queued;    // a second intent in one message
  TextVariants next;      // before that second intent
  TextVariants choose;    // "{choices}": one value for two params, or two values for one
  TextVariants options;   // "{options}": what can be answered, when a question has to be put again
  TextVariants examples;  // "{examples}": likewise
  TextVariants done;      // of an intent that says nothing itself
  TextVariants yes, no;   // how true and false are said
};

// Extra words for the dialog acts, next to the built-in ones; matched against the whole message.
struct Commands {
  std::vector<Text> cancel, cancel_all, reset, human, repeat, why, skip, dont_know, affirm, deny;
};

// id -> where it stands in its list; of two with one id, the first.
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
  std::shared_ptr<const base::Locale> locale;  // its language; never null once read
  std::vector<Text> languages;                 // others that it speaks (translation.h)
  std::string time_zone = "UTC";               // one that base/time_zone.h knows
  std::vector<Entity> entities;
  std::vector<TemplateRule> rules;
  std::vector<Text> skip_words;  // phrases that sentence templates pass over: "please"
  std::vector<Intent> intents;
  std::vector<Tool> tools;
  Redaction redaction;
  Session session;
  MemoryOptions memory;
  std::optional<double> likeness_threshold;  // 0..1; 1: examples are not learned from
  Fallback fallback;
  Replies replies;
  Commands commands;
  // The files it was read from, the main one first, and their bytes: for diagnostics that point into a text.
  struct File {
    std::string name;
    std::shared_ptr<const std::string> bytes;
  };
  std::vector<File> files;

  // Constant time. They know what the lists held when index() was called last; read_bot does it when it is done.
  const Intent* find_intent(std::string_view id) const { return intent_index_.find(intents, id); }
  const Entity* find_entity(std::string_view id) const { return entity_index_.find(entities, id); }
  const Tool* find_tool(std::string_view id) const { return tool_index_.find(tools, id); }
  void index();

 private:
  IdIndex intent_index_, entity_index_, tool_index_;
};

// The types a param may have without declaring an entity.
const std::vector<std::string>& built_in_types();
// Besides those, `redaction` knows what no param can be.
inline constexpr std::array kPrivateTypes = {"secret", "url_with_credentials", "date_of_birth"};
bool is_built_in_type(std::string_view name);

}  // namespace parley::config
