#include "config/http_tool.h"
#include "config/reader_parts.h"

namespace parley::config {
namespace {

// Reads the answer of a mock: `result` or `error`. Returns false when both are missing.
bool read_answer(Fields& fields, MockCase& answer) {
  fields.exclusive("result", "error");
  fields.optional("result", as_value, answer.result);
  fields.optional("error", as_text, answer.error);
  return fields.has("result") || fields.has("error");
}

std::optional<MockCase> as_case(const Node& node, Diagnostics& findings) {
  MockCase one;
  Fields fields(node, "a case", findings);
  fields.required("when", as_call_condition, one.when);
  if (!read_answer(fields, one)) fields.missing("result", "a case needs 'result' or 'error'");
  return one;
}

void read_mock(Fields& fields, Tool& tool) {
  fields.optional("cases", some(as_case), tool.cases);
  MockCase otherwise;
  if (read_answer(fields, otherwise)) {
    tool.cases.push_back(std::move(otherwise));
  } else if (!fields.has("cases")) {
    fields.missing("result", "a mock needs 'result', 'error' or 'cases'");
  }
}

}  // namespace

Tool read_tool(const Text& id, const Node& node, Diagnostics& findings) {
  Tool tool;
  tool.id = id;
  Fields fields(node, "a tool", findings);
  const auto as_kind = as_word<Tool::Kind>({{"host", Tool::Kind::kHost},
                                            {"mock", Tool::Kind::kMock},
                                            {"http", Tool::Kind::kHttp},
                                            {"mcp", Tool::Kind::kMcp}});
  const bool kind_is_known = fields.optional("kind", as_kind, tool.kind) || !fields.has("kind");
  fields.optional("idempotent", as_flag, tool.idempotent);
  if (tool.kind == Tool::Kind::kMock) {
    read_mock(fields, tool);
    return tool;
  }
  if (tool.kind == Tool::Kind::kHttp) {
    tool.http = std::make_shared<HttpTool>(read_http_tool(fields, findings));
    return tool;
  }
  if (tool.kind == Tool::Kind::kMcp) {
    tool.mcp = read_mcp_tool(id, fields);
    return tool;
  }
  for (const char* name : {"result", "error", "cases"}) {
    if (!fields.find(name) || !kind_is_known) continue;
    const Text& key = *fields.key(name);
    findings.error("E310", key.mark, key.value, "only a mock can have " + quoted(name),
                   "add 'kind: mock', or remove it");
  }
  return tool;
}

}  // namespace parley::config
