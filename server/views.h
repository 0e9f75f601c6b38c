// The JSON of stored sessions and turns, with private values masked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/sessions.h"
#include "parley/store.h"
#include "parley/value.h"
#include "server/call.h"

namespace parley::server {

// Replaces private values in a text. Empty: the text stays.
using Mask = std::function<std::string(const std::string& text)>;

// Returns the mask for what this sender may read of a session: none for the owner of the session (a page) and for
// `?clear=true` with the scope `clear`.
Mask mask_for(const Call& call, const SessionState* state);

// Masks every string in the view of a turn, a step or a state, except names: of params, tools, intents and calls. In
// the values of params and the data of tools, also masks numbers.
Value masked(const Value& value, const Mask& mask);
// Masks every string and number in a value of a param or in the data of a tool.
Value masked_data(const Value& value, const Mask& mask);

Value view_of(const SessionInfo& info, TimeMs now);
Value view_of(const SessionNotes& notes);
Value view_of(const Message& message, const Mask& mask);

// One element per turn with seq > after, at most `limit`, oldest first. Leaves out a last turn that is
// still running. An unknown session has no turns.
Result<std::vector<Value>> turn_views(SessionStore& store, std::string_view session, std::int64_t after,
                                      std::size_t limit, const Mask& mask);

}  // namespace parley::server
