// The JSON of simulations.
#pragma once

#include <string>

#include "parley/simulation.h"
#include "parley/value.h"
#include "server/views.h"

namespace parley::server {

Value view_of(const SimulationInput& input);
Value view_of(const SimulationStep& step);
Value view_of(const Simulation& simulation, const std::string& id);
Value view_of(const TurnDifference& difference);

// The view of a step, or of a simulation, with masks.
Value masked_step(const Value& view, const Mask& mask);
Value masked_simulation(const Value& view, const Mask& mask);

// The explanation of a turn as sentences: [{"text", "kind": "why", "why_not" or "decision"}].
Value sentences_of_turn(const Turn& turn);

}  // namespace parley::server
