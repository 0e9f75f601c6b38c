// One HTTP connection. Only listener.cc includes this file, because it contains types of Boost.
//
// Everything runs on the I/O thread of the connection, except the calls of Exchange: they queue bytes under a lock, and
// the I/O thread writes them.
//
// Tested by tests/server/listener_test.cc.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "server/connections.h"
#include "server/deadline.h"
#include "server/http_text.h"
#include "server/problem.h"

namespace parley::server {

namespace beast = boost::beast;

template <class Stream>
class Connection final : public ConnectionBase, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

  // `counted`: the address that ConnectionsShared::admit() counted. Empty: none.
  Connection(Stream stream, IoThread& thread, std::shared_ptr<ConnectionsShared> shared, std::string peer,
             std::string counted)
      : stream_(std::move(stream)),
        deadline_(thread.context),
        thread_(thread),
        shared_(std::move(shared)),
        peer_(std::move(peer)),
        counted_(std::move(counted)) {
    thread_.connections.insert(this);
    ++shared_->connections;
  }
  ~Connection() override {
    --shared_->connections;
    if (!counted_.empty()) shared_->leave(counted_);
  }

  void start() {
    deadline_.watch(this->weak_from_this());
    deadline_.arm(shared_->limits.header_timeout);
    if constexpr (kTls) {
      stream_.async_handshake(net::ssl::stream_base::server, [self = this->shared_from_this()](error_code failed) {
        if (failed) return self->close();
        self->read_header();
      });
    } else {
      read_header();
    }
  }

  void begin_drain() override {
    if (stage_ == Stage::kIdle) return close();
    if (stage_ == Stage::kStreaming) end_stream();
  }

  void close() override {
    if (stage_ == Stage::kClosed) return;
    stage_ = Stage::kClosed;
    thread_.connections.erase(this);
    deadline_.cancel();
    error_code ignored;
    socket().close(ignored);
    std::function<void()> gone;
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
      queue_.clear();
      gone = std::move(gone_);
    }
    if (gone) gone();
  }

  // ---- called by any thread

  enum class After { kMore, kNext, kClose };  // what follows when the bytes are written

  // Returns false if the connection is closed, or closes because its queue is full.
  bool enqueue(std::string bytes, After after) {
    bool overflows = false;
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return false;
      queued_ += bytes.size();
      overflows = after == After::kMore && queued_ > shared_->limits.outbox_bytes;
      queue_.push_back(std::move(bytes));
      if (after != After::kMore) after_ = after;
      if (!overflows && std::exchange(is_flushing_, true)) return true;
    }
    net::dispatch(thread_.context, [self = this->shared_from_this(), overflows] {
      if (overflows) return self->close();
      self->flush();
    });
    return !overflows;
  }

  void begin_stream(std::string head) {
    net::dispatch(thread_.context, [self = this->shared_from_this()] {
      if (self->stage_ == Stage::kClosed) return;
      self->stage_ = Stage::kStreaming;
      self->buffer_ = {};
      self->watch();
      if (self->shared_->draining) self->end_stream();
    });
    enqueue(std::move(head), After::kMore);
  }
  void end_stream() { enqueue(kLastChunk, After::kClose); }

  void on_close(std::function<void()> gone) {
    {
      const std::lock_guard lock(mutex_);
      if (!is_closed_) {
        gone_ = std::move(gone);
        return;
      }
    }
    gone();
  }

  bool stays_open() const { return !shared_->draining; }

 private:
  enum class Stage { kIdle, kReading, kAnswering, kStreaming, kLingering, kClosed };

  auto& socket() {
    if constexpr (kTls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  // ---- reading

  void read_next() {
    parser_.reset();
    if (shared_->draining) return close();
    if (buffer_.size() > 0) return read_header();
    stage_ = Stage::kIdle;
    deadline_.arm(shared_->limits.idle_timeout);
    stream_.async_read_some(buffer_.prepare(kFirstRead),
                            [self = this->shared_from_this()](error_code failed, std::size_t count) {
                              if (failed) return self->close();
                              self->buffer_.commit(count);
                              self->read_header();
                            });
  }

  void read_header() {
    stage_ = Stage::kReading;
    deadline_.arm(shared_->limits.header_timeout);
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_->limits.header_bytes));
    parser_->body_limit(shared_->limits.body_bytes);
    beast::http::async_read_header(stream_, buffer_, *parser_,
                                   [self = this->shared_from_this()](error_code failed, std::size_t) {
                                     if (failed) return self->refuse(failed);
                                     self->read_body();
                                   });
  }

  void read_body() {
    const auto expect = parser_->get()[beast::http::field::expect];
    const bool is_known = expect.empty() || beast::iequals(expect, "100-continue");
    if (!is_known) return refuse_with("expectation_failed");
    if (parser_->is_done()) return handle();
    if (!expect.empty()) enqueue(kContinue, After::kMore);
    deadline_.arm(shared_->limits.body_timeout);
    beast::http::async_read(stream_, buffer_, *parser_,
                            [self = this->shared_from_this()](error_code failed, std::size_t) {
                              if (failed) return self->refuse(failed);
                              self->handle();
                            });
  }

  // Answers a request that cannot be read, if the client still waits.
  void refuse(error_code failed) {
    using beast::http::error;
    if (failed == error::header_limit) return refuse_with("header_too_large");
    if (failed == error::body_limit) return refuse_with("body_too_large");
    const bool is_malformed = failed.category() == beast::http::make_error_code(error::bad_method).category() &&
                              failed != error::end_of_stream && failed != error::partial_message;
    if (is_malformed) return refuse_with("malformed_request");
    close();
  }
  void refuse_with(const char* code) {
    stage_ = Stage::kAnswering;
    deadline_.arm(shared_->limits.write_timeout);
    const HttpResponse response = problem(code).response();
    if (shared_->refused) shared_->refused(peer_, response.status);
    enqueue(response_text(response, false, false), After::kClose);
  }

  void handle() {
    deadline_.disarm();
    stage_ = Stage::kAnswering;
    auto message = parser_->release();
    HttpRequest request;
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    request.body = std::move(message.body());
    request.peer = peer_;
    request.is_tls = kTls;
    for (const auto& field : message) request.headers.emplace_back(field.name_string(), field.value());
    use_origin_form(request);
    const bool keep = message.keep_alive() && ++requests_ < kMostRequests;
    shared_->handler(std::make_shared<Answer>(this->shared_from_this(), std::move(request), keep));
  }

  // ---- writing

  void flush() {
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return;
      out_.clear();
      for (std::string& part : queue_) out_ += part;
      queue_.clear();
    }
    deadline_.arm(shared_->limits.write_timeout);
    net::async_write(stream_, net::buffer(out_), [self = this->shared_from_this()](error_code failed, std::size_t) {
      if (failed) return self->close();
      self->written();
    });
  }

  void written() {
    After after = After::kMore;
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return;
      queued_ -= out_.size();
      if (!queue_.empty()) {
        after = After::kMore;
      } else {
        is_flushing_ = false;
        after = std::exchange(after_, After::kMore);
        if (after == After::kMore && stage_ != Stage::kReading) deadline_.disarm();
        if (after == After::kMore) return;
      }
    }
    if (after == After::kMore) return flush();
    if (after == After::kNext) return read_next();
    linger();
  }

  // Tells the client that no more bytes follow, and waits for it to close. Otherwise the system could drop the answer
  // together with the connection.
  void linger() {
    const bool watches = stage_ == Stage::kStreaming;
    stage_ = Stage::kLingering;
    deadline_.arm(kLinger);
    if constexpr (kTls) {
      stream_.async_shutdown([self = this->shared_from_this()](error_code) { self->close(); });
    } else {
      error_code ignored;
      stream_.shutdown(Socket::shutdown_send, ignored);
      if (!watches) watch();
    }
  }

  // Reads and drops what the client sends, to notice when it goes.
  void watch() {
    stream_.async_read_some(net::buffer(ignored_), [self = this->shared_from_this()](error_code failed, std::size_t n) {
      self->dropped_ += n;
      if (failed || self->dropped_ > kMostDropped) return self->close();
      self->watch();
    });
  }

  // The Exchange of one request.
  class Answer final : public Exchange {
   public:
    Answer(std::shared_ptr<Connection> connection, HttpRequest request, bool keep)
        : connection_(std::move(connection)), request_(std::move(request)), keep_(keep) {}
    // A handler that forgets its request must not leave the client waiting.
    ~Answer() override {
      if (!is_answered_) connection_->enqueue(refusal_text("internal"), After::kClose);
    }

    const HttpRequest& request() const override { return request_; }
    void respond(HttpResponse response) override {
      if (is_answered_.exchange(true)) return;
      const bool keep = keep_ && connection_->stays_open();
      connection_->enqueue(response_text(response, request_.method == "HEAD", keep),
                           keep ? After::kNext : After::kClose);
    }
    void begin_stream(HttpResponse head) override {
      if (is_answered_.exchange(true)) return;
      connection_->begin_stream(stream_head_text(head));
    }
    bool write(std::string part) override { return connection_->enqueue(chunk_text(part), After::kMore); }
    void end() override { connection_->end_stream(); }
    void on_close(std::function<void()> gone) override { connection_->on_close(std::move(gone)); }

   private:
    std::shared_ptr<Connection> connection_;
    const HttpRequest request_;
    const bool keep_;
    std::atomic<bool> is_answered_{false};
  };

  static constexpr std::size_t kFirstRead = 2048;
  static constexpr std::size_t kMostDropped = 64 * 1024;
  static constexpr std::int64_t kMostRequests = 1'000'000;  // of one connection
  static constexpr std::chrono::seconds kLinger{2};

  Stream stream_;
  Deadline deadline_;
  IoThread& thread_;
  const std::shared_ptr<ConnectionsShared> shared_;
  const std::string peer_, counted_;
  Stage stage_ = Stage::kReading;
  std::int64_t requests_ = 0;
  beast::flat_buffer buffer_;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser_;
  std::string out_;  // the bytes that are being written
  std::array<char, 256> ignored_{};
  std::size_t dropped_ = 0;

  std::mutex mutex_;  // guards the following
  std::deque<std::string> queue_;
  std::size_t queued_ = 0;  // bytes in queue_ and out_
  After after_ = After::kMore;
  bool is_flushing_ = false;
  bool is_closed_ = false;
  std::function<void()> gone_;
};

}  // namespace parley::server
