#include "base/ip_address.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include <arpa/inet.h>

namespace parley::base {
namespace {

struct Refused {
  const char* network;
  const char* why;
};

constexpr const char* kMetadata = "an address of a cloud metadata service";
constexpr const char* kEmbedded = "an IPv6 address that embeds an IPv4 address";
constexpr const char* kDocumentation = "an address for documentation";
constexpr const char* kSpecial = "an address for a special purpose";

// Never allowed.
constexpr Refused kAlways[] = {
    {"169.254.169.254/32", kMetadata},
    {"169.254.170.2/32", kMetadata},
    {"168.63.129.16/32", kMetadata},
    {"100.100.100.200/32", kMetadata},
    {"192.0.0.192/32", kMetadata},
    {"fd00:ec2::254/128", kMetadata},
    {"fd20:ce::254/128", kMetadata},
    {"::ffff:0:0/96", kEmbedded},
    {"::ffff:0:0:0/96", kEmbedded},
    {"64:ff9b::/96", kEmbedded},
    {"64:ff9b:1::/48", kEmbedded},
    {"2002::/16", kEmbedded},
    {"2001::/32", kEmbedded},
    {"0.0.0.0/8", "an address of this host"},
    {"::/128", "the unspecified address"},
};

// Allowed if the operator names the network.
constexpr Refused kUnlessAllowed[] = {
    {"10.0.0.0/8", "an address of a private network"},
    {"100.64.0.0/10", "an address of a carrier's network"},
    {"127.0.0.0/8", "a loopback address"},
    {"169.254.0.0/16", "a link-local address"},
    {"172.16.0.0/12", "an address of a private network"},
    {"192.0.0.0/24", kSpecial},
    {"192.0.2.0/24", kDocumentation},
    {"192.31.196.0/24", kSpecial},
    {"192.52.193.0/24", kSpecial},
    {"192.88.99.0/24", "a relay for IPv6"},
    {"192.168.0.0/16", "an address of a private network"},
    {"192.175.48.0/24", kSpecial},
    {"198.18.0.0/15", "an address for benchmarks"},
    {"198.51.100.0/24", kDocumentation},
    {"203.0.113.0/24", kDocumentation},
    {"224.0.0.0/4", "a multicast address"},
    {"240.0.0.0/4", "a reserved address"},
    {"::1/128", "a loopback address"},
    {"::/96", kEmbedded},
    {"fc00::/7", "an address of a private network"},
    {"fe80::/10", "a link-local address"},
    {"fec0::/10", "a site-local address"},
    {"ff00::/8", "a multicast address"},
    {"2001::/23", kSpecial},
    {"2001:db8::/32", kDocumentation},
    {"2620:4f:8000::/48", kSpecial},
    {"3fff::/20", kDocumentation},
};

struct Rule {
  Network network;
  const char* why;
};

template <std::size_t kCount>
std::vector<Rule> rules_of(const Refused (&table)[kCount]) {
  std::vector<Rule> rules;
  for (const Refused& each : table) rules.push_back({*parse_network(each.network), each.why});
  return rules;
}

const char* reason_in(const std::vector<Rule>& rules, const IpAddress& address) {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.network.contains(address); });
  return found == rules.end() ? nullptr : found->why;
}

bool is_isatap(const IpAddress& address) {
  return !address.is_v4 && (address.bytes[8] & 0xFD) == 0 && address.bytes[9] == 0 && address.bytes[10] == 0x5E &&
         address.bytes[11] == 0xFE;
}

bool has_bit(const IpAddress& address, int bit) {
  return (address.bytes[static_cast<std::size_t>(bit / 8)] >> (7 - bit % 8) & 1) != 0;
}

int length_of(const IpAddress& address) { return address.is_v4 ? 32 : 128; }

std::optional<int> parse_bits(std::string_view digits) {
  if (digits.empty() || digits.size() > 3 || (digits[0] == '0' && digits.size() > 1)) return std::nullopt;
  int bits = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    bits = bits * 10 + (c - '0');
  }
  return bits;
}

}  // namespace

std::string IpAddress::to_string() const {
  char text[INET6_ADDRSTRLEN] = "";
  inet_ntop(is_v4 ? AF_INET : AF_INET6, bytes.data(), text, sizeof text);
  return text;
}

std::optional<IpAddress> parse_ip(std::string_view text) {
  IpAddress address;
  address.is_v4 = text.find(':') == std::string_view::npos;
  const std::string copy(text);  // inet_pton needs an end; a NUL inside would end the text early
  if (copy.find('\0') != std::string::npos) return std::nullopt;
  if (inet_pton(address.is_v4 ? AF_INET : AF_INET6, copy.c_str(), address.bytes.data()) != 1) return std::nullopt;
  return address;
}

bool Network::contains(const IpAddress& address) const {
  if (address.is_v4 != first.is_v4) return false;
  for (int bit = 0; bit < bits; ++bit) {
    if (has_bit(address, bit) != has_bit(first, bit)) return false;
  }
  return true;
}

std::optional<Network> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto first = parse_ip(text.substr(0, slash));
  if (!first) return std::nullopt;
  if (slash == std::string_view::npos) return Network{*first, length_of(*first)};
  const auto bits = parse_bits(text.substr(slash + 1));
  if (!bits || *bits > length_of(*first)) return std::nullopt;
  for (int bit = *bits; bit < length_of(*first); ++bit) {
    if (has_bit(*first, bit)) return std::nullopt;
  }
  return Network{*first, *bits};
}

const char* why_refused(const IpAddress& address, const std::vector<Network>& allowed) {
  static const std::vector<Rule> always = rules_of(kAlways), unless_allowed = rules_of(kUnlessAllowed);
  static const Network global = *parse_network("2000::/3");
  if (const char* why = reason_in(always, address)) return why;
  if (is_isatap(address)) return kEmbedded;
  if (std::any_of(allowed.begin(), allowed.end(), [&](const Network& net) { return net.contains(address); })) {
    return nullptr;
  }
  if (const char* why = reason_in(unless_allowed, address)) return why;
  return address.is_v4 || global.contains(address) ? nullptr : "an IPv6 address that is not global";
}

}  // namespace parley::base
