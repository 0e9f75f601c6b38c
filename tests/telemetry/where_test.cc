// Where a sink says that events have gone, for who has to know what was not reached.
#include <catch2/catch.hpp>

#include "tests/memory/files.h"
#include "tests/telemetry/events.h"

using namespace parley;

TEST_CASE("a sink says where events have gone, and one that keeps nothing of a session that they have not",
          "[http][metrics]") {
  const test::TempFolder folder;
  const std::string file = folder.file("turns.jsonl"), table = folder.file("turns.db");
  OtlpOptions otlp;
  otlp.url = "https://collector.example:4318";
  struct Case {
    std::shared_ptr<TelemetrySink> sink;
    std::string where;
  };
  for (const Case& each :
       {Case{*open_jsonl_sink(file), "in " + file + " and the older files beside it"},
        Case{*open_jsonl_sink("/dev/null"), "written to /dev/null"}, Case{*open_sqlite_sink(table), "in " + table},
        Case{*otlp_sink(otlp), "sent to https://collector.example:4318"},
        Case{callback_sink([](std::string_view) {}), "handed to a function of the host's"}, Case{metrics_sink(), ""},
        Case{std::make_shared<test::RecordingSink>(), "in a sink of the host's"}}) {
    CHECK(each.sink->where() == each.where);
  }
}
