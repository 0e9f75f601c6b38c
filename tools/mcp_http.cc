// Streamable HTTP: the transport of MCP over HTTP. Tested by tests/tools/mcp_client_test.cc.
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

#include "base/http_header.h"
#include "base/nesting.h"
#include "base/text.h"
#include "tools/mcp_transport.h"

namespace parley::tools {
namespace {

using std::chrono::milliseconds;

constexpr int kMostResumptions = 20;  // of a stream
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

// Returns the text after `name`, without the space before it. Unset for a line with another name.
std::optional<std::string_view> field_of(std::string_view line, std::string_view name) {
  if (line.substr(0, name.size()) != name) return std::nullopt;
  line.remove_prefix(name.size());
  if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

// Searches the complete events of a stream for the response.
std::optional<Value> response_in_stream(std::string_view stream, const Value& id) {
  std::string data;
  while (const auto line = next_line(stream)) {
    if (const auto text = field_of(*line, "data:")) {
      data += (data.empty() ? "" : "\n") + std::string(*text);
    } else if (line->empty()) {
      auto message = parsed(data);
      if (message && is_response(*message, id)) return message;
      data.clear();
    }
  }
  return std::nullopt;
}

// What a server says for the case that a stream ends early: its last event, and how long to wait before the next try.
struct Resumption {
  std::string last_event;  // empty: the client cannot resume the stream
  milliseconds wait = std::chrono::seconds(1);
};

void read_resumption(std::string_view stream, Resumption& resumption) {
  while (const auto line = next_line(stream)) {
    if (const auto id = field_of(*line, "id:")) resumption.last_event = *id;
    const auto retry = field_of(*line, "retry:");
    std::uint32_t wait = 0;
    if (retry && std::from_chars(retry->data(), retry->data() + retry->size(), wait).ec == std::errc()) {
      resumption.wait = milliseconds(wait);
    }
  }
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
  McpHttp(base::HttpClient client, std::string path, std::vector<std::string> headers, std::shared_ptr<Clock> clock)
      : client_(std::move(client)), path_(std::move(path)), headers_(std::move(headers)), clock_(std::move(clock)) {}

  bool is_http() const override { return true; }

  Result<McpAnswer> send(const Value& message, const std::vector<std::string>& headers, milliseconds timeout) override {
    const TimeMs end = clock_->now() + timeout.count();
    const Value* id = message.find("id");
    base::HttpRequest request = request_with(headers);
    request.headers.emplace_back("Content-Type: application/json");
    request.body = message.to_json();
    if (id) request.is_complete = until_response(*id);
    auto received = client_.send(request, timeout);
    if (!received) return Unexpected(received.error());
    McpAnswer answer{received->status, {}, header_of(*received, "mcp-session-id")};
    if (!id) return answer;
    auto whole = resume(std::move(*received), *id, headers, end);
    if (!whole) return Unexpected(whole.error());
    answer.status = whole->status;
    auto response = is_stream(*whole) ? last_response(*whole, *id) : parsed(whole->body);
    if (response && (is_response(*response, *id) || response->find("error"))) answer.message = std::move(*response);
    return answer;
  }

 private:
  base::HttpRequest request_with(const std::vector<std::string>& headers) const {
    base::HttpRequest request;
    request.target = path_;
    request.headers = {"Accept: application/json, text/event-stream"};
    request.headers.insert(request.headers.end(), headers_.begin(), headers_.end());
    request.headers.insert(request.headers.end(), headers.begin(), headers.end());
    return request;
  }

  static std::function<bool(const base::HttpAnswer&)> until_response(const Value& id) {
    return [&id](const base::HttpAnswer& so_far) {
      return is_stream(so_far) && response_in_stream(so_far.body, id).has_value();
    };
  }

  // A last event may lack its end.
  static std::optional<Value> last_response(const base::HttpAnswer& answer, const Value& id) {
    return response_in_stream(answer.body + "\n\n", id);
  }

  // A server may end a stream before its response. It then continues the stream after the last event.
  Result<base::HttpAnswer> resume(base::HttpAnswer received, const Value& id, const std::vector<std::string>& headers,
                                  TimeMs end) const {
    Resumption resumption;
    for (int i = 0; i < kMostResumptions && is_stream(received) && !last_response(received, id); ++i) {
      read_resumption(received.body, resumption);
      if (resumption.last_event.empty() || !base::fits_into_header(resumption.last_event)) break;
      const auto left = milliseconds(end - clock_->now()) - resumption.wait;
      if (left.count() <= 0) return Unexpected(ErrorCode::kLimitExceeded, "the MCP server: the request timed out");
      clock_->sleep_for(resumption.wait);
      base::HttpRequest request = request_with(headers);
      request.method = "GET";
      request.headers.push_back("Last-Event-ID: " + resumption.last_event);
      request.is_complete = until_response(id);
      auto more = client_.send(request, left);
      if (!more) return Unexpected(more.error());
      received = std::move(*more);
    }
    return received;
  }

  const base::HttpClient client_;
  const std::string path_;
  const std::vector<std::string> headers_;
  const std::shared_ptr<Clock> clock_;
};

}  // namespace

std::unique_ptr<McpTransport> mcp_over_http(base::HttpClient client, std::string path, std::vector<std::string> headers,
                                            std::shared_ptr<Clock> clock) {
  return std::make_unique<McpHttp>(std::move(client), std::move(path), std::move(headers), std::move(clock));
}

}  // namespace parley::tools
