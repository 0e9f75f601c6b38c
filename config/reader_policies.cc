// What holds for the whole bot: what is kept from view, how long a session lives, and what the bot says of its own
// accord.
#include "config/reader_parts.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr TimeMs kLongestTtl = 36'500LL * 86'400'000;
constexpr int kMaxFallbacks = 100;

// One of parley's own, which is known to be sound.
Wording wording_of(const char* text) {
  Findings none({});
  return {{parse_template({text, {}}, Formats::kAllowed, none)}, {}};
}

struct Reply {
  const char* key;
  Wording Replies::*wording;
  const char* by_default;
  const char* placeholder = "";  // the only one that it may have
};

constexpr Reply kReplies[] = {
    {"not_understood", &Replies::not_understood, "Sorry, I did not get that."},
    {"invalid", &Replies::invalid, "That does not look right."},
    {"cancelled", &Replies::cancelled, "All right, I have cancelled that."},
    {"cancelled_all", &Replies::cancelled_all, "All right, I have cancelled everything."},
    {"nothing_to_cancel", &Replies::nothing_to_cancel, "There is nothing to cancel."},
    {"reset", &Replies::reset, "All right, let us start over."},
    {"handoff", &Replies::handoff, "I am handing you over to a person."},
    {"denied", &Replies::denied, "All right, I will not do that."},
    {"change", &Replies::change, "All right. What should I change?"},
    {"confirm_again", &Replies::confirm_again, "Please answer yes or no."},
    {"tool_failed", &Replies::tool_failed, "Sorry, something went wrong on our side."},
    {"busy", &Replies::busy, "One moment, I am still working on that."},
    {"expired", &Replies::expired, "It has been a while, so we start afresh."},
    {"resume", &Replies::resume, "Back to where we were."},
    {"silence", &Replies::silence, "Are you still there?"},
    {"goodbye", &Replies::goodbye, "Goodbye."},
    {"why", &Replies::why, "I need it to do what you asked for."},
    {"dont_know", &Replies::dont_know, "Take your time, I cannot go on without it."},
    {"cannot_skip", &Replies::cannot_skip, "I cannot go on without it."},
    {"skipped", &Replies::skipped, "All right, we leave that out."},
    {"noted", &Replies::noted, "Noted."},
    {"not_now", &Replies::not_now, "Let us finish this first."},
    {"queued", &Replies::queued, "One after the other; I will come back to the rest."},
    {"next", &Replies::next, "Now to the other thing you asked for."},
    {"choose", &Replies::choose, "Which do you mean: {choices}?", "choices"},
    {"options", &Replies::options, "You can say: {options}.", "options"},
    {"examples", &Replies::examples, "For example: {examples}.", "examples"},
    {"done", &Replies::done, "Done."},
    {"yes", &Replies::yes, "yes"},
    {"no", &Replies::no, "no"},
};

struct Command {
  const char* key;
  std::vector<Text> Commands::*words;
};

constexpr Command kCommands[] = {
    {"cancel", &Commands::cancel}, {"cancel_all", &Commands::cancel_all}, {"reset", &Commands::reset},
    {"human", &Commands::human},   {"repeat", &Commands::repeat},         {"why", &Commands::why},
    {"skip", &Commands::skip},     {"dont_know", &Commands::dont_know},   {"affirm", &Commands::affirm},
    {"deny", &Commands::deny},
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

}  // namespace

std::optional<Redaction> as_redaction(const Node& node, Findings& findings) {
  Redaction redaction;
  Fields fields(node, "the redaction", findings);
  fields.optional("params", list_of(as_text), redaction.params);
  fields.optional("detect", list_of(as_text), redaction.detect);
  return redaction;
}

std::optional<Session> as_session(const Node& node, Findings& findings) {
  Session session;
  Fields fields(node, "the session", findings);
  fields.optional("ttl", as_duration(0, kLongestTtl), session.ttl);
  fields.optional("question_ttl", as_duration(0, kLongestTtl), session.question_ttl);
  fields.optional("max_turns", as_whole<std::int64_t>(0, 1'000'000'000), session.max_turns);
  return session;
}

std::optional<double> as_likeness(const Node& node, Findings& findings) {
  double threshold = 0;
  Fields fields(node, "the likeness", findings);
  if (!fields.required("threshold", as_share, threshold)) return std::nullopt;
  return threshold;
}

Fallback default_fallback() {
  Fallback fallback;
  fallback.say = wording_of("Sorry, I did not get that. What can I do for you?");
  return fallback;
}

std::optional<Fallback> as_fallback(const Node& node, Findings& findings) {
  Fallback fallback = default_fallback();
  Fields fields(node, "the fallback", findings);
  fields.optional("say", as_fixed_wording, fallback.say);
  fields.optional("after", as_whole(1, kMaxFallbacks), fallback.after);
  read_then(fields, fallback);
  return fallback;
}

Replies default_replies() {
  Replies replies;
  for (const Reply& reply : kReplies) replies.*reply.wording = wording_of(reply.by_default);
  return replies;
}

std::optional<Replies> as_replies(const Node& node, Findings& findings) {
  Replies replies = default_replies();
  Fields fields(node, "the replies", findings);
  for (const Reply& reply : kReplies) {
    fields.optional(reply.key, as_wording_of(reply.placeholder), replies.*reply.wording);
  }
  return replies;
}

std::optional<Commands> as_commands(const Node& node, Findings& findings) {
  Commands commands;
  Fields fields(node, "the commands", findings);
  for (const Command& command : kCommands) fields.optional(command.key, list_of(as_regex), commands.*command.words);
  return commands;
}

}  // namespace parley::config
