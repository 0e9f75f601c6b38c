// Tested by tests/server/turns_test.
#include "server/routes/events.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "parley/protocol.h"
#include "server/service.h"
#include "server/sse.h"
#include "server/views.h"

namespace parley::server {
namespace {

constexpr std::size_t kTurnsAtOnce = 50;

// Returns false, and ends the stream, if its client has gone or its key is no longer valid.
bool keep_alive(const Service& service, const Principal& who, Exchange& exchange) {
  if (service.still_admits(who)) return exchange.write(kKeepAlive);
  exchange.end();
  return false;
}

// Sends the turns of one session to one client, in order and without gaps. A notice of the feed only wakes it: the
// turns come from the store. At most one job reads for a stream at a time.
class SessionStream : public std::enable_shared_from_this<SessionStream> {
 public:
  SessionStream(const Call& call, std::int64_t after, Mask mask)
      : exchange_(call.exchange),
        service_(call.service),
        who_(call.who),
        bot_(*call.bot),
        session_(call.session()),
        user_(call.who.user),
        mask_(std::move(mask)),
        after_(after) {}

  void start() {
    exchange_->begin_stream(event_stream_head());
    exchange_->write("retry: 2000\n\n");
    listener_ = bot_.feed().listen(session_, [self = weak_from_this()](const TurnNotice&) {
      if (const auto stream = self.lock()) stream->wake();
    });
    const std::uint64_t beat = service_.heart().add([self = weak_from_this()] {
      const auto stream = self.lock();
      return stream && keep_alive(stream->service_, stream->who_, *stream->exchange_);
    });
    const std::uint64_t pulse = add_pulse();
    exchange_->on_close([self = shared_from_this(), beat, pulse] {
      self->bot_.feed().stop(self->listener_);
      self->service_.heart().remove(beat);
      if (self->service_.pulse()) self->service_.pulse()->remove(pulse);
    });
    wake();
  }

  void wake() {
    {
      const std::lock_guard lock(mutex_);
      is_woken_ = true;
      if (std::exchange(is_reading_, true)) return;
    }
    const bool posted = service_.pool().post([self = shared_from_this()](WorkerPool::Go) { self->read(); });
    if (!posted) exchange_->end();  // the client connects again, and continues after the last turn
  }

 private:
  std::uint64_t add_pulse() {
    if (!service_.pulse()) return 0;
    return service_.pulse()->add([self = weak_from_this()] {
      const auto stream = self.lock();
      if (stream) stream->wake();
      return stream != nullptr;
    });
  }

  void read() {
    while (take_wake()) {
      if (!is_of_bot() || !is_of_user()) return exchange_->end();
      for (std::size_t count = kTurnsAtOnce; count == kTurnsAtOnce;) {
        const auto turns = turn_views(bot_.store(), session_, after_, kTurnsAtOnce, mask_);
        if (!turns) return exchange_->end();
        count = turns->size();
        for (const Value& turn : *turns) {
          after_ = *turn.find("seq")->if_int();
          if (!exchange_->write(event_text("turn", turn.to_json(), after_))) return;
        }
      }
    }
  }
  // Another bot may have begun a session of this name after the stream.
  bool is_of_bot() {
    if (service_.bots().size() == 1) return true;
    const auto state = bot_.whole_store().load(session_);
    return state && (!*state || (*state)->bot == bot_.id());
  }
  // Another user may have begun a session of this name after the stream. Pages have a user, keys have none.
  bool is_of_user() {
    const auto own = bot_.engine().session_of(session_, user_);
    return own && *own == session_;
  }
  // Returns false, and ends the reading, if no notice has come since the last reading.
  bool take_wake() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_woken_, false)) return true;
    is_reading_ = false;
    return false;
  }

  const std::shared_ptr<Exchange> exchange_;
  Service& service_;
  const Principal who_;
  HostedBot& bot_;
  const std::string session_;
  const std::string user_;
  const Mask mask_;
  std::uint64_t listener_ = 0;
  std::mutex mutex_;
  bool is_woken_ = false;
  bool is_reading_ = false;
  std::int64_t after_;  // used only by the reading job
};

}  // namespace

Answer stream_session(Call& call) {
  if (call.request().method == "HEAD") return event_stream_head();
  const std::string* from_query = call.query.find("after");
  const std::string* last = call.request().header("Last-Event-ID");
  const std::string* given = last ? last : from_query;
  const auto after = given ? parse_count(*given, INT64_MAX) : std::int64_t{0};
  if (!after) return problem_response("invalid_request", "'after' must be the number of a turn");
  const auto state = call.bot->store().load(call.session());
  if (!state) return problem_of(state.error()).response();
  // The stream of a session that has not begun waits for its first turn.
  std::make_shared<SessionStream>(call, *after, mask_for(call, *state ? &**state : nullptr))->start();
  return std::nullopt;
}

namespace {

Value notice_view(const TurnNotice& notice, const std::string& bot) {
  return Value::Object{{"bot", bot},
                       {"session", notice.session},
                       {"seq", notice.seq},
                       {"status", to_string(notice.status)},
                       {"intent", notice.intent.empty() ? Value() : Value(notice.intent)},
                       {"handed_off", notice.handed_off},
                       {"at", iso_time(notice.at)}};
}

// The bots whose turns a stream shows.
std::vector<HostedBot*> followed_bots(const Call& call) {
  if (call.bot) return {call.bot};
  std::vector<HostedBot*> bots;
  for (const auto& bot : call.service.bots()) bots.push_back(bot.get());
  return bots;
}

}  // namespace

Answer stream_all(Call& call) {
  if (call.request().method == "HEAD") return event_stream_head();
  const std::shared_ptr<Exchange> exchange = call.exchange;
  Service& service = call.service;
  exchange->begin_stream(event_stream_head());
  exchange->write("retry: 2000\n\n");
  std::vector<std::pair<HostedBot*, std::uint64_t>> listeners;
  for (HostedBot* bot : followed_bots(call)) {
    listeners.emplace_back(bot, bot->feed().listen("", [exchange, id = bot->id()](const TurnNotice& notice) {
      exchange->write(event_text("turn", notice_view(notice, id).to_json()));
    }));
  }
  const std::uint64_t beat =
      service.heart().add([exchange, &service, who = call.who] { return keep_alive(service, who, *exchange); });
  exchange->on_close([listeners, &service, beat] {
    for (const auto& [bot, listener] : listeners) bot->feed().stop(listener);
    service.heart().remove(beat);
  });
  return std::nullopt;
}

}  // namespace parley::server
