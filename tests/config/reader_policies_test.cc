// Tests that the reader stores every key of the policies in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of the policies are stored in their fields") {
  CHECK(texts_of(order_bot().redaction.params) == Strings{"reason", "note"});
  CHECK(texts_of(order_bot().redaction.detect) == Strings{"email", "iban"});
  CHECK(order_bot().session.ttl == 5'400'000);
  CHECK(order_bot().session.question_ttl == 600'000);
  CHECK(order_bot().session.max_turns == 50);
  CHECK(order_bot().session.other_user == Session::OtherUser::kNewConversation);
  CHECK(source_of(order_bot().fallback.say) == "What?");
  CHECK(order_bot().fallback.after == 2);
  CHECK(order_bot().fallback.then == Fallback::Then::kIntent);
  CHECK(order_bot().fallback.intent.value == "human");

  const Replies& r = order_bot().replies;
  const TextVariants* const replies[] = {
      &r.not_understood, &r.cancelled, &r.nothing_to_cancel, &r.reset,  &r.handoff, &r.denied, &r.confirm_again,
      &r.tool_failed,    &r.busy,      &r.expired,           &r.resume, &r.silence};
  for (int i = 0; i < 12; ++i) CHECK(source_of(*replies[i]) == "r" + std::to_string(i + 1));
  CHECK(r.goodbye.any[0].pieces[0].literal == "r13 {}");
  const TextVariants* const more[] = {&r.invalid, &r.cancelled_all, &r.change,  &r.why,    &r.dont_know, &r.cannot_skip,
                                      &r.skipped, &r.noted,         &r.not_now, &r.queued, &r.next,      &r.done};
  for (int i = 0; i < 12; ++i) CHECK(source_of(*more[i]) == "r" + std::to_string(i + 14));
  CHECK(r.choose.any[0].pieces[0].literal == "r26 ");
  CHECK(r.choose.any[0].pieces[0].placeholder == "choices");
  CHECK(r.options.any[0].pieces[0].placeholder == "options");
  CHECK(source_of(r.examples) == "r28");

  CHECK(texts_of(order_bot().commands.cancel) == Strings{"c1", "c2"});
  CHECK(texts_of(order_bot().commands.reset) == Strings{"c3"});
  CHECK(texts_of(order_bot().commands.human) == Strings{"c4"});
  CHECK(texts_of(order_bot().commands.affirm) == Strings{"c5"});
  CHECK(texts_of(order_bot().commands.deny) == Strings{"c6"});
  CHECK(texts_of(order_bot().commands.cancel_all) == Strings{"c7"});
  CHECK(texts_of(order_bot().commands.repeat) == Strings{"c8"});
  CHECK(texts_of(order_bot().commands.why) == Strings{"c9"});
  CHECK(texts_of(order_bot().commands.skip) == Strings{"c10"});
  CHECK(texts_of(order_bot().commands.dont_know) == Strings{"c11"});
}

}  // namespace
}  // namespace parley::config
