// Tested by tests/context/topics/packed_test.cc.
#include "context/topics/packed.h"

#include <cstdint>

#include <zstd.h>

#include "base/hash.h"
#include "context/topics/message_json.h"
#include "parley/value.h"

namespace parley::context {
namespace {

constexpr std::string_view kPackMagic = "PMB1";
constexpr char kCompressed = 'z';
constexpr char kRaw = 'r';
constexpr std::size_t kChecksumBytes = 16;
constexpr std::size_t kLengthsBytes = kPackMagic.size() + 1 + 4 + 4;  // the header without its checksum
constexpr std::size_t kPackHeaderBytes = kLengthsBytes + kChecksumBytes;
constexpr int kLevel = 9;  // batches of messages are small: a higher level gains nothing
constexpr std::size_t kPartLength = 1024 * 1024;

Unexpected unreadable_pack(const char* why) {
  return Unexpected(ErrorCode::kStoreCorrupt, std::string("cannot read packed messages: ") + why);
}

void append_number(std::string& out, std::size_t number) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((number >> shift) & 0xFF);
}

std::size_t packed_number_at(std::string_view bytes, std::size_t at) {
  std::size_t number = 0;
  for (int i = 3; i >= 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return number;
}

std::string checksum(std::string_view lengths, std::string_view body) {
  return base::fingerprint(std::string(lengths).append(body)).substr(0, kChecksumBytes);
}

std::string compressed(std::string_view json) {
  std::string out(ZSTD_compressBound(json.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), json.data(), json.size(), kLevel);
  if (ZSTD_isError(size) != 0) return {};
  out.resize(size);
  return out;
}

bool is_within_ratio(std::size_t length, std::size_t compressed) { return length / kMaxCompressionRatio <= compressed; }

Result<std::vector<Message>> messages_of(std::string_view json, std::size_t count) {
  const Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return unreadable_pack("not valid JSON");
  std::vector<Message> messages;
  std::string problem;
  const Value wrapped = Value::Object{{"messages", *value}};
  memory::ObjectReader reader(wrapped, problem);
  reader.read_objects("messages", [&](memory::ObjectReader& inner) { read_message(inner, messages.emplace_back()); });
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "cannot read packed messages: " + problem);
  if (messages.size() != count) return unreadable_pack("the number of messages differs");
  return messages;
}

}  // namespace

Result<std::string> pack(const std::vector<Message>& messages) {
  std::string json;
  append_messages_json(json, messages);
  if (json.size() > kMaxPackedLength) {
    return Unexpected(ErrorCode::kLimitExceeded, "too many messages to pack together");
  }
  std::string body = compressed(json);
  const bool is_compressed = !body.empty() && body.size() < json.size() && is_within_ratio(json.size(), body.size());
  std::string blob(kPackMagic);
  blob += is_compressed ? kCompressed : kRaw;
  append_number(blob, messages.size());
  append_number(blob, json.size());
  if (!is_compressed) body = std::move(json);
  blob += checksum(blob, body);
  blob += body;
  const auto back = unpack(blob);
  if (!back || *back != messages) {
    return Unexpected(ErrorCode::kInvalidRequest, "cannot pack a message without changing it");
  }
  return blob;
}

Result<std::vector<PackedPart>> pack_in_parts(const std::vector<Message>& messages) {
  std::vector<PackedPart> parts;
  for (std::size_t at = 0; at < messages.size();) {
    std::vector<Message> part;
    for (std::size_t length = 0; at < messages.size() && length < kPartLength; ++at) {
      length += messages[at].text.size();
      part.push_back(messages[at]);
    }
    auto bytes = pack(part);
    if (!bytes) return Unexpected(bytes.error());
    parts.push_back({part.size(), std::move(*bytes)});
  }
  return parts;
}

Result<std::vector<Message>> unpack(std::string_view blob) {
  if (blob.size() < kPackHeaderBytes) return unreadable_pack("too short");
  if (blob.substr(0, kPackMagic.size()) != kPackMagic) return unreadable_pack("unknown format");
  const char method = blob[kPackMagic.size()];
  const std::size_t count = packed_number_at(blob, kPackMagic.size() + 1),
                    length = packed_number_at(blob, kPackMagic.size() + 5);
  const std::string_view lengths = blob.substr(0, kLengthsBytes), body = blob.substr(kPackHeaderBytes);
  if (blob.substr(kLengthsBytes, kChecksumBytes) != checksum(lengths, body))
    return unreadable_pack("the checksum differs");
  if (length > kMaxPackedLength) return unreadable_pack("the length is over the maximum");
  if (method == kRaw) return length == body.size() ? messages_of(body, count) : unreadable_pack("the length differs");
  if (method != kCompressed) return unreadable_pack("unknown format");
  if (!is_within_ratio(length, body.size())) return unreadable_pack("the compression ratio is too high");
  std::string json(length, '\0');
  const std::size_t size = ZSTD_decompress(json.data(), json.size(), body.data(), body.size());
  if (ZSTD_isError(size) != 0 || size != length) return unreadable_pack("the compressed bytes are damaged");
  return messages_of(json, count);
}

}  // namespace parley::context
