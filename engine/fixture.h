// Fixture: a conversation file as data. The format: docs/conversations.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/findings.h"
#include "parley/turn.h"

namespace parley::engine {

struct ExpectedReply {
  std::string text;
  bool contained = false;  // `~text`: it is enough that the line contains it
};

struct ExpectedCall {
  std::string tool;
  Value::Object args;
};

struct FixtureTurn {
  enum class Kind { kUser, kUnderstanding, kEvent, kToolResult, kRestart, kWait, kAgain, kBot };
  Kind kind = Kind::kUser;
  config::Mark mark;

  // What happens.
  std::string user;
  OwnUnderstanding understanding;
  SessionEvent event = SessionEvent::kSilence;
  ToolOutcome outcome;
  TimeMs wait = 0;
  std::string bot;  // the file of another one, as it is written
  std::optional<Value> context;

  // What is expected; what is not set is not checked.
  std::optional<std::vector<ExpectedReply>> reply;
  std::optional<std::string> intent;
  std::optional<std::string> waiting;
  std::optional<std::string> status;
  std::optional<std::string> handoff;
  std::optional<std::string> reason;
  std::optional<int> attempt;
  std::optional<std::vector<std::string>> options;
  std::optional<Value::Object> params;
  std::vector<ExpectedCall> calls;

  // `restart`, `wait` and `bot` do something to the conversation and expect nothing of it.
  bool has_answer() const { return kind != Kind::kRestart && kind != Kind::kWait && kind != Kind::kBot; }
};

inline constexpr TimeMs kDefaultClock = 1'767'258'000'000;  // 2026-01-01T09:00:00Z

struct Fixture {
  config::Mark mark;
  std::string name;
  std::string bot;  // its own, as it is written; empty: the one that all are played against
  TimeMs clock = kDefaultClock;
  Value context;
  std::map<std::string, std::vector<ToolOutcome>> tools;  // answers in order, the last repeats; none: the host's
  std::vector<std::string> secrets;
  std::vector<FixtureTurn> turns;

  bool has(FixtureTurn::Kind kind) const;
};

// Reads file number `file` of `findings`: every problem in one go, with its place.
std::vector<Fixture> read_fixtures(int file, config::Findings& findings);

}  // namespace parley::engine
