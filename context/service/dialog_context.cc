// Tested by tests/context/service/dialog_context_test.cc.
#include "context/service/dialog_context.h"

#include <algorithm>
#include <limits>

#include "base/time.h"
#include "base/value_transform.h"
#include "parley/context.h"

namespace parley::context {
namespace {

std::int64_t tokens_of(const DialogContext& dialog, const TokenCounter& counter) {
  const Value json = render_json(dialog);
  if (json.if_object()->empty()) return 0;
  Message message;
  message.text = json.to_json();
  return count_tokens(message, counter);
}

std::int64_t room_in(std::int64_t max_tokens) {
  // Here, a negative budget means no limit. It is rejected later, when the messages are selected.
  if (max_tokens <= 0) return std::numeric_limits<std::int64_t>::max();
  return std::clamp<std::int64_t>(max_tokens - kMinContextTokens, 0, max_tokens / 4);
}

void drop_largest_param(DialogContext& dialog) {
  const auto largest = std::max_element(dialog.params.begin(), dialog.params.end(), [](const auto& a, const auto& b) {
    return a.second.to_json().size() < b.second.to_json().size();
  });
  dialog.params.erase(largest);
  ++dialog.left_out;
}

}  // namespace

DialogContext dialog_context(const SessionState& state, TimeMs now, std::int64_t max_tokens,
                             const TokenCounter& counter,
                             const std::function<std::string(const std::string& text)>& redact) {
  DialogContext dialog;
  const auto add = [&](const FilledParams& params) {
    for (const auto& [name, filled] : params) {
      dialog.params[name] = base::transform_texts(filled.value, redact, base::Names::kChange);
    }
  };
  add(state.params);
  if (!state.frames.empty()) {
    dialog.intent = state.frames.back().intent;
    add(state.frames.back().params);
  }
  if (state.handed_off) {
    dialog.handed_off = state.handed_off->reason;
    dialog.handed_off_at = state.handed_off->at;
    for (auto frame = state.frames.rbegin(); frame != state.frames.rend(); ++frame) {
      if (frame != state.frames.rbegin()) dialog.later.push_back(frame->intent);
    }
    for (const QueuedIntent& queued : state.queue) dialog.later.push_back(queued.intent);
  }
  const AskedParam* asked = state.waits_for<AskedParam>();
  const bool lapsed = asked && state.waiting->expires_at != 0 && now >= state.waiting->expires_at;
  if (asked && !lapsed) dialog.waiting_for_param = asked->param;

  const std::int64_t room = room_in(max_tokens);
  while ((dialog.tokens = tokens_of(dialog, counter)) > room) {
    if (!dialog.params.empty()) {
      drop_largest_param(dialog);
    } else {
      dialog.intent = dialog.waiting_for_param = dialog.handed_off = std::nullopt;
      dialog.later.clear();
    }
  }
  return dialog;
}

}  // namespace parley::context

namespace parley {

Value render_json(const DialogContext& dialog) {
  Value::Object json;
  if (dialog.intent) json["intent"] = *dialog.intent;
  if (dialog.waiting_for_param) json["waiting_for_param"] = *dialog.waiting_for_param;
  if (!dialog.params.empty()) json["params"] = dialog.params;
  if (!dialog.later.empty()) json["later"] = Value(Value::Array(dialog.later.begin(), dialog.later.end()));
  if (dialog.handed_off) {
    json["handed_off"] =
        Value::Object{{"reason", *dialog.handed_off}, {"at", base::format_iso8601(dialog.handed_off_at)}};
  }
  return Value(std::move(json));
}

}  // namespace parley
