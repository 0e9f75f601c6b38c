// Tested by tests/server/turns_test.
#include "server/call.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include "parley/protocol.h"
#include "server/ascii.h"
#include "server/service.h"

namespace parley::server {
namespace {

constexpr std::size_t kMostKeyBytes = 128;

}  // namespace

bool Call::wants_clear() const {
  const std::string* clear = query.find("clear");
  return clear && *clear == "true" && who.kind != Principal::Kind::kToken;
}

bool Call::has_time() const {
  return !service.is_draining() && std::chrono::steady_clock::now() - began < service.slow_time();
}

void Call::charge_turn() const { service.charge_turn(who); }

std::optional<Problem> Call::too_long(std::string_view text) const {
  const std::size_t most = bot->engine().limits().max_message_bytes;
  if (text.size() <= most) return std::nullopt;
  return problem("message_too_long", "'text' is longer than " + std::to_string(most) + " bytes");
}

HttpResponse json_response(const Value& value, int status) { return json_response(value.to_json(), status); }
HttpResponse json_response(std::string json, int status) {
  return {status, "application/json", std::move(json), {{"Cache-Control", "no-store"}}};
}

Body::Body(const std::string& text, Unknown unknown) : value_(Value::Object()), unknown_(unknown) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return;
  auto read = Value::parse(text, kMostRequestValues);
  if (!read && read.error().code == ErrorCode::kLimitExceeded) {
    fault_ = problem("body_too_large", "the body has " + read.error().message);
  } else if (!read) {
    fault_ = problem("invalid_request", "the body is not valid JSON: " + read.error().message);
  } else if (!read->if_object()) {
    fault_ = problem("invalid_request", "the body must be a JSON object");
  } else {
    value_ = std::move(*read);
  }
}

const Value* Body::take(std::string_view name) {
  asked_.emplace_back(name);
  const Value* found = value_.find(name);
  return found && found->is_null() ? nullptr : found;
}

void Body::fail(std::string_view name, std::string why) {
  if (fault_) return;
  fault_ = problem("invalid_request", "'" + std::string(name) + "' " + why);
  fault_->errors.push_back({"/" + std::string(name), std::move(why)});
}

std::optional<std::string> Body::text(std::string_view name) {
  const Value* found = take(name);
  if (!found) return std::nullopt;
  if (const std::string* text = found->if_string()) return *text;
  fail(name, "must be a string");
  return std::nullopt;
}

std::string Body::required_text(std::string_view name) {
  auto found = text(name);
  if (!found) fail(name, "is missing; add a string");
  return found.value_or("");
}

std::optional<bool> Body::flag(std::string_view name) {
  const Value* found = take(name);
  if (!found) return std::nullopt;
  if (const bool* flag = found->if_bool()) return *flag;
  fail(name, "must be true or false");
  return std::nullopt;
}

std::optional<std::int64_t> Body::count(std::string_view name, std::int64_t most) {
  const Value* found = take(name);
  if (!found) return std::nullopt;
  const std::int64_t* number = found->if_int();
  if (number && *number >= 0 && *number <= most) return *number;
  fail(name, "must be a whole number from 0 to " + std::to_string(most));
  return std::nullopt;
}

const Value::Object* Body::object(std::string_view name) {
  const Value* found = take(name);
  if (!found) return nullptr;
  if (!found->if_object()) fail(name, "must be an object");
  return found->if_object();
}

const Value* Body::any(std::string_view name) { return take(name); }

std::optional<std::vector<std::string>> Body::texts(std::string_view name) {
  const Value* found = take(name);
  if (!found) return std::nullopt;
  std::vector<std::string> out;
  const Value::Array* items = found->if_array();
  for (const Value& item : items ? *items : Value::Array()) {
    if (const std::string* text = item.if_string()) out.push_back(*text);
  }
  if (items && out.size() == items->size()) return out;
  fail(name, "must be a list of strings");
  return std::nullopt;
}

std::optional<Problem> Body::fault() {
  if (fault_ || unknown_ == Unknown::kIgnored) return fault_;
  for (const auto& [name, value] : *value_.if_object()) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    fail(name, asked_.empty() ? "is unknown; the body has no members" : "is unknown; one of: " + joined(asked_));
    break;
  }
  return fault_;
}

// The draft of the header has a string of structured fields: "abc". Plain tokens are common.
Result<std::string> idempotency_key(const HttpRequest& http) {
  const std::string* header = http.header("Idempotency-Key");
  if (!header) return std::string();
  std::string id(trimmed(*header));
  if (id.size() >= 2 && id.front() == '"' && id.back() == '"') id = id.substr(1, id.size() - 2);
  if (!id.empty() && id.size() <= kMostKeyBytes) return id;
  return Unexpected(ErrorCode::kInvalidRequest, "the header Idempotency-Key must have 1 to 128 characters");
}

std::string iso_time(TimeMs at) {
  const TimeMs ms = ((at % 1000) + 1000) % 1000;
  const auto seconds = static_cast<std::time_t>((at - ms) / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
                parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(ms));
  return text.data();
}

}  // namespace parley::server
