#include "tools/mcp_schema.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "base/base64.h"
#include "base/hash.h"
#include "base/http_header.h"
#include "base/text.h"

namespace parley::tools {
namespace {

constexpr const char* kAnnotation = "x-mcp-header";
constexpr std::int64_t kSafeInteger = (std::int64_t{1} << 53) - 1;

// A property whose value a header repeats.
struct HeaderParam {
  std::string name;               // of the header, without "Mcp-Param-"
  std::vector<std::string> path;  // to the property
};

bool is_primitive(const Value& schema) {
  const Value* type = schema.find("type");
  return type && (*type == Value("string") || *type == Value("integer") || *type == Value("boolean"));
}

std::size_t count_annotations(const Value& value) {
  std::size_t count = value.find(kAnnotation) ? 1 : 0;
  if (const Value::Object* members = value.if_object()) {
    for (const auto& [name, member] : *members) count += count_annotations(member);
  } else if (const Value::Array* items = value.if_array()) {
    for (const Value& item : *items) count += count_annotations(item);
  }
  return count;
}

// Appends the annotated properties that are reachable through `properties` only.
void add_header_params(const Value& schema, std::vector<std::string>& path, std::vector<HeaderParam>& out,
                       std::string& problem) {
  const Value* properties = schema.find("properties");
  const Value::Object* members = properties ? properties->if_object() : nullptr;
  if (!members) return;
  for (const auto& [name, property] : *members) {
    path.push_back(name);
    if (const Value* annotation = property.find(kAnnotation)) {
      const std::string* header = annotation->if_string();
      if (!header || !base::is_header(*header + ": x")) problem = "a value of x-mcp-header is not the name of a header";
      if (!is_primitive(property)) problem = "x-mcp-header is at a property that is no string, integer or boolean";
      if (header) out.push_back({*header, path});
    }
    add_header_params(property, path, out, problem);
    path.pop_back();
  }
}

const Value& input_schema_of(const Value& tool) {
  static const Value kNone;
  const Value* schema = tool.find("inputSchema");
  return schema ? *schema : kNone;
}

const Value* value_at(const Value::Object& arguments, const std::vector<std::string>& path) {
  const auto first = arguments.find(path.front());
  const Value* value = first == arguments.end() ? nullptr : &first->second;
  for (std::size_t i = 1; value && i < path.size(); ++i) value = value->find(path[i]);
  return value;
}

// Returns false for a value that no header repeats.
bool has_header_text(const Value& value) {
  if (const std::int64_t* number = value.if_int()) return *number >= -kSafeInteger && *number <= kSafeInteger;
  return value.if_string() || value.if_bool();
}

bool has_sentinel(const std::string& text) {
  constexpr std::string_view kBegin = "=?base64?", kEnd = "?=";
  return text.size() >= kBegin.size() + kEnd.size() && text.compare(0, kBegin.size(), kBegin) == 0 &&
         text.compare(text.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
}

}  // namespace

std::string problem_of_headers(const Value& tool) {
  std::vector<HeaderParam> params;
  std::vector<std::string> path;
  std::string problem;
  add_header_params(input_schema_of(tool), path, params, problem);
  if (!problem.empty()) return problem;
  std::set<std::string> names;
  for (const HeaderParam& param : params) names.insert(base::lower_ascii(param.name));
  if (names.size() < params.size()) return "two properties have the same x-mcp-header";
  if (count_annotations(input_schema_of(tool)) > params.size()) return "x-mcp-header is not at a plain property";
  return "";
}

std::string header_value(const std::string& text) {
  if (base::fits_into_header(text) && !has_sentinel(text)) return text;
  std::string encoded = base::to_base64(text);
  while (encoded.size() % 4 != 0) encoded += '=';
  return "=?base64?" + encoded + "?=";
}

std::vector<std::string> param_headers(const Value& tool, const Value::Object& arguments) {
  std::vector<HeaderParam> params;
  std::vector<std::string> path, headers;
  std::string ignored;
  add_header_params(input_schema_of(tool), path, params, ignored);
  for (const HeaderParam& param : params) {
    const Value* value = value_at(arguments, param.path);
    if (!value || !has_header_text(*value)) continue;
    const bool* flag = value->if_bool();
    const std::string text = flag ? (*flag ? "true" : "false") : value->to_text();
    headers.push_back("Mcp-Param-" + param.name + ": " + header_value(text));
  }
  return headers;
}

std::string schema_hash(const Value& tool) {
  Value::Object relied_on;
  for (const char* member : {"name", "inputSchema", "outputSchema"}) {
    if (const Value* value = tool.find(member)) relied_on[member] = *value;
  }
  return base::sha256(Value(std::move(relied_on)).to_json());
}

}  // namespace parley::tools
