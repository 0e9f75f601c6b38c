// The names of public enumerators. JSON, telemetry and stored data contain them, so they never change.
// Tested by tests/memory/codec_test.cc and tests/intents/bot_graph_test.cc.
#include "parley/bot_graph.h"
#include "parley/context.h"
#include "parley/dialog_act.h"
#include "parley/session.h"
#include "parley/sessions.h"
#include "parley/store.h"
#include "parley/stores.h"
#include "parley/turn.h"

namespace parley {

const char* to_string(Act act) {
  switch (act) {
    case Act::kInform: return "inform";
    case Act::kAffirm: return "affirm";
    case Act::kDeny: return "deny";
    case Act::kCancel: return "cancel";
    case Act::kReset: return "reset";
    case Act::kHuman: return "human";
    case Act::kCancelAll: return "cancel_all";
    case Act::kRepeat: return "repeat";
    case Act::kWhy: return "why";
    case Act::kSkip: return "skip";
    case Act::kDontKnow: return "dont_know";
    case Act::kThank: return "thank";
    case Act::kGreet: return "greet";
    case Act::kGoodbye: return "goodbye";
    case Act::kReact: return "react";
  }
  return "inform";
}

const char* to_string(const DialogAct& act) {
  static constexpr const char* kKinds[kActKinds] = {"affirm",   "deny",    "inform", "correct",   "retract",
                                                    "choose",   "request", "ask",    "follow_up", "command",
                                                    "courtesy", "closing", "remark"};
  return kKinds[act.what.index()];
}

const char* to_string(acts::Command::Kind kind) {
  switch (kind) {
    case acts::Command::Kind::kCancel: return "cancel";
    case acts::Command::Kind::kCancelAll: return "cancel_all";
    case acts::Command::Kind::kStartOver: return "start_over";
    case acts::Command::Kind::kRepeat: return "repeat";
    case acts::Command::Kind::kWhy: return "why";
    case acts::Command::Kind::kSkip: return "skip";
    case acts::Command::Kind::kDontKnow: return "dont_know";
    case acts::Command::Kind::kPerson: return "person";
  }
  return "?";
}

const char* to_string(acts::Courtesy::Kind kind) {
  switch (kind) {
    case acts::Courtesy::Kind::kThanks: return "thanks";
    case acts::Courtesy::Kind::kGreeting: return "greeting";
    case acts::Courtesy::Kind::kReaction: return "reaction";
    case acts::Courtesy::Kind::kPresence: return "presence";
  }
  return "?";
}

const char* to_string(acts::Choose::Meaning meaning) {
  switch (meaning) {
    case acts::Choose::Meaning::kThese: return "these";
    case acts::Choose::Meaning::kOneOfThese: return "one_of_these";
    case acts::Choose::Meaning::kNone: return "none";
  }
  return "?";
}

const char* to_string(acts::Request::Role role) {
  switch (role) {
    case acts::Request::Role::kNow: return "now";
    case acts::Request::Role::kAgain: return "again";
    case acts::Request::Role::kNext: return "next";
    case acts::Request::Role::kDoubtful: return "doubtful";
    case acts::Request::Role::kTakesValue: return "takes_value";
  }
  return "?";
}

const char* to_string(ActSource::Kind kind) {
  switch (kind) {
    case ActSource::Kind::kRule: return "rule";
    case ActSource::Kind::kType: return "type";
    case ActSource::Kind::kLexicon: return "lexicon";
    case ActSource::Kind::kSimilarity: return "similarity";
    case ActSource::Kind::kModel: return "model";
    case ActSource::Kind::kCaller: return "caller";
  }
  return "?";
}

const char* to_string(SessionEvent event) {
  switch (event) {
    case SessionEvent::kSilence: return "silence";
    case SessionEvent::kEnd: return "end";
    case SessionEvent::kReset: return "reset";
    case SessionEvent::kStart: return "start";
    case SessionEvent::kGiveBack: return "give_back";
  }
  return "silence";
}

const char* to_string(TurnStatus status) {
  switch (status) {
    case TurnStatus::kWaiting: return "waiting";
    case TurnStatus::kDone: return "done";
    case TurnStatus::kToolCall: return "tool_call";
    case TurnStatus::kHandoff: return "handoff";
  }
  return "done";
}

const char* to_string(ToolOutcome::Kind kind) {
  switch (kind) {
    case ToolOutcome::Kind::kOk: return "ok";
    case ToolOutcome::Kind::kFailed: return "failed";
    case ToolOutcome::Kind::kTimeout: return "timeout";
    case ToolOutcome::Kind::kUnknown: return "unknown";
    case ToolOutcome::Kind::kRejected: return "rejected";
  }
  return "unknown";
}

const char* to_string(PendingInput::Kind kind) {
  switch (kind) {
    case PendingInput::Kind::kParam: return "param";
    case PendingInput::Kind::kConfirm: return "confirm";
    case PendingInput::Kind::kChange: return "change";
    case PendingInput::Kind::kChoice: return "choice";
    case PendingInput::Kind::kTool: return "tool";
  }
  return "param";
}

const char* to_string(AnswerFailure failure) {
  switch (failure) {
    case AnswerFailure::kNotUnderstood: return "not_understood";
    case AnswerFailure::kInvalid: return "invalid";
    case AnswerFailure::kSilent: return "silent";
    case AnswerFailure::kRejected: return "rejected";
  }
  return "not_understood";
}

const char* to_string(StepRun::Status status) {
  switch (status) {
    case StepRun::Status::kStarted: return "started";
    case StepRun::Status::kWaiting: return "waiting";
    case StepRun::Status::kDone: return "done";
    case StepRun::Status::kFailed: return "failed";
  }
  return "started";
}

const char* to_string(Role role) {
  switch (role) {
    case Role::kUser: return "user";
    case Role::kAssistant: return "assistant";
    case Role::kTool: return "tool";
    case Role::kCall: return "call";
    case Role::kSummary: return "summary";
  }
  return "user";
}

std::string speaker_of(const Message& message) {
  const std::string& author = message.details.author;
  if (author.empty()) return to_string(message.role);
  return author == kAgent ? author : std::string(kAgent) + " (" + author + ")";
}

const char* to_string(Consumer consumer) {
  switch (consumer) {
    case Consumer::kClassifier: return "classifier";
    case Consumer::kPlanner: return "planner";
    case Consumer::kLlm: return "llm";
    case Consumer::kAgent: return "agent";
  }
  return "";
}

const char* to_string(ContextStrategy strategy) {
  switch (strategy) {
    case ContextStrategy::kWindow: return "window";
    case ContextStrategy::kSummary: return "summary";
    case ContextStrategy::kHybrid: return "hybrid";
  }
  return "";
}

const char* to_string(FileRef::Kind kind) { return kind == FileRef::Kind::kImage ? "image" : "file"; }

const char* to_string(CallRecord::Status status) {
  switch (status) {
    case CallRecord::Status::kStarted: return "started";
    case CallRecord::Status::kDone: return "done";
    case CallRecord::Status::kFailed: return "failed";
    case CallRecord::Status::kUnknown: return "unknown";
  }
  return "unknown";
}

const char* to_string(StoreEvent::Kind kind) {
  switch (kind) {
    case StoreEvent::Kind::kBackedUp: return "backed_up";
    case StoreEvent::Kind::kMigrated: return "migrated";
    case StoreEvent::Kind::kQuarantined: return "quarantined";
    case StoreEvent::Kind::kSalvaged: return "salvaged";
  }
  return "backed_up";
}

const char* to_string(SessionStatus status) {
  switch (status) {
    case SessionStatus::kUnknown: return "unknown";
    case SessionStatus::kLive: return "live";
    case SessionStatus::kExpired: return "expired";
  }
  return "unknown";
}

const char* to_string(GraphNode::Kind kind) {
  switch (kind) {
    case GraphNode::Kind::kStart: return "start";
    case GraphNode::Kind::kParam: return "param";
    case GraphNode::Kind::kConfirm: return "confirm";
    case GraphNode::Kind::kChange: return "change";
    case GraphNode::Kind::kSay: return "say";
    case GraphNode::Kind::kTool: return "tool";
    case GraphNode::Kind::kIf: return "if";
    case GraphNode::Kind::kAsk: return "ask";
    case GraphNode::Kind::kCall: return "call";
    case GraphNode::Kind::kStartIntent: return "start_intent";
    case GraphNode::Kind::kForEach: return "for_each";
    case GraphNode::Kind::kHandoff: return "handoff";
    case GraphNode::Kind::kDone: return "done";
    case GraphNode::Kind::kCancelled: return "cancelled";
    case GraphNode::Kind::kPerson: return "person";
    case GraphNode::Kind::kOtherIntent: return "intent";
  }
  return "say";
}

const char* to_string(GraphEdge::Label label) {
  switch (label) {
    case GraphEdge::Label::kNext: return "next";
    case GraphEdge::Label::kYes: return "yes";
    case GraphEdge::Label::kNo: return "no";
    case GraphEdge::Label::kThen: return "then";
    case GraphEdge::Label::kElse: return "else";
    case GraphEdge::Label::kEach: return "each";
    case GraphEdge::Label::kFailure: return "failure";
    case GraphEdge::Label::kTimeout: return "timeout";
    case GraphEdge::Label::kRejected: return "rejected";
    case GraphEdge::Label::kExhausted: return "exhausted";
    case GraphEdge::Label::kUnknown: return "unknown";
  }
  return "next";
}

const char* to_string(GraphLink::Kind kind) {
  switch (kind) {
    case GraphLink::Kind::kCall: return "call";
    case GraphLink::Kind::kStart: return "start";
    case GraphLink::Kind::kExhausted: break;
  }
  return "exhausted";
}

}  // namespace parley
