// Writes an operation of an OpenAPI document as an HTTP tool. Tested by tests/importers/openapi_test.cc.
#include <algorithm>
#include <set>
#include <utility>

#include "base/boundaries.h"
#include "base/text.h"
#include "config/yaml_writer.h"
#include "importers/openapi_document.h"
#include "parley/import.h"

namespace parley {
namespace importers {
namespace {

using config::yaml_comment;
using config::yaml_text;

constexpr std::size_t kMostOperationsShown = 20;

std::string text_at(const Value& value, std::string_view path) {
  const Value* found = value.at_path(path);
  return found ? found->to_text() : "";
}

bool is_true(const Value* value) { return value && *value == Value(true); }

// Returns a name that a bot file accepts: "X-Order id" becomes "x_order_id".
std::string identifier_of(std::string_view text) {
  std::string out;
  for (const char c : base::lower_ascii(text)) {
    const bool is_fine = (c >= 'a' && c <= 'z') || base::is_digit(c) || c == '_';
    if (is_fine) out += c;
    if (!is_fine && !out.empty() && out.back() != '_') out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty() || base::is_digit(out.front())) out.insert(out.begin(), '_');
  return out.substr(0, 64);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

class ToolWriter {
 public:
  ToolWriter(const OpenApiDocument& document, const OpenApiOperation& found, const OpenApiImportOptions& options)
      : document_(document), found_(found), operation_(*found.operation), options_(options) {}

  ImportedTool write() {
    read_parameters();
    read_security();
    if (const Value* body = operation_.find("requestBody")) read_body(document_.resolved(*body));
    write_comment();
    out_.line(0, "tools:");
    out_.line(1, yaml_text(options_.tool.empty() ? tool_name() : options_.tool) + ":");
    out_.line(2, "kind: http");
    if (found_.method == "GET" || found_.method == "PUT") out_.line(2, "idempotent: true");
    out_.line(2, "method: " + found_.method);
    out_.line(2, "url: " + yaml_text(server() + path_));
    write_map("query", query_);
    write_map("headers", headers_);
    write_map("body", body_);
    write_errors();
    return {out_.text(), std::move(notes_)};
  }

 private:
  using Lines = std::vector<std::pair<std::string, std::string>>;

  struct Argument {
    std::string name, type;
    bool is_required = false;
  };

  void note(std::string text) { notes_.push_back(std::move(text)); }

  std::string tool_name() const { return identifier_of(found_.id); }

  std::string add_argument(const std::string& name, const Value& schema, bool is_required) {
    std::string id = identifier_of(name);
    while (!names_.insert(id).second) id += "_";
    const std::string type = text_at(document_.resolved(schema), "type");
    arguments_.push_back({id, type.empty() ? "any" : type, is_required});
    return id;
  }

  void read_parameters() {
    path_ = found_.path;
    for (const Value* owner : {&operation_, found_.path_item}) {
      const Value* list = owner->find("parameters");
      const Value::Array* all = list ? list->if_array() : nullptr;
      if (!all) continue;
      for (const Value& one : *all) read_parameter(document_.resolved(one));
    }
  }

  // Of two parameters of the same name and place, that of the operation counts.
  void read_parameter(const Value& parameter) {
    const std::string name = text_at(parameter, "name"), in = text_at(parameter, "in");
    if (name.empty() || !seen_.insert(in + " " + name).second) return;
    if (in == "cookie") return note("the cookie '" + name + "' was left out; parley sends no cookies");
    const Value* schema = parameter.find("schema");
    const std::string id = add_argument(name, schema ? *schema : Value(), is_true(parameter.find("required")));
    const std::string placeholder = "{" + id + "}";
    if (in == "query") query_.emplace_back(name, placeholder);
    if (in == "header") headers_.emplace_back(name, placeholder);
    if (in != "path") return;
    const std::size_t at = path_.find("{" + name + "}");
    if (at != std::string::npos) path_.replace(at, name.size() + 2, placeholder);
  }

  void read_body(const Value& body) {
    const Value* content = body.find("content");
    const Value* json = content ? content->find("application/json") : nullptr;
    if (!json) return note("the body is not JSON; parley sends only JSON");
    const Value* schema = json->find("schema");
    if (!schema) return;
    const Value& resolved = document_.resolved(*schema);
    const Value* properties = resolved.find("properties");
    const Value::Object* all = properties ? properties->if_object() : nullptr;
    if (!all) return note("the schema of the body has no properties; write 'body' by hand");
    const Value* required = resolved.find("required");
    for (const auto& [name, property] : *all) {
      if (is_true(document_.resolved(property).find("readOnly"))) continue;
      const Value::Array* names = required ? required->if_array() : nullptr;
      const bool is_required = names && std::find(names->begin(), names->end(), Value(name)) != names->end();
      body_.emplace_back(name, "{" + add_argument(name, property, is_required) + "}");
    }
  }

  void read_security() {
    const Value* of_operation = operation_.find("security");
    const Value* security = of_operation ? of_operation : document_.root().find("security");
    const Value::Array* choices = security ? security->if_array() : nullptr;
    if (!choices || choices->empty() || !choices->front().if_object()) return;
    if (choices->size() > 1) note("of several ways to authenticate, the first was taken");
    for (const auto& [name, scopes] : *choices->front().if_object()) read_scheme(name);
  }

  void read_scheme(const std::string& name) {
    const Value* schemes = document_.root().at_path("components.securitySchemes");
    const Value* found = schemes ? schemes->find(name) : nullptr;
    const Value& scheme = found ? document_.resolved(*found) : Value();
    const std::string type = text_at(scheme, "type"), kind = base::lower_ascii(text_at(scheme, "scheme"));
    const std::string secret = "{secret." + identifier_of(name) + "}";
    if (type == "http" && kind == "bearer") return headers_.emplace_back("Authorization", "Bearer " + secret), void();
    if (type == "http" && kind == "basic") {
      headers_.emplace_back("Authorization", "Basic " + secret);
      return note("the secret '" + identifier_of(name) + "' is user:password in base64");
    }
    if (type == "apiKey" && text_at(scheme, "in") == "header") {
      headers_.emplace_back(text_at(scheme, "name"), secret);
      return;
    }
    if (type == "oauth2" || type == "openIdConnect") {
      headers_.emplace_back("Authorization", "Bearer " + secret);
      return note("the secret '" + identifier_of(name) + "' is an access token; parley does not renew it");
    }
    note("the authentication '" + name + "' was left out: parley sends secrets only in headers");
  }

  std::string server() {
    std::string url = options_.server;
    if (url.empty()) url = text_at(document_.root(), "servers.0.url");
    if (const Value* variables = document_.root().at_path("servers.0.variables"); variables && variables->if_object()) {
      for (const auto& [name, variable] : *variables->if_object()) {
        const std::size_t at = url.find("{" + name + "}");
        if (at != std::string::npos) url.replace(at, name.size() + 2, text_at(variable, "default"));
      }
    }
    while (!url.empty() && url.back() == '/') url.pop_back();
    if (url.find("://") == std::string::npos) {
      note("the document has no server with a host; replace https://HOST in 'url'");
      url = "https://HOST" + url;
    }
    return url;
  }

  void write_comment() {
    const std::string title = text_at(document_.root(), "info.title"), summary = text_at(operation_, "summary");
    out_.line(0, yaml_comment(first_line(title) + ": " + first_line(summary.empty() ? found_.id : summary)));
    for (const Argument& argument : arguments_) {
      const char* const required = argument.is_required ? ", required" : "";
      out_.line(0, yaml_comment("- " + argument.name + ": " + argument.type + required));
    }
  }

  void write_map(const std::string& key, const Lines& lines) {
    if (lines.empty()) return;
    out_.line(2, key + ":");
    for (const auto& [name, text] : lines) out_.line(3, yaml_text(name) + ": " + yaml_text(text));
  }

  // A response 4xx that the document describes becomes a reason.
  void write_errors() {
    const Value* responses = operation_.find("responses");
    const Value::Object* all = responses ? responses->if_object() : nullptr;
    if (!all) return;
    bool is_first = true;
    for (const auto& [status, response] : *all) {
      const bool is_client_error =
          status.size() == 3 && status[0] == '4' && base::is_digit(status[1]) && base::is_digit(status[2]);
      if (!is_client_error || status == "401" || status == "403" || status == "429") continue;
      if (is_first) out_.line(2, "errors:");
      is_first = false;
      const std::string description = text_at(document_.resolved(response), "description");
      const std::string reason = description.empty() ? "http_" + status : identifier_of(first_line(description));
      out_.line(3, "- {status: " + status + ", reason: " + yaml_text(reason) + "}");
    }
  }

  const OpenApiDocument& document_;
  const OpenApiOperation& found_;
  const Value& operation_;
  const OpenApiImportOptions& options_;
  std::string path_;
  Lines query_, headers_, body_;
  std::vector<Argument> arguments_;
  std::set<std::string, std::less<>> names_, seen_;
  std::vector<std::string> notes_;
  config::YamlWriter out_;
};

Unexpected unknown_operation(const std::vector<OpenApiOperation>& operations) {
  std::string known;
  for (std::size_t i = 0; i < operations.size() && i < kMostOperationsShown; ++i) {
    known += (known.empty() ? "" : ", ") + operations[i].id;
  }
  if (operations.size() > kMostOperationsShown) known += ", ...";
  return Unexpected(ErrorCode::kInvalidRequest, "the document does not have this operation; one of: " + known);
}

}  // namespace
}  // namespace importers

Result<ImportedTool> import_openapi(const SourceFile& file, const OpenApiImportOptions& options) {
  const auto document = importers::OpenApiDocument::read(file);
  if (!document) return Unexpected(document.error());
  const auto operations = document->operations();
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [&](const importers::OpenApiOperation& one) { return one.id == options.operation; });
  if (found == operations.end()) return importers::unknown_operation(operations);
  return importers::ToolWriter(*document, *found, options).write();
}

}  // namespace parley
