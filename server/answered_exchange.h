// Tested by tests/server/access_test.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "server/http.h"
#include "server/http_metrics.h"

namespace parley::server {

// Adds to each answer the headers that its origin needs, and counts it.
class AnsweredExchange final : public Exchange {
 public:
  AnsweredExchange(std::shared_ptr<Exchange> inner, HttpMetrics& metrics)
      : inner_(std::move(inner)), metrics_(metrics) {}

  const HttpRequest& request() const override { return inner_->request(); }
  void respond(HttpResponse response) override {
    metrics_.count(operation, response.status);
    inner_->respond(with_headers(std::move(response)));
  }
  void begin_stream(HttpResponse head) override {
    metrics_.count(operation, head.status);
    inner_->begin_stream(with_headers(std::move(head)));
  }
  bool write(std::string part) override { return inner_->write(std::move(part)); }
  void end() override { inner_->end(); }
  void on_close(std::function<void()> gone) override { inner_->on_close(std::move(gone)); }

  std::string operation = "unknown";
  std::string allowed_origin;  // the origin of the page that may read the answer. Empty: none

 private:
  HttpResponse with_headers(HttpResponse response) const {
    if (!allowed_origin.empty()) {
      response.headers.emplace_back("Access-Control-Allow-Origin", allowed_origin);
      response.headers.emplace_back("Access-Control-Expose-Headers",
                                    "Idempotency-Replayed, Retry-After, Mcp-Session-Id");
      response.headers.emplace_back("Vary", "Origin");
    }
    return response;
  }

  std::shared_ptr<Exchange> inner_;
  HttpMetrics& metrics_;
};

}  // namespace parley::server
