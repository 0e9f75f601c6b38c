#include "planner/confirmation.h"

namespace parley::planner {

void void_confirmation(TransitionBuilder& builder, std::string_view changed) {
  if (builder.has_begun_steps() || !builder.top().confirmed) return;
  builder.note(Rule::kConfirmationVoided, changed);
  builder.top().confirmed = false;
  std::optional<Attempts>& failed = builder.top().attempts.confirmation;
  ++(failed ? *failed : failed.emplace()).rejected;
}

void store_confirmed_params(TransitionBuilder& builder) {
  FilledParams& session = builder.state.params;
  for (const config::Param& param : builder.intent().params) {
    const auto stored = param.session_scope ? session.find(param.id.value) : session.end();
    const auto confirmed = builder.top().params.find(param.id.value);
    if (stored != session.end() && confirmed != builder.top().params.end()) stored->second = confirmed->second;
  }
}

}  // namespace parley::planner
