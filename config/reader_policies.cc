// Reads the settings of the whole bot: redaction, session, likeness, fallback, replies and commands.
#include "config/reader_parts.h"
#include "config/replies.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr int kMaxFallbacks = 100;

// Parses one of the built-in texts, which are known to be valid.
TextVariants wording_of(const char* text) {
  Diagnostics none({});
  return {{parse_template({text, {}}, Formats::kAllowed, none)}, {}};
}

struct Command {
  const char* key;
  std::vector<Text> Commands::*words;
};

constexpr Command kCommands[] = {
    {"cancel", &Commands::cancel},   {"cancel_all", &Commands::cancel_all}, {"reset", &Commands::reset},
    {"human", &Commands::human},     {"repeat", &Commands::repeat},         {"why", &Commands::why},
    {"skip", &Commands::skip},       {"dont_know", &Commands::dont_know},   {"affirm", &Commands::affirm},
    {"deny", &Commands::deny},       {"thank", &Commands::thank},           {"greet", &Commands::greet},
    {"goodbye", &Commands::goodbye},
};

// `then: handoff | INTENT_ID`
void read_then(Fields& fields, Fallback& fallback) {
  Text then;
  if (!fields.optional("then", as_text, then)) return;
  if (then.value == "handoff") {
    fallback.then = Fallback::Then::kHandoff;
  } else {
    fallback.then = Fallback::Then::kIntent;
    fallback.intent = then;
  }
}

const auto as_masking = as_word<Masking>({{"keep", Masking::kKeep},
                                          {"mask", Masking::kMask},
                                          {"partial", Masking::kPartial},
                                          {"hash", Masking::kHash},
                                          {"drop", Masking::kDrop}});

// Reads `NAME: mask` for all destinations, or `NAME: {telemetry: hash, store: mask, exports: drop}`.
Redaction::Policy read_policy(const Text& about, const Node& node, Diagnostics& findings) {
  Redaction::Policy policy{about, {}, {}, {}, {}};
  if (node.kind != Node::Kind::kMap) {
    policy.telemetry = policy.store = policy.exports = policy.models = as_masking(node, findings);
    return policy;
  }
  Fields fields(node, "a policy", findings);
  fields.optional("telemetry", as_masking, policy.telemetry);
  fields.optional("store", as_masking, policy.store);
  fields.optional("exports", as_masking, policy.exports);
  fields.optional("models", as_masking, policy.models);
  return policy;
}

}  // namespace

std::optional<Redaction> as_redaction(const Node& node, Diagnostics& findings) {
  Redaction redaction;
  Fields fields(node, "the redaction", findings);
  fields.optional("params", list_of(as_text), redaction.params);
  fields.optional("detect", list_of(as_text), redaction.detect);
  fields.optional("policies", named(IdentifierKind::kName, "a map from params or types to policies", read_policy),
                  redaction.policies);
  fields.optional("telemetry_text",
                  as_word<Redaction::TelemetryText>({{"off", Redaction::TelemetryText::kOff},
                                                     {"unmatched", Redaction::TelemetryText::kUnmatched},
                                                     {"all", Redaction::TelemetryText::kAll}}),
                  redaction.telemetry_text);
  return redaction;
}

std::optional<Session> as_session(const Node& node, Diagnostics& findings) {
  Session session;
  Fields fields(node, "the session", findings);
  fields.optional("ttl", as_duration(0, kLongestTtl), session.ttl);
  fields.optional("max_age", as_duration(0, kLongestTtl), session.max_age);
  fields.optional("question_ttl", as_duration(0, kLongestTtl), session.question_ttl);
  fields.optional("max_turns", as_whole<std::int64_t>(0, 1'000'000'000), session.max_turns);
  fields.optional("at_limit",
                  as_word<Session::AtLimit>({{"handoff", Session::AtLimit::kHandOff},
                                             {"refuse", Session::AtLimit::kRefuse},
                                             {"roll_over", Session::AtLimit::kRollOver},
                                             {"trim", Session::AtLimit::kTrim}}),
                  session.at_limit);
  fields.needs("at_limit", "max_turns");
  fields.optional("other_user",
                  as_word<Session::OtherUser>({{"refuse", Session::OtherUser::kRefuse},
                                               {"new_conversation", Session::OtherUser::kNewConversation}}),
                  session.other_user);
  fields.optional("follow_up", as_duration(0, kLongestTtl), session.follow_up);
  fields.optional("retention", as_duration(0, kLongestTtl), session.retention);
  return session;
}

std::optional<Likeness> as_likeness(const Node& node, Diagnostics& findings) {
  Likeness likeness;
  Fields fields(node, "the likeness", findings);
  if (fields.optional("threshold", as_share, likeness.act)) {
    likeness.ask = likeness.act;
    likeness.is_threshold = true;
  }
  fields.exclusive("threshold", "act");
  fields.exclusive("threshold", "ask");
  fields.optional("act", as_share, likeness.act);
  fields.optional("ask", as_share, likeness.ask);
  if (const Text* ask = fields.key("ask"); ask && likeness.act && likeness.ask && *likeness.ask > *likeness.act) {
    findings.error("E312", ask->mark, ask->value, "'ask' is greater than 'act'",
                   "the bot asks from 'ask' on, and starts the intent from 'act' on");
  }
  return likeness;
}

Fallback default_fallback() {
  Fallback fallback;
  fallback.say = wording_of("Sorry, I did not get that. What can I do for you?");
  return fallback;
}

std::optional<Fallback> as_fallback(const Node& node, Diagnostics& findings) {
  Fallback fallback = default_fallback();
  Fields fields(node, "the fallback", findings);
  fields.optional("say", as_fixed_text_variants, fallback.say);
  fields.optional("after", as_whole(1, kMaxFallbacks), fallback.after);
  read_then(fields, fallback);
  return fallback;
}

Replies default_replies() {
  Replies replies;
  for (const Reply& reply : kReplies) replies.*reply.wording = wording_of(reply.by_default);
  return replies;
}

std::optional<Replies> read_replies(const Node& node, Replies replies, Diagnostics& findings) {
  Fields fields(node, "the replies", findings);
  for (const Reply& reply : kReplies) {
    fields.optional(reply.key, as_text_variants_of(reply.placeholder), replies.*reply.wording);
  }
  return replies;
}

std::optional<Commands> read_commands(const Node& node, Commands commands, Diagnostics& findings) {
  Fields fields(node, "the commands", findings);
  for (const Command& command : kCommands) fields.optional(command.key, list_of(as_regex), commands.*command.words);
  return commands;
}

}  // namespace parley::config
