// Tests misspelt values in answers.
#include "intents/entities/misspellings.h"

#include <algorithm>
#include <set>

#include <rapidcheck.h>

#include "base/text.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

using WordList = std::vector<std::string_view>;

TEST_CASE(
    "misspellings: a word of five letters or more may have one typo, a word of nine or more two, and the nearest words "
    "are found") {
  const Misspellings known({"kilo", "shirt", "short", "trousers", "dungarees", "item7"});
  struct Row {
    const char* typed;
    WordList meant;
  };
  const Row rows[] = {{"trosers", {"trousers"}},
                      {"truosers", {"trousers"}},
                      {"troousers", {"trousers"}},
                      {"trausers", {"trousers"}},
                      {"rtousers", {"trousers"}},
                      {"trosres", {}},
                      {"dungares", {"dungarees"}},
                      {"dungrese", {"dungarees"}},
                      {"dngrese", {}},
                      {"shrt", {"shirt", "short"}},
                      {"shir", {"shirt"}},
                      {"shirt", {}},
                      {"kil", {}},
                      {"kilos", {}},
                      {"item8", {}},
                      {"", {}}};
  for (const Row& row : rows) {
    INFO(row.typed);
    CHECK(known.meant_by(row.typed) == row.meant);
  }
}

TEST_CASE("misspellings: the index finds the same words as a comparison with every word") {
  CHECK(rc::check("the index and a loop over all words agree", [] {
    const auto word = rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc")));
    const auto words = *rc::gen::container<std::vector<std::string>>(word);
    const auto typed = *word;
    std::set<std::string> near;
    for (const std::string& one : words) {
      const int allowed = one.size() < 5 ? 0 : one.size() < 9 ? 1 : 2;
      if (one.size() <= 32 && base::edit_distance(typed, one, 2) <= allowed) near.insert(one);
    }
    int nearest = 3;
    for (const std::string& one : near) nearest = std::min(nearest, base::edit_distance(typed, one, 2));
    std::vector<std::string> expected;
    for (const std::string& one : near) {
      if (nearest > 0 && base::edit_distance(typed, one, 2) == nearest) expected.push_back(one);
    }
    if (typed.size() > 32 || expected.size() > 16) expected.clear();
    if (std::find(words.begin(), words.end(), typed) != words.end()) expected.clear();
    const Misspellings index(words);
    const std::vector<std::string_view> found = index.meant_by(typed);
    RC_ASSERT(std::vector<std::string>(found.begin(), found.end()) == expected);
  }));
}

const std::string kShop = R"(
entities:
  reason: {values: {damaged: [broken, 'crack(ed)?'], late: [never arrived, delayed], wrong_size: [too small]}}
  colour: {values: {white: [], green: [], burgundy: []}}
  strict: {typos: false, values: {express: [], standard: []}}
  close: {values: {morning: [], mourning: [], evening: []}}
intents:
  - {id: track, match: [{regex: where is my}], examples: [my orders], steps: [{say: ok}]}
  - id: refund
    match: [{regex: refund}]
    params:
      reason: {type: reason, required: true, ask: Why?}
      colour: {type: colour, required: true, ask: Which?}
      strict: {type: strict, required: true, ask: How?}
      close: {type: close, required: true, ask: When?}
    steps: [{say: ok}]
)";

TEST_CASE("misspelt values: they are accepted in answers, unless the misspelt word is known or means another value") {
  const Bot shop = bot(kShop);
  struct Row {
    const char* asked;
    const char* text;
    std::vector<std::string> answers;
  };
  const Row rows[] = {
      {"reason", "it was brokne", {"reason=\"damaged\""}},
      {"reason", "Dammaged!", {"reason=\"damaged\""}},
      {"reason", "it nevr arrived", {"reason=\"late\""}},
      {"reason", "it never arived", {"reason=\"late\""}},
      {"reason", "wrong-siez", {}},
      {"reason", "dalayed, not damaged", {}},
      {"reason", "lete", {}},
      {"reason", "where is my brokne thing", {}},
      {"colour", "burgandy please", {"colour=\"burgundy\""}},
      {"colour", "in a while", {}},
      {"colour", "greet them", {}},
      {"colour", "grene", {"colour=\"green\""}},
      {"strict", "expres", {}},
      {"close", "in the moorning", {}},
      {"close", "in the evning", {"close=\"evening\""}},
      {"", "it was brokne", {"reason=\"damaged\""}},  // no question is needed: the word is long
      {"", "wrong-siez", {}},
      {"", "a rboken one", {}},
      {"", "it never arived", {"reason=\"late\""}},
      {"", "it nevr arrived", {}},  // too short
  };
  for (const Row& row : rows) {
    INFO(row.asked << ": " << row.text);
    NluContext nlu_context;
    nlu_context.intent = "refund";
    nlu_context.waiting_for_param = row.asked;
    CHECK(brief(flat(shop->understand(row.text, nlu_context)).answers) == row.answers);
  }
  NluContext asked;
  asked.intent = "refund";
  asked.waiting_for_param = "reason";
  CHECK(flat(shop->understand("brokne", asked)).answers.at(0).misspelt);
  CHECK_FALSE(flat(shop->understand("broken", asked)).answers.at(0).misspelt);
  const Explanation explained = shop->explain("it is brokne", asked);
  CHECK(std::find(explained.notes.begin(), explained.notes.end(), "reason taken from 6..12, misspelt") !=
        explained.notes.end());
  CHECK(brief(flat(shop->understand("refund it, it is brokne")).params) ==
        std::vector<std::string>{"reason=\"damaged\""});
  CHECK(flat(shop->understand("it is brokne")).candidates.empty());  // a mended value starts nothing
}

}  // namespace
}  // namespace parley::intents
