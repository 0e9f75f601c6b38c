#include "server/authority.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <string>

#include "server/ascii.h"
#include "server/hosted_bot.h"

namespace parley::server {
namespace {

// The parts that a request may have, each with a row in the table.
enum class Part {
  kText,
  kChoice,
  kAnswer,
  kUnderstanding,
  kToolResult,
  kWrite,
  kKeepTurns,
  kUserEvent,
  kEnd,
  kEndForPerson,
  kGiveBack,
  kResume,
  kSession,
  kContinuation,
  kId,
  kContext,
  kNow,
  kExplain,
  kMustExist,
  kUser,
  kUsage,
  kParent,
  kTool,
  kModel,
  kFiles,
  kMetadata,
  kTraceParent,
  kCount  // how many there are
};
constexpr auto kPartCount = static_cast<std::size_t>(Part::kCount);
using Parts = std::bitset<kPartCount>;

struct PartRule {
  Part part;
  const char* name;  // in a refusal
  Scope scope;       // that a key needs
  bool for_pages;    // a token of a web page may send it
};

// The table. A page sends what a user can cause; whatever speaks for the bot, its staff or its tools needs a key.
constexpr std::array kPartRules{
    PartRule{Part::kText, "text", Scope::kTurn, true},
    PartRule{Part::kChoice, "understanding.choose", Scope::kTurn, true},
    PartRule{Part::kAnswer, "resume", Scope::kTurn, true},
    PartRule{Part::kUnderstanding, "understanding", Scope::kTurn, false},
    PartRule{Part::kToolResult, "tool_result", Scope::kTools, false},
    PartRule{Part::kWrite, "write", Scope::kAgent, false},
    PartRule{Part::kKeepTurns, "write.keep_turns", Scope::kAdmin, false},  // erases turns
    PartRule{Part::kUserEvent, "event", Scope::kTurn, true},
    PartRule{Part::kEnd, "event", Scope::kTurn, true},
    PartRule{Part::kEndForPerson, "event: end or reset, while a person has the conversation", Scope::kTurn, false},
    PartRule{Part::kGiveBack, "event: give_back", Scope::kAgent, false},
    PartRule{Part::kResume, "resume", Scope::kAgent, false},
    PartRule{Part::kSession, "session", Scope::kNone, true},  // of a token: only its own
    PartRule{Part::kContinuation, "continuation_id", Scope::kTurn, false},
    PartRule{Part::kId, "id", Scope::kNone, true},
    PartRule{Part::kContext, "context", Scope::kTurn, true},  // of a token: only the keys that it may send
    PartRule{Part::kNow, "now", Scope::kAdmin, false},        // can reach a session past its retention
    PartRule{Part::kExplain, "explain", Scope::kTurn, false},
    PartRule{Part::kMustExist, "must_exist", Scope::kNone, true},
    PartRule{Part::kUser, "user", Scope::kTurn, false},
    PartRule{Part::kUsage, "usage", Scope::kTurn, false},
    PartRule{Part::kParent, "parent", Scope::kTurn, false},
    PartRule{Part::kTool, "tool", Scope::kTurn, false},
    PartRule{Part::kModel, "model", Scope::kTurn, false},
    PartRule{Part::kFiles, "files", Scope::kTurn, false},
    PartRule{Part::kMetadata, "metadata", Scope::kTurn, false},
    PartRule{Part::kTraceParent, "traceparent", Scope::kNone, true},
};

constexpr bool is_complete() {
  for (std::size_t i = 0; i < kPartRules.size(); ++i) {
    if (kPartRules[i].part != static_cast<Part>(i)) return false;
  }
  return kPartRules.size() == kPartCount;
}
static_assert(is_complete(), "each part has one row, in the order of the enumeration");

// ---- the parts of a request
//
// The lists in brackets name every member of their structs, so a new member does not compile before it has a part. The
// same is true for a new kind of input, which needs a function of its own.

Parts one_part(Part part) { return Parts().set(static_cast<std::size_t>(part)); }

void add_part(Parts& parts, Part part, bool is_there) {
  if (is_there) parts.set(static_cast<std::size_t>(part));
}

Parts parts_of_input(const std::string& /*text*/) { return one_part(Part::kText); }

Parts parts_of_input(const NluResult& nlu) {
  const auto& [intent, params, act, further, change, choose, ambiguous, acts] = nlu;
  const bool has_more = intent || !params.empty() || act != Act::kInform || !further.empty() || !change.empty() ||
                        !ambiguous.empty() || !acts.empty() || std::holds_alternative<std::monostate>(choose);
  return one_part(has_more ? Part::kUnderstanding : Part::kChoice);
}

Parts parts_of_input(const ToolResult& /*result*/) { return one_part(Part::kToolResult); }

Parts parts_of_input(const SessionWrite& write) {
  const auto& [messages, intent, params, waiting_for_param, keep_turns, title, system_prompt, tags, metadata] = write;
  const bool adds = !messages.empty() || !intent.empty() || !params.empty() || waiting_for_param || !title.empty() ||
                    !system_prompt.empty() || !tags.empty() || !metadata.empty();
  Parts parts;
  add_part(parts, Part::kWrite, adds || keep_turns == 0);
  add_part(parts, Part::kKeepTurns, keep_turns != 0);
  return parts;
}

Parts parts_of_input(const SessionEvent& event) {
  switch (event) {
    case SessionEvent::kSilence:
    case SessionEvent::kStart: return one_part(Part::kUserEvent);
    case SessionEvent::kEnd:
    case SessionEvent::kReset: return one_part(Part::kEnd);
    case SessionEvent::kGiveBack: break;
  }
  return one_part(Part::kGiveBack);
}

void add_details(Parts& parts, const MessageDetails& details) {
  // No request has these two, the call and the author.
  const auto& [tool, model, call_id, files, metadata, author] = details;
  add_part(parts, Part::kTool, !tool.empty() || !call_id.empty() || !author.empty());
  add_part(parts, Part::kModel, !model.empty());
  add_part(parts, Part::kFiles, !files.empty());
  add_part(parts, Part::kMetadata, !metadata.empty());
}

Parts parts_of(const Request& request, Said said) {
  const auto& [session, continuation_id, input, id, context, now, resume, explain, must_exist, user, usage, parent,
               details, trace_parent, spares_handoff] = request;
  Parts parts = std::visit([](const auto& one) { return parts_of_input(one); }, input);
  if (said == Said::kAnswer && std::holds_alternative<NluResult>(input)) parts = one_part(Part::kAnswer);
  add_part(parts, Part::kSession, !session.empty());
  add_part(parts, Part::kContinuation, !continuation_id.empty());
  add_part(parts, Part::kId, !id.empty());
  add_part(parts, Part::kContext, !context.is_null());
  add_part(parts, Part::kNow, now.has_value());
  add_part(parts, Part::kResume, resume);
  add_part(parts, Part::kExplain, explain);
  add_part(parts, Part::kMustExist, must_exist);
  add_part(parts, Part::kUser, !user.empty());
  add_part(parts, Part::kUsage, usage != Usage());
  add_part(parts, Part::kParent, !parent.empty());
  add_details(parts, details);
  add_part(parts, Part::kTraceParent, !trace_parent.empty());
  static_cast<void>(spares_handoff);  // allow() sets it
  return parts;
}

// ---- the sender

bool is_page(const Principal& who) { return who.kind == Principal::Kind::kToken; }

Problem forbid(const Principal& who, const PartRule& rule) {
  const std::string name = "'" + std::string(rule.name) + "'", scope = std::string("'") + to_string(rule.scope) + "'";
  if (!is_page(who)) return problem("forbidden", name + " needs the scope " + scope);
  return problem("forbidden", "the token of a page may not send " + name + "; it needs a key with the scope " + scope);
}

std::optional<Problem> refuse_parts(const Principal& who, const Parts& parts) {
  for (const PartRule& rule : kPartRules) {
    if (!parts.test(static_cast<std::size_t>(rule.part))) continue;
    if (is_page(who) ? !rule.for_pages : !who.may(rule.scope)) return forbid(who, rule);
  }
  return std::nullopt;
}

// Every page may say how its user reads and writes, and that it is a page.
bool is_of_every_page(const std::string& key, const Value& value) {
  return key == "locale" || key == "time_zone" || (key == "channel" && value == Value("web"));
}

// A page's facts are claims of its user, and a bot must not trust them. So the operator names those that it may send.
std::optional<Problem> refuse_context(const Principal& who, const Value& context) {
  const Value::Object* members = context.if_object();
  const auto is_known = [&who](const auto& member) {
    const auto& keys = who.context_keys;
    return is_of_every_page(member.first, member.second) ||
           std::find(keys.begin(), keys.end(), member.first) != keys.end();
  };
  if (!members || std::all_of(members->begin(), members->end(), is_known)) return std::nullopt;
  const std::string others = who.context_keys.empty() ? "" : ", " + joined(who.context_keys);
  return problem("forbidden", "the token of a page may send only this 'context': locale, time_zone, channel: web" +
                                  others + "; parley serve --page-context adds others");
}

// Unset: the event is fine. A user who writes cannot end a handoff either. A handoff that begins after this check is
// spared by the engine (Request::spares_handoff).
std::optional<Problem> refuse_end(const Principal& who, HostedBot& bot, const std::string& session) {
  const auto state = bot.store().load(session);
  if (!state) return problem_of(state.error());
  if (!*state || !(*state)->handed_off) return std::nullopt;
  return forbid(who, kPartRules[static_cast<std::size_t>(Part::kEndForPerson)]);
}

}  // namespace

std::optional<Problem> refuse_session(const Principal& who, std::string_view session) {
  if (!is_page(who) || session == who.session) return std::nullopt;
  return problem("forbidden", "the token allows messages in its own session only");
}

std::variant<std::string, Problem> own_session(const Principal& who, HostedBot& bot, const std::string& session) {
  if (!is_page(who) || who.user.empty()) return session;
  auto own = bot.engine().session_of(session, who.user);
  if (own) return std::move(*own);
  const bool is_of_other_user = own.error().code == ErrorCode::kInvalidRequest;
  return is_of_other_user ? problem("forbidden", own.error().message) : problem_of(own.error());
}

std::variant<AllowedRequest, Problem> allow(const Principal& who, HostedBot& bot, Request request, Said said) {
  const Parts parts = parts_of(request, said);
  if (auto refused = refuse_parts(who, parts)) return std::move(*refused);
  if (!is_page(who)) return AllowedRequest(std::move(request));
  if (auto refused = refuse_session(who, request.session)) return std::move(*refused);
  auto own = own_session(who, bot, request.session);
  if (auto* refused = std::get_if<Problem>(&own)) return std::move(*refused);
  request.session = std::get<std::string>(std::move(own));
  if (auto refused = refuse_context(who, request.context)) return std::move(*refused);
  const bool ends = parts.test(static_cast<std::size_t>(Part::kEnd));
  if (auto refused = ends ? refuse_end(who, bot, request.session) : std::nullopt) return std::move(*refused);
  request.user = who.user;
  request.spares_handoff = true;
  return AllowedRequest(std::move(request));
}

}  // namespace parley::server
