#include "memory/state_form.h"

#include <array>
#include <utility>

#include "base/byte_codec.h"
#include "memory/codec.h"

namespace parley::memory {
namespace {

using base::ByteReader;
using base::ByteWriter;
using base::kSealHead;
using base::seal_form;
using base::unseal_form;

constexpr std::uint8_t kStateForm = 1;
constexpr std::size_t kUsualStateBytes = 512;
enum StateHas : unsigned { kEnded = 1, kLastIntent = 2, kOpenParts = 4, kAskedForMore = 8, kParentConversation = 16 };

// The fields in the order of the form. The same lists write and read them.
constexpr std::string SessionState::*kTexts[] = {
    &SessionState::session,        &SessionState::continuation_id, &SessionState::bot,    &SessionState::config_hash,
    &SessionState::user,           &SessionState::parent,          &SessionState::locale, &SessionState::late_result,
    &SessionState::last_message_id};
constexpr std::int64_t SessionState::*kNumbers[] = {
    &SessionState::version,    &SessionState::turns,          &SessionState::messages,      &SessionState::trimmed,
    &SessionState::bytes,      &SessionState::plans,          &SessionState::calls,         &SessionState::began_turn,
    &SessionState::expires_at, &SessionState::kept_until,     &SessionState::began_message, &SessionState::parent_turn,
    &SessionState::created_at, &SessionState::parent_messages};
constexpr int SessionState::*kCounts[] = {&SessionState::unmatched, &SessionState::exhausted, &SessionState::steps};
constexpr std::int64_t Usage::*kUsage[] = {&Usage::input_tokens, &Usage::output_tokens, &Usage::cost};

Unexpected damaged_state() {
  return Unexpected(ErrorCode::kStoreCorrupt, "session state: the stored bytes are damaged");
}

}  // namespace

std::string state_form(const SessionState& state) {
  std::string form;
  form.reserve(kUsualStateBytes);
  form.resize(kSealHead);
  ByteWriter out(form);
  std::string open;
  append_open_parts_json(open, state);
  out.number((state.ended ? kEnded : 0u) | (state.last_intent ? kLastIntent : 0u) | (open.empty() ? 0u : kOpenParts) |
             (state.asked_for_more ? kAskedForMore : 0u) |
             (state.parent_conversation.empty() ? 0u : kParentConversation));
  for (const auto text : kTexts) out.text(state.*text);
  for (const auto number : kNumbers) out.signed_number(state.*number);
  out.signed_number(state.updated_at - state.created_at);
  out.signed_number(state.began_at - state.created_at);
  for (const auto count : kCounts) out.signed_number(state.*count);
  for (const auto count : kUsage) out.signed_number(state.usage.*count);
  if (state.last_intent) out.text(*state.last_intent);
  if (!state.parent_conversation.empty()) out.text(state.parent_conversation);
  if (!open.empty()) out.text(open);
  seal_form(form, kStateForm);
  return form;
}

Result<SessionState> state_from_form(std::string_view form) {
  if (form.empty() || static_cast<std::uint8_t>(form.front()) != kStateForm) return state_from_json(form);
  const std::string_view bytes = unseal_form(form, kStateForm);
  if (!bytes.data()) return damaged_state();
  ByteReader in(bytes);
  SessionState state;
  const std::uint64_t head = in.number();
  state.ended = (head & kEnded) != 0;
  state.asked_for_more = (head & kAskedForMore) != 0;
  for (const auto text : kTexts) state.*text = in.text();
  for (const auto number : kNumbers) state.*number = in.signed_number();
  state.updated_at = state.created_at + in.signed_number();
  state.began_at = state.created_at + in.signed_number();
  for (const auto count : kCounts) state.*count = static_cast<int>(in.signed_number());
  for (const auto count : kUsage) state.usage.*count = in.signed_number();
  if ((head & kLastIntent) != 0) state.last_intent = in.text();
  if ((head & kParentConversation) != 0) state.parent_conversation = in.text();
  const std::string_view open = (head & kOpenParts) != 0 ? in.text() : std::string_view();
  if (in.failed() || !in.is_at_end()) return damaged_state();
  if (open.empty()) return state;
  if (auto read = read_open_parts(open, state); !read) return Unexpected(read.error());
  return state;
}

}  // namespace parley::memory
