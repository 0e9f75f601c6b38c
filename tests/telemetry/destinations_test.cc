// Tests the destinations of events that a sink reports, for receipts of erasures.
#include <catch2/catch.hpp>

#include "tests/memory/temp_folder.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;

TEST_CASE("a sink reports where its events are, and a sink that stores no sessions reports nothing",
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
       {Case{*open_jsonl_sink(file), "in " + file + " and the older files next to it"},
        Case{*open_jsonl_sink("/dev/null"), "written to /dev/null"}, Case{*open_sqlite_sink(table), "in " + table},
        Case{*create_otlp_sink(otlp), "sent to https://collector.example:4318"},
        Case{create_callback_sink([](std::string_view) {}), "passed to a function of the embedding program"},
        Case{create_metrics_sink(), ""},
        Case{std::make_shared<test::RecordingSink>(), "in a sink of the embedding program"}}) {
    CHECK(each.sink->where() == each.where);
  }
}
