// Tests groups of messages: similar messages are in one group, different messages in different groups.
#include "report/message_clusters.h"

#include <catch2/catch.hpp>

using namespace parley;
using report::MessageClusters;

namespace {

std::vector<MessageCluster> clusters_of(const std::vector<std::string>& texts, std::size_t kept, std::size_t most,
                                        std::int64_t& elsewhere) {
  MessageClusters clusters(kept);
  for (const std::string& text : texts) clusters.add(text);
  return std::move(clusters).largest(most, elsewhere);
}

}  // namespace

TEST_CASE("messages with common words form a group named by those words") {
  std::int64_t elsewhere = -1;
  const auto clusters = clusters_of(
      {
          "can I pay with a gift voucher",
          "strange noise from my skates",
          "is the gift voucher still valid",
          "the skates make a strange noise",
          "I lost my gift voucher",
          "noise when I use the skates",
          "gift voucher balance",
          "do you hire drivers",
      },
      100, 10, elsewhere);
  REQUIRE(clusters.size() == 3);
  CHECK(clusters[0].count == 4);
  CHECK(clusters[0].words.substr(0, 13) == "gift, voucher");
  CHECK(clusters[0].examples.size() == 3);
  CHECK(clusters[1].count == 3);
  CHECK(clusters[1].words.find("skates") != std::string::npos);
  CHECK(clusters[2].count == 1);
  CHECK(clusters[2].examples == std::vector<std::string>{"do you hire drivers"});
  CHECK(elsewhere == 0);
}

TEST_CASE("the same text is in the same group, even without a long word") {
  std::int64_t elsewhere = -1;
  const auto clusters = clusters_of({"ok", "hm", "OK ", "ok", "hm?"}, 100, 10, elsewhere);
  REQUIRE(clusters.size() == 3);
  CHECK(clusters[0].count == 3);
  CHECK(clusters[0].words.empty());
  CHECK(clusters[0].examples[0] == "ok");
}

TEST_CASE("of the smallest groups, the oldest is dropped, and the count of texts stays complete") {
  std::int64_t elsewhere = -1;
  const auto clusters =
      clusters_of({"elephants", "elephants", "umbrella", "chocolate", "elephants", "umbrella"}, 2, 1, elsewhere);
  REQUIRE(clusters.size() == 1);
  CHECK(clusters[0].words == "elephants");
  CHECK(clusters[0].count == 3);
  CHECK(elsewhere == 3);
}

TEST_CASE("an example has at most 120 characters, and none is repeated") {
  std::int64_t elsewhere = -1;
  const std::string rant = "elephants " + std::string(1'000, 'e');
  const auto clusters = clusters_of({rant, rant, rant + "!"}, 10, 10, elsewhere);
  for (const MessageCluster& one : clusters) {
    for (const std::string& example : one.examples) CHECK(example.size() <= 123);
    CHECK(one.examples.size() == 1);
  }
}
