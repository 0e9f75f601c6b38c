// `parley run` serves the turn protocol on standard input and output. It answers every input line with one output line,
// in order, before it reads the next. A line that is not a request gets an error.
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/lines.h"
#include "cli/open.h"
#include "parley/protocol.h"

namespace parley::cli {
namespace {

// Long enough for the longest message and context with every character escaped, and for large tool results.
constexpr std::size_t kMaxLine = 1024 * 1024;

std::string respond(std::string_view line, Engine& engine) {
  const Result<Request> request = parse_request(line);
  if (!request) return to_json(request.error());
  const Result<Turn> turn = engine.handle(*request);
  return turn ? to_json(*turn) : to_json(turn.error());
}

bool write_line(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::putc('\n', stdout);
  return std::fflush(stdout) == 0;
}

int run(const SetupOptions& options) {
  Result<Setup> setup = open_engine(options);
  if (!setup) return report(setup.error());

  const std::string too_long =
      to_json(Error{ErrorCode::kInvalidRequest, fmt::format("the line is longer than {} bytes", kMaxLine), {}});
  if (isatty(STDIN_FILENO) != 0) {
    fmt::print(stderr,
               "Type one request per line, such as {{\"session\": \"s1\", \"text\": \"hello\"}}; Ctrl-D quits.\n");
  }
  std::ios::sync_with_stdio(false);
  LineReader lines(std::cin, kMaxLine);
  LostEvents lost(*setup->engine, options.telemetry);
  std::string_view line;
  for (;;) {
    const LineReader::Read read = lines.next(line);
    if (read == LineReader::Read::kEnd) return lost.report_totals();
    const std::string response = read == LineReader::Read::kTooLong ? too_long : respond(line, *setup->engine);
    if (!write_line(response)) {
      fmt::print(stderr, "parley run: cannot write the response\n");
      return kFailed;
    }
    lost.report();
  }
}

}  // namespace

Command add_run(CLI::App& app) {
  auto options = std::make_shared<SetupOptions>();
  CLI::App* parser =
      add_command(app, "run", "Answer requests on standard input: one JSON object per line",
                  "echo '{\"session\": \"s1\", \"text\": \"I want a refund\"}' | parley run --bot config/intents.yaml\n"
                  "parley run --bot bot.yaml --db bot.db --telemetry turns.jsonl < requests.jsonl");
  parser->add_option("--bot", options->bot, "The bot file")->required()->type_name("FILE");
  parser
      ->add_option("--db", options->database.path,
                   "Store sessions in this SQLite file or postgresql:// database (default: in memory)")
      ->type_name("PATH");
  add_keys(*parser, options->database);
  parser
      ->add_option("--telemetry", options->telemetry,
                   "Append events to this file or table (sqlite:FILE), or send them to this OpenTelemetry collector "
                   "(https://...); may be repeated")
      ->type_name("PLACE");
  parser->add_option("--clock", options->clock, "Use this fixed time instead of the system clock")
      ->type_name("ISO8601");
  add_remote_access(*parser, options->remote.emplace());
  add_no_cache(*parser);
  return {parser, [options] { return run(*options); }};
}

}  // namespace parley::cli
