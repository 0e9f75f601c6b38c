// Tests the scorer trained from examples: it generalises, its scores are calibrated, and it is restored from bytes
// unchanged.
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/hash.h"
#include "intents/scoring/linear_scorer.h"
#include "intents/scoring/solver.h"

namespace parley::intents::scoring {
namespace {

// Ten sentences for each of six intents.
std::vector<Example> examples() {
  struct Row {
    std::string intent;
    std::vector<std::string> things;
  };
  const std::vector<Row> rows = {
      {"track", {"where is my parcel", "track my package"}}, {"refund", {"give me my money back", "I want a refund"}},
      {"login", {"I forgot my password", "cannot log in"}},  {"hours", {"when do you open", "opening hours"}},
      {"thanks", {"thank you", "that was helpful"}},         {"address", {"change where I live", "I have moved house"}},
  };
  std::vector<Example> all;
  for (const char* after : {"", " please", " today", ", it is urgent", " for me"}) {
    for (const Row& row : rows) {
      for (const std::string& thing : row.things) all.push_back({thing + after, row.intent});
    }
  }
  return all;
}

const LinearScorer& scorer() {
  static const LinearScorer trained = LinearScorer::train(examples());
  return trained;
}

TEST_CASE("messages whose words come from several examples find their intent") {
  struct Row {
    std::string message;
    std::string intent;
  };
  const std::vector<Row> rows = {
      {"my parcels, where are they?", "track"},
      {"could I have a REFUND", "refund"},
      {"pasword forgotten", "login"},
      {"at what hours are you opening", "hours"},
      {"very helpful", "thanks"},
      {"we moved to another house", "address"},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(scorer().score(row.message).front().intent == row.intent);
  }
}

TEST_CASE("messages unrelated to the examples stay under the threshold") {
  CHECK(scorer().threshold() > 0);
  CHECK(scorer().score("where is my parcel").front().probability >= scorer().threshold());
  for (const char* message : {"", "!?", "quxly brzfk", "\xff\xfe"}) {
    INFO(message);
    CHECK(scorer().score(message).front().probability < scorer().threshold());
  }
}

TEST_CASE("a message has at most three scores, each score is a probability, and the best comes first") {
  CHECK(rc::check("for any message", [](const std::string& message) {
    const auto scores = scorer().score(message);
    RC_ASSERT(!scores.empty());
    RC_ASSERT(scores.size() <= 3);
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      RC_ASSERT(scores[i].probability >= 0);
      if (i > 0) RC_ASSERT(scores[i].probability <= scores[i - 1].probability);
      sum += scores[i].probability;
    }
    RC_ASSERT(sum <= 1.0001);
  }));
}

TEST_CASE("the same examples give the same bytes") {
  CHECK(LinearScorer::train(examples()).save("bot") == scorer().save("bot"));
}

TEST_CASE("the weights do not depend on the number of threads") {
  const std::vector<Example> all = examples();
  std::vector<std::vector<Hint>> hints;
  for (const Example& example : all) hints.push_back(hints_in(example.text));
  const FeatureSpace features(hints);
  Labelled data;
  for (std::size_t i = 0; i < all.size(); ++i) {
    data.sentences.push_back(features.vector_of(hints[i]));
    data.intents.push_back(i / 2 % 6);
  }
  SolverOptions options;
  const std::vector<float> weights = train_one_against_rest(data, features.columns(), 6, options);
  for (const unsigned threads : {0U, 2U, 3U, 5U, 6U, 7U}) {
    INFO(threads);
    options.threads = threads;
    CHECK(train_one_against_rest(data, features.columns(), 6, options) == weights);
  }
}

TEST_CASE("a scorer can be trained from few examples") {
  CHECK(LinearScorer::train({}).score("hello").empty());
  const auto one = LinearScorer::train({{"hello", "greet"}}).score("hello");
  REQUIRE(one.size() == 1);
  CHECK(one[0].intent == "greet");
  const auto two = LinearScorer::train({{"hello", "greet"}, {"goodbye", "leave"}});
  CHECK(two.score("oh hello").front().intent == "greet");
  CHECK(two.score("well goodbye").front().intent == "leave");
}

TEST_CASE("a message that most resembles the examples of no intent has no score") {
  const auto none = LinearScorer::train({{"where is my parcel", "track"},
                                         {"track my package", "track"},
                                         {"tell me a joke", ""},
                                         {"do you like music", ""},
                                         {"sing a song", ""}});
  CHECK(none.score("tell me another joke").empty());
  const auto scores = none.score("where is the package");
  REQUIRE(scores.size() == 1);
  CHECK(scores.front().intent == "track");
}

// The words "cat" and "nat" had the same number in different blocks, so that a stem counted as a piece of another word.
TEST_CASE("hints of different blocks have different ids") {
  std::set<std::uint64_t> stems, pieces;
  for (const char* message : {"cat", "nat", "bat"}) {
    for (const Hint& hint : hints_in(message)) {
      (hint.block == Block::kStem ? stems : pieces).insert(hint.id);
    }
  }
  for (const std::uint64_t stem : stems) CHECK(pieces.count(stem) == 0);
}

TEST_CASE("a saved scorer is restored unchanged") {
  const std::string bytes = scorer().save("bot");
  const auto loaded = LinearScorer::load(bytes, "bot");
  REQUIRE(loaded);
  CHECK(loaded->save("bot") == bytes);
  const auto before = scorer().score("my parcel is not here");
  const auto after = loaded->score("my parcel is not here");
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(after[i].intent == before[i].intent);
    CHECK(after[i].probability == before[i].probability);
  }
}

std::string with_checksum(const std::string& content) { return content + base::fingerprint(content); }

TEST_CASE("unusable bytes are refused with the reason") {
  const std::string bytes = LinearScorer::train({{"hello", "greet"}, {"goodbye", "leave"}}).save("bot");
  const std::string content = bytes.substr(0, bytes.size() - 32);
  std::string damaged = bytes;
  damaged[damaged.size() / 2] ^= 1;
  struct Row {
    std::string bytes;
    std::string reason;
  };
  const std::vector<Row> rows = {
      {"", "another version"},
      {"parley scorer 2\n" + bytes.substr(16), "another version"},
      {"parley scorer 4\n", "truncated"},
      {damaged, "damaged"},
      {bytes + " ", "damaged"},
      {with_checksum(content + " "), "inconsistent"},
  };
  for (const Row& row : rows) {
    const auto loaded = LinearScorer::load(row.bytes, "bot");
    REQUIRE_FALSE(loaded);
    INFO(loaded.error().message);
    CHECK(loaded.error().message.find(row.reason) != std::string::npos);
  }
  const auto for_another = LinearScorer::load(bytes, "another bot");
  REQUIRE_FALSE(for_another);
  CHECK(for_another.error().message.find("other examples") != std::string::npos);
}

TEST_CASE("a model with a wrong length is refused, whatever the length") {
  const std::string bytes = LinearScorer::train({{"hello", "greet"}, {"goodbye", "leave"}}).save("bot");
  const std::string content = bytes.substr(0, bytes.size() - 32);
  for (std::size_t cut = 16; cut < content.size(); cut += 7) {
    INFO(cut);
    CHECK_FALSE(LinearScorer::load(with_checksum(content.substr(0, cut)), "bot"));
    if (cut + 8 <= content.size()) {
      std::string lying = content;
      lying.replace(cut, 8, 8, '\xff');
      (void)LinearScorer::load(with_checksum(lying), "bot");  // must terminate and not read beyond the bytes
    }
  }
}

}  // namespace
}  // namespace parley::intents::scoring
