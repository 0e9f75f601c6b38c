// Tests the measurement of a bot's examples (parley train).
#include "intents/scoring/cross_validation.h"

#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "intents/example_quality.h"

namespace parley::intents {
namespace {

using scoring::Example;
using scoring::HeldOut;

std::vector<Example> examples_of(const std::vector<std::string>& intents, int count) {
  std::vector<Example> all;
  for (const std::string& intent : intents) {
    for (int i = 0; i < count; ++i) all.push_back({"the " + intent + " of day " + std::to_string(i), intent});
  }
  return all;
}

TEST_CASE("cross-validation leaves out each example once, and each of five intents as a whole") {
  const auto results = scoring::cross_validate(examples_of({"rain", "snow", "hail", "wind", "frost"}, 5));
  std::size_t in_scope = 0;
  for (const HeldOut& one : results) in_scope += one.is_in_scope ? 1 : 0;
  CHECK(in_scope == 20);  // of each intent four of five: in the fold of the fifth, the intent is left out
  CHECK(results.size() - in_scope == 25);  // each intent is left out once, with all examples
}

TEST_CASE("cross-validation of few intents leaves out no intent, and examples of no intent are out of scope") {
  auto examples = examples_of({"rain", "snow"}, 5);
  for (const HeldOut& one : scoring::cross_validate(examples)) CHECK(one.is_in_scope);
  for (const Example& none : examples_of({"joke"}, 5)) examples.push_back({none.text, ""});
  std::size_t out_of_scope = 0;
  for (const HeldOut& one : scoring::cross_validate(examples)) out_of_scope += one.is_in_scope ? 0 : 1;
  CHECK(out_of_scope == 5);
  CHECK(scoring::cross_validate({}).empty());
}

TEST_CASE("a right answer that training left out is right, and offered") {
  for (const HeldOut& one : scoring::cross_validate(examples_of({"rain", "snow", "hail"}, 5))) {
    CHECK(one.is_right);
    CHECK(one.is_offered);
    CHECK(one.confidence > 0.5);
  }
}

TEST_CASE("the quality counts each band, and recommends bounds from fifty examples on") {
  std::vector<HeldOut> held_out;
  const auto add = [&](int count, double confidence, bool is_right, bool is_offered, bool is_in_scope) {
    for (int i = 0; i < count; ++i) held_out.push_back({confidence, is_right, is_offered, is_in_scope});
  };
  add(30, 0.9, true, true, true);
  add(10, 0.5, false, true, true);
  add(5, 0.1, false, false, false);
  ExampleQuality quality = quality_of(held_out, 0.8, 0.4);
  CHECK(quality.in_scope == 40);
  CHECK(quality.out_of_scope == 5);
  CHECK(quality.started == Approx(0.75));
  CHECK(quality.started_right == Approx(1));
  CHECK(quality.asked == Approx(0.25));
  CHECK(quality.asked_right == Approx(1));
  CHECK(quality.refused == Approx(1));
  const double strangers = 40 * 0.06 / 0.94;
  CHECK(quality.calibration_error == Approx((30 * 0.1 + 10 * 0.5 + strangers * 0.1) / (40 + strangers)));
  CHECK(quality.recommended_act == 0);
  add(5, 0.1, false, false, false);
  quality = quality_of(held_out, 0.8, 0.4);
  CHECK(quality.recommended_act == Approx(0.55));
  CHECK(quality.recommended_ask == Approx(0.2));
  CHECK(quality_of({}, 0.8, 0.4).calibration_error == 0);
}

TEST_CASE("the recommended bounds leave a band for questions, unless questions are of no use") {
  struct Group {
    int count;
    double confidence;
    bool is_right, is_offered;
  };
  struct Case {
    const char* name;
    std::vector<Group> groups;
    double act, ask;
  };
  const Case cases[] = {
      {"good questions", {{60, 0.9, true, true}, {10, 0.5, false, true}}, 0.55, 0.2},
      {"useful questions", {{60, 0.9, true, true}, {6, 0.5, false, true}, {4, 0.5, false, false}}, 0.55, 0.2},
      {"useless questions", {{60, 0.9, true, true}, {1, 0.5, false, true}, {9, 0.5, false, false}}, 0.55, 0.55},
      {"nothing between", {{60, 0.9, true, true}}, 0.2, 0.1},
  };
  for (const Case& one : cases) {
    INFO(one.name);
    std::vector<HeldOut> held_out;
    for (const Group& group : one.groups) {
      for (int i = 0; i < group.count; ++i)
        held_out.push_back({group.confidence, group.is_right, group.is_offered, true});
    }
    const ExampleQuality quality = quality_of(held_out, 0.75, 0.35);
    CHECK(quality.recommended_act == Approx(one.act));
    CHECK(quality.recommended_ask == Approx(one.ask));
    CHECK(quality.recommended_started == Approx(60.0 / static_cast<double>(held_out.size())));
    CHECK(quality.recommended_started_right == Approx(1));
  }
}

TEST_CASE("the quality of an intent names the examples that are taken for another, with their places") {
  config::BotDefinition bot;
  bot.files.push_back({"bot.yaml", nullptr});
  for (const char* id : {"rain", "snow", "hail"}) {
    config::Intent& intent = bot.intents.emplace_back();
    intent.id.value = id;
    const int count = intent.id.value == "hail" ? 2 : 3;  // with two examples, an intent is not trained
    for (int i = 0; i < count; ++i) intent.examples.push_back({"example", {0, 10 + i, 5}});
  }
  const auto held_out = [](std::size_t example, const char* best, double confidence, bool is_right) {
    HeldOut one;
    one.confidence = confidence;
    one.is_right = is_right;
    one.is_in_scope = true;
    one.example = example;
    one.best = best;
    return one;
  };
  const auto all = quality_by_intent(
      bot, {held_out(0, "rain", 0.9, true), held_out(1, "snow", 0.8, false), held_out(5, "", 0, false)}, 0.75);
  REQUIRE(all.size() == 3);
  CHECK(all[0].left_out == 2);
  CHECK(all[0].right == 1);
  REQUIRE(all[0].confusions.size() == 1);
  CHECK(all[0].confusions[0].source == "bot.yaml:11:5");
  CHECK(all[0].confusions[0].intent == "snow");
  CHECK(all[0].confusions[0].starts);
  CHECK(all[1].left_out == 1);
  CHECK(all[1].confusions.empty());  // it resembles nothing
  CHECK(all[2].examples == 2);
  CHECK(all[2].left_out == 0);
}

}  // namespace
}  // namespace parley::intents
