// Decides who may say what. A source of acts (ActSource::Kind) has a right to each kind of act, which may depend on the
// open question. docs/protocol.md describes the table in words.
//
// A guard (`when`) is no right of a source: every intent begins through Admitted (planner/intent_stack.h).
// Tested by tests/planner/source_rights_test.cc.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"
#include "parley/dialog_act.h"
#include "parley/session.h"

namespace parley::planner {

enum class SourceRight {
  kMay,
  kMayInDoubt,  // a Request: the bot asks whether the user means it
  kMayNot,
};
const char* to_string(SourceRight right);  // "may", "may in doubt", "may not"

// The right of the act's source to say the act in this state.
SourceRight right_of(const DialogAct& act, const config::BotDefinition& bot, const SessionState& state);

// Removes the acts that their sources may not say, and puts Requests in doubt. Adds a line to `why` for each act that
// it changes: "model: affirm: may not, at confirm".
std::vector<DialogAct> permitted(std::vector<DialogAct> acts, const config::BotDefinition& bot,
                                 const SessionState& state, std::vector<std::string>& why);

}  // namespace parley::planner
