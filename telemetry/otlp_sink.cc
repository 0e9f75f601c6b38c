// OtlpSink sends events to an OpenTelemetry collector. If the collector requests a retry, OtlpSink sends a failed batch
// once more. A batch that fails again is lost.
//
// Tested by tests/telemetry/otlp_sink_test.cc.
#include <mutex>
#include <utility>

#include "base/http.h"
#include "parley/telemetry.h"
#include "telemetry/backoff.h"
#include "telemetry/otlp_json.h"

namespace parley {
namespace telemetry {
namespace {

constexpr TimeMs kFirstPause = 1'000;
constexpr TimeMs kMaxPause = 60'000;
constexpr std::size_t kMaxResponseBytes = 64 * 1024;
constexpr char kCollector[] = "the telemetry collector";

bool asks_for_another(long status) { return status == 429 || status == 502 || status == 503 || status == 504; }

class OtlpSink final : public TelemetrySink {
 public:
  OtlpSink(base::HttpClient client, OtlpOptions options) : client_(std::move(client)), options_(std::move(options)) {}

  TelemetryPace pace() const override { return {options_.every, options_.max_batch}; }
  std::string where() const override { return "sent to " + options_.url; }

  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    const std::lock_guard lock(mutex_);
    const TimeMs now = options_.clock->now();
    if (!backoff_.lets_pass(now))
      return Unexpected(ErrorCode::kStoreUnavailable, std::string(kCollector) + " is paused after failures");
    asked_rest_ = 0;
    auto written = send(lines, otlp_request(lines, now));
    if (written) {
      backoff_.succeeded();
    } else {
      backoff_.failed(options_.clock->now(), asked_rest_);
    }
    return written;
  }

 private:
  Result<std::size_t> send(const std::vector<std::string>& lines, const std::string& body) {
    auto answer = client_.post_json(body, options_.timeout);
    if (answer && asks_for_another(answer->status)) {
      asked_rest_ = answer->retry_after_ms.value_or(kFirstPause);
      if (asked_rest_ > options_.timeout.count()) return refused(answer->status);
      options_.clock->sleep_for(std::chrono::milliseconds(asked_rest_));
      answer = client_.post_json(body, options_.timeout);
      asked_rest_ = answer ? answer->retry_after_ms.value_or(0) : 0;
    }
    if (!answer) return Unexpected(answer.error());
    if (answer->status < 200 || answer->status > 299) return refused(answer->status);
    const auto rejected = otlp_rejected(answer->body, lines.size());
    if (!rejected) return client_.wrong(rejected.error().message);
    return lines.size() - *rejected;
  }

  Unexpected refused(long status) const {
    return client_.wrong("the server responded with HTTP " + std::to_string(status));
  }

  const base::HttpClient client_;
  const OtlpOptions options_;
  std::mutex mutex_;
  Backoff backoff_{kFirstPause, kMaxPause};
  TimeMs asked_rest_ = 0;
};

const char* problem_of(const OtlpOptions& options) {
  if (options.timeout.count() < 1) return "timeout must be at least 1 ms";
  if (options.max_batch < 1) return "max_batch must be at least 1";
  if (options.every.count() < 1) return "every must be at least 1 ms";
  return nullptr;
}

}  // namespace
}  // namespace telemetry

Result<std::shared_ptr<TelemetrySink>> create_otlp_sink(OtlpOptions options) {
  if (const char* problem = telemetry::problem_of(options)) {
    return Unexpected(ErrorCode::kInvalidRequest, std::string(telemetry::kCollector) + ": " + problem);
  }
  base::HttpEndpoint endpoint;
  endpoint.name = telemetry::kCollector;
  endpoint.url = options.url;
  endpoint.path = "/v1/logs";
  endpoint.plain_http = options.plain_http;
  endpoint.ca_file = options.ca_file;
  endpoint.max_response_bytes = telemetry::kMaxResponseBytes;
  for (const auto& [name, value] : options.headers) endpoint.headers.push_back(name + ": " + value);
  auto client = base::HttpClient::open(std::move(endpoint));
  if (!client) return Unexpected(client.error());
  if (!options.clock) options.clock = create_system_clock();
  return std::shared_ptr<TelemetrySink>(std::make_shared<telemetry::OtlpSink>(std::move(*client), std::move(options)));
}

}  // namespace parley
