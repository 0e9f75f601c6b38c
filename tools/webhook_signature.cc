#include "tools/webhook_signature.h"

#include "base/base64.h"
#include "base/hash.h"

namespace parley::tools {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kLeastBytes = 24, kMostBytes = 64;

std::string padded(std::string base64) {
  while (base64.size() % 4 != 0) base64 += '=';
  return base64;
}

}  // namespace

std::optional<std::string> parse_signing_key(std::string_view text) {
  if (text.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  auto key = base::from_base64(text);
  if (!key || key->size() < kLeastBytes || key->size() > kMostBytes) return std::nullopt;
  return key;
}

std::vector<std::string> signature_headers(std::string_view key, std::string_view id, TimeMs now,
                                           std::string_view body) {
  const std::string time = std::to_string(now / 1000);
  const std::string content = std::string(id) + '.' + time + '.' + std::string(body);
  return {"webhook-id: " + std::string(id), "webhook-timestamp: " + time,
          "webhook-signature: v1," + padded(base::to_base64(base::hmac_sha256(content, key)))};
}

}  // namespace parley::tools
