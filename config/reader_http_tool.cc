// Reads tools with `kind: http`. Tested by tests/config/http_tool_test.cc.
#include <algorithm>

#include "base/boundaries.h"
#include "base/http_header.h"
#include "base/origin.h"
#include "base/text.h"
#include "config/http_tool.h"
#include "config/reader_parts.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr int kMaxHttpTries = 10;
constexpr TimeMs kLongestBackoff = 60'000;

void report_url(const Text& url, const std::string& message, const std::string& hint, Diagnostics& findings) {
  findings.error("E319", url.mark, url.value, "parley cannot call this URL: " + message, hint);
}

bool is_hex(char c) { return base::is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

// Whether the three characters are "%XX" for a byte that cannot end or change a segment: no control character, and none
// of './\%'.
bool is_plain_escape(std::string_view text) {
  if (text.size() < 3 || !is_hex(text[1]) || !is_hex(text[2])) return false;
  const int byte = std::stoi(std::string(text.substr(1, 2)), nullptr, 16);
  return byte >= 0x20 && byte != 0x7F && std::string_view("./\\%").find(static_cast<char>(byte)) == std::string::npos;
}

// Returns what is wrong with a literal part of a path; null if nothing is.
const char* problem_of_path(std::string_view literal) {
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const char c = literal[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || base::is_digit(c);
    if (c == '?') return "it has a query";
    if (c == '#') return "it has a fragment";
    if (c == '%' && is_plain_escape(literal.substr(i, 3))) continue;
    if (is_letter || std::string_view("/-._~!$&'()*+,;=:@").find(c) != std::string_view::npos) continue;
    return "its path has a character that must be percent-encoded";
  }
  return nullptr;
}

bool has_odd_segment(std::string_view path) {
  const OddSegments odd = odd_segments(path);
  return odd.has_dots || odd.has_empty;
}

bool is_of_secret(const Template::Piece& piece) { return expr_root(piece.placeholder) == kSecretRoot; }

void refuse_secrets(const Template& text, const char* where, Diagnostics& findings) {
  for (const Template::Piece& piece : text.pieces) {
    if (piece.placeholder.empty() || !is_of_secret(piece)) continue;
    findings.error("E203", findings.inside({text.source, text.mark}, piece.index), piece.placeholder,
                   std::string("a secret is not allowed in ") + where,
                   "put it in a header, where logs of servers do not show it");
  }
}

// Splits the URL into its origin, which has no placeholder, and its path.
void read_url(const Text& url, HttpTool& tool, Diagnostics& findings) {
  tool.url = url;
  Template whole = parse_template(url, Formats::kNone, findings);
  if (whole.pieces.empty()) return report_url(url, "it is empty", "write https://HOST/PATH", findings);
  Template::Piece& first = whole.pieces.front();
  const std::size_t length = base::origin_length(first.literal);
  if (length == first.literal.size() && !first.placeholder.empty()) {
    return report_url(url, "a placeholder is part of its host", "write the host itself; placeholders stand in the path",
                      findings);
  }
  const auto origin = base::parse_origin(std::string_view(first.literal).substr(0, length));
  if (!origin) {
    return report_url(url, origin.error().message, "for example https://api.shop.example/orders/{order}", findings);
  }
  tool.origin = origin->to_string();
  first.literal.erase(0, length);
  std::string shape;  // the path with a letter for each placeholder
  for (const Template::Piece& piece : whole.pieces) {
    shape += piece.literal;
    if (!piece.placeholder.empty()) shape += 'x';
  }
  if (const char* problem = problem_of_path(shape)) {
    return report_url(url, problem, "list query parameters under 'query', and percent-encode odd characters", findings);
  }
  if (!shape.empty() && shape.front() != '/') return report_url(url, "no '/' follows the host", {}, findings);
  if (has_odd_segment(shape)) {
    return report_url(url, "its path has an empty segment, '.' or '..'", "write the path without them", findings);
  }
  tool.path = std::move(whole);
  refuse_secrets(tool.path, "a URL", findings);
}

std::pair<std::string, Template> read_query_param(const Text& name, const Node& node, Diagnostics& findings) {
  auto text = as_template(node, findings).value_or(Template());
  refuse_secrets(text, "a query", findings);
  return {name.value, std::move(text)};
}

bool is_set_by_parley(const std::string& header) {
  const std::string name = base::lower_ascii(header);
  constexpr std::string_view kOwn[] = {
      "host",       "content-length",    "content-type",     "transfer-encoding", "connection", "idempotency-key",
      "webhook-id", "webhook-timestamp", "webhook-signature"};
  return std::find(std::begin(kOwn), std::end(kOwn), name) != std::end(kOwn);
}

std::pair<std::string, Template> read_header(const Text& name, const Node& node, Diagnostics& findings) {
  auto text = as_template(node, findings).value_or(Template());
  if (is_set_by_parley(name.value)) {
    findings.error("E310", name.mark, name.value, "parley sets the header " + quoted(name.value) + " itself",
                   "remove it");
  }
  for (const Template::Piece& piece : text.pieces) {
    if (base::fits_into_header("x" + piece.literal + "x")) continue;
    findings.error("E307", text.mark, text.source, "a header has only visible ASCII and blanks", {});
    break;
  }
  return {name.value, std::move(text)};
}

// Reads a map from names to texts. Names are those of HTTP, not of the bot.
template <class Reader>
auto map_of(const char* what, Reader reader) {
  using Item = std::invoke_result_t<Reader, const Text&, const Node&, Diagnostics&>;
  return [=](const Node& node, Diagnostics& findings) -> std::optional<std::vector<Item>> {
    if (!expect(Node::Kind::kMap, what, node, findings)) return std::nullopt;
    std::vector<Item> out;
    for (const auto& [name, value] : node.members) {
      const bool is_name = base::is_header(name.value + ": x");
      if (!is_name) findings.error("E307", name.mark, name.value, quoted(name.value) + " is not a valid name", {});
      out.push_back(reader(name, value, findings));
    }
    return out;
  };
}

std::optional<HttpTool::Body> as_body(const Node& node, Diagnostics& findings) {
  using Kind = HttpTool::Body::Kind;
  HttpTool::Body body;
  if (node.kind == Node::Kind::kMap) {
    body.kind = Kind::kMap;
    for (const auto& [name, value] : node.members) {
      if (auto member = as_body(value, findings)) body.members.push_back({name.value, std::move(*member)});
    }
    return body;
  }
  if (node.kind == Node::Kind::kList) {
    body.kind = Kind::kList;
    for (const Node& item : node.items) {
      if (auto read = as_body(item, findings)) body.items.push_back(std::move(*read));
    }
    return body;
  }
  auto value = as_value_expr(node, findings);
  if (!value) return std::nullopt;
  body.value = std::move(value->constant);
  if (!value->text) return body;
  body.kind = Kind::kText;
  body.text = std::move(*value->text);
  refuse_secrets(body.text, "a body", findings);
  return body;
}

HttpTool::Member read_result_member(const Text& name, const Node& node, Diagnostics& findings) {
  const auto path = as_text(node, findings);
  if (path && !is_result_path(path->value)) {
    findings.error("E307", path->mark, path->value, quoted(path->value) + " is not a path into the response",
                   "begin the path with 'result', for example 'result.data.id'");
  }
  return {name.value, path ? path->value : ""};
}

std::optional<HttpTool::Reason> as_reason(const Node& node, Diagnostics& findings) {
  HttpTool::Reason reason;
  Fields fields(node, "an error", findings);
  if (!fields) return std::nullopt;
  fields.required("status", as_whole(400, 599), reason.status);
  fields.optional("when", as_result_condition, reason.when);
  fields.required("reason", as_text, reason.reason);
  return reason;
}

struct Tries {
  int attempts;
  TimeMs backoff = HttpTool().backoff;
};

std::optional<Tries> as_tries(const Node& node, Diagnostics& findings) {
  Tries tries{HttpTool().attempts};
  Fields fields(node, "a retry", findings);
  fields.required("attempts", as_whole(1, kMaxHttpTries), tries.attempts);
  fields.optional("backoff", as_duration(0, kLongestBackoff), tries.backoff);
  return tries;
}

void read_request(Fields& fields, HttpTool& tool, Diagnostics& findings) {
  fields.optional("query", map_of("a map from names to texts", read_query_param), tool.query);
  HttpTool::Body body;
  const bool has_body = fields.optional("body", as_body, body);
  if (has_body) tool.body.push_back(std::move(body));
  tool.method = "POST";
  const auto as_method = as_word<std::string>(
      {{"GET", "GET"}, {"POST", "POST"}, {"PUT", "PUT"}, {"PATCH", "PATCH"}, {"DELETE", "DELETE"}});
  fields.required("method", as_method, tool.method);
  if (has_body && (tool.method == "GET" || tool.method == "DELETE")) {
    const Text& key = *fields.key("body");
    findings.error("E310", key.mark, key.value, "a request with the method " + tool.method + " has no body",
                   "use 'query', or the method POST");
  }
  fields.optional("result", named(IdentifierKind::kIdentifier, "a map from names to paths", read_result_member),
                  tool.result);
  fields.optional("errors", some(as_reason), tool.errors);
}

void add_names(const Template& text, std::vector<std::string>& names) {
  for_each_placeholder(text.pieces, [&](const Template::Piece& piece) {
    std::string name = expr_root(piece.placeholder);
    if (is_of_secret(piece) || std::find(names.begin(), names.end(), name) != names.end()) return;
    names.push_back(std::move(name));
  });
}

void add_names(const HttpTool::Body& body, std::vector<std::string>& names) {
  add_names(body.text, names);
  for (const HttpTool::Body& item : body.items) add_names(item, names);
  for (const auto& [name, member] : body.members) add_names(member, names);
}

}  // namespace

OddSegments odd_segments(std::string_view path) {
  OddSegments odd;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at + 1), path.size());
    const std::string_view segment = path.substr(at + 1, end - at - 1);
    odd.has_dots = odd.has_dots || segment == "." || segment == "..";
    odd.has_empty = odd.has_empty || (segment.empty() && end < path.size());
    at = end;
  }
  return odd;
}

std::vector<std::string> arguments_of(const Template& text) {
  std::vector<std::string> names;
  add_names(text, names);
  return names;
}

std::vector<std::string> arguments_of(const HttpTool& tool) {
  std::vector<std::string> names;
  add_names(tool.path, names);
  for (const auto& [name, text] : tool.query) add_names(text, names);
  for (const auto& [name, text] : tool.headers) add_names(text, names);
  for (const HttpTool::Body& body : tool.body) add_names(body, names);
  return names;
}

std::optional<std::vector<std::pair<std::string, Template>>> as_headers(const Node& node, Diagnostics& findings) {
  return map_of("a map from headers to texts", read_header)(node, findings);
}

bool split_url(const Text& url, std::string& origin, std::string& path, Diagnostics& findings) {
  HttpTool tool;
  read_url(url, tool, findings);
  if (tool.path.pieces.empty()) return false;
  if (tool.path.pieces.size() > 1 || !tool.path.pieces.front().placeholder.empty()) {
    report_url(url, "it has a placeholder", "write the whole URL", findings);
    return false;
  }
  origin = tool.origin;
  path = tool.path.pieces.front().literal.empty() ? "/" : tool.path.pieces.front().literal;
  return true;
}

HttpTool read_http_tool(Fields& fields, Diagnostics& findings) {
  HttpTool tool;
  Text url;
  if (fields.required("url", as_text, url)) read_url(url, tool, findings);
  const auto as_protocol = as_word<HttpTool::Protocol>(
      {{"json", HttpTool::Protocol::kJson}, {"rasa_action", HttpTool::Protocol::kRasaAction}});
  fields.optional("protocol", as_protocol, tool.protocol);
  if (tool.protocol == HttpTool::Protocol::kRasaAction) {
    tool.method = "POST";
    fields.required("action", as_text, tool.action);
  } else {
    read_request(fields, tool, findings);
  }
  fields.optional("headers", as_headers, tool.headers);
  fields.optional("sign", as_text, tool.sign);
  Tries tries{tool.attempts};
  if (fields.optional("retry", as_tries, tries)) {
    tool.attempts = tries.attempts;
    tool.backoff = tries.backoff;
  }
  return tool;
}

}  // namespace parley::config
