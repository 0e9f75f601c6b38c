#include "server/compat/chat.h"

#include <algorithm>
#include <utility>

#include "parley/protocol.h"
#include "server/ascii.h"
#include "server/secrets.h"
#include "server/service.h"

namespace parley::server {
namespace {

constexpr std::string_view kEncodedId = "id.";
constexpr std::size_t kMostSessionBytes = 128;
constexpr std::size_t kMostEncodedBytes = 93;  // their base64url and "id." have 127 bytes

bool is_session_char(char c) {
  const char lower = to_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') ||
         std::string_view("._:@+-").find(c) != std::string_view::npos;
}

// Returns the text of one part of a content; null: it has another type.
const std::string* text_of_part(const Value& part) {
  const Value* type = part.find("type");
  const Value* text = part.find("text");
  return type && text && *type == Value("text") ? text->if_string() : nullptr;
}

}  // namespace

std::string session_of_id(std::string_view id) {
  const bool is_name =
      !id.empty() && id.size() <= kMostSessionBytes && std::all_of(id.begin(), id.end(), is_session_char);
  if (is_name && !starts_with(id, kEncodedId)) return std::string(id);
  if (id.size() <= kMostEncodedBytes) return std::string(kEncodedId) + to_base64url(id);
  return std::string(kEncodedId) + "sha256." + to_base64url(sha256(id));
}

std::optional<OpenQuestion> open_question(const Turn& turn) {
  if (turn.status != TurnStatus::kWaiting) return std::nullopt;
  for (auto step = turn.steps.rbegin(); step != turn.steps.rend(); ++step) {
    if (const auto* ask = std::get_if<AskUser>(&*step))
      return OpenQuestion{ask->param, ask->prompt, ask->options, false};
    if (const auto* confirm = std::get_if<Confirm>(&*step)) {
      return OpenQuestion{"", confirm->prompt, confirm->options, true};
    }
  }
  return std::nullopt;
}

const ToolCall* awaited_call(const Turn& turn) {
  if (turn.status != TurnStatus::kToolCall || turn.steps.empty()) return nullptr;
  return std::get_if<ToolCall>(&turn.steps.back());
}

Result<std::string> text_of_content(const Value* content) {
  if (!content || content->is_null()) return std::string();
  if (const std::string* text = content->if_string()) return *text;
  const Value::Array* parts = content->if_array();
  if (!parts) return Unexpected(ErrorCode::kInvalidRequest, "'content' must be a string or a list of parts");
  std::string whole;
  for (const Value& part : *parts) {
    const std::string* text = text_of_part(part);
    if (!text) return Unexpected(ErrorCode::kInvalidRequest, "'content' may have only parts with the type text");
    whole += (whole.empty() ? "" : "\n") + *text;
  }
  return whole;
}

ToolOutcome outcome_of_content(const std::string& content) {
  auto read = Value::parse(content, kMostRequestValues);
  if (!read) return ToolOutcome::ok(content);
  const Value* error = read->find("error");
  const bool is_failure = error && error->if_string() && read->if_object()->size() == 1;
  return is_failure ? ToolOutcome::failed(*error->if_string()) : ToolOutcome::ok(std::move(*read));
}

Result<Turn> run_chat_turn(Call& call, const AllowedRequest& request) {
  if (!call.service.belongs_to_bot(call, request.get().session)) {
    return Unexpected(ErrorCode::kUnknownSession, "the session belongs to another bot");
  }
  return call.bot->handle(request);
}

}  // namespace parley::server
