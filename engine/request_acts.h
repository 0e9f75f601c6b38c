// Reads the dialog acts of a request from JSON, and writes them (docs/protocol.md, "Acts").
//
// Tested by tests/engine/request_acts_test.cc.
#pragma once

#include <vector>

#include "engine/request_fields.h"
#include "parley/turn.h"

namespace parley::engine {

// Reads {"act": "correct", "param": "amount", "value": 60, "span": [4, 14]} and so on. A mistake fails `understanding`,
// with the index of the act.
std::vector<DialogAct> read_acts(const Value::Array& items, RequestFields& understanding);

// Reads the lists of readings in a member `ambiguous`. `where` is the prefix of its name.
std::vector<NluResult::Readings> read_ambiguous(RequestFields& fields, const std::string& where);

// Returns the form that read_acts() reads.
Value given_act(const DialogAct& act);

}  // namespace parley::engine
