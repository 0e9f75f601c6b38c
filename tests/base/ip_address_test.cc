// Tests which addresses a request of a bot may reach.
#include "base/ip_address.h"

#include <string>

#include <catch2/catch.hpp>

using namespace parley;
using base::Network;
using base::parse_ip;
using base::parse_network;
using base::why_refused;

namespace {

std::vector<Network> networks(const std::vector<const char*>& texts) {
  std::vector<Network> out;
  for (const char* text : texts) out.push_back(*parse_network(text));
  return out;
}

}  // namespace

TEST_CASE("an address has one spelling") {
  struct Case {
    std::string text;
    const char* shown;  // null: not an address
  };
  for (const Case& each : {
           Case{"192.0.2.1", "192.0.2.1"},
           Case{"0.0.0.0", "0.0.0.0"},
           Case{"255.255.255.255", "255.255.255.255"},
           Case{"2001:db8::1", "2001:db8::1"},
           Case{"2001:DB8:0:0:0:0:0:1", "2001:db8::1"},
           Case{"::ffff:127.0.0.1", "::ffff:127.0.0.1"},
           Case{"", nullptr},
           Case{"0", nullptr},
           Case{"127.1", nullptr},
           Case{"2130706433", nullptr},
           Case{"0x7f.0.0.1", nullptr},
           Case{"0177.0.0.1", nullptr},
           Case{"127.0.0.01", nullptr},
           Case{"127.0.0.256", nullptr},
           Case{"127.0.0.1.", nullptr},
           Case{" 127.0.0.1", nullptr},
           Case{"127.0.0.1 ", nullptr},
           Case{std::string("127.0.0.1\0.x", 12), nullptr},
           Case{"fe80::1%eth0", nullptr},
           Case{"[::1]", nullptr},
           Case{"::1::", nullptr},
       }) {
    CAPTURE(each.text);
    const auto address = parse_ip(each.text);
    REQUIRE(address.has_value() == (each.shown != nullptr));
    if (address) CHECK(address->to_string() == each.shown);
  }
}

TEST_CASE("a network is an address and the length of its prefix") {
  for (const char* text : {"10.0.0.0/8", "10.1.2.3", "10.1.2.3/32", "0.0.0.0/0", "fd00::/8", "::1", "2000::/3"}) {
    CAPTURE(text);
    CHECK(parse_network(text));
  }
  for (const char* text : {"", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0.0/8 ",
                           "10.1.0.0/8", "::/129", "x/8"}) {
    CAPTURE(text);
    CHECK(!parse_network(text));
  }
  const Network network = *parse_network("10.1.128.0/17");
  CHECK(network.contains(*parse_ip("10.1.128.0")));
  CHECK(network.contains(*parse_ip("10.1.255.255")));
  CHECK(!network.contains(*parse_ip("10.1.127.255")));
  CHECK(!network.contains(*parse_ip("::ffff:10.1.128.1")));
  CHECK(!parse_network("::/0")->contains(*parse_ip("10.1.128.1")));
}

TEST_CASE("only public addresses and allowed networks may be reached") {
  struct Case {
    const char* address;
    bool is_public;
    bool may_be_allowed;  // by an operator who allows the address itself
  };
  for (const Case& each : {
           Case{"93.184.215.14", true, true},
           Case{"1.1.1.1", true, true},
           Case{"172.15.255.255", true, true},
           Case{"172.32.0.0", true, true},
           Case{"100.63.255.255", true, true},
           Case{"100.128.0.0", true, true},
           Case{"198.20.0.0", true, true},
           Case{"2606:2800:21f:cb07:6820:80da:af6b:8b2c", true, true},
           Case{"10.0.0.1", false, true},
           Case{"100.64.0.1", false, true},
           Case{"127.0.0.1", false, true},
           Case{"127.255.255.255", false, true},
           Case{"169.254.1.1", false, true},
           Case{"172.16.0.1", false, true},
           Case{"172.31.255.255", false, true},
           Case{"192.168.1.1", false, true},
           Case{"192.0.2.1", false, true},
           Case{"192.88.99.1", false, true},
           Case{"198.19.255.255", false, true},
           Case{"224.0.0.1", false, true},
           Case{"255.255.255.255", false, true},
           Case{"::1", false, true},
           Case{"fc00::1", false, true},
           Case{"fe80::1", false, true},
           Case{"fec0::1", false, true},
           Case{"ff02::1", false, true},
           Case{"100::1", false, true},
           Case{"5f00::1", false, true},
           Case{"2001:db8::1", false, true},
           Case{"2001:10::1", false, true},
           Case{"2620:4f:8000::1", false, true},
           Case{"3fff::1", false, true},
           Case{"::127.0.0.1", false, true},
           Case{"0.0.0.0", false, false},
           Case{"::", false, false},
           Case{"169.254.169.254", false, false},
           Case{"169.254.170.2", false, false},
           Case{"168.63.129.16", false, false},
           Case{"100.100.100.200", false, false},
           Case{"192.0.0.192", false, false},
           Case{"fd00:ec2::254", false, false},
           Case{"fd20:ce::254", false, false},
           Case{"::ffff:93.184.215.14", false, false},
           Case{"::ffff:127.0.0.1", false, false},
           Case{"::ffff:0:127.0.0.1", false, false},
           Case{"64:ff9b::7f00:1", false, false},
           Case{"64:ff9b:1::7f00:1", false, false},
           Case{"2002:7f00:1::", false, false},
           Case{"2001:0:1::1", false, false},
           Case{"2606:2800::5efe:7f00:1", false, false},
           Case{"2606:2800::200:5efe:7f00:1", false, false},
       }) {
    CAPTURE(each.address);
    const auto address = *parse_ip(each.address);
    CHECK((why_refused(address, {}) == nullptr) == each.is_public);
    CHECK((why_refused(address, networks({each.address})) == nullptr) == each.may_be_allowed);
  }
}

TEST_CASE("an allowed network does not open others") {
  const auto allowed = networks({"10.1.0.0/16", "127.0.0.0/8"});
  CHECK(why_refused(*parse_ip("10.1.2.3"), allowed) == nullptr);
  CHECK(why_refused(*parse_ip("127.0.0.1"), allowed) == nullptr);
  CHECK_THAT(why_refused(*parse_ip("10.2.0.1"), allowed), Catch::Contains("private network"));
  CHECK_THAT(why_refused(*parse_ip("::1"), allowed), Catch::Contains("loopback"));
  CHECK_THAT(why_refused(*parse_ip("169.254.169.254"), networks({"0.0.0.0/0"})), Catch::Contains("metadata"));
}
