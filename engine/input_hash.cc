#include "engine/input_hash.h"

#include <algorithm>
#include <variant>

#include "base/byte_codec.h"
#include "engine/request_acts.h"
#include "memory/codec.h"

namespace parley::engine {
namespace {

using base::ByteWriter;

// Writes an input canonically: every member in a fixed order, with its length or its count. Texts are bytes, and values
// are JSON with sorted members.
class InputWriter {
 public:
  explicit InputWriter(std::string& out) : out_(out), writer_(out) {}

  void text(std::string_view text) {
    writer_.number(text.size());
    out_ += text;
  }
  void number(std::int64_t number) { writer_.signed_number(number); }
  void count(std::size_t count) { writer_.number(count); }
  void write(const Value& value) { text(value.to_json()); }
  void write(const std::string& value) { text(value); }
  void write(const Value::Object& members) {
    count(members.size());
    for (const auto& [name, value] : members) text(name), write(value);
  }
  void write(const NluResult::Readings& readings) {
    count(readings.size());
    for (const auto& [param, value] : readings) text(param), write(value);
  }
  template <class T>
  void write(const std::optional<T>& value) {
    count(value ? 1 : 0);
    if (value) write(*value);
  }
  template <class T>
  void write(const std::vector<T>& all) {
    count(all.size());
    for (const T& each : all) write(each);
  }

  void write(const NluResult::FurtherIntent& further) {
    text(further.intent);
    write(further.params);
    write(further.ambiguous);
  }
  void write(const NluResult& nlu) {
    write(nlu.intent);
    write(nlu.params);
    text(to_string(nlu.act));
    write(nlu.further);
    write(nlu.change);
    count(nlu.choose.index());
    if (const auto* index = std::get_if<std::int64_t>(&nlu.choose)) number(*index);
    if (const auto* label = std::get_if<std::string>(&nlu.choose)) text(*label);
    write(nlu.ambiguous);
    if (!nlu.acts.empty()) write(nlu.acts);  // an earlier version wrote no acts
  }
  void write(const DialogAct& act) { write(given_act(act)); }
  void write(const ToolResult& result) {
    text(result.call_id);
    text(to_string(result.outcome.kind));
    write(result.outcome.data);
    text(result.outcome.error);
  }
  void write(const SessionEvent& event) { text(to_string(event)); }
  void write(const SessionWrite::Text& message) {
    text(to_string(message.role));
    text(message.text);
    text(memory::details_json(message.details));
  }
  void write(const SessionWrite& write_of_caller) {
    write(write_of_caller.messages);
    text(write_of_caller.intent);
    write(write_of_caller.params);
    write(write_of_caller.waiting_for_param);
    number(write_of_caller.keep_turns);
    text(write_of_caller.title);
    text(write_of_caller.system_prompt);
    write(write_of_caller.tags);
    write(write_of_caller.metadata);
  }

 private:
  std::string& out_;
  ByteWriter writer_;
};

std::string canonical_input(const Request& request) {
  std::string out;
  InputWriter writer(out);
  std::visit([&](const auto& input) { writer.write(input); }, request.input);
  const auto* event = std::get_if<SessionEvent>(&request.input);
  if (event && *event == SessionEvent::kGiveBack) writer.count(request.resume ? 1 : 0);
  return out;
}

bool is_stored_as_sent(const TurnScope& scope, const StoreGate& gate, const PendingCommit& pending) {
  if (std::holds_alternative<SessionEvent>(scope.request.input)) return true;
  const auto* text = std::get_if<std::string>(&scope.request.input);
  if (!text) return !gate.hides();
  return std::all_of(pending.messages.begin(), pending.messages.end(),
                     [&](const Message& message) { return message.role != Role::kUser || message.text == *text; });
}

}  // namespace

// Each session and each kind of input has a key of its own. So a text needs no copy behind a head.
std::uint16_t input_hash(const Request& request, std::string_view session, const base::SipKey& key) {
  const base::SipKey own = {key.first ^ base::sip_hash(session, key), key.second ^ request.input.index()};
  const auto* text = std::get_if<std::string>(&request.input);
  return static_cast<std::uint16_t>(text ? base::sip_hash(*text, own) : base::sip_hash(canonical_input(request), own));
}

Result<void> check_same_input(const TurnScope& scope, const StoredTurn& stored) {
  const auto hash = input_hash(scope.request, scope.session, scope.bot_services.input_hash_key);
  if (!stored.input_hash || *stored.input_hash == hash) return {};
  return Unexpected(ErrorCode::kMessageIdReused,
                    "'id': this message id was used before in this session with other contents; use a new id");
}

void drop_revealing_hash(const TurnScope& scope, const StoreGate& gate, PendingCommit& pending) {
  if (!scope.bot_services.user_key.empty()) return;
  if (!is_stored_as_sent(scope, gate, pending)) pending.input_hash.reset();
}

}  // namespace parley::engine
