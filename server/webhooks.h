// Webhooks: tells the desk of another system about conversations that a person has. Each request is signed as Standard
// Webhooks (https://www.standardwebhooks.com) describes.
//
//   POST {url}
//   webhook-id: msg_...      webhook-timestamp: 1764234000      webhook-signature: v1,BASE64
//   {"type": "session.handed_off", "timestamp": "...", "data": {"bot", "session", "seq", "handoff": {...}}}
//
// The types are session.handed_off, session.message (of the user, while a person has the conversation) and
// session.given_back. A request that fails is sent again, with the same id, so a receiver may get it twice.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/value.h"
#include "server/http.h"

namespace parley::server {

// Reads "whsec_BASE64" from a file that only its owner may read. kFileUnreadable, kInvalidRequest.
Result<std::string> read_webhook_secret(const std::string& path);

// Returns the value of `webhook-signature`.
std::string webhook_signature(const std::string& id, const std::string& timestamp, const std::string& body,
                              const std::string& secret);

// Sends one request and returns the status of its answer. 0: there was none.
using WebhookSender = std::function<int(const Headers& headers, const std::string& body)>;

struct WebhookOptions {
  std::string secret;
  // The pauses before a request is sent again. After the last one it is dropped.
  std::vector<std::chrono::milliseconds> retry_after = {std::chrono::seconds(1), std::chrono::seconds(5),
                                                        std::chrono::seconds(30), std::chrono::minutes(2),
                                                        std::chrono::minutes(10)};
  std::size_t most_waiting = 10'000;  // when more wait, the oldest is dropped
};

// Sends events in their order, from a thread of its own. Thread-safe.
class Webhooks {
 public:
  Webhooks(WebhookOptions options, WebhookSender send, std::shared_ptr<Clock> clock);
  ~Webhooks();  // drops what is not sent yet

  void add(const std::string& type, Value data);  // without memory, the event is dropped
  std::int64_t sent() const;
  std::int64_t dropped() const;

 private:
  struct Event {
    std::string id;
    std::string body;
    std::size_t failures = 0;
  };
  void run();
  bool deliver(const Event& event) const;  // without memory, it fails

  const WebhookOptions options_;
  const WebhookSender send_;
  const std::shared_ptr<Clock> clock_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Event> waiting_;  // moves an event without memory
  std::int64_t sent_ = 0;
  std::int64_t dropped_ = 0;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace parley::server
