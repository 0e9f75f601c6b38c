#include "tools/request_builder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/http_header.h"
#include "base/web_url.h"
#include "config/template.h"

namespace parley::tools {
namespace {

using config::HttpTool;
using config::Template;

Unexpected bad_call(const std::string& what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

// Looks up the placeholders of a request: arguments of the call, and secrets.
class Arguments {
 public:
  Arguments(const Value::Object& args, const Secrets& secrets) : args_(args), secrets_(secrets) {}

  // Returns null if there is no value.
  const Value* find(std::string_view path) const {
    const std::size_t dot = path.find('.');
    const auto found = args_.find(path.substr(0, dot));
    if (found == args_.end()) return nullptr;
    const Value* value = dot == std::string_view::npos ? &found->second : found->second.at_path(path.substr(dot + 1));
    return value && value->is_null() ? nullptr : value;
  }

  // Returns the text of a placeholder of a header; nullopt if there is no value.
  std::optional<std::string> text_of(std::string_view path) const {
    if (const auto secret = secret_name(path)) {
      const auto found = secrets_.find(*secret);
      return found == secrets_.end() ? std::nullopt : std::optional(found->second);
    }
    const Value* value = find(path);
    return value ? std::optional(value->to_text()) : std::nullopt;
  }

  static std::optional<std::string_view> secret_name(std::string_view path) {
    const std::string_view root = config::kSecretRoot;
    if (path.size() <= root.size() || path.substr(0, root.size()) != root || path[root.size()] != '.') {
      return std::nullopt;
    }
    return path.substr(root.size() + 1);
  }

 private:
  const Value::Object& args_;
  const Secrets& secrets_;
};

// Returns the text with its placeholders replaced; nullopt if one has no value.
std::optional<std::string> render(const Template& text, const Arguments& arguments) {
  std::string out;
  for (const Template::Piece& piece : text.pieces) {
    out += piece.literal;
    if (piece.placeholder.empty()) continue;
    const auto value = arguments.text_of(piece.placeholder);
    if (!value) return std::nullopt;
    out += *value;
  }
  return out;
}

Result<std::string> render_path(const Template& path, const Arguments& arguments) {
  std::string out;
  for (const Template::Piece& piece : path.pieces) {
    out += piece.literal;
    if (piece.placeholder.empty()) continue;
    const Value* value = arguments.find(piece.placeholder);
    const std::string text = value ? value->to_text() : "";
    if (text.empty()) return bad_call("the argument '" + piece.placeholder + "' of the path has no value");
    out += base::percent_encoded(text);
  }
  if (config::odd_segments(out).has_dots) return bad_call("an argument makes '.' or '..' a segment of the path");
  return out.empty() ? "/" : out;
}

class Query {
 public:
  void add(const std::string& name, const std::string& text) {
    query_ += (query_.empty() ? "?" : "&") + base::percent_encoded(name) + "=" + base::percent_encoded(text);
  }
  // A list becomes one parameter for each item.
  void add(const std::string& name, const Value& value) {
    if (const Value::Array* items = value.if_array()) {
      for (const Value& item : *items) add(name, item.to_text());
    } else if (!value.is_null()) {
      add(name, value.to_text());
    }
  }
  const std::string& text() const { return query_; }

 private:
  std::string query_;
};

void add_param(Query& query, const std::string& name, const Template& text, const Arguments& arguments) {
  if (text.is_one_value()) {
    if (const Value* value = arguments.find(text.pieces[0].placeholder)) query.add(name, *value);
  } else if (const auto rendered = render(text, arguments)) {
    query.add(name, *rendered);
  }
}

Value render_body(const HttpTool::Body& body, const Arguments& arguments) {
  using Kind = HttpTool::Body::Kind;
  switch (body.kind) {
    case Kind::kValue: return body.value;
    case Kind::kText: {
      if (body.text.is_one_value()) {
        const Value* value = arguments.find(body.text.pieces[0].placeholder);
        return value ? *value : Value();
      }
      const auto text = render(body.text, arguments);
      return text ? Value(*text) : Value();
    }
    case Kind::kList: {
      Value::Array items;
      for (const HttpTool::Body& item : body.items) items.push_back(render_body(item, arguments));
      return items;
    }
    case Kind::kMap: {
      Value::Object members;
      for (const auto& [name, member] : body.members) members[name] = render_body(member, arguments);
      return members;
    }
  }
  return {};
}

// Returns the arguments that neither the path, the query nor a header has.
Value::Object remaining_arguments(const HttpTool& tool, const Value::Object& args) {
  Value::Object remaining = args;
  for (const std::string& name : config::arguments_of(tool)) remaining.erase(name);
  return remaining;
}

bool has_body(const HttpTool& tool) { return tool.method != "GET" && tool.method != "DELETE"; }

Result<void> add_headers(const HttpTool& tool, const ToolCall& call, const Arguments& arguments,
                         base::HttpRequest& request) {
  if (request.body) request.headers.emplace_back("Content-Type: application/json");
  request.headers.emplace_back("Accept: application/json");
  if (tool.method != "GET") request.headers.push_back("Idempotency-Key: " + call.idempotency_key);
  for (const auto& [name, text] : tool.headers) {
    const auto value = render(text, arguments);
    if (!value) continue;
    if (!base::fits_into_header(*value))
      return bad_call("the value of the header '" + name + "' is not valid in a header");
    request.headers.push_back(name + ": " + *value);
  }
  return {};
}

}  // namespace

Result<base::HttpRequest> build_request(const HttpTool& tool, const ToolCall& call, const Secrets& secrets) {
  const Arguments arguments(call.args, secrets);
  base::HttpRequest request;
  request.method = tool.method;
  auto path = render_path(tool.path, arguments);
  if (!path) return Unexpected(path.error());
  Query query;
  for (const auto& [name, text] : tool.query) add_param(query, name, text, arguments);
  if (has_body(tool)) {
    const Value body =
        tool.body.empty() ? Value(remaining_arguments(tool, call.args)) : render_body(tool.body.front(), arguments);
    request.body = body.to_json();
  } else {
    for (const auto& [name, value] : remaining_arguments(tool, call.args)) query.add(name, value);
  }
  request.target = *path + query.text();
  if (auto added = add_headers(tool, call, arguments, request); !added) return Unexpected(added.error());
  return request;
}

std::string missing_secret(const HttpTool& tool, const Secrets& secrets) {
  std::vector<std::string> needed;
  for (const auto& [name, text] : tool.headers) {
    for (const Template::Piece& piece : text.pieces) {
      if (const auto secret = Arguments::secret_name(piece.placeholder)) needed.emplace_back(*secret);
    }
  }
  if (!tool.sign.value.empty()) needed.push_back(tool.sign.value);
  const auto missing =
      std::find_if(needed.begin(), needed.end(), [&](const std::string& name) { return secrets.count(name) == 0; });
  return missing == needed.end() ? "" : *missing;
}

}  // namespace parley::tools
