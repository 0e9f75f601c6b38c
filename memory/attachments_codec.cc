#include "memory/attachments_codec.h"

#include <utility>

namespace parley::memory {
namespace {

constexpr const char* kAttachments = "attachments";

void add_text(Value::Object& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

Value to_value(const Button& button) {
  Value::Object object{{"label", button.label}};
  add_text(object, "message", button.message);
  add_text(object, "url", button.url);
  return Value(std::move(object));
}

Value to_value(const Attachment& attachment) {
  Value::Object object{{"type", to_string(attachment.kind)}};
  add_text(object, "url", attachment.url);
  add_text(object, "title", attachment.title);
  add_text(object, "text", attachment.text);
  add_text(object, "image", attachment.image);
  add_text(object, "alt", attachment.alt);
  Value::Array buttons;
  for (const Button& button : attachment.buttons) buttons.push_back(to_value(button));
  if (!buttons.empty()) object["buttons"] = Value(std::move(buttons));
  return Value(std::move(object));
}

void read(ObjectReader& reader, Attachment& attachment) {
  using Kind = Attachment::Kind;
  reader.read("type", attachment.kind, {Kind::kLink, Kind::kImage, Kind::kButtons, Kind::kCard});
  reader.read("url", attachment.url);
  reader.read("title", attachment.title);
  reader.read("text", attachment.text);
  reader.read("image", attachment.image);
  reader.read("alt", attachment.alt);
  reader.read_objects("buttons", [&](ObjectReader& inner) {
    Button& button = attachment.buttons.emplace_back();
    inner.read("label", button.label);
    inner.read("message", button.message);
    inner.read("url", button.url);
  });
}

}  // namespace

Value attachments_to_value(const std::vector<Attachment>& attachments) {
  Value::Array array;
  for (const Attachment& attachment : attachments) array.push_back(to_value(attachment));
  return Value(std::move(array));
}

void read_attachments(ObjectReader& step, std::vector<Attachment>& attachments) {
  if (!step.has(kAttachments)) return;
  step.read_objects(kAttachments, [&](ObjectReader& inner) { read(inner, attachments.emplace_back()); });
}

bool read_attachments(std::string_view json, std::vector<Attachment>& attachments) {
  Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return false;
  const Value step(Value::Object{{kAttachments, std::move(*value)}});
  std::string problem;
  ObjectReader reader(step, problem);
  read_attachments(reader, attachments);
  reader.finish();
  return problem.empty();
}

}  // namespace parley::memory
