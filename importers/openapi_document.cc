// Tested by tests/importers/openapi_test.cc.
#include "importers/openapi_document.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "config/document.h"

namespace parley::importers {
namespace {

using config::Node;

constexpr const char* kMethods[] = {"get", "put", "post", "delete", "patch"};
constexpr int kMostReferences = 20;

Value value_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull:
    case Node::Kind::kRefused: return {};
    case Node::Kind::kScalar:
      if (!node.quoted && (node.text == "true" || node.text == "false")) return node.text == "true";
      return node.text;
    case Node::Kind::kList: {
      Value::Array items;
      for (const Node& item : node.items) items.push_back(value_of(item));
      return items;
    }
    case Node::Kind::kMap: {
      Value::Object members;
      for (const auto& [key, value] : node.members) members[key.value] = value_of(value);
      return members;
    }
  }
  return {};
}

Result<Value> read_yaml(const SourceFile& file) {
  config::Diagnostics findings({{file.name, std::make_shared<const std::string>(file.bytes)}});
  Node root;
  config::DocumentLimits limits;
  limits.aliases = true;
  const bool is_read = config::read_document(0, findings, root, limits);
  if (is_read && !findings.has_errors()) return value_of(root);
  Error error{ErrorCode::kInvalidBot, "cannot read " + file.name, findings.take()};
  return Unexpected(std::move(error));
}

// Returns the next part of a JSON pointer (RFC 6901) and removes it.
std::string next_part(std::string_view& pointer) {
  const std::size_t end = pointer.find('/');
  std::string part;
  for (std::size_t i = 0; i < std::min(end, pointer.size()); ++i) {
    const bool is_escape = pointer[i] == '~' && i + 1 < pointer.size();
    if (is_escape) ++i;
    part += is_escape ? (pointer[i] == '1' ? '/' : '~') : pointer[i];
  }
  pointer.remove_prefix(end == std::string_view::npos ? pointer.size() : end + 1);
  return part;
}

const Value* at_pointer(const Value& root, std::string_view pointer) {
  const Value* at = &root;
  while (!pointer.empty() && at) at = at->find(next_part(pointer));
  return at;
}

bool is_version_3(const Value& root) {
  const Value* version = root.find("openapi");
  return version && version->to_text().substr(0, 2) == "3.";
}

}  // namespace

Result<OpenApiDocument> OpenApiDocument::read(const SourceFile& file) {
  const std::string_view text = base::trim(file.bytes);
  const bool is_json = !text.empty() && text.front() == '{';
  Result<Value> root = is_json ? Value::parse(text, Value::kUnlimited) : read_yaml(file);
  if (!root) return Unexpected(root.error());
  if (is_version_3(*root)) return OpenApiDocument(std::move(*root));
  return Unexpected(ErrorCode::kInvalidRequest,
                    file.name + " is not an OpenAPI document of version 3: it has no 'openapi: 3'");
}

std::vector<OpenApiOperation> OpenApiDocument::operations() const {
  std::vector<OpenApiOperation> out;
  const Value* paths = root_.find("paths");
  const Value::Object* all = paths ? paths->if_object() : nullptr;
  if (!all) return out;
  for (const auto& [path, item] : *all) {
    const Value& path_item = resolved(item);
    for (const char* method : kMethods) {
      const Value* operation = path_item.find(method);
      if (!operation) continue;
      const Value* id = operation->find("operationId");
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
      out.push_back({id ? id->to_text() : std::string(method) + " " + path, upper, path, operation, &path_item});
    }
  }
  return out;
}

const Value& OpenApiDocument::resolved(const Value& value) const {
  static const Value nothing;
  const Value* at = &value;
  for (int i = 0; i < kMostReferences; ++i) {
    const Value* reference = at->find("$ref");
    const std::string* pointer = reference ? reference->if_string() : nullptr;
    if (!pointer) return *at;
    if (pointer->substr(0, 2) != "#/") return nothing;
    at = at_pointer(root_, std::string_view(*pointer).substr(2));
    if (!at) return nothing;
  }
  return nothing;
}

}  // namespace parley::importers
