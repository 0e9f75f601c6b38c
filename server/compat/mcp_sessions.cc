#include "server/compat/mcp_sessions.h"

#include <algorithm>
#include <utility>

#include "parley/value.h"
#include "server/authority.h"
#include "server/secrets.h"
#include "server/sse.h"

namespace parley::server {
namespace {

constexpr int kMostWaiting = 8;  // messages of a session

std::string message_event(const std::string& message) { return event_text("message", message); }

// The MCP server itself answers the call of a host's tool, with a failure. So it may send results. It cannot write or
// give a conversation back, whatever the key of its client allows.
Principal mcp_server() {
  Principal who;
  who.scopes = static_cast<unsigned>(Scope::kTurn) | static_cast<unsigned>(Scope::kTools);
  return who;
}

Result<Turn> run_mcp_turn(HostedBot& bot, const Request& request) {
  const auto allowed = allow(mcp_server(), bot, request);
  if (const auto* refusal = std::get_if<Problem>(&allowed)) {
    return Unexpected(ErrorCode::kInvalidRequest, refusal->detail);
  }
  return bot.handle(std::get<AllowedRequest>(allowed));
}

}  // namespace

RpcHead rpc_head(std::string_view message) {
  const auto read = Value::parse(message);
  if (!read) return {};
  const Value* id = read->find("id");
  const Value* method = read->find("method");
  return {id ? id->to_json() : std::string(), method && method->if_string() ? *method->if_string() : std::string()};
}

// ---- McpSession

std::optional<std::vector<std::string>> McpSession::handle(std::string_view message) {
  struct Place {
    std::atomic<int>& count;
    ~Place() { --count; }
  };
  const Place place{waiting_};
  if (++waiting_ > kMostWaiting) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return connection_.handle(message);
}

void McpSession::open_stream(const std::shared_ptr<Exchange>& exchange, const std::string& form) {
  const std::string id = rpc_head(form).id;
  const std::uint64_t beat = heart_.add([exchange] { return exchange->write(kKeepAlive); });
  {
    const std::lock_guard lock(streams_mutex_);
    streams_[id] = {exchange, beat};
  }
  exchange->begin_stream(event_stream_head());
  exchange->write(message_event(form));
  exchange->on_close([&heart = heart_, beat, session = weak_from_this(), closed = exchange.get()] {
    heart.remove(beat);
    if (const auto self = session.lock()) self->forget_stream(closed);
  });
}

void McpSession::forget_stream(const Exchange* exchange) {
  const std::lock_guard lock(streams_mutex_);
  std::erase_if(streams_, [exchange](const auto& one) { return one.second.exchange.get() == exchange; });
}

void McpSession::end_streams() {
  std::map<std::string, Stream, std::less<>> ended;
  {
    const std::lock_guard lock(streams_mutex_);
    ended.swap(streams_);
  }
  for (const auto& [form, stream] : ended) {
    heart_.remove(stream.beat);
    stream.exchange->end();
  }
}

void McpSession::continue_stream(const std::string& form_id, const std::vector<std::string>& messages) {
  Stream stream;
  {
    const std::lock_guard lock(streams_mutex_);
    const auto found = streams_.find(form_id);
    if (found == streams_.end()) return;
    stream = found->second;
    streams_.erase(found);
    if (!messages.empty() && !rpc_head(messages.back()).method.empty()) streams_[rpc_head(messages.back()).id] = stream;
  }
  for (const std::string& message : messages) stream.exchange->write(message_event(message));
  if (!messages.empty() && !rpc_head(messages.back()).method.empty()) return;
  heart_.remove(stream.beat);
  stream.exchange->end();
}

bool McpSession::has_streams() {
  const std::lock_guard lock(streams_mutex_);
  return !streams_.empty();
}

// ---- McpSessions

std::shared_ptr<McpServer> McpSessions::server_of(HostedBot& bot) {
  const auto catalog = bot.catalog();
  const std::lock_guard lock(mutex_);
  Served& served = servers_[bot.id()];
  if (served.catalog == catalog) return served.server;
  McpOptions options;
  options.state_key = hmac_sha256("mcp " + bot.id(), key_);
  options.handle = [&bot](const Request& request) { return run_mcp_turn(bot, request); };
  options.error_for_clients = error_for_clients;
  served = {catalog, McpServer::create(catalog, bot.engine(), std::move(options))};
  return served.server;
}

std::shared_ptr<McpSession> McpSessions::create(HostedBot& bot, const std::string& owner) {
  return std::make_shared<McpSession>(server_of(bot), owner, heart_);
}

std::string McpSessions::add(std::shared_ptr<McpSession> session, TimeMs now) {
  const std::lock_guard lock(mutex_);
  drop_idle(now);
  session->used_at = now;
  std::string id = random_token(24);
  sessions_.emplace(id, std::move(session));
  return id;
}

void McpSessions::drop_idle(TimeMs now) {
  std::erase_if(sessions_,
                [now](const auto& one) { return one.second->used_at + kIdle <= now && !one.second->has_streams(); });
  if (sessions_.size() < kMost) return;
  sessions_.erase(std::min_element(sessions_.begin(), sessions_.end(),
                                   [](const auto& a, const auto& b) { return a.second->used_at < b.second->used_at; }));
}

std::shared_ptr<McpSession> McpSessions::find(const std::string& id, const std::string& owner, HostedBot& bot,
                                              TimeMs now) {
  const auto server = server_of(bot);
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end() || found->second->owner != owner || found->second->server != server) return nullptr;
  if (found->second->used_at + kIdle <= now && !found->second->has_streams()) return nullptr;
  found->second->used_at = now;
  return found->second;
}

void McpSessions::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(id);
}

}  // namespace parley::server
