// `parley audit` sends made-up private values to a bot and searches all its output for them.
#include "parley/audit.h"

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "parley/value.h"

namespace parley::cli {
namespace {

constexpr std::size_t kLeaksShown = 20;

struct AuditCommandOptions {
  std::vector<std::string> paths;
  std::string bot;
  std::int64_t canaries = 1'000;
  std::int64_t requests = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

std::string joined(const std::vector<std::string>& names) {
  return printable(fmt::format("{}", fmt::join(names, ", ")));
}

std::string ratio(std::int64_t count, std::int64_t all) { return all == 0 ? "-" : fmt::format("{} of {}", count, all); }

void print_outlets(const AuditReport& report) {
  using Align = Table::Align;
  Table table({{"output"},
               {"bytes searched", Align::kRight},
               {"must be hidden", Align::kRight},
               {"leaked", Align::kRight},
               {"others seen", Align::kRight}});
  for (const AuditReport::Outlet& one : report.outlets) {
    table.add({one.name, std::to_string(one.bytes), std::to_string(one.told), std::to_string(one.leaks),
               ratio(one.seen_else, one.told_else)});
  }
  table.print();
}

void print_forms(const AuditReport& report) {
  using Align = Table::Align;
  Table table({{"form"}, {"planted", Align::kRight}, {"must be hidden", Align::kRight}, {"seen", Align::kRight}});
  for (const AuditReport::Form& one : report.forms) {
    if (one.told > 0) {
      table.add({one.name, std::to_string(one.told), std::to_string(one.understood), std::to_string(one.seen)});
    }
  }
  table.print();
}

void print_params(const AuditReport& report) {
  using Align = Table::Align;
  Table table({{"value of"}, {"planted", Align::kRight}, {"must be hidden", Align::kRight}});
  for (const AuditReport::Planted& one : report.params) {
    table.add({printable(one.name), std::to_string(one.told), std::to_string(one.understood)});
  }
  table.print();
  if (!report.not_told.empty()) fmt::print("\nno value was planted for: {}\n", joined(report.not_told));
}

void print_leaks(const AuditReport& report) {
  for (std::size_t i = 0; i < report.leaks.size() && i < kLeaksShown; ++i) {
    const AuditLeak& leak = report.leaks[i];
    fmt::print("{}  {}:{}: {}, written as {}, found in {} as {}\n        {}\n", paint("LEAK", Colour::kBad),
               printable(leak.file), leak.line, printable(leak.name), leak.form, leak.outlet, leak.found_as,
               printable(leak.around));
  }
  if (report.leaked > 0) fmt::print("\n");
}

void print_text(const AuditReport& report) {
  print_leaks(report);
  print_outlets(report);
  fmt::print("\n");
  print_forms(report);
  fmt::print("\n");
  print_params(report);
  std::int64_t hidden = 0;
  for (const AuditReport::Form& form : report.forms) hidden += form.understood;
  if (report.model_calls > 0) {
    fmt::print("\n{} calls of a language model, which gave back {} values\n", report.model_calls, report.model_values);
  }
  fmt::print("\n{} values planted in {} conversations, {} turns; {} must be hidden: {}\n", report.told(),
             report.conversations, report.turns, hidden,
             report.leaked == 0 ? paint("none leaked", Colour::kGood)
                                : paint(fmt::format("leaked {} times", report.leaked), Colour::kBad));
}

void print_json(const AuditReport& report) {
  Value::Array outlets, forms, params, leaks;
  for (const auto& one : report.outlets) {
    outlets.push_back(Value::Object{{"output", one.name},
                                    {"bytes", one.bytes},
                                    {"private", one.told},
                                    {"seen", one.leaks},
                                    {"others", one.told_else},
                                    {"others_seen", one.seen_else}});
  }
  for (const auto& one : report.forms) {
    forms.push_back(
        Value::Object{{"form", one.name}, {"told", one.told}, {"private", one.understood}, {"seen", one.seen}});
  }
  for (const auto& one : report.params) {
    params.push_back(Value::Object{{"name", one.name}, {"told", one.told}, {"private", one.understood}});
  }
  for (const auto& one : report.leaks) {
    leaks.push_back(Value::Object{{"file", one.file},
                                  {"line", one.line},
                                  {"name", one.name},
                                  {"form", one.form},
                                  {"output", one.outlet},
                                  {"found_as", one.found_as},
                                  {"around", one.around}});
  }
  const Value all = Value::Object{{"conversations", report.conversations},
                                  {"turns", report.turns},
                                  {"model_calls", report.model_calls},
                                  {"model_values", report.model_values},
                                  {"told", report.told()},
                                  {"leaked", report.leaked},
                                  {"outputs", std::move(outlets)},
                                  {"forms", std::move(forms)},
                                  {"values", std::move(params)},
                                  {"not_told", Value::Array(report.not_told.begin(), report.not_told.end())},
                                  {"leaks", std::move(leaks)}};
  fmt::print("{}\n", all.to_json());
}

int audit(const AuditCommandOptions& options) {
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  AuditOptions audit_options;
  audit_options.canaries = options.canaries;
  audit_options.requests = options.requests;
  audit_options.seed = options.seed;
  Progress progress("values planted", static_cast<std::size_t>(options.canaries));
  audit_options.on_progress = [&](std::int64_t planted, std::int64_t) {
    progress.at(static_cast<std::size_t>(planted));
  };
  const auto done = audit_bot(*catalog, options.paths, audit_options);
  progress.clear();
  if (!done) return report(done.error());
  options.json ? print_json(*done) : print_text(*done);
  return done->leaked == 0 ? kExitOk : kFailed;
}

}  // namespace

Command add_audit(CLI::App& app) {
  auto options = std::make_shared<AuditCommandOptions>();
  CLI::App* parser =
      add_command(app, "audit", "Send made-up private values to a bot and search all its output for them",
                  "parley audit tests/conversations\n"
                  "parley audit conversations/ --bot bot.yaml --canaries 10000\n"
                  "parley audit conversations/ --bot bot.yaml --json > audit.json");
  parser->add_option("PATH", options->paths, "Conversation files, or folders with them")->required();
  parser->add_option("--bot", options->bot, "The bot file (default: config/intents.yaml)")->type_name("FILE");
  parser->add_option("--canaries", options->canaries, "Number of made-up values to plant (default: 1000)")
      ->check(CLI::Range(1, 10'000'000))
      ->option_text("N");
  parser
      ->add_option("--requests", options->requests, "Least number of requests to send, in further rounds (default: 0)")
      ->check(CLI::Range(0, 10'000'000))
      ->option_text("N");
  parser->add_option("--seed", options->seed, "Seed of the made-up values (default: 1)")->option_text("N");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return audit(*options); }};
}

}  // namespace parley::cli
