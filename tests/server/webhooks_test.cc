// Tests the signing of webhooks, and when they are sent again.
#include "server/webhooks.h"

#include <fstream>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "server/http_client.h"

using namespace parley;
using namespace parley::server;

namespace {

// Collects requests, and answers with the given statuses; the last one repeats.
class Receiver {
 public:
  explicit Receiver(std::vector<int> statuses) : statuses_(std::move(statuses)) {}
  WebhookSender sender() {
    return [this](const Headers& headers, const std::string& body) {
      const std::lock_guard lock(mutex_);
      requests_.emplace_back(headers, body);
      changed_.notify_all();
      const std::size_t number = std::min(requests_.size(), statuses_.size());
      return statuses_[number - 1];
    };
  }
  std::vector<std::pair<Headers, std::string>> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return requests_.size() >= count; });
    return requests_;
  }

 private:
  const std::vector<int> statuses_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::pair<Headers, std::string>> requests_;
};

WebhookOptions quick(std::vector<std::chrono::milliseconds> retry_after) {
  WebhookOptions options;
  options.secret = std::string(32, 's');
  options.retry_after = std::move(retry_after);
  return options;
}

std::string header(const Headers& headers, const std::string& name) {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

bool count_reaches(const std::function<std::int64_t()>& count, std::int64_t wanted) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (count() < wanted && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return count() == wanted;
}

}  // namespace

TEST_CASE("The signature has the value of the example of Standard Webhooks") {
  // The secret is whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw.
  const std::string secret(
      "\x31\xf2\x90\xf6\xbf\x06\x29\x8a\xab\x4f\x08\xd4\x3c\x3f\x08\x2c\xf6\x48\xa3\x62\xda\x2d\xa4\xb0", 24);
  CHECK(webhook_signature("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", R"({"test": 2432232314})", secret) ==
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST_CASE("Events are sent in their order, each with its own id") {
  Receiver receiver({200});
  Webhooks webhooks(quick({}), receiver.sender(), std::make_shared<ManualClock>(1'764'234'000'000));
  webhooks.add("session.handed_off", Value::Object{{"seq", 1}});
  webhooks.add("session.message", Value::Object{{"seq", 2}});
  const auto requests = receiver.wait_for(2);
  REQUIRE(requests.size() == 2);
  CHECK(requests[0].second ==
        R"({"data":{"seq":1},"timestamp":"2025-11-27T09:00:00.000Z","type":"session.handed_off"})");
  CHECK(header(requests[0].first, "webhook-timestamp") == "1764234000");
  const std::string id = header(requests[0].first, "webhook-id");
  CHECK(header(requests[0].first, "webhook-signature") ==
        webhook_signature(id, "1764234000", requests[0].second, std::string(32, 's')));
  CHECK(id != header(requests[1].first, "webhook-id"));
}

TEST_CASE("A request that fails is sent again with the same id, and then dropped") {
  Receiver receiver({0, 500, 200, 404});
  Webhooks webhooks(quick({std::chrono::milliseconds(1), std::chrono::milliseconds(1)}), receiver.sender(),
                    create_system_clock());
  webhooks.add("session.message", Value());
  auto requests = receiver.wait_for(3);
  REQUIRE(requests.size() == 3);
  CHECK(header(requests[0].first, "webhook-id") == header(requests[2].first, "webhook-id"));
  CHECK(count_reaches([&] { return webhooks.sent(); }, 1));
  webhooks.add("session.message", Value());
  CHECK(receiver.wait_for(6).size() == 6);
  CHECK(count_reaches([&] { return webhooks.dropped(); }, 1));
}

TEST_CASE("A secret is read from a private file") {
  struct Case {
    const char* text;
    mode_t mode;
    bool is_read;
  };
  const auto row = GENERATE(Case{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", 0600, true},
                            Case{"whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", 0600, true},
                            Case{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 0644, false},
                            Case{"whsec_AAAA", 0600, false}, Case{"secret", 0600, false}, Case{"", 0600, false});
  const std::string path = "/tmp/parley_webhook_" + std::to_string(getpid());
  std::ofstream(path) << row.text;
  chmod(path.c_str(), row.mode);
  CAPTURE(row.text);
  CHECK(read_webhook_secret(path).has_value() == row.is_read);
  unlink(path.c_str());
}

TEST_CASE("A webhook's URL must be private on its way") {
  for (const char* url : {"https://desk.example/hook", "http://127.0.0.1:8080/hook", "http://localhost"}) {
    CAPTURE(url);
    CHECK(check_webhook_url(url));
  }
  for (const char* url :
       {"http://desk.example/hook", "desk.example", "https://", "ftp://x", "https://a@b/", "https://a:b/"}) {
    CAPTURE(url);
    CHECK_FALSE(check_webhook_url(url));
  }
}
