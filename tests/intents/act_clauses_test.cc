#include "intents/act_clauses.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

TEST_CASE("act clauses: a message of several acts is the act that counts most") {
  struct Row {
    std::string text;
    Act act;
    bool confirming = false;
  };
  const Bot desk = bot("intents:\n" + intent("a", "match: [{regex: xyzzy}]"));
  const std::vector<Row> rows = {
      {"never mind about it all, goodbye dear", Act::kCancelAll},
      {"forget it actually", Act::kCancel},
      {"ok stop, forget everything", Act::kCancelAll},
      {"hello, stop!", Act::kCancel},
      {"hi pal, bye", Act::kGoodbye},
      {"YES omg", Act::kAffirm, true},
      {"ok then, thanks", Act::kAffirm, true},
      {"ok, stop. never mind", Act::kCancel, true},
      {"yes, but only tomorrow", Act::kInform, true},
      {"ok, cheers, I will think about the red one", Act::kInform, true},
      {"well, red", Act::kInform},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    NluContext context;
    context.confirming = row.confirming;
    CHECK(std::string(to_string(flat(desk->understand(row.text, context)).act)) == to_string(row.act));
  }
}

TEST_CASE("act clauses: a goodbye after a cancellation is reported") {
  const Bot desk = bot("intents:\n" + intent("a", "match: [{regex: xyzzy}]"));
  CHECK(flat(desk->understand("forget it, goodbye", {})).says_goodbye);
  CHECK_FALSE(flat(desk->understand("forget it, thanks", {})).says_goodbye);
  CHECK_FALSE(flat(desk->understand("goodbye", {})).says_goodbye);
}

TEST_CASE("act clauses: weak agreements") {
  for (const char* weak : {"ok", "ok then", "fine", "well all right"}) CHECK(is_weak_agreement(weak));
  for (const char* other : {"yes", "ok do it", "", "sure"}) CHECK_FALSE(is_weak_agreement(other));
}

}  // namespace
}  // namespace parley::intents
