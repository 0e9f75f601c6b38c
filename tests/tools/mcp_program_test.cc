// Tests the client against the pipes of a program (tools/mcp_program.cc).
#include <catch2/catch.hpp>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/memory/temp_folder.h"
#include "tests/tools/mcp_bot.h"

using namespace parley;
using namespace parley::test::mcp;

namespace {

// A shell that answers each line with the next of the responses, and then reads on.
std::shared_ptr<const Catalog> bot_of_program(const std::vector<std::string>& responses) {
  std::string script;
  for (const std::string& response : responses) {
    script += "read -r line; ";
    if (!response.empty()) script += "echo ''" + response + "''; ";
  }
  return bot_with("{command: [sh, -c, '" + script + "while read -r line; do :; done']}");
}

}  // namespace

TEST_CASE("a program is an MCP server on its standard input and output") {
  RemoteToolOptions options;
  options.allow_commands = {"sh", "no-such-program"};
  SECTION("of 2026-07-28") {
    const auto bot = bot_of_program({kDiscovered, result(2, kDone), result(3, kDone)});
    CHECK(run(*bot, options, 2).data.to_json() == R"({"state":"sent"})");
  }
  SECTION("of 2025-11-25, with lines that are not for the client and a request") {
    const auto bot = bot_of_program({kUnknownMethod, "hello", "", R"({"jsonrpc":"2.0","id":9,"method":"ping"})", ""});
    const auto slow = run(*bot, options, 1, std::chrono::milliseconds(300));
    CHECK(slow.error == "the MCP server: the request timed out");
    const auto good = bot_of_program({kUnknownMethod, kInitialized, "", result(3, kDone)});
    CHECK(run(*good, options).data.to_json() == R"({"state":"sent"})");
  }
  SECTION("that ends") {
    CHECK(run(*bot_with("{command: [sh, -c, 'exit 0']}"), options).error == "the MCP server: the program has ended");
  }
  SECTION("that does not exist") {
    CHECK(run(*bot_with("{command: no-such-program}"), options).error ==
          "the MCP server: the program cannot be started");
  }
  SECTION("without this process's environment") {
    ::setenv("MCP_TEST_SECRET", "x", 1);
    const auto bot = bot_with(
        R"({command: [sh, -c, 'read -r l; echo ''{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}''; )"
        R"(read -r l; echo ''{"jsonrpc":"2.0","id":2,"result":{"structuredContent":{"env":"''$MCP_TEST_SECRET''"}}}''; read -r l']})");
    CHECK(run(*bot, options).data.to_json() == R"({"env":""})");
  }
}

TEST_CASE("a child of a program does not survive it") {
  RemoteToolOptions options;
  options.allow_commands = {"sh", "timeout"};
  const char* const answers[] = {
      "read -r line; read -r line",  // the program does not answer in time
      "read -r line",                // the program ends, and its child does not
      // The program is still running when its tools are closed.
      (R"(read -r line; echo ''{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}''; )"
       R"(read -r line; echo ''{"jsonrpc":"2.0","id":2,"result":{"structuredContent":{}}}''; read -r line)")};
  for (const auto& [program, answer] : {std::pair{"sh", answers[0]},
                                        {"sh", answers[1]},
                                        {"sh", answers[2]},
                                        // This program makes a process group of its own.
                                        {"timeout, '60', sh", answers[0]},
                                        {"timeout, '60', sh", answers[2]}}) {
    INFO(program << ": " << answer);
    const test::TempFolder folder;
    const std::string alive = folder.file("alive");
    REQUIRE(::mkfifo(alive.c_str(), 0600) == 0);
    const int reader = ::open(alive.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(reader >= 0);
    // The pipe is open before the program answers. The child holds it open as long as it lives.
    const std::string command =
        "{command: [" + std::string(program) + ", -c, 'exec 3<>" + alive + "; cat <&3 & " + answer + "']}";
    run(*bot_with(command), options, 1, std::chrono::seconds(2));
    pollfd ends{reader, POLLIN, 0};
    CHECK(::poll(&ends, 1, 10'000) == 1);
    CHECK((ends.revents & POLLHUP) != 0);
    ::close(reader);
  }
}

TEST_CASE("a program that moves to the process group of parley is killed as well") {
  RemoteToolOptions options;
  options.allow_commands = {"python3"};
  const test::TempFolder folder;
  const std::string survived = folder.file("survived");
  // If nobody kills the program, it says so and ends.
  const std::string program = "import os, signal; signal.signal(signal.SIGALRM, lambda *_: (open(\"" + survived +
                              "\", \"w\"), os._exit(0))); signal.alarm(10); "
                              "os.setpgid(0, os.getpgid(os.getppid())); [signal.pause() for _ in iter(int, 1)]";
  run(*bot_with("{command: [python3, -c, '" + program + "']}"), options, 1, std::chrono::seconds(2));
  CHECK(::access(survived.c_str(), F_OK) != 0);
}
