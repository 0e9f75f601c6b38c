#include "memory/held_state.h"

#include <new>

#include "memory/state_form.h"

namespace parley::memory {

HeldState::HeldState(const SessionState& state)
    : state_(std::make_shared<const SessionState>(state)),
      bot_(state.bot),
      version_(state.version),
      turns_(state.turns),
      messages_(state.messages),
      trimmed_(state.trimmed),
      created_at_(state.created_at),
      updated_at_(state.updated_at),
      expires_at_(state.expires_at),
      is_handed_off_(state.handed_off.has_value()) {}

std::shared_ptr<const SessionState> HeldState::get() const {
  static const auto kNone = std::make_shared<const SessionState>();
  if (state_) return state_;
  if (form_.empty()) return kNone;
  auto state = state_from_form(form_);  // cannot fail, because the bytes never change
  return std::make_shared<const SessionState>(std::move(*state));
}

void HeldState::rest() {
  if (!state_) return;
  try {
    form_ = state_form(*state_);
    form_.shrink_to_fit();
  } catch (const std::bad_alloc&) {
    return;
  }
  state_.reset();
}

}  // namespace parley::memory
