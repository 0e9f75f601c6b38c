// Streamable HTTP: the transport of MCP over HTTP. Tested by tests/tools/mcp_client_test.cc.
#include <optional>
#include <utility>

#include "base/nesting.h"
#include "base/text.h"
#include "tools/mcp_transport.h"

namespace parley::tools {
namespace {

constexpr std::string_view kEventStream = "text/event-stream";

// Whether the message is the response to the request with this id.
bool is_response(const Value& message, const Value& id) {
  const Value* of = message.find("id");
  return of && *of == id && (message.find("result") || message.find("error"));
}

std::optional<Value> parsed(std::string_view json) {
  auto value = Value::parse(json);
  if (!value || base::is_nested_deeper(*value)) return std::nullopt;
  return std::move(*value);
}

// Returns the next line without its end, and removes it from `text`. A line without an end is not complete.
std::optional<std::string_view> next_line(std::string_view& text) {
  const std::size_t end = text.find_first_of("\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  const bool is_pair = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
  text.remove_prefix(end + (is_pair ? 2 : 1));
  return line;
}

// Searches the complete events of a stream for the response.
std::optional<Value> response_in_stream(std::string_view stream, const Value& id) {
  constexpr std::string_view kData = "data:";
  std::string data;
  while (const auto line = next_line(stream)) {
    if (line->substr(0, kData.size()) == kData) {
      std::string_view text = line->substr(kData.size());
      if (!text.empty() && text.front() == ' ') text.remove_prefix(1);
      data += (data.empty() ? "" : "\n") + std::string(text);
    } else if (line->empty()) {
      auto message = parsed(data);
      if (message && is_response(*message, id)) return message;
      data.clear();
    }
  }
  return std::nullopt;
}

bool is_stream(const base::HttpAnswer& answer) {
  const auto type = answer.headers.find("content-type");
  return type != answer.headers.end() && type->second.substr(0, kEventStream.size()) == kEventStream;
}

std::string header_of(const base::HttpAnswer& answer, std::string_view name) {
  const auto header = answer.headers.find(name);
  return header == answer.headers.end() ? "" : header->second;
}

class McpHttp : public McpTransport {
 public:
  McpHttp(base::HttpClient client, std::string path, std::vector<std::string> headers)
      : client_(std::move(client)), path_(std::move(path)), headers_(std::move(headers)) {}

  bool is_http() const override { return true; }

  Result<McpAnswer> send(const Value& message, const std::vector<std::string>& headers,
                         std::chrono::milliseconds timeout) override {
    base::HttpRequest request;
    request.target = path_;
    request.body = message.to_json();
    request.headers = {"Content-Type: application/json", "Accept: application/json, text/event-stream"};
    request.headers.insert(request.headers.end(), headers_.begin(), headers_.end());
    request.headers.insert(request.headers.end(), headers.begin(), headers.end());
    const Value* id = message.find("id");
    if (id) {
      request.is_complete = [id](const base::HttpAnswer& so_far) {
        return is_stream(so_far) && response_in_stream(so_far.body, *id).has_value();
      };
    }
    auto received = client_.send(request, timeout);
    if (!received) return Unexpected(received.error());
    McpAnswer answer{received->status, {}, header_of(*received, "mcp-session-id")};
    if (!id) return answer;
    // A last event may lack its end.
    auto response = is_stream(*received) ? response_in_stream(received->body + "\n\n", *id) : parsed(received->body);
    if (response && (is_response(*response, *id) || response->find("error"))) answer.message = std::move(*response);
    return answer;
  }

 private:
  const base::HttpClient client_;
  const std::string path_;
  const std::vector<std::string> headers_;
};

}  // namespace

std::unique_ptr<McpTransport> mcp_over_http(base::HttpClient client, std::string path,
                                            std::vector<std::string> headers) {
  return std::make_unique<McpHttp>(std::move(client), std::move(path), std::move(headers));
}

}  // namespace parley::tools
