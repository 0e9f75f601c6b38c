// Keeps values that the user has said for an intent that begins soon: values that no param took, and the values of the
// intent that was done or cancelled last (docs/dialog.md, section 15).
//
// Only types whose values show what they are for are kept: the bot's own types, email addresses, phone numbers and
// IBANs. Private values are not kept. A value is kept for three messages of the user, and no longer than
// `session.follow_up`.
// Tested by tests/planner/values_in_mind_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Counts a message of the user, and drops the values that are too old.
void age_values_in_mind(TransitionBuilder& builder);
// Keeps the values of a message that no param took.
void keep_untaken_values(TransitionBuilder& builder, const std::vector<UntakenValue>& values);
// Keeps the values of an intent that ended, instead of those of an intent that ended earlier.
void keep_values_of_ended(TransitionBuilder& builder, const Frame& ended);

// Fills the required params of the intent on top that the bot would ask for. A param takes a value only if exactly one
// value fits it. Unless the message refers back, only values that no param took count. A param of which `wanted` says
// something takes none.
void fill_from_mind(TransitionBuilder& builder, const FurtherIntent& wanted = {}, bool refers_back = false);

}  // namespace parley::planner
