// Defines parse_request() of parley/protocol.h, which reads a request from JSON.
//
// Tested by tests/engine/request_test.cc.
#include <array>

#include "base/time.h"
#include "engine/request_acts.h"
#include "engine/request_fields.h"
#include "parley/protocol.h"

namespace parley {
namespace {

using engine::listed;
using engine::RequestFields;

Unexpected invalid(std::string message) { return Unexpected(ErrorCode::kInvalidRequest, std::move(message)); }

template <class Enum, std::size_t kCount>
std::optional<Enum> named(std::string_view word, const std::array<Enum, kCount>& all) {
  for (Enum one : all) {
    if (word == to_string(one)) return one;
  }
  return std::nullopt;
}

template <class Enum, std::size_t kCount>
std::string names(const std::array<Enum, kCount>& all) {
  std::vector<std::string> words;
  for (Enum one : all) words.emplace_back(to_string(one));
  return listed(words);
}

constexpr std::array kActs{Act::kInform,   Act::kAffirm, Act::kDeny,   Act::kCancel,  Act::kCancelAll,
                           Act::kReset,    Act::kHuman,  Act::kRepeat, Act::kWhy,     Act::kSkip,
                           Act::kDontKnow, Act::kThank,  Act::kGreet,  Act::kGoodbye, Act::kReact};
constexpr std::int64_t kMostUsage = 1'000'000'000'000;  // the limit for one message, so that sums do not overflow
constexpr std::array kFileKinds{FileRef::Kind::kFile, FileRef::Kind::kImage};
constexpr std::array kWrittenRoles{Role::kUser, Role::kAssistant};
constexpr std::array kEvents{SessionEvent::kSilence, SessionEvent::kEnd, SessionEvent::kReset, SessionEvent::kStart,
                             SessionEvent::kGiveBack};

// Reads for example: {"intent": "balance", "params": {"account": "giro"}, "ambiguous": [...]}
NluResult::FurtherIntent read_further_intent(const Value::Object& object, const std::string& field,
                                             RequestFields& understanding) {
  NluResult::FurtherIntent further;
  const std::string name = "'" + field + "'", prefix = field + ".";
  RequestFields fields(object, name.c_str(), prefix.c_str());
  const std::string* intent = fields.text("intent");
  fields.need(intent != nullptr, "intent");
  if (intent) further.intent = *intent;
  if (const Value::Object* params = fields.object("params")) further.params = *params;
  further.ambiguous = engine::read_ambiguous(fields, prefix);
  if (!fields.problem().empty()) understanding.fail(fields.problem());
  return further;
}

// Reads the member `second`, which is one intent, and the member `further`, which is a list of intents.
std::vector<NluResult::FurtherIntent> read_further(RequestFields& fields) {
  std::vector<NluResult::FurtherIntent> intents;
  const Value::Object* second = fields.object("second");
  const Value::Array* further = fields.array("further");
  if (second && further) fields.fail("'understanding' has either 'second' or 'further'");
  if (second) intents.push_back(read_further_intent(*second, "understanding.second", fields));
  for (const Value& further : further ? *further : Value::Array()) {
    if (!further.if_object()) {
      fields.fail("'understanding.further' must be a list of objects, each with an 'intent'");
      break;
    }
    intents.push_back(read_further_intent(*further.if_object(), "understanding.further", fields));
  }
  return intents;
}

void read_choice(const Value& value, NluResult& own, RequestFields& understanding) {
  if (const std::int64_t* number = value.if_int()) {
    own.choose = *number;
  } else if (const std::string* label = value.if_string()) {
    own.choose = *label;
  } else if (!value.is_null()) {
    understanding.fail("'understanding.choose' must be the number of a choice, from 0, or its label");
  }
}

NluResult read_understanding(const Value::Object& object, RequestFields& request) {
  NluResult own;
  RequestFields fields(object, "'understanding'", "understanding.");
  if (const std::string* intent = fields.text("intent")) own.intent = *intent;
  if (const Value::Object* params = fields.object("params")) own.params = *params;
  if (const std::string* act = fields.text("act")) {
    if (const auto known = named(*act, kActs)) {
      own.act = *known;
    } else {
      fields.fail("'understanding.act' must be one of: " + names(kActs));
    }
  }
  own.further = read_further(fields);
  if (const Value::Array* change = fields.array("change")) {
    for (const Value& name : *change) {
      if (!name.if_string()) fields.fail("'understanding.change' must be a list of params");
      own.change.push_back(name.to_text());
    }
  }
  if (const Value* choice = fields.find("choose")) read_choice(*choice, own, fields);
  own.ambiguous = engine::read_ambiguous(fields, "understanding.");
  if (const Value::Array* acts = fields.array("acts")) own.acts = engine::read_acts(*acts, fields);
  if (!fields.problem().empty()) request.fail(fields.problem());
  return own;
}

// Reads for example: {"input_tokens": 812, "output_tokens": 64, "cost": 2150}
Usage read_usage(const Value::Object& object, const std::string& where, RequestFields& request) {
  Usage usage;
  RequestFields fields(object, "'usage'", (where + "usage.").c_str());
  const auto count = [&](const char* name, std::int64_t& into) {
    const Value* value = fields.find(name);
    if (!value || value->is_null()) return;
    const std::int64_t* number = value->if_int();
    if (number && *number >= 0 && *number <= kMostUsage) {
      into = *number;
    } else {
      fields.fail("'" + where + "usage." + name + "' must be a whole number from 0 to " + std::to_string(kMostUsage));
    }
  };
  count("input_tokens", usage.input_tokens);
  count("output_tokens", usage.output_tokens);
  count("cost", usage.cost);
  if (!fields.problem().empty()) request.fail(fields.problem());
  return usage;
}

// Reads for example: [{"path": "a.log", "hash": "9f86...", "kind": "image"}]
std::vector<FileRef> read_files(const Value::Array& items, RequestFields& request) {
  std::vector<FileRef> files;
  for (const Value& item : items) {
    static const Value::Object kNothing;
    const Value::Object* object = item.if_object();
    FileRef& file = files.emplace_back();
    RequestFields fields(object ? *object : kNothing, "a file of 'files'", "");
    const std::string* path = fields.text("path");
    fields.need(path != nullptr, "path");
    if (path) file.path = *path;
    if (const std::string* hash = fields.text("hash")) file.hash = *hash;
    if (const std::string* kind = fields.text("kind")) {
      if (const auto known = named(*kind, kFileKinds)) {
        file.kind = *known;
      } else {
        fields.fail("'kind' must be one of: " + names(kFileKinds));
      }
    }
    if (!fields.problem().empty()) request.fail("'files': " + fields.problem());
  }
  return files;
}

MessageDetails read_details(RequestFields& request) {
  MessageDetails details;
  if (const std::string* tool = request.text("tool")) details.tool = *tool;
  if (const std::string* model = request.text("model")) details.model = *model;
  if (const Value::Array* files = request.array("files")) details.files = read_files(*files, request);
  if (const Value::Object* metadata = request.object("metadata")) details.metadata = *metadata;
  return details;
}

SessionWrite::Text read_written_text(const Value& item, RequestFields& write) {
  static const Value::Object kNothing;
  const Value::Object* object = item.if_object();
  RequestFields fields(object ? *object : kNothing, "a message of 'write.messages'", "");
  SessionWrite::Text message;
  const std::string* role = fields.text("role");
  const std::string* text = fields.text("text");
  fields.need(role != nullptr, "role");
  fields.need(text != nullptr, "text");
  const bool is_person = role && *role == kAgent;
  if (const auto known = role ? named(*role, kWrittenRoles) : std::nullopt) {
    message.role = *known;
  } else if (!is_person) {
    fields.fail("'role' must be one of: " + names(kWrittenRoles) + ", " + kAgent);
  }
  if (text) message.text = *text;
  message.details = read_details(fields);
  if (const std::string* author = fields.text("author")) message.details.author = *author;
  if (is_person && message.details.author.empty()) message.details.author = kAgent;
  if (!fields.problem().empty()) write.fail("'write.messages': " + fields.problem());
  return message;
}

SessionWrite read_write(const Value::Object& object, RequestFields& request) {
  SessionWrite write;
  RequestFields fields(object, "'write'", "write.");
  if (const Value::Array* messages = fields.array("messages")) {
    for (const Value& message : *messages) write.messages.push_back(read_written_text(message, fields));
  }
  if (const std::string* intent = fields.text("intent")) write.intent = *intent;
  if (const Value::Object* params = fields.object("params")) write.params = *params;
  if (const Value* asked = fields.find("waiting_for_param")) {
    if (!asked->is_null() && !asked->if_string()) fields.fail("'write.waiting_for_param' must be a param or null");
    write.waiting_for_param = asked->if_string() ? *asked->if_string() : std::string();
  }
  if (const Value* turns = fields.find("keep_turns")) {
    if (!turns->if_int() || *turns->if_int() < 1) fields.fail("'write.keep_turns' must be a whole number from 1");
    if (turns->if_int()) write.keep_turns = *turns->if_int();
  }
  if (const std::string* title = fields.text("title")) write.title = *title;
  if (const std::string* prompt = fields.text("system_prompt")) write.system_prompt = *prompt;
  if (const Value::Array* tags = fields.array("tags")) {
    for (const Value& tag : *tags) {
      if (!tag.if_string()) fields.fail("'write.tags' must be a list of texts");
      write.tags.push_back(tag.to_text());
    }
  }
  if (const Value::Object* metadata = fields.object("metadata")) write.metadata = *metadata;
  if (!fields.problem().empty()) request.fail(fields.problem());
  return write;
}

ToolResult read_tool_result(const Value::Object& object, RequestFields& request) {
  ToolResult result;
  RequestFields fields(object, "'tool_result'", "tool_result.");
  const std::string* call_id = fields.text("call_id");
  const bool* ok = fields.boolean("ok");
  const Value* data = fields.find("data");
  const std::string* error = fields.text("error");
  const Value::Object* rejected = fields.object("rejected");
  const Value::Object* offer = fields.object("offer");
  fields.need(call_id != nullptr, "call_id");
  fields.need(ok != nullptr, "ok");
  if (call_id) result.call_id = *call_id;
  if (ok && *ok) {
    if (error) fields.fail("'tool_result.error' goes with ok: false");
    if (rejected) fields.fail("'tool_result.rejected' goes with ok: false");
    if (offer) fields.fail("'tool_result.offer' goes with ok: false");
    result.outcome = ToolOutcome::ok(data ? *data : Value());
  } else {
    if (data) fields.fail("'tool_result.data' goes with ok: true");
    if (rejected && offer) fields.fail("'tool_result' has either 'rejected' or 'offer'");
    result.outcome = rejected ? ToolOutcome::rejected(*rejected) : ToolOutcome::failed(error ? *error : "");
    if (offer) result.outcome.data = Value(*offer);
  }
  if (const Value::Object* usage = fields.object("usage")) {
    result.outcome.usage = read_usage(*usage, "tool_result.", fields);
  }
  if (!fields.problem().empty()) request.fail(fields.problem());
  return result;
}

}  // namespace

Result<Request> parse_request(std::string_view json) {
  auto parsed = Value::parse(json, kMostRequestValues);
  if (!parsed && parsed.error().code == ErrorCode::kLimitExceeded) {
    return Unexpected(ErrorCode::kLimitExceeded, "the request has " + parsed.error().message);
  }
  if (!parsed) return Unexpected(parsed.error());
  const Value::Object* object = parsed->if_object();
  if (!object) return invalid("a request must be a JSON object");

  Request request;
  RequestFields fields(*object, "the request", "");
  const std::string* session = fields.text("session");
  const std::string* continuation_id = fields.text("continuation_id");
  fields.need(session != nullptr || continuation_id != nullptr, "session");
  if (session) request.session = *session;
  if (continuation_id) request.continuation_id = *continuation_id;
  if (session && continuation_id) fields.fail("'session' and 'continuation_id' exclude each other");
  if (continuation_id && continuation_id->empty()) fields.fail("'continuation_id' is empty");
  if (const std::string* id = fields.text("id")) request.id = *id;
  if (const Value::Object* context = fields.object("context")) request.context = Value(*context);
  if (const bool* explain = fields.boolean("explain")) request.explain = *explain;
  if (const bool* resume = fields.boolean("resume")) request.resume = *resume;
  if (const bool* must_exist = fields.boolean("must_exist")) request.must_exist = *must_exist;
  if (const std::string* user = fields.text("user")) request.user = *user;
  if (const std::string* trace = fields.text("traceparent")) request.trace_parent = *trace;
  if (const std::string* parent = fields.text("parent")) request.parent = *parent;
  if (const Value::Object* usage = fields.object("usage")) request.usage = read_usage(*usage, "", fields);
  request.details = read_details(fields);
  if (const std::string* now = fields.text("now")) {
    request.now = base::parse_iso8601(*now);
    if (!request.now) fields.fail("'now' must be a time such as 2026-03-02T09:00:00Z");
  }

  int inputs = 0;
  if (const std::string* text = fields.text("text")) {
    ++inputs;
    request.input = *text;
  }
  if (const Value::Object* own = fields.object("understanding")) {
    ++inputs;
    request.input = read_understanding(*own, fields);
  }
  if (const Value::Object* result = fields.object("tool_result")) {
    ++inputs;
    request.input = read_tool_result(*result, fields);
  }
  if (const Value::Object* write = fields.object("write")) {
    ++inputs;
    request.input = read_write(*write, fields);
  }
  if (const std::string* event = fields.text("event")) {
    ++inputs;
    if (const auto known = named(*event, kEvents)) {
      request.input = *known;
    } else {
      fields.fail("'event' must be one of: " + names(kEvents));
    }
  }
  if (!fields.problem().empty()) return invalid(fields.problem());
  if (inputs != 1) return invalid("a request holds exactly one of: text, understanding, tool_result, write, event");
  return request;
}

}  // namespace parley
