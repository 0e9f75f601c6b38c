// Tests params of several types: which type reads a text, and the shape of the value.
#include "intents/entities/several_types.h"

#include <memory>
#include <string>
#include <vector>

#include "config/several_types.h"
#include "intents/entities/built_in.h"
#include "tests/intents/recogniser_tables.h"

namespace parley::intents {
namespace {

struct Several {
  explicit Several(const std::vector<std::string>& names) {
    std::vector<NamedType> types;
    for (const std::string& name : names) {
      owned.push_back(make_built_in(name));
      types.emplace_back(name, owned.back().get());
    }
    type = make_several_types(std::move(types));
  }
  std::vector<std::unique_ptr<const Recogniser>> owned;
  std::unique_ptr<const Recogniser> type;
};

std::string typed(const std::string& type, const std::string& json) {
  return R"({"type":)" + q(type) + R"(,"value":)" + json + "}";
}

TEST_CASE("several types: the longest reading counts, then the most specific type") {
  const Several when({"number", "time", "date", "date_range"});
  check(*when.type, {{"[tomorrow]", {typed("date", q("2026-03-03"))}},
                     {"[5 pm]", {typed("time", q("17:00"))}},
                     {"[since monday]", {typed("date_range", R"({"from":"2026-02-23","to":null})")}},
                     {"[next week]", {typed("date_range", R"({"from":"2026-03-09","to":"2026-03-15"})")}},
                     {"[2026]", {typed("date_range", R"({"from":"2026-01-01","to":"2026-12-31"})")}},
                     {"[12] of them", {typed("number", "12")}},
                     {"[tomorrow] at [5 pm]", {typed("date", q("2026-03-03")), typed("time", q("17:00"))}},
                     {"hello"}});
}

TEST_CASE("several types: an answer is read leniently only if no type reads it strictly") {
  const Several when({"time", "date"});
  check(*when.type, {{"[7]", {typed("time", q("07:00"))}}, {"[tomorrow]", {typed("date", q("2026-03-03"))}}}, true);
  check(*when.type, {{"7"}});
}

TEST_CASE("several types: a value of another program names its type") {
  const Several when({"date", "date_range"});
  const auto takes = [&](const char* json) { return when.type->takes(*Value::parse(json)); };
  CHECK(takes(R"({"type":"date","value":"2026-03-05"})"));
  CHECK(takes(R"({"type":"date_range","value":{"from":"2026-03-05","to":null}})"));
  CHECK_FALSE(takes(R"({"type":"time","value":"17:00"})"));
  CHECK_FALSE(takes(R"({"type":"date","value":"soon"})"));
  CHECK_FALSE(takes(R"({"value":"2026-03-05"})"));
  CHECK_FALSE(takes(R"("2026-03-05")"));
}

TEST_CASE("several types: the names are in the type name") {
  CHECK(config::types_in("date|time") == std::vector<std::string>{"date", "time"});
  CHECK(config::types_in("date") == std::vector<std::string>{"date"});
  CHECK(config::is_several_types("date|time"));
  CHECK_FALSE(config::is_several_types("date"));
}

}  // namespace
}  // namespace parley::intents
