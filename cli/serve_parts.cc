// Tested by tests/server/operation_test, webhooks_test and access_log_test.
#include "cli/serve_parts.h"

#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/errors.h"
#include "cli/terminal.h"
#include "server/http_client.h"

namespace parley::cli {
namespace {

constexpr std::chrono::seconds kWebhookTimeout{10};

}  // namespace

Result<void> read_place(const std::string& text, server::ListenerOptions& listener) {
  const std::size_t colon = text.rfind(':');
  const std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
  const bool is_number = !port.empty() && port.size() <= 5 && port.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number || std::stoi(port) > 65535) {
    return usage_error(
        fmt::format("--listen needs an address and a port, such as 127.0.0.1:7272, not '{}'", printable(text)));
  }
  std::string address = text.substr(0, colon);
  if (address.size() > 2 && address.front() == '[' && address.back() == ']') {
    address = address.substr(1, address.size() - 2);
  }
  listener.address = address == "localhost" ? "127.0.0.1" : address;
  listener.port = static_cast<std::uint16_t>(std::stoi(port));
  return {};
}

int inherited_socket() {
  const char* pid = std::getenv("LISTEN_PID");
  const char* count = std::getenv("LISTEN_FDS");
  constexpr int kFirst = 3;
  return pid && count && std::atoi(pid) == getpid() && std::atoi(count) >= 1 ? kFirst : -1;
}

// The sink opens a file again that was moved, before it writes the next lines.
Result<std::shared_ptr<server::AccessLog>> open_access_log(const std::string& file, const std::string& how_much) {
  const auto addresses = server::logged_address_named(how_much);
  if (!addresses) {
    return usage_error(fmt::format("--log-addresses has no '{}'; one of: none, network, whole", printable(how_much)));
  }
  if (file.empty()) {
    if (*addresses == server::LoggedAddress::kNone) return std::shared_ptr<server::AccessLog>();
    return usage_error("--log-addresses needs --access-log");
  }
  if (file == "-") {
    const auto print = [](std::string_view line) {
      fmt::print("{}\n", line);
      std::fflush(stdout);
    };
    return std::make_shared<server::AccessLog>(create_callback_sink(print), *addresses);
  }
  auto sink = open_jsonl_sink(file);
  if (!sink) return Unexpected(sink.error());
  return std::make_shared<server::AccessLog>(std::move(*sink), *addresses);
}

Result<std::unique_ptr<server::Webhooks>> open_webhooks(const std::string& url, const std::string& secret_file,
                                                        std::shared_ptr<Clock> clock) {
  if (url.empty() != secret_file.empty()) {
    return usage_error("webhooks need both --webhook and --webhook-secret");
  }
  if (url.empty()) return std::unique_ptr<server::Webhooks>();
  if (auto checked = server::check_webhook_url(url); !checked) return Unexpected(checked.error());
  auto secret = server::read_webhook_secret(secret_file);
  if (!secret) return Unexpected(secret.error());
  server::WebhookOptions webhooks;
  webhooks.secret = std::move(*secret);
  const auto send = [url](const server::Headers& headers, const std::string& body) {
    return server::post(url, headers, body, kWebhookTimeout);
  };
  return std::make_unique<server::Webhooks>(std::move(webhooks), send, std::move(clock));
}

}  // namespace parley::cli
