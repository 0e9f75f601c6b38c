// Tests intents/given_acts.h.
#include "intents/given_acts.h"

#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "parley/act_queries.h"

using namespace parley;

TEST_CASE("given acts: each word means an act, whose word it is") {
  for (int i = 1; i <= static_cast<int>(Act::kReact); ++i) {
    const Act word = static_cast<Act>(i);
    INFO(to_string(word));
    auto what = intents::act_for(word);
    REQUIRE(what);
    CHECK(std::string(to_string(main_act({{std::move(*what)}}))) == to_string(word));
  }
  CHECK_FALSE(intents::act_for(Act::kInform));
}

TEST_CASE("given acts: a value informs, corrects or takes back") {
  NluContext context;
  context.intent = "order";
  context.waiting_for_param = "size";
  context.filled = {"email", "size"};
  const struct {
    const char* param;
    ListOp op;
    const char* kind;
  } kRows[] = {
      {"size", ListOp::kAdd, "inform"},     {"date", ListOp::kAdd, "inform"},      {"email", ListOp::kAdd, "correct"},
      {"email", ListOp::kSet, "inform"},    {"email", ListOp::kRemove, "retract"}, {"size", ListOp::kClear, "retract"},
      {"email", ListOp::kClear, "retract"},
  };
  for (const auto& row : kRows) {
    INFO(row.param);
    ParamValue value;
    value.param = row.param;
    value.op = row.op;
    for (const bool by_words : {false, true}) {
      const DialogAct act{intents::answer_act(value, context, by_words)};
      CHECK(to_string(act) == std::string(row.kind));
      REQUIRE(answer_in(act));
      CHECK(answer_in(act)->param == row.param);
      CHECK(corrects_by_words({act}) == (by_words && row.kind == std::string("correct")));
    }
  }
}
