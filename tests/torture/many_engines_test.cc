// Tests engines in several processes over one store. Each message goes to any of the engines. No update is lost, and no
// tool is called twice.
#include <atomic>
#include <random>

#include <catch2/catch.hpp>

#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/threads.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kThreadsOfProcess = 4;  // threads per process

// The client of a session. It sends one message at a time, to any process.
struct Client {
  std::atomic<bool> is_busy{false};
  std::atomic<std::int64_t> seq{0};         // the number of the last message
  std::atomic<std::int64_t> number{0};      // the last number in a reply
  std::atomic<std::int64_t> executions{0};  // number of executions of the session's tools
};

struct EngineRun {
  const StoreUnderTest& target;
  const std::shared_ptr<const Catalog>& catalog;
  const Shared<Client>& clients;
  const Shared<std::atomic<std::int64_t>>& taken;  // [0]: turns begun; [1]: turns sent twice
  const Shared<std::uint32_t>& us;                 // time of each turn in microseconds
  Diagnostics& findings;

  bool work(int process) const {
    const auto store = target.open();
    if (!store) return findings.expect(false, store.error().to_string());
    const auto engine = make_engine(catalog, *store, [this](const ToolCall& call) {
      // Each order occurs in only one session and identifies it.
      const std::string order = argument(call, "order");
      if (!order.empty()) ++clients[static_cast<std::size_t>(std::stoi(order.substr(2)) / 10'000)].executions;
      return increment_tool(call);
    });
    std::atomic<bool> good{true};
    run_in_threads(kThreadsOfProcess, [&](int thread) {
      std::mt19937 random(static_cast<unsigned>(process * kThreadsOfProcess + thread) + 1);
      while (good) {
        const auto turn = static_cast<std::size_t>(taken[0]++);
        if (turn >= us.size()) return;
        if (!speak(random, turn, *engine)) good = false;
      }
    });
    return good;
  }

  bool speak(std::mt19937& random, std::size_t turn, Engine& engine) const {
    std::size_t session = random() % clients.size();
    while (clients[session].is_busy.exchange(true)) session = random() % clients.size();
    Client& client = clients[session];
    const std::int64_t seq = client.seq + 1;
    const Request request =
        message(name_of_session(static_cast<int>(session)), script(static_cast<int>(session), seq), id_of(seq));
    // Some messages are sent again, in half of the cases by another process.
    const bool again = seq > 1 && random() % 20 == 0;
    if (again) {
      Request last = request;
      last.id = id_of(seq - 1);
      last.input = script(static_cast<int>(session), seq - 1);
      const auto known = engine.handle(last);
      findings.expect(known && known->duplicate && known->seq == seq - 1, request.session + ": answered again");
      ++taken[1];
    }
    const auto began = std::chrono::steady_clock::now();
    const auto answer = engine.handle(request);
    us[turn] = static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began).count());
    const bool good = answer && answer->seq == seq;
    if (!good) findings.add(request.session + ": " + (answer ? "an update was lost" : answer.error().to_string()));
    if (const auto number = good ? number_in(*answer) : std::nullopt) {
      findings.expect(*number == client.number + 1, request.session + ": counted wrongly");
      client.number = *number;
    }
    client.seq = seq;
    client.is_busy = false;
    return good;
  }
};

}  // namespace

TEST_CASE("engines in several processes that share sessions lose no update and call no tool twice",
          "[processes][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int processes = GENERATE(1, 2, 4);
  const auto sessions = static_cast<std::size_t>(scaled(200, 20'000));
  const int turns = scaled(1'000, 100'000);
  const auto target = make_store_under_test(backend);
  const auto catalog = load_bot();
  (void)open(*target);
  const Shared<Diagnostics> findings;
  const Shared<Client> clients(sessions);
  const Shared<std::atomic<std::int64_t>> taken(2);
  const Shared<std::uint32_t> us(static_cast<std::size_t>(turns));
  const EngineRun run{*target, catalog, clients, taken, us, *findings};
  Progress progress(std::to_string(processes) + " engines over " + target->name(), turns);
  std::vector<Child> children;
  for (int process = 0; process < processes; ++process) {
    children.emplace_back([&, process] { return run.work(process); });
  }
  CHECK(wait_for(children, [&] { progress.at(taken[0]); }));
  const double seconds = progress.seconds();
  CHECK(findings->all() == "");

  const auto store = open(*target);
  for (std::size_t i = 0; i < sessions; ++i) {
    const Client& client = clients[i];
    const auto record = store->record(name_of_session(static_cast<int>(i)));
    REQUIRE(record);
    findings->expect((*record ? (*record)->state.turns : 0) == client.seq, "turns are lost");
    if (!*record) continue;
    check_session(**record, *findings);
    findings->expect(check_numbers(**record, *findings) == client.number, "numbers are lost");
    std::int64_t with_order = 0;
    for (const CallRecord& call : (*record)->calls) with_order += call.tool != "counter.add";
    findings->expect(with_order == client.executions, "a tool was called twice");
  }
  CHECK(findings->all() == "");
  std::vector<std::uint32_t> sorted(&us[0], &us[0] + us.size());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double part) {
    return std::to_string(sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))]) + " us";
  };
  progress.figures(count_of(turns, "turns in ") + count_of(static_cast<std::int64_t>(sessions), "sessions, ") +
                   count_of(taken[1], "sent again; ") +
                   count_of(static_cast<std::int64_t>(turns / seconds), "turns/s, ") + "p50 " + at(0.5) + ", p99 " +
                   at(0.99));
}
