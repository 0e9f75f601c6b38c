// Tests similarity: messages of one topic are above the threshold and others below, and the value is deterministic.
#include "context/topics/similarity.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/context/topics/topic_conversation.h"

using namespace parley;
using context::cosine;
using context::lexical_embedding;
using context::telling_words;

TEST_CASE("F90: the built-in vector separates messages about six subjects") {
  int found_again = 0, of_one = 0, confused = 0;
  std::vector<Embedding> centroids;
  for (const auto& conversation : test::conversations()) {
    Embedding& centroid = centroids.emplace_back();
    for (std::size_t i = 0; i < conversation.size(); ++i) {
      const Embedding embedding = lexical_embedding(conversation[i]);
      if (i > 0) ++of_one, found_again += cosine(centroid, embedding) >= context::kLexicalThreshold ? 1 : 0;
      context::take_in(centroid, static_cast<std::int64_t>(i), embedding);
    }
  }
  for (std::size_t i = 0; i < centroids.size(); ++i) {
    for (std::size_t j = 0; j < centroids.size(); ++j) {
      for (const std::string& text : test::conversations()[j]) {
        confused += i != j && cosine(centroids[i], lexical_embedding(text)) >= context::kLexicalThreshold ? 1 : 0;
      }
    }
  }
  CHECK(of_one == 30);
  CHECK(found_again >= 26);
  CHECK(confused == 0);
}

TEST_CASE("case and accents do not change a text's vector, and only its content words contribute to it") {
  CHECK(cosine(lexical_embedding("Caf\xC3\xA9 Gr\xC3\xBC\xC3\x9F"
                                 "e"),
               lexical_embedding("CAFE grusse")) == Approx(1));
  CHECK(lexical_embedding("").empty());
  CHECK(lexical_embedding("and in the one?").empty());
  CHECK(lexical_embedding("\xFF\xFE").empty());
  CHECK(telling_words("And the BLUE lamp, how much?") == std::vector<std::string>{"blue", "lamp", "much"});
  // Two adjacent characters, in a script without blanks between words: "return goods".
  CHECK(telling_words("\xE9\x80\x80\xE8\xB4\xA7\xE5\x95\x86").size() == 2);
}

TEST_CASE("the cosine of vectors that cannot be compared is 0") {
  CHECK(cosine({}, {}) == 0);
  CHECK(cosine({1, 0}, {1, 0, 0}) == 0);
  CHECK(cosine({0, 0}, {1, 0}) == 0);
  CHECK(cosine({1, 0}, {-1, 0}) == -1);
  CHECK(context::normalised({0, 0}).empty());
  CHECK(context::normalised({NAN, 1}).empty());
  CHECK(context::normalised({INFINITY, 1}).empty());
  CHECK(context::normalised({3, 4}) == Embedding{0.6F, 0.8F});
}

TEST_CASE("X84: a centroid is the mean of its vectors in any order, not the sum") {
  CHECK(rc::check([](const std::vector<std::uint8_t>& angles) {
    Embedding mean;
    double x = 0, y = 0;
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const Embedding unit = {std::cos(static_cast<float>(angles[i])), std::sin(static_cast<float>(angles[i]))};
      context::take_in(mean, static_cast<std::int64_t>(i), unit);
      x += unit[0];
      y += unit[1];
    }
    if (angles.empty()) return;
    RC_ASSERT(std::abs(mean[0] - x / static_cast<double>(angles.size())) < 1e-4);
    RC_ASSERT(std::abs(mean[1] - y / static_cast<double>(angles.size())) < 1e-4);
  }));
}
