// Tested by tests/memory/recall/recall_test.cc.
#include "memory/recall/kept_summary.h"

#include "memory/object_reader.h"
#include "memory/object_writer.h"

namespace parley::memory {

std::string Recall::KeptSummary::to_json() const {
  std::string json;
  {
    ObjectWriter writer(json);
    writer.text("text", text);
    writer.number("upto", upto);
    writer.number("turns", turns);
    writer.number("messages", messages);
    writer.number("at", at);
    writer.flag("by_hand", by_hand);
  }
  return json;
}

Result<Recall::KeptSummary> Recall::KeptSummary::read(const Item& item) {
  const Result<Value> value = Value::parse(item.bytes);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "summary: " + value.error().message);
  KeptSummary kept;
  kept.version = item.version;
  std::string problem;
  ObjectReader reader(*value, problem);
  reader.read("text", kept.text);
  reader.read("upto", kept.upto);
  reader.read("turns", kept.turns);
  reader.read("messages", kept.messages);
  reader.read("at", kept.at);
  reader.read("by_hand", kept.by_hand);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "summary: " + problem);
  return kept;
}

}  // namespace parley::memory
