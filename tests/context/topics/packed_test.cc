// Tests packed messages: they are restored unchanged or refused with an error, and unpacking uses no more memory than
// declared.
#include "context/topics/packed.h"

#include <catch2/catch.hpp>

#include "base/hash.h"
#include "context/topics/message_json.h"
#include "tests/context/topics/message_generators.h"

using namespace parley;
using context::pack;
using context::unpack;

namespace {

constexpr std::size_t kChecksumAt = 13, kBodyAt = 29;

Message numbered_message(std::int64_t seq, std::string text) {
  Message message;
  message.seq = seq;
  message.text = std::move(text);
  return message;
}

std::vector<Message> conversation(int messages) {
  std::vector<Message> all;
  for (int i = 1; i <= messages; ++i) {
    all.push_back(
        numbered_message(i, "The shutter number " + std::to_string(i * 7919 % 101) + " still jams when it rains."));
  }
  return all;
}

// Returns the blob with a corrected checksum.
std::string signed_again(std::string blob) {
  const std::string signed_bytes = blob.substr(0, kChecksumAt) + blob.substr(kBodyAt);
  return blob.replace(kChecksumAt, 16, base::fingerprint(signed_bytes).substr(0, 16));
}

ErrorCode code_of(const std::string& blob) {
  const auto messages = unpack(blob);
  REQUIRE(!messages);
  return messages.error().code;
}

}  // namespace

TEST_CASE("F99: messages unpack exactly as they were packed, with all of their details") {
  CHECK(rc::check([] {
    const std::vector<Message> messages = test::any_messages();
    const auto blob = pack(messages);
    RC_ASSERT(blob.has_value());
    const auto back = unpack(*blob);
    RC_ASSERT(back.has_value());
    RC_ASSERT(*back == messages);
  }));
}

TEST_CASE("F99, F110: packed messages are a zstd frame of less than half the size of their JSON") {
  for (const int count : {10, 20, 50}) {
    INFO(count << " messages");
    const std::vector<Message> messages = conversation(count);
    std::string json;
    context::append_messages_json(json, messages);
    const std::string blob = *pack(messages);
    CHECK(blob.size() * 2 < json.size());
    CHECK(blob.substr(kBodyAt, 4) == "\x28\xB5\x2F\xFD");
  }
}

TEST_CASE("X79: a blob with any byte changed, lost or added is an error, never other messages") {
  const std::string blob = *pack(conversation(12));
  for (std::size_t i = 0; i < blob.size(); ++i) {
    std::string damaged = blob;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x20);
    CHECK(code_of(damaged) == ErrorCode::kStoreCorrupt);
    CHECK(code_of(blob.substr(0, i)) == ErrorCode::kStoreCorrupt);
  }
  CHECK(code_of(blob + "x") == ErrorCode::kStoreCorrupt);
  CHECK(code_of("") == ErrorCode::kStoreCorrupt);
}

TEST_CASE(
    "X80: a blob that would expand beyond the limits is refused because of its header, even with a correct checksum") {
  const std::string blob = *pack(conversation(12));
  std::string bomb = blob;
  SECTION("a length over the limit") { bomb.replace(9, 4, std::string("\xFF\xFF\xFF\x7F")); }
  SECTION("a ratio over the limit") { bomb.replace(9, 4, std::string("\0\0\xF0\0", 4)); }
  SECTION("a length other than that of the unpacked data") { bomb[9] = static_cast<char>(bomb[9] ^ 1); }
  SECTION("a count other than that of the unpacked messages") { bomb[5] = static_cast<char>(bomb[5] ^ 1); }
  SECTION("an unknown method") { bomb[4] = 'q'; }
  SECTION("bytes that are not a zstd frame") { bomb.resize(kBodyAt + 5); }
  SECTION("a raw blob of another length") { bomb[4] = 'r'; }
  CHECK(code_of(signed_again(bomb)) == ErrorCode::kStoreCorrupt);
}

TEST_CASE("messages that would compress beyond the ratio limit are kept unpacked and can be read") {
  const std::vector<Message> messages = {numbered_message(1, std::string(300'000, 'a'))};
  const auto blob = pack(messages);
  REQUIRE(blob);
  CHECK(blob->size() > 300'000);
  CHECK(*unpack(*blob) == messages);
}

TEST_CASE("messages that would not unpack exactly are not packed") {
  CHECK(pack({numbered_message(1, "broken \xC3")}).error().code == ErrorCode::kInvalidRequest);
  Message summary = numbered_message(1, "so far");
  summary.role = Role::kSummary;
  CHECK(pack({summary}).error().code == ErrorCode::kInvalidRequest);
  Value deep = 1;
  for (int i = 0; i < 70; ++i) deep = Value::Array{deep};
  Message nested = numbered_message(1, "x");
  nested.details.metadata["deep"] = deep;
  CHECK(pack({nested}).error().code == ErrorCode::kInvalidRequest);
  CHECK(pack({numbered_message(1, std::string(17 * 1024 * 1024, 'b'))}).error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("many and long messages are packed in parts that together hold all of them") {
  std::vector<Message> messages;
  for (int i = 1; i <= 50; ++i)
    messages.push_back(numbered_message(i, std::string(60'000, static_cast<char>('a' + i % 26))));
  const auto parts = context::pack_in_parts(messages);
  REQUIRE(parts);
  CHECK(parts->size() == 3);
  std::vector<Message> back;
  for (const auto& part : *parts) {
    const auto some = unpack(part.bytes);
    REQUIRE(some);
    CHECK(some->size() == part.messages);
    back.insert(back.end(), some->begin(), some->end());
  }
  CHECK(back == messages);
  CHECK(context::pack_in_parts({})->empty());
}
