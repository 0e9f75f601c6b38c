// `parley serve` answers over HTTP. The signals of an operator: SIGTERM and SIGINT stop it gracefully, a second one at
// once, and SIGHUP reads the bot files again.
#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <execinfo.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/remote.h"
#include "cli/serve_parts.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "server/compat/interfaces.h"
#include "server/server.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMostWaitingTurns = 8;  // of a session. Each holds a worker

struct ServeOptions {
  std::vector<std::string> bots;
  SetupOptions setup;
  std::string listen = "127.0.0.1:7272";
  std::string unix_path;
  std::string keys;
  std::vector<std::string> origins;
  std::vector<std::string> page_context;
  std::string tls_certificates, tls_key;
  std::vector<std::string> compat;
  std::string console_dir;
  std::string webhook, webhook_secret;
  std::string access_log, logged_addresses = "none";
  std::string drain = "30s";
  std::string slow_time = "10s";
  std::size_t workers = 64;
  std::size_t max_connections = 10'000;
  std::size_t max_body = 1024 * 1024;
  int io_threads = 1;
  bool behind_proxy = false;
};

// The signals that the command waits for. They are blocked in all threads, which inherit this.
sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

// Allows as many open files as the system permits: each connection is one.
void raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// glibc loads the library that unwinds stacks when it first needs it, and ends the process if there is no memory then.
void load_unwinder() {
  void* frame = nullptr;
  backtrace(&frame, 1);
}

Result<server::ListenerOptions> listener_of(const ServeOptions& options) {
  server::ListenerOptions listener;
  if (auto read = read_place(options.listen, listener); !read) return Unexpected(read.error());
  if (options.tls_certificates.empty() != options.tls_key.empty()) {
    return usage_error("TLS needs both --tls-cert and --tls-key");
  }
  listener.unix_path = options.unix_path;
  listener.inherited_socket = inherited_socket();
  listener.tls_certificates = options.tls_certificates;
  listener.tls_key = options.tls_key;
  listener.io_threads = options.io_threads;
  listener.count_addresses = !options.behind_proxy;
  listener.limits.connections = options.max_connections;
  listener.limits.body_bytes = options.max_body;
  return listener;
}

// The parts of the bot at `path`, over a store that all bots share.
Result<server::BotParts> open_bot_parts(const ServeOptions& options, const std::string& path,
                                        const std::function<void(bool)>& observe_writes,
                                        std::shared_ptr<SessionStore>& store) {
  SetupOptions setup_options = options.setup;
  setup_options.observe_writes = observe_writes;
  setup_options.bot = path;
  setup_options.max_waiting_turns = std::clamp<std::size_t>(options.workers / 2, 1, kMostWaitingTurns);
  setup_options.own_sessions_only = options.bots.size() > 1;
  server::BotParts parts;
  parts.metrics = create_metrics_sink();
  if (parts.metrics) setup_options.sinks.push_back(parts.metrics);
  auto setup = store ? open_engine_over(setup_options, store) : open_engine(setup_options);
  if (!setup) return Unexpected(setup.error());
  store = setup->of_engine;
  setup->catalog->warm_up();
  parts.engine = std::move(setup->engine);
  parts.store = setup->store;
  parts.whole_store = setup->of_engine;
  parts.load = [path] { return open_bot(path); };
  parts.tools = [remote = *options.setup.remote](const Catalog& bot) {
    return open_tools(bot, remote, create_system_clock());
  };
  return parts;
}

Result<unsigned> read_compat(const std::vector<std::string>& names) {
  unsigned compat = 0;
  for (const std::string& name : names) {
    const auto known = server::compat_named(name);
    if (!known)
      return usage_error(fmt::format("--compat has no '{}'; one of: {}", printable(name), server::kCompatNames));
    compat |= static_cast<unsigned>(*known);
  }
  return compat;
}

Result<std::unique_ptr<server::Server>> open_server(const ServeOptions& options) {
  server::ServerOptions server_options;
  auto listener = listener_of(options);
  if (!listener) return Unexpected(listener.error());
  server_options.listener = std::move(*listener);
  server::ServiceOptions& service = server_options.service;
  service.clock = create_system_clock();
  service.origins = options.origins;
  service.page_context = options.page_context;
  service.workers = options.workers;
  service.console_dir = options.console_dir;
  service.shares_store = is_postgres(options.setup.database.path);
  const auto observe = [writes = service.writes](bool begins) { writes->note(begins); };
  const auto slow_time = parse_duration(options.slow_time);
  if (!slow_time) return Unexpected(slow_time.error());
  service.slow_time = std::chrono::milliseconds(*slow_time);
  auto compat = read_compat(options.compat);
  if (!compat) return Unexpected(compat.error());
  service.compat = *compat;
  if (!options.keys.empty()) {
    auto keys = server::ApiKeys::open(options.keys, service.clock);
    if (!keys) return Unexpected(keys.error());
    service.keys = std::move(*keys);
  }
  auto webhooks = open_webhooks(options.webhook, options.webhook_secret, service.clock);
  if (!webhooks) return Unexpected(webhooks.error());
  service.webhooks = std::move(*webhooks);
  auto access_log = open_access_log(options.access_log, options.logged_addresses);
  if (!access_log) return Unexpected(access_log.error());
  service.access_log = std::move(*access_log);
  std::shared_ptr<SessionStore> store;
  for (const std::string& path : options.bots) {
    auto parts = open_bot_parts(options, path, observe, store);
    if (!parts) return Unexpected(parts.error());
    for (const server::BotParts& other : service.bots) {
      if (other.engine->catalog()->id() != parts->engine->catalog()->id()) continue;
      return usage_error(fmt::format("two bot files have the id '{}'", printable(other.engine->catalog()->id())));
    }
    service.bots.push_back(std::move(*parts));
  }
  return server::Server::start(std::move(server_options));
}

void announce(const server::Server& server, const ServeOptions& options) {
  const std::string url = server.url();
  fmt::print("parley listens on {}\n", url);
  if (url.rfind("http", 0) == 0) fmt::print("console: {}/console/\n", url);
  if (options.keys.empty()) {
    fmt::print(stderr, "parley: without --api-keys, every program of this machine may read and change all sessions\n");
  }
  if (options.setup.database.path.empty()) {
    fmt::print(stderr, "parley: without --db, all sessions end with this process\n");
  }
  std::fflush(stdout);
}

Result<bool> reload(server::HostedBot& bot) {
  try {
    return bot.reload();
  } catch (const std::bad_alloc&) {  // the server goes on
    return Unexpected(ErrorCode::kInternal, "out of memory");
  }
}

void reload_bots(server::Server& server) {
  for (const auto& bot : server.service().bots()) {
    const auto changed = reload(*bot);
    if (!changed) {
      report(changed.error());
      fmt::print(stderr, "parley: the bot {} stays as it was\n", bot->id());
    } else {
      fmt::print(stderr, "parley: the bot {} {}\n", bot->id(), *changed ? "was loaded again" : "has not changed");
    }
  }
}

int serve(const ServeOptions& options) {
  const auto drain = parse_duration(options.drain);
  if (!drain) return report(drain.error());
  std::signal(SIGPIPE, SIG_IGN);
  raise_file_limit();
  load_unwinder();
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto server = open_server(options);
  if (!server) return report(server.error());
  announce(**server, options);
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) return kFailed;
    if (signal != SIGHUP) break;
    reload_bots(**server);
  }
  fmt::print(stderr, "parley: stopping; running turns have {} to end\n", options.drain);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // a second signal ends the process at once
  if ((*server)->drain(std::chrono::milliseconds(*drain))) return kExitOk;
  fmt::print(stderr, "parley: some turns did not end in time\n");
  return kFailed;
}

void add_place(CLI::App& parser, ServeOptions& options) {
  parser
      .add_option("--listen", options.listen, "The address and port (default: 127.0.0.1:7272; port 0: any free port)")
      ->type_name("ADDRESS:PORT");
  parser.add_option("--unix", options.unix_path, "Listen on this Unix socket instead")->type_name("PATH");
  parser.add_option("--tls-cert", options.tls_certificates, "The certificate chain for TLS, as PEM")->type_name("FILE");
  parser.add_option("--tls-key", options.tls_key, "The private key for TLS, as PEM")->type_name("FILE");
  parser
      .add_option("--api-keys", options.keys,
                  "The file of API keys (parley api-keys); without it, only "
                  "programs of this machine can connect")
      ->type_name("FILE");
  parser
      .add_option("--origin", options.origins,
                  "The origin of web pages that may call the server, such as "
                  "https://shop.example; may be repeated")
      ->type_name("URL");
  parser
      .add_option(
          "--page-context", options.page_context,
          "A key of 'context' that web pages may set, as a claim of their user (default: none); may be repeated")
      ->type_name("KEY");
  parser.add_flag("--behind-proxy", options.behind_proxy, "Do not limit the connections of one address");
}

void add_limits(CLI::App& parser, ServeOptions& options) {
  parser
      .add_option("--workers", options.workers,
                  "Threads that answer requests; an eighth of them runs no turns (default: 64)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->option_text("N");
  parser.add_option("--io-threads", options.io_threads, "Threads that read and write connections (default: 1)")
      ->check(CLI::Range(1, 64))
      ->option_text("N");
  parser.add_option("--max-connections", options.max_connections, "Connections at once (default: 10000)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->option_text("N");
  parser.add_option("--max-body", options.max_body, "Bytes of a request's body (default: 1048576)")
      ->check(CLI::Range(std::size_t{1024}, std::size_t{64 * 1024 * 1024}))
      ->option_text("BYTES");
  parser
      .add_option("--slow-time", options.slow_time,
                  "Time of a request that reads many sessions, which then answers with what it has (default: 10s)")
      ->type_name("DURATION");
  parser.add_option("--drain", options.drain, "How long running turns may take after SIGTERM (default: 30s)")
      ->type_name("DURATION");
}

}  // namespace

Command add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* parser = add_command(
      app, "serve", "Answer over HTTP: an API for programs, and a console for people",
      "parley serve config/intents.yaml --db bot.db\n"
      "parley serve shop.yaml bank.yaml --db postgresql:///parley --api-keys keys.json --listen 0.0.0.0:7272\n"
      "curl -H 'Content-Type: application/json' -d '{\"text\": \"I want a refund\"}' "
      "http://127.0.0.1:7272/v1/sessions/s1/turns");
  parser->add_option("BOT", options->bots, "The bot files")->required()->expected(1, 100);
  parser
      ->add_option("--db", options->setup.database.path,
                   "Store sessions in this SQLite file or postgresql:// database (default: in memory)")
      ->type_name("PATH");
  add_keys(*parser, options->setup.database);
  add_place(*parser, *options);
  add_limits(*parser, *options);
  parser
      ->add_option("--telemetry", options->setup.telemetry,
                   "Append events to this file or table (sqlite:FILE), or send them to this OpenTelemetry collector "
                   "(https://...); may be repeated")
      ->type_name("PLACE");
  parser
      ->add_option("--access-log", options->access_log,
                   "Append a line of JSON for each answered request to this file; - is the standard output")
      ->type_name("FILE");
  parser
      ->add_option("--log-addresses", options->logged_addresses,
                   "The addresses of clients in the access log: none, network or whole (default: none)")
      ->type_name("HOW");
  parser
      ->add_option("--compat", options->compat,
                   "Also offer these interfaces: rasa, openai, ag-ui, mcp; separate several with commas")
      ->delimiter(',')
      ->type_name("NAMES");
  parser->add_option("--webhook", options->webhook, "Tell the desk at this URL about conversations that a person has")
      ->type_name("URL");
  parser->add_option("--webhook-secret", options->webhook_secret, "The file of the secret that signs webhooks")
      ->type_name("FILE");
  parser->add_option("--console-dir", options->console_dir, "Read the console's files from this folder, to develop it")
      ->type_name("DIR");
  add_remote_access(*parser, options->setup.remote.emplace());
  add_no_cache(*parser);
  return {parser, [options] { return serve(*options); }};
}

}  // namespace parley::cli
