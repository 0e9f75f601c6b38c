// IP addresses, and the networks that a request of a bot must not reach.
//
// An HTTP tool calls the public internet. The addresses of this machine, of private networks and of cloud metadata
// services are refused, because they trust their callers. The table follows the special-purpose registries of IANA
// (RFC 6890); 168.63.129.16 is a service of Azure that looks public.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::base {

// An IPv4 address has 4 bytes, in network order, and an IPv6 address has 16.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v4 = false;

  std::string to_string() const;
  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

// Parses "192.0.2.1" or "2001:db8::1". The four numbers of an IPv4 address are decimal, without leading zeros. Returns
// nullopt for any other spelling, including zones ("fe80::1%eth0").
std::optional<IpAddress> parse_ip(std::string_view text);

struct Network {
  IpAddress first;
  int bits = 0;  // the length of the prefix

  bool contains(const IpAddress& address) const;
};

// Parses "10.1.0.0/16"; an address without a length is a network of one address. Returns nullopt if bits are set behind
// the prefix.
std::optional<Network> parse_network(std::string_view text);

// Returns why a request must not connect to the address: "a loopback address". Returns null if it may. An address of a
// network in `allowed` is refused only if it belongs to a metadata service or embeds an IPv4 address.
const char* why_refused(const IpAddress& address, const std::vector<Network>& allowed);

}  // namespace parley::base
