// Tested by tests/context/service/context_service_test.cc.
#include "context/service/stored_summary.h"

#include "memory/object_reader.h"
#include "memory/object_writer.h"

namespace parley::context {

std::string ContextService::StoredSummary::to_json() const {
  std::string json;
  const auto append_parent = [&](const Parent& parent) {
    memory::ObjectWriter one(json);
    one.text("session", parent.session);
    one.text("conversation", parent.conversation);
    one.number("begun_at", parent.begun_at);
    one.number("upto", parent.upto);
  };
  {
    memory::ObjectWriter writer(json);
    writer.text("text", text);
    writer.number("upto", upto);
    writer.number("turns", turns);
    writer.number("messages", messages);
    writer.number("at", at);
    writer.flag("by_hand", by_hand);
    if (!parents.empty()) memory::append_array(writer.begin("parents"), parents, append_parent);
  }
  return json;
}

Result<ContextService::StoredSummary> ContextService::StoredSummary::read(const Item& item) {
  const Result<Value> value = Value::parse(item.bytes, Value::kUnlimited);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "summary: " + value.error().message);
  StoredSummary kept;
  kept.version = item.version;
  std::string problem;
  memory::ObjectReader reader(*value, problem);
  reader.read("text", kept.text);
  reader.read("upto", kept.upto);
  reader.read("turns", kept.turns);
  reader.read("messages", kept.messages);
  reader.read("at", kept.at);
  reader.read("by_hand", kept.by_hand);
  reader.read_objects("parents", [&](memory::ObjectReader& one) {
    Parent& parent = kept.parents.emplace_back();
    one.read("session", parent.session);
    one.read("conversation", parent.conversation);
    one.read("begun_at", parent.begun_at);
    one.read("upto", parent.upto);
  });
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "summary: " + problem);
  return kept;
}

}  // namespace parley::context
