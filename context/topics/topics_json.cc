// Tested by tests/context/topics/topics_json_test.cc.
#include <bit>
#include <cstdint>

#include "base/base64.h"
#include "context/topics/message_json.h"
#include "context/topics/topic_list.h"
#include "memory/object_reader.h"
#include "memory/object_writer.h"
#include "parley/topics.h"

namespace parley {
namespace {

using memory::append_array;
using memory::append_text;
using memory::ObjectReader;
using memory::ObjectWriter;

constexpr std::size_t kFloatBytes = 4;

// Encodes the numbers as base64 of four little-endian bytes each. This is exact, and a third of the size of decimal
// digits.
std::string centroid_text(const Embedding& centroid) {
  std::string bytes;
  for (const float x : centroid) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((bits >> shift) & 0xFF);
  }
  return base::to_base64(bytes);
}

void read_centroid(memory::ObjectReader& reader, Embedding& centroid) {
  std::string text;
  reader.read("centroid", text);
  const auto bytes = base::from_base64(text);
  if (!bytes || bytes->size() % kFloatBytes != 0) return reader.fail("centroid", "expected numbers in base64");
  for (std::size_t at = 0; at < bytes->size(); at += kFloatBytes) {
    std::uint32_t bits = 0;
    for (std::size_t i = kFloatBytes; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>((*bytes)[at + i]);
    centroid.push_back(std::bit_cast<float>(bits));
  }
}

void append(std::string& out, const PackedMessages& packed) {
  memory::ObjectWriter writer(out);
  writer.text("name", packed.name);
  writer.number("messages", packed.messages);
}

void append(std::string& out, const Topic& topic) {
  memory::ObjectWriter writer(out);
  writer.text("id", topic.id);
  writer.text("title", topic.title);
  if (!topic.tags.empty()) {
    memory::append_array(writer.begin("tags"), topic.tags,
                         [&](const std::string& tag) { memory::append_text(out, tag); });
  }
  writer.text("summary", topic.summary);
  Value(topic.importance).append_json(writer.begin("importance"));
  writer.number("created_at", topic.created_at);
  writer.number("active_at", topic.active_at);
  writer.number("access_days", topic.access_days);
  writer.number("last_day", topic.last_day);
  writer.text("centroid", centroid_text(topic.centroid));
  writer.number("embedded", topic.embedded);
  writer.number("rest", topic.rest);
  if (!topic.packed.empty()) {
    memory::append_array(writer.begin("packed"), topic.packed,
                         [&](const PackedMessages& packed) { append(out, packed); });
  }
  if (!topic.recent.empty()) context::append_messages_json(writer.begin("recent"), topic.recent);
}

void read(memory::ObjectReader& reader, Topic& topic) {
  reader.require({"id", "importance"});
  reader.read("id", topic.id);
  reader.read("title", topic.title);
  reader.read("tags", topic.tags);
  reader.read("summary", topic.summary);
  Value importance;
  reader.read("importance", importance);
  if (!importance.get_number(topic.importance)) reader.fail("importance", "expected a number");
  reader.read("created_at", topic.created_at);
  reader.read("active_at", topic.active_at);
  reader.read("access_days", topic.access_days);
  reader.read("last_day", topic.last_day);
  read_centroid(reader, topic.centroid);
  reader.read("embedded", topic.embedded);
  reader.read("rest", topic.rest);
  reader.read_objects("packed", [&](memory::ObjectReader& inner) {
    PackedMessages& packed = topic.packed.emplace_back();
    inner.read("name", packed.name);
    inner.read("messages", packed.messages);
  });
  reader.read_objects("recent",
                      [&](memory::ObjectReader& inner) { context::read_message(inner, topic.recent.emplace_back()); });
}

void append_list(memory::ObjectWriter& writer, std::string& out, std::string_view key, const std::vector<Topic>& list) {
  if (!list.empty()) memory::append_array(writer.begin(key), list, [&](const Topic& topic) { append(out, topic); });
}

void append(std::string& out, const Topics& topics) {
  memory::ObjectWriter writer(out);
  append_list(writer, out, "kept", topics.kept);
  append_list(writer, out, "archived", topics.archived);
  writer.text("current", topics.current);
  writer.number("begun", topics.begun);
  writer.number("packs", topics.packs);
  writer.number("last_seq", topics.last_seq);
  writer.number("rest", topics.rest);
}

}  // namespace

std::string topics_to_json(const Topics& topics) {
  std::string out;
  append(out, topics);
  return out;
}

Result<Topics> parse_topics(std::string_view json) {
  const Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "topics: " + value.error().message);
  Topics topics;
  std::string problem;
  memory::ObjectReader reader(*value, problem);
  reader.read_objects("kept", [&](memory::ObjectReader& inner) { read(inner, topics.kept.emplace_back()); });
  reader.read_objects("archived", [&](memory::ObjectReader& inner) { read(inner, topics.archived.emplace_back()); });
  reader.read("current", topics.current);
  reader.read("begun", topics.begun);
  reader.read("packs", topics.packs);
  reader.read("last_seq", topics.last_seq);
  reader.read("rest", topics.rest);
  const auto place = context::find_topic(topics, topics.current);
  if (!topics.current.empty() && (!place || place->archived)) reader.fail("current", "expected the id of a kept topic");
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "topics: " + problem);
  return topics;
}

}  // namespace parley
