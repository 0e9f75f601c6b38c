#include "mcp/request_state.h"

#include <utility>

#include "base/base64.h"
#include "base/hash.h"

namespace parley::mcp {
namespace {

constexpr std::size_t kKeyBytes = 32;

// Takes the same time wherever the texts differ.
bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference =
        static_cast<unsigned char>(difference | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  }
  return difference == 0;
}

}  // namespace

StateSeal::StateSeal(std::string key) : key_(key.empty() ? base::random_bytes(kKeyBytes) : std::move(key)) {}

std::string StateSeal::seal(const RequestState& state, std::string_view binding, TimeMs expires) const {
  const std::string content = Value(Value::Object{{"binding", base::sha256(binding)},
                                                  {"expires", expires},
                                                  {"session", state.session},
                                                  {"turn", state.turn}})
                                  .to_json();
  return base::to_base64(content) + "." + base::to_base64(base::hmac_sha256(content, key_));
}

std::optional<RequestState> StateSeal::open(std::string_view sealed, std::string_view binding, TimeMs now) const {
  const std::size_t dot = sealed.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto content = base::from_base64(sealed.substr(0, dot));
  if (!content) return std::nullopt;
  // Compares the texts, so that base64 with other spare bits is another state.
  const std::string expected = base::to_base64(*content) + "." + base::to_base64(base::hmac_sha256(*content, key_));
  if (!is_same(sealed, expected)) return std::nullopt;
  const auto value = Value::parse(*content);
  const Value* of = value ? value->find("binding") : nullptr;
  const Value* expires = value ? value->find("expires") : nullptr;
  const Value* session = value ? value->find("session") : nullptr;
  const Value* turn = value ? value->find("turn") : nullptr;
  if (!of || !expires || !session || !turn || !expires->if_int() || !session->if_string() || !turn->if_int()) {
    return std::nullopt;
  }
  if (*of != Value(base::sha256(binding)) || now > *expires->if_int()) return std::nullopt;
  return RequestState{*session->if_string(), *turn->if_int()};
}

}  // namespace parley::mcp
