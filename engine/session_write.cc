#include "engine/session_write.h"

#include <algorithm>
#include <string>
#include <utility>

#include "config/by_id.h"
#include "config/definition.h"
#include "engine/external_nlu.h"
#include "engine/request_limits.h"
#include "intents/catalog_access.h"
#include "intents/context_facts.h"
#include "planner/transition_builder.h"

namespace parley::engine {
namespace {

using config::Intent;
using config::Param;

constexpr std::size_t kMaxMessages = 100;

Unexpected invalid(std::string message) { return Unexpected(ErrorCode::kInvalidRequest, std::move(message)); }

// Returns why a value was rejected: the text of the validation rule, or the expected type. Never contains the value,
// which may be private.
std::string rejection_of(const ParamValue& validated, const Param& param) {
  std::string why = "the param does not take this value: ";
  for (const config::Validation& validation : param.validate) {
    std::string words;
    for (const auto& piece : validation.otherwise.pieces) words += piece.literal;
    if (!words.empty() && words == validated.rejection) return why + words;
  }
  return why + "it is not of the type '" + param.type.value + "'";
}

class WriteValidator {
 public:
  WriteValidator(const SessionWrite& write, const Catalog& catalog, const SessionState& state,
                 const NluContext& nlu_context)
      : write_(write),
        catalog_(catalog),
        bot_(intents::definition_of(catalog)),
        state_(state),
        nlu_context_(nlu_context) {}

  Result<planner::PlannedWrite> run() {
    const bool changes_dialog = !write_.intent.empty() || !write_.params.empty() || write_.waiting_for_param;
    if (changes_dialog && state_.waits_for<ToolWait>()) {
      return invalid("'write': a tool call is open; post its 'tool_result' first, then write intent and params");
    }
    if (!write_.intent.empty() && !bot_.find_intent(write_.intent)) {
      return unknown_name("'write.intent': the bot has no intent", write_.intent, config::ids_of(bot_.intents));
    }
    if (auto may = check_guard(); !may) return Unexpected(may.error());
    open_ = bot_.find_intent(write_.intent.empty() ? nlu_context_.intent : write_.intent);
    valid_write_.intent = write_.intent;
    for (const auto& [name, value] : write_.params) {
      if (auto taken = take(name, value); !taken) return Unexpected(taken.error());
    }
    if (auto taken = take_question(); !taken) return Unexpected(taken.error());
    return std::move(valid_write_);
  }

 private:
  // An intent that is open may go on although its `when` no longer holds.
  Result<void> check_guard() const {
    const bool is_open =
        write_.intent == nlu_context_.intent || planner::find_resumable(state_, write_.intent) != state_.frames.end();
    if (write_.intent.empty() || is_open) return {};
    const std::string unmet = intents::why_not(bot_.find_intent(write_.intent)->when, intents::facts_of(nlu_context_));
    if (unmet.empty()) return {};
    return invalid("'write.intent': the intent " + write_.intent + " may not begin: " + unmet);
  }

  Result<void> take(const std::string& name, const Value& value) {
    const Intent* intent = intent_of(name);
    if (!intent) {
      const std::vector<std::string> known = open_ ? config::ids_of(open_->params) : std::vector<std::string>();
      return unknown_name("'write.params': no open intent has a param", name, known);
    }
    const std::size_t before = valid_write_.values.size();
    validate_value(valid_write_.values, catalog_, *intent, name, value, nlu_context_);
    for (std::size_t i = before; i < valid_write_.values.size(); ++i) {
      const ParamValue& validated = valid_write_.values[i];
      if (!validated.valid)
        return invalid("'write.params." + name + "': " + rejection_of(validated, *intent->find_param(name)));
      valid_write_.values[i].intent = intent->id.value;
    }
    return {};
  }

  // Returns the open intent if it has the param, otherwise an intent that shares the param with the session; null if
  // there is none.
  const Intent* intent_of(const std::string& name) const {
    if (open_ && open_->find_param(name)) return open_;
    const auto shares = [&](const Intent& intent) {
      const Param* param = intent.find_param(name);
      return param && param->session_scope && !param->list;
    };
    const auto found = std::find_if(bot_.intents.begin(), bot_.intents.end(), shares);
    return found == bot_.intents.end() ? nullptr : &*found;
  }

  Result<void> take_question() {
    valid_write_.waiting_for_param = write_.waiting_for_param;
    if (!write_.waiting_for_param || write_.waiting_for_param->empty()) return {};
    const std::string& name = *write_.waiting_for_param;
    if (!open_) return invalid("'write.waiting_for_param': no intent is open; name one in 'write.intent'");
    const Param* param = open_->find_param(name);
    if (!param) {
      return unknown_name("'write.waiting_for_param': the intent " + open_->id.value + " has no param", name,
                          config::ids_of(open_->params));
    }
    if (param->ask.empty()) return invalid("'write.waiting_for_param': the bot has no 'ask' for the param " + name);
    return {};
  }

  const SessionWrite& write_;
  const Catalog& catalog_;
  const config::BotDefinition& bot_;
  const SessionState& state_;
  const NluContext& nlu_context_;
  const Intent* open_ = nullptr;  // the open intent after the write
  planner::PlannedWrite valid_write_;
};

}  // namespace

Result<void> check_write(const SessionWrite& write, const Limits& limits) {
  const auto check_text = [&](const std::string& text, const char* field) -> Result<void> {
    if (text.size() <= limits.max_message_bytes) return {};
    return Unexpected(ErrorCode::kMessageTooLong, std::string(field) + " is longer than " +
                                                      std::to_string(limits.max_message_bytes) +
                                                      " bytes (Limits::max_message_bytes)");
  };
  if (write.messages.size() > kMaxMessages) {
    return Unexpected(ErrorCode::kLimitExceeded,
                      "'write.messages' holds more than " + std::to_string(kMaxMessages) + " messages");
  }
  for (const SessionWrite::Text& message : write.messages) {
    if (message.role != Role::kUser && message.role != Role::kAssistant) {
      return invalid("'write.messages': 'role' must be user or assistant");
    }
    if (message.role == Role::kUser && !message.details.author.empty()) {
      return invalid("'write.messages': 'author' is for messages of the role assistant or agent");
    }
    if (message.text.empty()) return invalid("'write.messages': 'text' is empty");
    if (auto good = check_text(message.text, "'write.messages.text'"); !good) return good;
    if (auto good = check_details(message.details, limits); !good) return good;
  }
  if (auto good = check_text(write.system_prompt, "'write.system_prompt'"); !good) return good;
  if (auto good = check_text(write.title, "'write.title'"); !good) return good;
  if (write.keep_turns < 0) return invalid("'write.keep_turns' must be 1 or more, or 0 for all turns");
  if (Value(write.metadata).to_json().size() > limits.max_context_bytes) {
    return Unexpected(ErrorCode::kLimitExceeded, "'write.metadata' is longer than " +
                                                     std::to_string(limits.max_context_bytes) +
                                                     " bytes (Limits::max_context_bytes)");
  }
  const auto& tags = write.tags;
  const auto is_long = [](const std::string& tag) { return tag.empty() || tag.size() > 128; };
  if (std::any_of(tags.begin(), tags.end(), is_long)) return invalid("'write.tags': a tag has 1 to 128 bytes");
  return {};
}

Result<planner::PlannedWrite> validate_write(const SessionWrite& write, const Catalog& catalog,
                                             const SessionState& state, const NluContext& nlu_context) {
  return WriteValidator(write, catalog, state, nlu_context).run();
}

}  // namespace parley::engine
