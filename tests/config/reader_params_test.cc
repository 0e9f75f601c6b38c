// Tests that the reader stores every key of a param in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of a param are stored in their fields") {
  const Intent& refund = *order_bot().find_intent("refund");
  REQUIRE(refund.params.size() == 5);
  const Param& order = *refund.find_param("order_id");
  CHECK(order.type.value == "order_id");
  CHECK(order.required);
  CHECK(!order.sensitive);
  CHECK(!order.session_scope);
  REQUIRE(order.ask.size() == 2);
  CHECK(source_of(order.ask[1]) == "It looks like O-12345.");
  CHECK(order.max_attempts.in_all == 2);
  CHECK(order.on_exhausted == Exhausted::kIntent);
  CHECK(order.exhausted_intent.value == "human");
  CHECK(!order.fallback);
  CHECK(texts_of(order.mapping) == Strings{"order (?P<value>\\d{5})"});
  REQUIRE(order.validate.size() == 2);
  CHECK(order.validate[0].must.kind == Condition::Kind::kCompare);
  CHECK(order.validate[0].must.path == "value");
  CHECK(order.validate[0].must.op == Condition::Op::kMatches);
  CHECK(order.validate[0].must.operand == Value("O-[1-9]\\d{4}"));
  CHECK(order.validate[0].must.operand_mark.line == 31);
  CHECK(order.validate[0].must.operand_mark.column == 23);
  CHECK(order.validate[0].otherwise.source == "Not with a zero.");
  REQUIRE(order.validate[1].must.children.size() == 2);
  CHECK(order.validate[1].must.children[0].op == Condition::Op::kNe);
  CHECK(order.validate[1].must.children[1].op == Condition::Op::kIn);
  CHECK(order.validate[1].must.children[1].operand == Value(Value::Array{Value("O-22222"), Value(7)}));

  const Param& reason = *refund.find_param("reason");
  CHECK(!reason.required);
  CHECK(reason.sensitive);
  CHECK(reason.session_scope);
  CHECK(reason.ask.empty());
  CHECK(reason.max_attempts.in_all == 3);
  CHECK(reason.on_exhausted == Exhausted::kSkip);

  const Param& amount = *refund.find_param("amount");
  REQUIRE(amount.ask.size() == 1);
  CHECK(amount.on_exhausted == Exhausted::kDefault);
  REQUIRE(amount.fallback);
  CHECK(!amount.fallback->text);
  CHECK(amount.fallback->constant == Value(9.5));

  const Param& note = *refund.find_param("note");
  CHECK(!note.session_scope);
  CHECK(note.on_exhausted == Exhausted::kCancel);
  REQUIRE(note.fallback);
  CHECK(note.fallback->constant.is_null());

  CHECK(refund.find_param("copy")->on_exhausted == Exhausted::kHandoff);
  CHECK(refund.find_param("nothing") == nullptr);
}

}  // namespace
}  // namespace parley::config
