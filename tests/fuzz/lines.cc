// Fuzz target: handles lines of the protocol of `parley run`. Each line is a turn, and sessions continue from line to
// line.
#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

void fuzz_lines(std::string_view input) {
  EngineOptions options;
  options.sweep_every = {};
  const auto engine = Engine::create(shipped_bot(), create_memory_store(), std::move(options));
  for (const std::string& line : lines_of(input)) {
    auto request = parse_request(line);
    if (!request) {
      (void)to_json(request.error());
      continue;
    }
    const auto turn = (*engine)->handle(*request);
    (void)(turn ? to_json(*turn) : to_json(turn.error()));
  }
}

std::vector<std::string> line_seeds() {
  return {
      R"({"session":"s","text":"where is my order"})"
      "\n"
      R"({"session":"s","text":"O-12345","id":"m1","explain":true})"
      "\n"
      R"({"session":"s","text":"O-12345","id":"m1"})",
      R"({"session":"s","text":"I want a refund for O-12345, it arrived broken","context":{"locale":"de-AT","time_zone":"Europe/Berlin"}})"
      "\n"
      R"({"session":"s","text":"yes","now":"2026-03-02T09:00:00Z"})"
      "\n"
      R"({"session":"s","event":"silence"})",
      R"({"session":"s","understanding":{"intent":"get_refund","params":{"order_id":"O-12345","reason":["a",1.5,null]},"act":"inform","choose":0}})"
      "\n"
      R"({"session":"s","understanding":{"further":[{"intent":"get_refund","ambiguous":[[{"param":"order_id","value":1},{"param":"reason","value":2}]]}]}})"
      "\n"
      R"({"session":"s","understanding":{"change":["order_id"],"ambiguous":[[{"param":"order_id","value":1},{"param":"reason","value":2}]]}})"
      "\n"
      R"({"session":"s","tool_result":{"call_id":"c","ok":false,"error":"x","offer":{"a":{"b":[1]}}}})",
      R"({"session":"s","tool_result":{"call_id":"c","ok":true,"data":{"a":1}},"usage":{"input_tokens":1,"output_tokens":2,"cost":3}})"
      "\n"
      R"({"session":"t","text":"hm","user":"u","parent":"s","must_exist":false,"metadata":{"a":1},"files":[{"path":"a","kind":"image"}]})"
      "\n"
      R"({"session":"t","event":"end"})"};
}

}  // namespace

const Target kLines{"lines", fuzz_lines, line_seeds};

}  // namespace parley::fuzz
