// Contains Boost. Tested by tests/server/listener_test.cc and tests/server/out_of_memory_test.cc.
#include "server/connection.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <string_view>
#include <utility>

#include "server/ascii.h"
#include "server/http_text.h"
#include "server/problem.h"

namespace parley::server {
namespace {

constexpr std::size_t kFirstRead = 2048;
constexpr std::size_t kMostRead = 16 * 1024;
constexpr std::size_t kMostDropped = 64 * 1024;
constexpr std::int64_t kMostRequests = 1'000'000;  // of one connection
constexpr std::chrono::seconds kLinger{2};

// The Exchange of one request of a connection.
class ConnectionExchange final : public Exchange {
 public:
  ConnectionExchange(std::shared_ptr<Connection> connection, HttpRequest request, bool keep)
      : connection_(std::move(connection)), request_(std::move(request)), keep_(keep) {}
  // A handler that forgets its request or its stream, or had no memory for them, must not leave the client waiting.
  ~ConnectionExchange() override {
    if (!has_ended_) connection_->give_up();
  }

  const HttpRequest& request() const override { return request_; }
  void respond(HttpResponse response) override {
    const bool keep = keep_ && connection_->stays_open();
    std::string text = response_text(response, request_.method == "HEAD", keep);
    if (is_answered_.exchange(true)) return;
    connection_->send_last(std::move(text), keep ? Outbox::End::kNextRequest : Outbox::End::kClose);
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
      return connection_->send(chunk_text(part));
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

}  // namespace

Connection::Connection(Socket socket, IoThread& thread, std::shared_ptr<ConnectionsShared> shared, std::string peer,
                       Place place)
    : socket_(std::move(socket)),
      tls_(shared->tls ? std::make_unique<TlsStream>(socket_, *shared->tls) : nullptr),
      deadline_(thread.context),
      thread_(thread),
      shared_(std::move(shared)),
      peer_(std::move(peer)),
      place_(std::move(place)),
      parser_({shared_->limits.header_bytes, shared_->limits.body_bytes}),
      outbox_(shared_->limits.outbox_bytes) {}

// ---- handlers of Boost

// Makes a handler of act(*this, results...), which a lack of memory may end.
template <class Act>
auto Connection::guarded(Act act) {
  return [self = shared_from_this(), act](const auto&... results) {
    try {
      act(*self, results...);
    } catch (const std::exception&) {
      self->fail();
    }
  };
}

// The same, for results that begin with an error. The connection closes after an error.
template <class Act>
auto Connection::unless_failed(Act act) {
  return guarded([act](Connection& self, error_code failed, const auto&... results) {
    if (failed) return self.close();
    act(self, results...);
  });
}

// Calls act(*this) on the I/O thread. Needs no memory.
template <class Act>
void Connection::dispatch(HandlerMemory& memory, Act act) {
  net::dispatch(thread_.context, HandlerIn(memory, guarded(act)));
}

// Calls act(stream) with the stream of requests and answers.
template <class Act>
void Connection::with_stream(Act act) {
  if (tls_) {
    act(*tls_);
  } else {
    act(socket_);
  }
}

void Connection::fail() {
  if (stage_ != Stage::kReading) return close();
  stage_ = Stage::kAnswering;
  give_up();
}

// ---- called by the I/O thread

void Connection::start() {
  guarded([](Connection& self) {
    self.thread_.connections.insert(&self);
    self.deadline_.watch(self.weak_from_this());
    self.deadline_.arm(self.shared_->limits.header_timeout);
    self.begin();
  })();
}

void Connection::begin_drain() {
  if (stage_ == Stage::kIdle) return close();
  if (stage_ == Stage::kStreaming) end_stream();
}

void Connection::close() {
  if (stage_ == Stage::kClosed) return;
  stage_ = Stage::kClosed;
  thread_.connections.erase(this);
  deadline_.cancel();
  error_code ignored;
  socket_.close(ignored);
  outbox_.close();
}

// ---- called by any thread

bool Connection::send(std::string bytes) { return pass_on(outbox_.add(std::move(bytes))); }
bool Connection::send_last(std::string bytes, Outbox::End end) {
  return pass_on(outbox_.add_last(std::move(bytes), end));
}
void Connection::give_up() { pass_on(outbox_.give_up()); }
void Connection::on_close(std::function<void()> gone) { outbox_.on_close(std::move(gone)); }
bool Connection::stays_open() const { return !shared_->draining; }

void Connection::begin_stream(std::string head) {
  outbox_.begin_stream();
  dispatch(streaming_, [](Connection& self) {
    if (self.stage_ == Stage::kClosed) return;
    self.stage_ = Stage::kStreaming;
    std::string().swap(self.unread_);
    self.watch();
    if (self.shared_->draining) self.end_stream();
  });
  send(std::move(head));
}

void Connection::end_stream() {
  try {
    send_last(kLastChunk, Outbox::End::kClose);
  } catch (const std::exception&) {  // out of memory
    give_up();
  }
}

// ---- reading

void Connection::begin() {
  if (!tls_) return read_request();
  tls_->async_handshake(net::ssl::stream_base::server, unless_failed([](Connection& self) { self.read_request(); }));
}

void Connection::read_next() {
  if (shared_->draining) return close();
  parser_.reset();
  if (!unread_.empty()) return read_request();
  if (unread_.capacity() > 2 * kFirstRead) std::string().swap(unread_);  // many connections may be idle
  stage_ = Stage::kIdle;
  deadline_.arm(shared_->limits.idle_timeout);
  receive([](Connection& self) { self.read_request(); });
}

void Connection::read_request() {
  stage_ = Stage::kReading;
  deadline_.arm(shared_->limits.header_timeout);
  read();
}

// Passes the bytes that have arrived to the parser, and receives more.
void Connection::read() {
  using Reading = RequestParser::Stage;
  const Reading before = parser_.stage();
  unread_.erase(0, parser_.read(unread_));
  if (parser_.stage() == Reading::kRefused) return refuse_with(parser_.problem());
  if (before == Reading::kHeader && parser_.stage() != Reading::kHeader && !accepts_header()) return;
  if (parser_.stage() == Reading::kDone) return handle();
  if (parser_.stage() != before && !unread_.empty()) return read();
  receive([](Connection& self) { self.read(); });
}

// Receives bytes behind those that are unread, and calls act(*this).
template <class Act>
void Connection::receive(Act act) {
  const std::size_t size = unread_.size();
  unread_.resize(size + (parser_.stage() == RequestParser::Stage::kHeader ? kFirstRead : kMostRead));
  with_stream([&](auto& stream) {
    stream.async_read_some(net::buffer(unread_) + size, unless_failed([size, act](Connection& self, std::size_t count) {
                             self.unread_.resize(size + count);
                             act(self);
                           }));
  });
}

// Returns false, and answers, if the header has an unknown expectation.
bool Connection::accepts_header() {
  const std::string* expect = parser_.request().header("Expect");
  const bool is_known = !expect || expect->empty() || equals_ignoring_case(*expect, "100-continue");
  if (!is_known) {
    refuse_with("expectation_failed");
  } else if (parser_.stage() == RequestParser::Stage::kBody) {
    if (expect && !expect->empty()) send(kContinue);
    deadline_.arm(shared_->limits.body_timeout);
  }
  return is_known;
}

void Connection::refuse_with(const char* code) {
  stage_ = Stage::kAnswering;
  deadline_.arm(shared_->limits.write_timeout);
  const HttpResponse response = problem(code).response();
  if (shared_->refused) shared_->refused(peer_, response.status);
  send_last(response_text(response, false, false), Outbox::End::kClose);
}

// A ConnectionExchange that is destroyed answers, so a handler that fails needs no other care.
void Connection::handle() {
  deadline_.disarm();
  HttpRequest request = parser_.release();
  request.peer = peer_;
  request.is_tls = tls_ != nullptr;
  use_origin_form(request);
  const bool keep = parser_.keeps_connection() && ++requests_ < kMostRequests;
  auto exchange = std::make_shared<ConnectionExchange>(shared_from_this(), std::move(request), keep);
  stage_ = Stage::kAnswering;
  try {
    shared_->handler(std::move(exchange));
  } catch (const std::exception&) {  // out of memory
  }
}

// ---- writing

// Makes the I/O thread do what the outbox needs. Returns false if the bytes are dropped.
bool Connection::pass_on(Outbox::Added added) {
  if (added == Outbox::Added::kWrite) {
    dispatch(writing_, [](Connection& self) { self.write(); });
  } else if (added == Outbox::Added::kOverflow) {
    dispatch(closing_, [](Connection& self) { self.close(); });
  }
  return added == Outbox::Added::kNothing || added == Outbox::Added::kWrite;
}

void Connection::write() {
  const auto parts = outbox_.take();
  if (!parts) return;
  deadline_.arm(shared_->limits.write_timeout);
  const std::array<net::const_buffer, 2> buffers{net::buffer((*parts)[0]), net::buffer((*parts)[1])};
  with_stream([&](auto& stream) {
    net::async_write(stream, buffers, unless_failed([](Connection& self, std::size_t) { self.written(); }));
  });
}

void Connection::written() {
  switch (outbox_.written()) {
    case Outbox::Next::kWrite: return write();
    case Outbox::Next::kNextRequest: return read_next();
    case Outbox::Next::kClose: return linger();
    case Outbox::Next::kWait:
      if (stage_ != Stage::kReading) deadline_.disarm();
  }
}

// Tells the client that no more bytes follow, and waits for it to close. Otherwise the system could drop the answer
// together with the connection.
void Connection::linger() {
  const bool watches = stage_ == Stage::kStreaming;
  stage_ = Stage::kLingering;
  deadline_.arm(kLinger);
  if (tls_) {
    tls_->async_shutdown(guarded([](Connection& self, error_code) { self.close(); }));
    return;
  }
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  if (!watches) watch();
}

// Reads and drops what the client sends, to notice when it goes.
void Connection::watch() {
  with_stream([this](auto& stream) {
    stream.async_read_some(net::buffer(ignored_), unless_failed([](Connection& self, std::size_t count) {
                             self.dropped_ += count;
                             if (self.dropped_ > kMostDropped) return self.close();
                             self.watch();
                           }));
  });
}

}  // namespace parley::server
