// AnsweredExchange: the exchange of one request between the listener and its route. It adds the headers that every
// answer has, and counts and logs the answer.
//
// Tested by tests/server/access_test and tests/server/access_log_test.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "server/access_log.h"
#include "server/http.h"
#include "server/http_metrics.h"

namespace parley::server {

class AnsweredExchange final : public Exchange {
 public:
  // `log`: null: none. `now`: the arrival of the request. `metrics` must outlive the answer.
  AnsweredExchange(std::shared_ptr<Exchange> inner, HttpMetrics& metrics, std::shared_ptr<AccessLog> log, TimeMs now);
  // A stream is logged when nothing can write to it any more.
  ~AnsweredExchange() override;

  const HttpRequest& request() const override { return inner_->request(); }
  void respond(HttpResponse response) override;
  void begin_stream(HttpResponse head) override;
  bool write(std::string part) override;
  void end() override { inner_->end(); }
  void on_close(std::function<void()> gone) override { inner_->on_close(std::move(gone)); }

  // Known before the answer.
  std::string operation = "unknown";
  std::string route;           // the path of the route. Empty: none
  std::string key;             // AccessEntry::key
  bool is_clear = false;       // AccessEntry::clear
  std::string allowed_origin;  // the origin of the page that may read the answer. Empty: none

 private:
  HttpResponse with_headers(HttpResponse response);
  void log_answer() const;

  const std::shared_ptr<Exchange> inner_;
  HttpMetrics& metrics_;
  const std::shared_ptr<AccessLog> log_;
  const TimeMs arrived_at_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::atomic<bool> is_answered_{false};
  bool is_stream_ = false;
  int status_ = 0;
  std::string request_id_;
  std::atomic<std::int64_t> bytes_{0};
};

}  // namespace parley::server
