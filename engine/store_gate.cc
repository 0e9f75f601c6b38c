#include "engine/store_gate.h"

#include <algorithm>
#include <utility>

#include "base/value_transform.h"
#include "engine/param_value_lists.h"
#include "memory/message_texts.h"

namespace parley::engine {
namespace {

// A metadata field that parley reads (docs/context.md). Its value is a boolean, so it reveals no private value.
constexpr const char* kImportant = "important";

constexpr std::size_t kMostRemembered = 16;  // texts of StoreGate::hidden_

// Returns all texts that open intents hold.
std::set<std::string> texts_of_open(const SessionState& state) {
  std::set<std::string> texts;
  const auto add = [&](const Value& value) {
    for (std::string& text : Redactor::forms_of(value)) texts.insert(std::move(text));
  };
  for (const Frame& frame : state.frames) {
    for (const auto& [name, filled] : frame.params) add(filled.value);
    for (const auto& [name, value] : frame.saved) add(value);
  }
  return texts;
}

}  // namespace

// ---- learning -------------------------------------------------------------------------------------------

bool StoreGate::learns(std::string_view param) const { return redactor_.is_hidden(param); }

void StoreGate::learn(const std::string& param, std::string form) {
  if (!learns(param) || !known_.emplace(param, form).second) return;
  if (!redactor_.is_private_in_store(param)) {
    later_.emplace_back(param, std::move(form));
    return;
  }
  values_.emplace_back(param, std::move(form));
  held_.reset();
  hidden_.clear();
}

void StoreGate::learn(const SessionState& state) {
  if (hides() || redactor_.hides_later()) learn(redactor_.hidden_values(state));
}

void StoreGate::learn(const Redactor::Values& told) {
  for (const auto& [param, form] : told) learn(param, form);
}

void StoreGate::learn(const Value::Object& params) {
  if (!hides() && !redactor_.hides_later()) return;
  for (const auto& [param, value] : params) {
    if (!learns(param)) continue;
    for (std::string& form : Redactor::forms_of(value)) learn(param, std::move(form));
  }
}

void StoreGate::learn(const ParamValue& value, std::string_view message) {
  if (!learns(value.param)) return;
  learn(Value::Object{{value.param, value.value}});
  const bool is_placed = value.span.begin < value.span.end && value.span.end <= message.size();
  if (is_placed) learn(value.param, std::string(message.substr(value.span.begin, value.span.end - value.span.begin)));
}

// Does not learn the answers in `heard` that the store hides: if the bot asks for a free text, even a command such as
// "cancel" is among them. The gate learns the accepted answers from the state. The store keeps the other answers, so
// the gate learns them unless the message is a command.
void StoreGate::learn(const Understanding& heard, std::string_view message) {
  if (!hides() && !redactor_.hides_later()) return;
  const bool is_command = main_act(heard.acts) != Act::kInform;
  for (const DialogAct& act : heard.acts) {
    const ParamValue* answer = answer_in(act);
    visit_values(act, [&](const ParamValue& value) {
      if (&value != answer || (!is_command && redactor_.is_hidden_later(value.param))) learn(value, message);
    });
  }
  for (const ParamValue& value : heard.mentioned) learn(value, message);
  learn_typed(heard, message);
}

// Learns the values that have the form of a private type, but are values of another param: a phone number that the bot
// takes for the number of an order.
void StoreGate::learn_typed(const Understanding& heard, std::string_view message) {
  std::vector<ParamValue> values = all_values(heard);
  std::erase_if(values, [](const ParamValue& value) { return value.whole_message; });
  if (values.empty() || !redactor_.hides_later()) return;
  for (const auto& [span, type] : redactor_.typed_parts(message)) {
    for (ParamValue value : values) {
      const bool overlaps = span.begin < value.span.end && value.span.begin < span.end;
      if (!overlaps || !redactor_.shows_more(value.param, type)) continue;
      value.param = type;
      learn(value, message);
    }
  }
}

privacy::LazyKnownValues& StoreGate::held() {
  if (!held_) {
    held_.emplace();
    for (const auto& [param, form] : values_) held_->add(param, {form});
  }
  return *held_;
}

// ---- hiding ---------------------------------------------------------------------------------------------

std::string StoreGate::message(std::string_view text, const Understanding& heard, const NluContext& nlu_context) {
  if (!hides() && !redactor_.is_withheld(nlu_context)) return std::string(text);
  if (!known_at_first_) known_at_first_ = values_.size();
  return redactor_.for_store(text, heard, nlu_context, held());
}

// In the text of the message, answers are masked by their place. In the details, the answers have no places. The gate
// therefore first learns the answers, and then masks them wherever they occur in the details.
MessageDetails StoreGate::details(MessageDetails details, std::string_view text, const Understanding& heard,
                                  const NluContext& nlu_context) const {
  if (details == MessageDetails()) return details;
  if (!redactor_.is_withheld(nlu_context)) {
    StoreGate gate(redactor_);
    gate.learn(values_);
    gate.learn(heard, text);
    for (const DialogAct& act : heard.acts) {
      if (const ParamValue* answer = answer_in(act)) gate.learn(*answer, text);
    }
    Message message;
    message.details = std::move(details);
    return gate.hidden(std::move(message)).details;
  }
  const std::string withheld = "{" + nlu_context.waiting_for_param + "}";
  MessageDetails kept;
  if (!details.tool.empty()) kept.tool = withheld;
  if (!details.model.empty()) kept.model = withheld;
  if (!details.author.empty()) kept.author = details.author == kAgent ? kAgent : withheld;
  for (const FileRef& file : details.files) kept.files.push_back({file.kind, withheld, {}});
  const auto important = details.metadata.find(kImportant);
  if (important != details.metadata.end() && important->second.if_bool()) kept.metadata.insert(*important);
  return kept;
}

std::string StoreGate::hidden_text(std::string_view text) {
  if (!hides()) return std::string(text);
  if (!known_at_first_) known_at_first_ = values_.size();
  for (const auto& [shown, hidden] : hidden_) {
    if (shown != text && hidden != text) continue;
    has_masked_ = has_masked_ || hidden != text;
    return hidden;
  }
  if (hidden_.size() == kMostRemembered) hidden_.clear();
  const std::string& hidden = hidden_.emplace_back(text, redactor_.for_store(text, held())).second;
  has_masked_ = has_masked_ || hidden != text;
  return hidden;
}

Value StoreGate::hidden_value(const Value& value) {
  if (!hides()) return value;
  return base::transform_texts(
      value, [&](const std::string& text) { return hidden_text(text); }, base::Names::kChange);
}

// The names of params and arguments come from the bot, so they are not masked.
Value::Object StoreGate::hidden_params(Value::Object params) {
  for (auto& [name, value] : params) value = hidden_value(value);
  return params;
}

Step StoreGate::hidden(Step step) {
  if (auto* ask = std::get_if<AskUser>(&step)) {
    ask->prompt = hidden_text(ask->prompt);
    for (std::string& option : ask->options) option = hidden_text(option);
  } else if (auto* confirm = std::get_if<Confirm>(&step)) {
    confirm->prompt = hidden_text(confirm->prompt);
    confirm->params = hidden_params(std::move(confirm->params));
    for (std::string& option : confirm->options) option = hidden_text(option);
  } else if (auto* call = std::get_if<ToolCall>(&step)) {
    call->args = hidden_params(std::move(call->args));
  } else if (auto* say = std::get_if<Say>(&step)) {
    say->text = hidden_text(say->text);
  } else {
    auto& handoff = std::get<Handoff>(step);
    handoff.params = hidden_params(std::move(handoff.params));
    for (std::string& line : handoff.recap) line = hidden_text(line);
    for (Value& open : handoff.open) {
      Value& params = (*open.if_object())["params"];
      params = hidden_params(*params.if_object());
    }
  }
  return step;
}

void StoreGate::hide(std::vector<Attachment>& attachments) {
  for (Attachment& one : attachments) {
    for (std::string* text : {&one.url, &one.title, &one.text, &one.image, &one.alt}) *text = hidden_text(*text);
    for (Button& button : one.buttons) {
      for (std::string* text : {&button.label, &button.message, &button.url}) *text = hidden_text(*text);
    }
  }
}

Turn StoreGate::hidden(Turn turn) {
  if (!hides()) return turn;
  has_masked_ = turn.masked;
  for (Step& step : turn.steps) {
    step = hidden(std::move(step));
    if (std::vector<Attachment>* attachments = attachments_of(step)) hide(*attachments);
  }
  for (std::string& text : turn.say) text = hidden_text(text);
  turn.params = hidden_params(std::move(turn.params));
  turn.masked = has_masked_;
  return turn;
}

Message StoreGate::hidden(Message message) {
  if (!hides()) return message;
  return memory::transform_texts(std::move(message), [this](const std::string& text) { return hidden_text(text); });
}

SessionNotes StoreGate::hidden(SessionNotes notes) {
  if (!hides()) return notes;
  return memory::transform_texts(std::move(notes), [this](const std::string& text) { return hidden_text(text); });
}

void StoreGate::redact(std::vector<Message>& messages, SessionState& state) {
  for (Message& message : messages) {
    if (!hides() || known_at_first_ == values_.size()) break;
    const std::size_t before = message.text.size();
    message = hidden(std::move(message));
    state.bytes += static_cast<std::int64_t>(message.text.size()) - static_cast<std::int64_t>(before);
  }
  release(state);
  remember(messages, state);
}

// Whether the store masks any text in the value.
bool StoreGate::is_private(const Value& value) {
  const std::vector<std::string> forms = Redactor::forms_of(value);
  return std::any_of(forms.begin(), forms.end(), [&](const std::string& text) { return hidden_text(text) != text; });
}

void StoreGate::release(SessionState& state) {
  if (state.frames.empty()) state.failed_calls.clear();  // they contain digests of arguments
  release_result(state);
  if (!hides() || !keeps_values_) return;
  if (state.done) {
    if (hidden_text(state.done->outcome) != state.done->outcome) state.done->outcome.clear();
    std::erase_if(state.done->params, [&](const auto& param) { return is_private(param.second.value); });
  }
  std::erase_if(state.in_mind, [&](const ValueInMind& one) { return is_private(one.value); });
}

// Removes the values that no open intent holds any more. They are not masked, because a `prefill` may read the result.
void StoreGate::release_result(SessionState& state) {
  if (state.last_result.is_null() || (values_.empty() && !keeps_values_)) return;
  const Redactor::Values still = redactor_.hidden_values(state);
  privacy::LazyKnownValues gone;
  for (const auto& value : values_) {
    if (std::find(still.begin(), still.end(), value) == still.end()) gone.add(value.first, {value.second});
  }
  const bool judges_forms = hides() && keeps_values_;
  const std::set<std::string> open = judges_forms ? texts_of_open(state) : std::set<std::string>();
  base::erase_texts(state.last_result, [&](const std::string& text) {
    if (redactor_.without(text, gone) != text) return true;
    return judges_forms && open.count(text) == 0 && hidden_text(text) != text;
  });
}

void StoreGate::remember(const std::vector<Message>& messages, SessionState& state) const {
  std::vector<PrivateText>& texts = state.private_texts;
  if (texts.empty() && later_.empty()) return;
  std::erase_if(texts, [&](const PrivateText& one) { return one.message <= state.trimmed; });
  const auto find = [&](std::string_view param, std::string_view text) {
    return std::find_if(texts.begin(), texts.end(),
                        [&](const PrivateText& one) { return one.param == param && one.text == text; });
  };
  privacy::LazyKnownValues earlier;
  for (const PrivateText& one : texts) earlier.add(one.param, {one.text});
  for (std::size_t i = 0; i < messages.size() && !texts.empty(); ++i) {
    for (const privacy::Echo& echo : earlier.find(messages[i].text)) {
      if (const auto known = find(echo.label, echo.value); known != texts.end()) known->message = state.messages;
    }
  }
  for (const auto& [param, form] : later_) {
    if (const auto known = find(param, form); known != texts.end()) {
      known->message = state.messages;
    } else {
      texts.push_back({param, form, state.messages});
    }
  }
}

}  // namespace parley::engine
