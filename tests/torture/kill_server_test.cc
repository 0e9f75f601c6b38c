// Tests an engine whose PostgreSQL server is killed: after the restart, all acknowledged turns are stored, and the
// engine continues by itself. The test starts the server in its own folder.
#include <fstream>
#include <random>

#include <catch2/catch.hpp>

#include "tests/torture/acknowledged_turns.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using namespace parley::torture;

namespace {

class OwnServer {
 public:
  OwnServer() {
    // If the test runs as root, the server runs as another user, who must be able to enter the folder.
    ::chmod(folder_.path().c_str(), 0755);
    // The server becomes a child of this process, which must wait for it. Otherwise a dead server would count as
    // running.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    start();
  }
  ~OwnServer() {
    script("stop");
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  }
  OwnServer(const OwnServer&) = delete;
  OwnServer& operator=(const OwnServer&) = delete;

  std::string uri() const { return "postgresql:///parley?host=" + home() + "&user=parley"; }

  // Kills all processes of the server at once, as when memory runs out.
  void kill() const {
    const pid_t server = std::stoi(line_of(home() + "/data/postmaster.pid"));
    const std::string number = std::to_string(server);
    std::ifstream children("/proc/" + number + "/task/" + number + "/children");
    std::vector<pid_t> all{server};
    for (pid_t child = 0; children >> child;) all.push_back(child);
    for (pid_t each : all) ::kill(each, SIGSTOP);  // a stopped process cannot start new processes
    for (pid_t each : all) ::kill(each, SIGKILL);
    for (pid_t each : all) {
      while (::kill(each, 0) == 0 && ::waitpid(each, nullptr, WNOHANG) != each) ::poll(nullptr, 0, 1);
    }
  }
  void start() const { REQUIRE(script("start") == 0); }

 private:
  std::string home() const { return folder_.file("postgres"); }
  int script(const std::string& what) const {
    const std::string command = "cd '" PARLEY_SOURCE_DIR "' && PARLEY_POSTGRES_DIR='" + home() +
                                "' scripts/dev-postgres " + what + " >'" + folder_.file("log") + "' 2>&1";
    return std::system(command.c_str());
  }
  static std::string line_of(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
  }
  test::TempFolder folder_;
};

}  // namespace

TEST_CASE("a killed PostgreSQL server loses no acknowledged turn, and the engine continues after its restart",
          "[server][postgres]") {
  if (!test::has_postgres()) return;
  const int kills = scaled(3, 300);
  const auto catalog = load_bot();
  const OwnServer server;
  const PostgresUnderTest target(server.uri());
  std::mt19937 random(1);
  AcknowledgedTurns acknowledged_turns;
  const Shared<Diagnostics> findings;
  Progress progress("the server killed", kills);
  std::int64_t refused = 0;
  for (int done = 0; done < kills;) {
    // Each engine experiences ten kills.
    const auto seed = static_cast<unsigned>(random());
    Pipe<ClientReport> reports;
    Child engine([&] {
      reports.close_reading();
      return ClientProcess{
          target, catalog, reports, *findings, seed, ClientProcess::WaitPoint::kNowhere, ClientProcess::kUnlimited,
          true}
          .talk();
    });
    reports.close_writing();
    for (int i = 0; i < 10 && done < kills; ++i, ++done) {
      const auto hear = [&] {
        const auto report = reports.take();
        REQUIRE(report);
        acknowledged_turns.take(*report);
        refused += report->kind == ClientReport::Kind::kRefused;
        return report->kind == ClientReport::Kind::kAnswered;
      };
      for (unsigned heard = 1 + random() % 20; heard > 0;) heard -= hear();
      const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(random() % 50);
      while (std::chrono::steady_clock::now() < until) hear();
      server.kill();
      server.start();
      while (!hear()) {
      }
      progress.at(done);
    }
    engine.kill();
    engine.wait();
    while (const auto report = reports.take()) acknowledged_turns.take(*report);
    target.settle();
    acknowledged_turns.check(*open(target), Effects(target.file("effects")), *findings);
  }
  CHECK(findings->all() == "");
  progress.figures(count_of(kills, "kills of the server, ") +
                   count_of(acknowledged_turns.acknowledged(), "turns acknowledged, ") +
                   count_of(refused, "refused meanwhile, 0 lost, 0 twice"));
}
