#include "memory/turn_body.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/byte_codec.h"
#include "memory/attachments_codec.h"
#include "memory/codec.h"
#include "memory/object_writer.h"

namespace parley::memory {
namespace {

using base::ByteReader;
using base::ByteWriter;
using base::kSealHead;
using base::seal_form;
using base::unseal_form;

// The second form adds Handoff::open and Turn::masked. A turn without them has the first form.
constexpr std::uint8_t kLostForm = 0, kFirstTurnForm = 1, kSecondTurnForm = 2;
constexpr std::size_t kUsualBytes = 512;
constexpr std::uint8_t kHasDetails = 0x80;      // added to the role
constexpr std::uint8_t kHasOptions = 0x80;      // added to the kind of a confirmation
constexpr std::uint8_t kHasOpen = 0x80;         // added to the kind of a handoff, in the second form
constexpr std::uint8_t kHasAttachments = 0x40;  // added to the kind of a step

enum class AnswerForm : std::uint8_t { kNone, kFields, kUnread };
enum class StepKind : std::uint8_t { kAskUser, kToolCall, kConfirm, kSay, kHandoff };  // as in Step
enum Has : unsigned {
  kDuplicate = 4,
  kContinued = 8,
  kIntent = 16,
  kParams = 32,
  kWaiting = 64,
  kReason = 128,
  kExplain = 256,
  kHandedOff = 512,
  kHasInputHash = 1024,
  kMasked = 2048  // in the second form
};
constexpr unsigned kStatus = 3;  // the lowest two bits

static_assert(std::is_same_v<Step, std::variant<AskUser, ToolCall, Confirm, Say, Handoff>>, "StepKind numbers them");
static_assert(static_cast<unsigned>(TurnStatus::kHandoff) == kStatus);

Unexpected damaged(std::string_view what) { return Unexpected(ErrorCode::kStoreCorrupt, "turn: " + std::string(what)); }

// ---- writing

void write(ByteWriter& out, const Value::Object& members) {
  std::string json;
  if (!members.empty()) {
    ObjectWriter object(json);
    for (const auto& [name, value] : members) value.append_json(object.begin_escaped(name));
  }
  out.text(json);
}

void write(ByteWriter& out, const std::vector<std::string>& texts) {
  out.number(texts.size());
  for (const std::string& text : texts) out.text(text);
}

void write(ByteWriter& out, const AskUser& ask) {
  out.text(ask.param);
  out.text(ask.prompt);
  out.signed_number(ask.attempt);
  write(out, ask.options);
}

void write(ByteWriter& out, const ToolCall& call) {
  out.text(call.call_id);
  out.text(call.name);
  write(out, call.args);
  out.text(call.idempotency_key);
}

void write(ByteWriter& out, const Confirm& confirm) {
  out.text(confirm.prompt);
  write(out, confirm.params);
  out.signed_number(confirm.attempt);
}

void write(ByteWriter& out, const Say& say) { out.text(say.text); }

void write(ByteWriter& out, const Handoff& handoff) {
  out.text(handoff.reason);
  out.text(handoff.intent);
  write(out, handoff.params);
  write(out, handoff.attempts);
  write(out, handoff.recap);
}

void write(ByteWriter& out, const StoredTurn& stored) {
  const Turn& turn = stored.turn;
  const auto flag = [](bool is_set, unsigned has) { return is_set ? has : 0; };
  out.number(static_cast<unsigned>(turn.status) | flag(turn.duplicate, kDuplicate) | flag(turn.continued, kContinued) |
             flag(turn.intent.has_value(), kIntent) | flag(!turn.params.empty(), kParams) |
             flag(turn.waiting_for_param.has_value(), kWaiting) | flag(!turn.reason.empty(), kReason) |
             flag(!turn.explain.is_null(), kExplain) | flag(turn.handed_off, kHandedOff) |
             flag(stored.input_hash.has_value(), kHasInputHash) | flag(turn.masked, kMasked));
  write(out, turn.say);
  out.number(turn.steps.size());
  for (const Step& step : turn.steps) {
    const auto* confirm = std::get_if<Confirm>(&step);
    const std::vector<Attachment>* attachments = attachments_of(step);
    const bool has_options = confirm && !confirm->options.empty();
    const bool has_attachments = attachments && !attachments->empty();
    const auto* handoff = std::get_if<Handoff>(&step);
    const bool has_open = handoff && !handoff->open.empty();
    out.byte(static_cast<std::uint8_t>(step.index() | (has_options ? kHasOptions : 0u) | (has_open ? kHasOpen : 0u) |
                                       (has_attachments ? kHasAttachments : 0u)));
    std::visit([&](const auto& kind) { write(out, kind); }, step);
    if (has_options) write(out, confirm->options);
    if (has_open) out.text(Value(handoff->open).to_json());
    if (has_attachments) out.text(attachments_to_value(*attachments).to_json());
  }
  if (turn.intent) out.text(*turn.intent);
  if (!turn.params.empty()) write(out, turn.params);
  if (turn.waiting_for_param) out.text(*turn.waiting_for_param);
  out.text(turn.continuation_id);
  if (!turn.reason.empty()) out.text(turn.reason);
  if (!turn.explain.is_null()) out.text(turn.explain.to_json());
  if (stored.input_hash) out.number(*stored.input_hash);
}

void write(ByteWriter& out, const TurnPlace& place, const std::vector<Message>& messages) {
  out.number(messages.size());
  std::int64_t seq = place.first_message;
  TimeMs at = 0;
  for (const Message& message : messages) {
    const std::string details = details_json(message.details);
    out.byte(static_cast<std::uint8_t>(static_cast<unsigned>(message.role) | (details.empty() ? 0u : kHasDetails)));
    out.signed_number(message.seq - seq);
    out.signed_number(message.at - at);
    out.text(message.text);
    if (!details.empty()) out.text(details);
    seq = message.seq + 1;
    at = message.at;
  }
}

std::uint8_t turn_form(const Turn& turn) {
  const auto has_open = [](const Step& step) {
    const auto* handoff = std::get_if<Handoff>(&step);
    return handoff && !handoff->open.empty();
  };
  const bool is_second = turn.masked || std::any_of(turn.steps.begin(), turn.steps.end(), has_open);
  return is_second ? kSecondTurnForm : kFirstTurnForm;
}

// Calls answer(out) to write the answer behind the messages.
template <class Answer>
std::string sealed_body(const TurnPlace& place, const std::vector<Message>& messages, std::uint8_t version,
                        AnswerForm form, Answer answer) {
  std::string body;
  body.reserve(kUsualBytes);
  body.resize(kSealHead);
  ByteWriter out(body);
  write(out, place, messages);
  out.byte(static_cast<std::uint8_t>(form));
  answer(out);
  seal_form(body, version);
  return body;
}

// ---- reading

void read(ByteReader& in, std::string& text) { text = in.text(); }

void read(ByteReader& in, int& number) { number = static_cast<int>(in.signed_number()); }

void read(ByteReader& in, Value::Object& members) {
  const std::string_view json = in.text();
  if (json.empty()) return;
  Result<Value> value = Value::parse(json, Value::kUnlimited);
  Value::Object* object = value ? value->if_object() : nullptr;
  if (!object) return in.fail();
  members = std::move(*object);
}

void read(ByteReader& in, std::vector<std::string>& texts) {
  for (std::size_t left = in.count(); left > 0; --left) texts.emplace_back(in.text());
}

void read(ByteReader& in, AskUser& ask) {
  read(in, ask.param);
  read(in, ask.prompt);
  read(in, ask.attempt);
  read(in, ask.options);
}

void read(ByteReader& in, ToolCall& call) {
  read(in, call.call_id);
  read(in, call.name);
  read(in, call.args);
  read(in, call.idempotency_key);
}

void read(ByteReader& in, Confirm& confirm) {
  read(in, confirm.prompt);
  read(in, confirm.params);
  read(in, confirm.attempt);
}

void read(ByteReader& in, Say& say) { read(in, say.text); }

void read(ByteReader& in, Handoff& handoff) {
  read(in, handoff.reason);
  read(in, handoff.intent);
  read(in, handoff.params);
  read(in, handoff.attempts);
  read(in, handoff.recap);
}

void read_open(ByteReader& in, Handoff& handoff) {
  Result<Value> open = Value::parse(in.text(), Value::kUnlimited);
  if (!open || !take_open(std::move(*open), handoff)) in.fail();
}

template <class Kind>
void read_step(ByteReader& in, std::vector<Step>& steps) {
  read(in, std::get<Kind>(steps.emplace_back(Kind{})));
}

void read(ByteReader& in, std::vector<Step>& steps) {
  for (std::size_t left = in.count(); left > 0; --left) {
    const std::uint8_t head = in.byte();
    switch (static_cast<StepKind>(head & ~(kHasOptions | kHasAttachments))) {
      case StepKind::kAskUser: read_step<AskUser>(in, steps); break;
      case StepKind::kToolCall: read_step<ToolCall>(in, steps); break;
      case StepKind::kConfirm: read_step<Confirm>(in, steps); break;
      case StepKind::kSay: read_step<Say>(in, steps); break;
      case StepKind::kHandoff: read_step<Handoff>(in, steps); break;
      default: return in.fail();
    }
    if (auto* handoff = std::get_if<Handoff>(&steps.back())) {
      if ((head & kHasOpen) != 0) read_open(in, *handoff);
    } else if ((head & kHasOptions) != 0) {
      auto* confirm = std::get_if<Confirm>(&steps.back());
      if (!confirm) return in.fail();
      read(in, confirm->options);
    }
    if ((head & kHasAttachments) == 0) continue;
    std::vector<Attachment>* attachments = attachments_of(steps.back());
    if (!attachments || !read_attachments(in.text(), *attachments)) return in.fail();
  }
}

void read(ByteReader& in, Value& value) {
  Result<Value> read = Value::parse(in.text(), Value::kUnlimited);
  if (!read) return in.fail();
  value = std::move(*read);
}

void read(ByteReader& in, std::optional<std::uint16_t>& hash) {
  const std::uint64_t number = in.number();
  hash = static_cast<std::uint16_t>(number);
  if (*hash != number) in.fail();
}

void read(ByteReader& in, StoredTurn& stored) {
  Turn& turn = stored.turn;
  const std::uint64_t head = in.number();
  turn.status = static_cast<TurnStatus>(head & kStatus);
  turn.duplicate = (head & kDuplicate) != 0;
  turn.continued = (head & kContinued) != 0;
  turn.handed_off = (head & kHandedOff) != 0;
  turn.masked = (head & kMasked) != 0;
  read(in, turn.say);
  read(in, turn.steps);
  if ((head & kIntent) != 0) turn.intent = in.text();
  if ((head & kParams) != 0) read(in, turn.params);
  if ((head & kWaiting) != 0) turn.waiting_for_param = in.text();
  read(in, turn.continuation_id);
  if ((head & kReason) != 0) read(in, turn.reason);
  if ((head & kExplain) != 0) read(in, turn.explain);
  if ((head & kHasInputHash) != 0) read(in, stored.input_hash);
}

void read(ByteReader& in, const TurnPlace& place, std::vector<Message>& messages) {
  std::int64_t seq = place.first_message;
  TimeMs at = 0;
  for (std::size_t left = in.count(); left > 0; --left) {
    Message& message = messages.emplace_back();
    const unsigned head = in.byte(), role = head & ~unsigned{kHasDetails};
    if (role >= static_cast<unsigned>(Role::kSummary)) return in.fail();
    message.role = static_cast<Role>(role);
    message.turn = place.seq;
    message.seq = seq + in.signed_number();
    message.at = at + in.signed_number();
    message.text = in.text();
    seq = message.seq + 1;
    at = message.at;
    if ((head & kHasDetails) == 0) continue;
    Result<MessageDetails> details = details_from_json(in.text());
    if (!details) return in.fail();
    message.details = std::move(*details);
  }
}

// Passes the texts of the messages, so that the answer can refer to them.
void skip_messages(ByteReader& in) {
  for (std::size_t left = in.count(); left > 0; --left) {
    const unsigned head = in.byte();
    in.signed_number();
    in.signed_number();
    in.text();
    if ((head & kHasDetails) != 0) in.text();
  }
}

std::optional<ByteReader> opened(std::string_view body) {
  std::string_view form = unseal_form(body, kFirstTurnForm);
  if (!form.data()) form = unseal_form(body, kSecondTurnForm);
  return form.data() ? std::optional<ByteReader>(form) : std::nullopt;
}

}  // namespace

std::string turn_body(const TurnPlace& place, const std::vector<Message>& messages, const StoredTurn& stored) {
  return sealed_body(place, messages, turn_form(stored.turn), AnswerForm::kFields,
                     [&](ByteWriter& out) { write(out, stored); });
}

std::string turn_body_unread(const TurnPlace& place, const std::vector<Message>& messages, std::string_view json) {
  const AnswerForm form = json.empty() ? AnswerForm::kNone : AnswerForm::kUnread;
  return sealed_body(place, messages, kFirstTurnForm, form, [&](ByteWriter& out) {
    if (!json.empty()) out.text(json);
  });
}

std::string turn_body_lost(std::string_view text) {
  std::string body(kSealHead, '\0');
  body += text;
  seal_form(body, kLostForm);
  return body;
}

Result<std::vector<Message>> messages_in_body(std::string_view body, const TurnPlace& place) {
  auto in = opened(body);
  if (!in) return damaged("the stored bytes are damaged");
  std::vector<Message> messages;
  read(*in, place, messages);
  if (in->failed()) return damaged("its messages are damaged");
  return messages;
}

Result<StoredTurn> answer_in_body(std::string_view body, const TurnPlace& place, std::string_view session,
                                  std::string_view message_id) {
  auto in = opened(body);
  if (!in) return damaged("the stored bytes are damaged");
  skip_messages(*in);
  switch (static_cast<AnswerForm>(in->byte())) {
    case AnswerForm::kFields: break;
    // The JSON was not readable when it came from an older database. Its error says why.
    case AnswerForm::kUnread: return turn_from_json(in->text(), session, message_id, place.seq);
    default: return damaged("its answer is missing");
  }
  StoredTurn stored;
  stored.turn.session = session;
  stored.turn.id = message_id;
  stored.turn.seq = place.seq;
  read(*in, stored);
  if (in->failed() || !in->is_at_end()) return damaged("its answer is damaged");
  return stored;
}

}  // namespace parley::memory
