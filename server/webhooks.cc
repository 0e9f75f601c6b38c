// Tested by tests/server/webhooks_test.
#include "server/webhooks.h"

#include <exception>
#include <utility>

#include <sys/stat.h>

#include "parley/files.h"
#include "server/call.h"
#include "server/secrets.h"

namespace parley::server {
namespace {

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kLeastSecretBytes = 24;

}  // namespace

Result<std::string> read_webhook_secret(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && (status.st_mode & 077) != 0) {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "other users may read the secret '" + path + "'; run: chmod 600 " + path);
  }
  auto text = read_input(path, 4096, Input::kFile);
  if (!text) return text;
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->rfind(kSecretPrefix, 0) == 0) {
    std::string encoded = text->substr(kSecretPrefix.size());
    while (!encoded.empty() && encoded.back() == '=') encoded.pop_back();
    for (char& c : encoded) c = c == '+' ? '-' : c == '/' ? '_' : c;
    const auto secret = from_base64url(encoded);
    if (secret && secret->size() >= kLeastSecretBytes) return *secret;
  }
  return Unexpected(ErrorCode::kInvalidRequest, "the secret '" + path +
                                                    "' must be whsec_ and at least 24 bytes in base64; make one with: "
                                                    "echo whsec_$(openssl rand -base64 32)");
}

std::string webhook_signature(const std::string& id, const std::string& timestamp, const std::string& body,
                              const std::string& secret) {
  return "v1," + to_base64(hmac_sha256(id + "." + timestamp + "." + body, secret));
}

Webhooks::Webhooks(WebhookOptions options, WebhookSender send, std::shared_ptr<Clock> clock)
    : options_(std::move(options)), send_(std::move(send)), clock_(std::move(clock)), thread_([this] { run(); }) {}

Webhooks::~Webhooks() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Webhooks::add(const std::string& type, Value data) {
  try {
    const Value body = Value::Object{{"type", type}, {"timestamp", iso_time(clock_->now())}, {"data", std::move(data)}};
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= options_.most_waiting) {
      waiting_.pop_front();
      ++dropped_;
    }
    waiting_.push_back({"msg_" + random_token(16), body.to_json(), 0});
  } catch (const std::exception&) {
    const std::lock_guard lock(mutex_);
    ++dropped_;
  }
  changed_.notify_all();
}

std::int64_t Webhooks::sent() const {
  const std::lock_guard lock(mutex_);
  return sent_;
}
std::int64_t Webhooks::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

bool Webhooks::deliver(const Event& event) const try {
  const std::string timestamp = std::to_string(clock_->now() / 1000);
  const Headers headers{{"Content-Type", "application/json"},
                        {"webhook-id", event.id},
                        {"webhook-timestamp", timestamp},
                        {"webhook-signature", webhook_signature(event.id, timestamp, event.body, options_.secret)}};
  const int status = send_(headers, event.body);
  return status >= 200 && status < 300;
} catch (const std::exception&) {
  return false;
}

// An event waits for the one before it, so that a desk sees a conversation in its order.
void Webhooks::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
    if (is_stopping_) return;
    std::list<Event> taken;
    taken.splice(taken.begin(), waiting_, waiting_.begin());
    Event& event = taken.front();
    lock.unlock();
    const bool is_sent = deliver(event);
    lock.lock();
    if (is_sent || event.failures >= options_.retry_after.size()) {
      ++(is_sent ? sent_ : dropped_);
      continue;
    }
    const auto pause = options_.retry_after[event.failures++];
    waiting_.splice(waiting_.begin(), taken);
    if (changed_.wait_for(lock, pause, [this] { return is_stopping_; })) return;
  }
}

}  // namespace parley::server
