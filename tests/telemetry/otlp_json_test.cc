// Tests events in the format of OpenTelemetry, and the responses of a collector.
#include "telemetry/otlp_json.h"

#include <catch2/catch.hpp>

#include "parley/version.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using telemetry::otlp_rejected;
using telemetry::otlp_request;

namespace {

constexpr TimeMs kSentAt = 1772442000123;

// Returns the log record of a line.
Value record_of(const std::string& line) {
  const auto request = Value::parse(otlp_request({line}, kSentAt));
  REQUIRE(request);
  const Value* record = request->at_path("resourceLogs.0.scopeLogs.0.logRecords.0");
  REQUIRE(record);
  return *record;
}

// Returns the attribute as JSON; "" if it is missing.
std::string attribute_of(const std::string& members, const std::string& key) {
  const Value record = record_of("{" + members + "}");
  for (const Value& attribute : *record.find("attributes")->if_array()) {
    if (*attribute.find("key") == Value(key)) return attribute.find("value")->to_json();
  }
  return "";
}

}  // namespace

TEST_CASE("a request has the OTLP format") {
  const std::string version = PARLEY_VERSION;
  const std::string line =
      R"({"v":2,"stage":"respond","ts":"2026-03-02T09:00:00.000Z","bot":"desk","memory":{"history_count":3}})";
  CHECK(otlp_request({line}, kSentAt) ==
        R"({"resourceLogs":[{"resource":{"attributes":[)"
        R"({"key":"service.name","value":{"stringValue":"parley"}},)"
        R"({"key":"service.version","value":{"stringValue":")" +
            version + R"("}}]},"scopeLogs":[{"scope":{"name":"parley","version":")" + version +
            R"("},"logRecords":[{"timeUnixNano":"1772442000000000000","observedTimeUnixNano":"1772442000123000000",)"
            R"("severityNumber":9,"severityText":"INFO","body":{"stringValue":"respond"},"attributes":[)"
            R"({"key":"bot","value":{"stringValue":"desk"}},{"key":"memory.history_count","value":{"intValue":"3"}},)"
            R"({"key":"v","value":{"intValue":"2"}}]}]}]}]})");
}

TEST_CASE("an event of a traced request belongs to its trace and span, and an invalid traceparent is left out") {
  const std::string trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const Value record = record_of(R"({"stage":"received","traceparent":")" + trace + "\"}");
  CHECK(*record.find("traceId") == Value("4bf92f3577b34da6a3ce929d0e0e4736"));
  CHECK(*record.find("spanId") == Value("00f067aa0ba902b7"));
  CHECK(*record.find("flags") == Value(1));
  CHECK(attribute_of(R"("stage":"received","traceparent":")" + trace + "\"", "traceparent").empty());
  for (const char* line : {R"({"stage":"received","traceparent":"00-1"})", R"({"stage":"received"})"}) {
    CHECK_FALSE(record_of(line).find("traceId"));
    CHECK_FALSE(record_of(line).find("spanId"));
  }
}

TEST_CASE("each event is a record, in order") {
  const auto request = Value::parse(otlp_request(test::event_lines(3), kSentAt));
  REQUIRE(request);
  const Value::Array& records = *request->at_path("resourceLogs.0.scopeLogs.0.logRecords")->if_array();
  REQUIRE(records.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(records[i].to_json().find(R"({"key":"n","value":{"intValue":")" + std::to_string(i)) != std::string::npos);
  }
}

TEST_CASE("each member is an attribute of its type, and members of an object are prefixed by its name") {
  struct Case {
    const char* members;
    const char* key;
    const char* value;
  };
  for (const Case& each : {
           Case{R"("a":"text")", "a", R"({"stringValue":"text"})"},
           Case{R"("a":"")", "a", R"({"stringValue":""})"},
           Case{R"("a":9223372036854775807)", "a", R"({"intValue":"9223372036854775807"})"},
           Case{R"("a":-1)", "a", R"({"intValue":"-1"})"},
           Case{R"("a":0.5)", "a", R"({"doubleValue":0.5})"},
           Case{R"("a":true)", "a", R"({"boolValue":true})"},
           Case{R"("a":false)", "a", R"({"boolValue":false})"},
           Case{R"("a":null)", "a", ""},
           Case{R"("a":[])", "a", R"({"arrayValue":{"values":[]}})"},
           Case{R"("a":["x",1,[true]])", "a",
                R"({"arrayValue":{"values":[{"stringValue":"x"},{"intValue":"1"},)"
                R"({"arrayValue":{"values":[{"boolValue":true}]}}]}})"},
           Case{R"("a":[{"b":1,"c":null}])", "a",
                R"({"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"b","value":{"intValue":"1"}},)"
                R"({"key":"c","value":{}}]}}]}})"},
           Case{R"("a":{"b":{"c":1},"d":2})", "a.b.c", R"({"intValue":"1"})"},
           Case{R"("a":{"b":{"c":1},"d":2})", "a.d", R"({"intValue":"2"})"},
           Case{R"("a":{"b":null})", "a.b", ""},
           Case{R"("a":{})", "a", ""},
           Case{R"("ts":"2026-03-02T09:00:00.000Z")", "ts", ""},
           Case{R"("stage":"tool")", "stage", ""},
           Case{R"("a\nb":"c\u0000\"d")", "a\nb", R"({"stringValue":"c\u0000\"d"})"},
       }) {
    CAPTURE(each.members);
    CHECK(attribute_of(each.members, each.key) == each.value);
  }
}

TEST_CASE("lost events are a warning, and an event without a time has only its observation time") {
  const Value lost = record_of(R"({"v":2,"stage":"telemetry","lost":3})");
  CHECK(*lost.find("severityText") == Value("WARN"));
  CHECK(lost.find("timeUnixNano") == nullptr);
  CHECK(*lost.find("observedTimeUnixNano") == Value("1772442000123000000"));
  CHECK(*record_of("no JSON").at_path("body.stringValue") == Value(""));
}

TEST_CASE("a response of a collector gives the number of rejected records, and an invalid response is an error") {
  struct Case {
    const char* body;
    int rejected;  // -1: an error
  };
  for (const Case& each : {
           Case{"", 0},
           Case{" \n", 0},
           Case{"{}", 0},
           Case{R"({"partialSuccess":{}})", 0},
           Case{R"({"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"no"}})", 2},
           Case{R"({"partialSuccess":{"rejectedLogRecords":2}})", 2},
           Case{R"({"partialSuccess":{"rejectedLogRecords":0,"errorMessage":"beware"}})", 0},
           Case{R"({"partialSuccess":{"rejectedLogRecords":"99999"}})", 5},
           Case{R"({"partialSuccess":null})", 0},
           Case{R"({"partialSuccess":{"rejectedLogRecords":"many"}})", -1},
           Case{R"({"partialSuccess":{"rejectedLogRecords":""}})", -1},
           Case{R"({"partialSuccess":{"rejectedLogRecords":-1}})", -1},
           Case{R"({"partialSuccess":{"rejectedLogRecords":1.5}})", -1},
           Case{"[]", -1},
           Case{"<html>", -1},
           Case{"{\"a\":", -1},
           Case{"\x80", -1},
       }) {
    CAPTURE(each.body);
    const auto rejected = otlp_rejected(each.body, 5);
    REQUIRE(rejected.has_value() == (each.rejected >= 0));
    if (rejected) CHECK(*rejected == static_cast<std::size_t>(each.rejected));
  }
}
