// ip: an IPv4 or IPv6 address, such as "192.168.0.1" or "fe80::1". The value is its shortest form (RFC 5952).
// Tested by tests/intents/identifiers_test.cc.
#include <array>
#include <optional>
#include <string>

#include <arpa/inet.h>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

std::optional<Value> canonical(std::string_view written) {
  const std::string text(written);
  std::array<unsigned char, 16> address{};
  std::array<char, INET6_ADDRSTRLEN> out{};
  for (const int family : {AF_INET, AF_INET6}) {
    if (inet_pton(family, text.c_str(), address.data()) != 1) continue;
    if (inet_ntop(family, address.data(), out.data(), static_cast<socklen_t>(out.size()))) return Value(out.data());
  }
  return std::nullopt;
}

class Ip : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for_each_match(run_, reading.text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      if (!base::stands_alone(reading.text, begin, end) || base::char_before(reading.text, begin, '-')) return;
      std::string_view written = groups[0];
      auto value = canonical(written);
      if (!value && (written.back() == '.' || written.back() == ':')) {  // punctuation of the sentence
        written.remove_suffix(1);
        value = canonical(written);
      }
      if (value) out.push_back({std::move(*value), begin, begin + written.size()});
    });
  }

 private:
  Pattern run_{"(?:[0-9a-f]{0,4}:|\\d{1,3}\\.)[0-9a-f:.]{1,60}"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_ip() { return std::make_unique<Ip>(); }

}  // namespace parley::intents
