#include "knowledge/passage_index.h"

#include <catch2/catch.hpp>

#include "knowledge_harness.h"

namespace parley::knowledge {
namespace {

struct Shop {
  config::Knowledge knowledge = shop();
  std::unique_ptr<const PassageIndex> index = PassageIndex::make(knowledge.passages, Lexicon::kEnglish).value();

  // Returns the headings of the passages that have the word, with the kind of the hit.
  std::string find(const std::string& question) const {
    std::string out;
    for (const WordHits& word : index->find(question)) {
      out += word.word.text + ":";
      for (const Hit& hit : word.hits) {
        out += " " + knowledge.passages[hit.passage].heading + (hit.strength < 1 ? "~" : "");
        out += hit.in_heading ? "#" : hit.only_above ? "^" : "";
      }
      out += "\n";
    }
    return out;
  }
};

TEST_CASE("A word is found in its forms, in synonyms and with a typing error") {
  struct Case {
    const char* question;
    const char* hits;
  };
  const Case cases[] = {
      {"warranty", "warranty: Warranty#\n"},
      {"warranties", "warranties: Warranty#\n"},
      {"warrenty", "warrenty: Warranty~#\n"},
      {"guarantee", "guarantee: Warranty~#\n"},
      {"spain", "spain: Delivery abroad\n"},
      {"delivery", "delivery: Delivery times# Delivery abroad#\n"},
      {"newsletters", "newsletters: Do you have a newsletter?#\n"},
      {"sales", "sales: Do you have a newsletter?#\n"},
      {"bitcoin", "bitcoin:\n"},
  };
  const Shop shop;
  for (const Case& one : cases) {
    INFO(one.question);
    CHECK(shop.find(one.question) == one.hits);
  }
}

TEST_CASE("The shortest question of a pair counts as its heading") {
  const Shop shop;
  CHECK(shop.index->heading_words(0) == 1);
  CHECK(shop.index->heading_words(6) == 1);
}

TEST_CASE("A message is never a query") {
  const Shop shop;
  for (const char* text : {"\"foo\" NEAR(", "heading:refunds", "refunds*", "NOT refunds", "a AND (b OR", "'", "\"", "^",
                           "{heading above} : refunds", "-- ;", "\xC3\x28", "\\", "refunds\" OR \"parcel"}) {
    INFO(text);
    const auto found = shop.index->find(text);
    for (std::size_t i = 0; i < shop.knowledge.passages.size(); ++i) CHECK(shop.index->rank(found, i) >= 0);
  }
}

TEST_CASE("An empty index finds nothing") {
  const std::vector<config::KnowledgePassage> none;
  const auto index = PassageIndex::make(none, Lexicon::kEnglish);
  REQUIRE(index);
  CHECK((*index)->find("refunds").front().hits.empty());
}

}  // namespace
}  // namespace parley::knowledge
