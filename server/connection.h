// One HTTP connection. Only listener.cc includes this file, because it contains types of Boost.
//
// Everything runs on the I/O thread of the connection, except the calls of Exchange: they queue bytes under a lock, and
// the I/O thread writes them.
//
// A lack of memory ends the connection that it affects. Its client gets kOutOfMemory if no part of another answer was
// sent. A worker hands bytes over in memory of the connection, so that a request cannot stay without an answer.
//
// Tested by tests/server/listener_test.cc.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "server/ascii.h"
#include "server/connections.h"
#include "server/deadline.h"
#include "server/handler_memory.h"
#include "server/http_text.h"
#include "server/problem.h"
#include "server/request_parser.h"

namespace parley::server {

template <class Stream>
class Connection final : public ConnectionBase, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

  Connection(Stream stream, IoThread& thread, std::shared_ptr<ConnectionsShared> shared, std::string peer, Place place)
      : stream_(std::move(stream)),
        deadline_(thread.context),
        thread_(thread),
        shared_(std::move(shared)),
        peer_(std::move(peer)),
        place_(std::move(place)),
        parser_({shared_->limits.header_bytes, shared_->limits.body_bytes}) {}

  void start() {
    guarded([](Connection& self) {
      self.thread_.connections.insert(&self);
      self.deadline_.watch(self.weak_from_this());
      self.deadline_.arm(self.shared_->limits.header_timeout);
      self.begin();
    })();
  }

  net::io_context& context() const { return thread_.context; }

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
      gone.swap(gone_);
    }
    try {
      if (gone) gone();
    } catch (const std::exception&) {  // out of memory
    }
  }

  // ---- called by any thread

  enum class After { kMore, kNext, kClose };  // what follows when the bytes are written

  // Returns false if the connection is closed, or closes because its queue is full.
  bool enqueue(std::string bytes, After after) {
    bool overflows = false;
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_ || is_overflowing_) return false;
      const std::size_t size = bytes.size();
      queue_.push_back(std::move(bytes));
      queued_ += size;
      overflows = is_overflowing_ = after == After::kMore && queued_ > shared_->limits.outbox_bytes;
      if (after != After::kMore) after_ = after;
      if (!overflows && std::exchange(is_flushing_, true)) return true;
    }
    if (overflows) {
      dispatch(closing_, [](Connection& self) { self.close(); });
    } else {
      dispatch(flushing_, [](Connection& self) { self.flush(); });
    }
    return !overflows;
  }

  // Answers with kOverloaded, or ends the stream that has begun. Needs no memory.
  void give_up() {
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_ || std::exchange(has_given_up_, true)) return;
      gives_up_ = true;
      after_ = After::kClose;
      if (std::exchange(is_flushing_, true)) return;
    }
    dispatch(flushing_, [](Connection& self) { self.flush(); });
  }

  void begin_stream(std::string head) {
    {
      const std::lock_guard lock(mutex_);
      is_stream_ = true;
    }
    dispatch(streaming_, [](Connection& self) {
      if (self.stage_ == Stage::kClosed) return;
      self.stage_ = Stage::kStreaming;
      std::string().swap(self.unread_);
      self.watch();
      if (self.shared_->draining) self.end_stream();
    });
    enqueue(std::move(head), After::kMore);
  }
  void end_stream() {
    try {
      enqueue(kLastChunk, After::kClose);
    } catch (const std::exception&) {  // out of memory
      give_up();
    }
  }

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

  // ---- handlers

  // Makes a handler of act(*this, results...), which a lack of memory may end.
  template <class Act>
  auto guarded(Act act) {
    return [self = this->shared_from_this(), act](const auto&... results) {
      try {
        act(*self, results...);
      } catch (const std::exception&) {
        self->fail();
      }
    };
  }
  // The same, for results that begin with an error. The connection closes after an error.
  template <class Act>
  auto unless_failed(Act act) {
    return guarded([act](Connection& self, error_code failed, const auto&... results) {
      if (failed) return self.close();
      act(self, results...);
    });
  }
  // Calls act(*this) on the I/O thread. Needs no memory.
  template <class Act>
  void dispatch(HandlerMemory& memory, Act act) {
    net::dispatch(thread_.context, HandlerIn(memory, guarded(act)));
  }

  void fail() {
    if (stage_ != Stage::kReading) return close();
    stage_ = Stage::kAnswering;
    give_up();
  }

  // ---- reading

  void begin() {
    if constexpr (kTls) {
      stream_.async_handshake(net::ssl::stream_base::server,
                              unless_failed([](Connection& self) { self.read_request(); }));
    } else {
      read_request();
    }
  }

  void read_next() {
    if (shared_->draining) return close();
    parser_.reset();
    if (!unread_.empty()) return read_request();
    if (unread_.capacity() > 2 * kFirstRead) std::string().swap(unread_);  // many connections may be idle
    stage_ = Stage::kIdle;
    deadline_.arm(shared_->limits.idle_timeout);
    receive([](Connection& self) { self.read_request(); });
  }

  void read_request() {
    stage_ = Stage::kReading;
    deadline_.arm(shared_->limits.header_timeout);
    read();
  }

  // Passes the bytes that have arrived to the parser, and receives more.
  void read() {
    using Reading = RequestParser::Stage;
    const Reading before = parser_.stage();
    unread_.erase(0, parser_.read(unread_));
    if (parser_.stage() == Reading::kRefused) return refuse_with(parser_.problem());
    if (before == Reading::kHeader && parser_.stage() != Reading::kHeader && !accepts_header()) return;
    if (parser_.stage() == Reading::kDone) return handle();
    if (parser_.stage() != before && !unread_.empty()) return read();
    receive([](Connection& self) { self.read(); });
  }

  // Returns false, and answers, if the header has an unknown expectation.
  bool accepts_header() {
    const std::string* expect = parser_.request().header("Expect");
    const bool is_known = !expect || expect->empty() || equals_ignoring_case(*expect, "100-continue");
    if (!is_known) {
      refuse_with("expectation_failed");
    } else if (parser_.stage() == RequestParser::Stage::kBody) {
      if (expect && !expect->empty()) enqueue(kContinue, After::kMore);
      deadline_.arm(shared_->limits.body_timeout);
    }
    return is_known;
  }

  // Receives bytes behind those that are unread, and calls act(*this).
  template <class Act>
  void receive(Act act) {
    const std::size_t size = unread_.size();
    unread_.resize(size + (parser_.stage() == RequestParser::Stage::kHeader ? kFirstRead : kMostRead));
    stream_.async_read_some(net::buffer(unread_) + size,
                            unless_failed([size, act](Connection& self, std::size_t count) {
                              self.unread_.resize(size + count);
                              act(self);
                            }));
  }

  void refuse_with(const char* code) {
    stage_ = Stage::kAnswering;
    deadline_.arm(shared_->limits.write_timeout);
    const HttpResponse response = problem(code).response();
    if (shared_->refused) shared_->refused(peer_, response.status);
    enqueue(response_text(response, false, false), After::kClose);
  }

  // An Answer that is destroyed answers, so a handler that fails needs no other care.
  void handle() {
    deadline_.disarm();
    HttpRequest request = parser_.release();
    request.peer = peer_;
    request.is_tls = kTls;
    use_origin_form(request);
    const bool keep = parser_.keeps_connection() && ++requests_ < kMostRequests;
    auto answer = std::make_shared<Answer>(this->shared_from_this(), std::move(request), keep);
    stage_ = Stage::kAnswering;
    try {
      shared_->handler(std::move(answer));
    } catch (const std::exception&) {  // out of memory
    }
  }

  // ---- writing

  void flush() {
    std::string_view last;
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return;
      out_.clear();
      if (queue_.size() == 1) {
        out_ = std::move(queue_.front());
      } else {
        for (const std::string& part : queue_) out_ += part;
      }
      queue_.clear();
      if (std::exchange(gives_up_, false) && !is_stream_) last = kOverloaded;
    }
    deadline_.arm(shared_->limits.write_timeout);
    const std::array<net::const_buffer, 2> parts{net::buffer(out_), net::buffer(last)};
    net::async_write(stream_, parts, unless_failed([](Connection& self, std::size_t) { self.written(); }));
  }

  void written() {
    After after = After::kMore;
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return;
      queued_ -= out_.size();
      std::string().swap(out_);  // many connections may be idle
      if (queue_.empty() && !gives_up_) {
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
      stream_.async_shutdown(guarded([](Connection& self, error_code) { self.close(); }));
    } else {
      error_code ignored;
      stream_.shutdown(Socket::shutdown_send, ignored);
      if (!watches) watch();
    }
  }

  // Reads and drops what the client sends, to notice when it goes.
  void watch() {
    stream_.async_read_some(net::buffer(ignored_), unless_failed([](Connection& self, std::size_t count) {
                              self.dropped_ += count;
                              if (self.dropped_ > kMostDropped) return self.close();
                              self.watch();
                            }));
  }

  // The Exchange of one request.
  class Answer final : public Exchange {
   public:
    Answer(std::shared_ptr<Connection> connection, HttpRequest request, bool keep)
        : connection_(std::move(connection)), request_(std::move(request)), keep_(keep) {}
    // A handler that forgets its request or its stream, or had no memory for them, must not leave the client waiting.
    ~Answer() override {
      if (!has_ended_) connection_->give_up();
    }

    const HttpRequest& request() const override { return request_; }
    void respond(HttpResponse response) override {
      const bool keep = keep_ && connection_->stays_open();
      std::string text = response_text(response, request_.method == "HEAD", keep);
      if (is_answered_.exchange(true)) return;
      connection_->enqueue(std::move(text), keep ? After::kNext : After::kClose);
      has_ended_ = true;
    }
    void begin_stream(HttpResponse head) override {
      std::string text = stream_head_text(head);
      std::string().swap(request_.body);  // many streams may be open for long
      if (!is_answered_.exchange(true)) connection_->begin_stream(std::move(text));
    }
    // A stream with a gap ends, so that its client connects again.
    bool write(std::string part) override {
      try {
        return connection_->enqueue(chunk_text(part), After::kMore);
      } catch (const std::exception&) {  // out of memory
        connection_->give_up();
        return false;
      }
    }
    void end() override {
      connection_->end_stream();
      has_ended_ = true;
    }
    void on_close(std::function<void()> gone) override { connection_->on_close(std::move(gone)); }

   private:
    std::shared_ptr<Connection> connection_;
    HttpRequest request_;
    const bool keep_;
    std::atomic<bool> is_answered_{false};
    std::atomic<bool> has_ended_{false};  // the answer is complete
  };

  static constexpr std::size_t kFirstRead = 2048;
  static constexpr std::size_t kMostRead = 16 * 1024;
  static constexpr std::size_t kMostDropped = 64 * 1024;
  static constexpr std::int64_t kMostRequests = 1'000'000;  // of one connection
  static constexpr std::chrono::seconds kLinger{2};

  Stream stream_;
  Deadline deadline_;
  IoThread& thread_;
  const std::shared_ptr<ConnectionsShared> shared_;
  const std::string peer_;
  const Place place_;
  Stage stage_ = Stage::kReading;
  std::int64_t requests_ = 0;
  std::string unread_;  // bytes that have arrived
  RequestParser parser_;
  std::string out_;  // the bytes that are being written
  std::array<char, 256> ignored_{};
  std::size_t dropped_ = 0;

  std::mutex mutex_;  // guards the following
  std::deque<std::string> queue_;
  std::size_t queued_ = 0;  // bytes in queue_ and out_
  After after_ = After::kMore;
  bool is_flushing_ = false;
  bool is_overflowing_ = false;
  bool is_stream_ = false;
  bool has_given_up_ = false;
  bool gives_up_ = false;  // kOverloaded must be written
  bool is_closed_ = false;
  std::function<void()> gone_;

  HandlerMemory flushing_, streaming_, closing_;
};

}  // namespace parley::server
