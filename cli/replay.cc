// `parley replay` plays conversation files against a bot. It reports which conversations passed, and where the others
// failed.
#include "parley/replay.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/junit.h"
#include "cli/open.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "parley/value.h"

namespace parley::cli {
namespace {

struct ReplayCommandOptions {
  std::vector<std::string> paths;
  std::string bot;
  std::string junit;
  bool force = false;
  bool coverage = false;
  bool restart_every_turn = false;
  bool minimise = false;
  bool transcript = false;
  bool json = false;
};

// Whether all intents must be reached. A folder represents the whole behavior of the bot, so it requires coverage; a
// file does not.
bool checks_coverage(const ReplayCommandOptions& options) {
  return options.coverage || std::any_of(options.paths.begin(), options.paths.end(), [](const std::string& path) {
           std::error_code ignored;
           return std::filesystem::is_directory(path, ignored);
         });
}

void print_transcript(const ConversationResult& conversation) {
  for (const TranscriptLine& line : conversation.transcript) {
    const std::string speaker = fmt::format("{:<4}", line.speaker);
    fmt::print("    {}  {}\n", paint(speaker, line.speaker == "user" ? Colour::kStrong : Colour::kQuiet),
               printable(line.text));
  }
}

void print_mismatches(const ConversationResult& conversation) {
  int turn = 0;
  for (const Mismatch& mismatch : conversation.mismatches) {
    if (mismatch.turn != turn) {
      turn = mismatch.turn;
      fmt::print("    {}:{}: turn {}, user: {}\n", printable(mismatch.file), mismatch.line, mismatch.turn,
                 printable(mismatch.user));
    }
    fmt::print("      {}\n", printable(mismatch.field));
    fmt::print("        expected  {}\n", paint(printable(mismatch.expected), Colour::kGood));
    fmt::print("        actual    {}\n", paint(printable(mismatch.actual), Colour::kBad));
    if (!mismatch.hint.empty()) fmt::print("        hint      {}\n", printable(mismatch.hint));
  }
}

void print_conversation(const ConversationResult& conversation, bool transcript) {
  const bool passed = conversation.mismatches.empty();
  fmt::print("{}  {}: {}\n", passed ? paint("ok  ", Colour::kGood) : paint("FAIL", Colour::kBad),
             printable(conversation.file), printable(conversation.name));
  if (transcript) print_transcript(conversation);
  print_mismatches(conversation);
}

// Returns how many conversations reach each intent, in the order of the bot file.
std::vector<std::pair<std::string, std::int64_t>> reached(const Catalog& catalog, const ReplayReport& report) {
  std::map<std::string, std::int64_t> counts;
  for (const ConversationResult& conversation : report.conversations) {
    for (const std::string& intent : conversation.intents) ++counts[intent];
  }
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (const std::string& intent : catalog.intents()) out.emplace_back(intent, counts[intent]);
  return out;
}

struct Outcomes {
  int reached = 0;
  int of = 0;
  std::vector<std::string> missing;
  double share() const { return of == 0 ? 1.0 : static_cast<double>(reached) / of; }
};

Outcomes outcomes_of(const ReplayReport& report) {
  Outcomes all;
  for (const IntentCoverage& intent : report.coverage) {
    all.reached += intent.reached;
    all.of += intent.of;
    all.missing.insert(all.missing.end(), intent.missing.begin(), intent.missing.end());
  }
  return all;
}

void print_coverage(const Catalog& catalog, const ReplayReport& report) {
  Table table({{"conversations", Table::Align::kRight}, {"outcomes", Table::Align::kRight}, {"intent"}});
  const auto counts = reached(catalog, report);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const IntentCoverage& intent = report.coverage[i];
    table.add({std::to_string(counts[i].second), fmt::format("{}/{}", intent.reached, intent.of), counts[i].first});
  }
  fmt::print("\n");
  table.print();
  fmt::print("\n");
  const Outcomes all = outcomes_of(report);
  for (const std::string& missing : all.missing) fmt::print("not reached  {}\n", missing);
  fmt::print("{}{} of {} outcomes reached: {:.1f} %\n\n", all.missing.empty() ? "" : "\n", all.reached, all.of,
             100 * all.share());
}

void print_summary(const ReplayCommandOptions& options, const Catalog& catalog, const ReplayReport& report) {
  if (options.coverage) print_coverage(catalog, report);
  if (checks_coverage(options)) {
    for (const std::string& intent : report.uncovered) {
      fmt::print("{}  no conversation reaches the intent {}\n", paint("FAIL", Colour::kBad), intent);
    }
  }
  const auto failed = static_cast<std::size_t>(report.failed);
  fmt::print("{} passed, {} failed", report.conversations.size() - failed, failed);
  if (checks_coverage(options)) {
    const std::size_t intents = catalog.intents().size();
    fmt::print("; {} of {} intents reached", intents - report.uncovered.size(), intents);
  }
  fmt::print("\n");
}

Value outcomes_value(const Outcomes& outcomes) {
  return Value::Object{{"reached", outcomes.reached},
                       {"of", outcomes.of},
                       {"share", outcomes.share()},
                       {"missing", Value::Array(outcomes.missing.begin(), outcomes.missing.end())}};
}

void print_json(const ReplayCommandOptions& options, const Catalog& catalog, const ReplayReport& report) {
  Value::Array failures;
  for (const ConversationResult& conversation : report.conversations) {
    for (const Mismatch& mismatch : conversation.mismatches) {
      failures.push_back(Value::Object{{"file", mismatch.file},
                                       {"line", mismatch.line},
                                       {"conversation", mismatch.conversation},
                                       {"turn", mismatch.turn},
                                       {"user", mismatch.user},
                                       {"field", mismatch.field},
                                       {"expected", mismatch.expected},
                                       {"actual", mismatch.actual},
                                       {"hint", mismatch.hint}});
    }
  }
  Value::Object by_intent;
  for (const auto& [intent, count] : reached(catalog, report)) by_intent[intent] = count;
  const Value::Array uncovered(report.uncovered.begin(), report.uncovered.end());
  const auto total = static_cast<std::int64_t>(report.conversations.size());
  const auto intents = static_cast<std::int64_t>(catalog.intents().size());
  Value::Object answer{{"conversations", total},
                       {"passed", total - report.failed},
                       {"failed", report.failed},
                       {"failures", std::move(failures)},
                       {"coverage", Value::Object{{"checked", checks_coverage(options)},
                                                  {"intents", intents},
                                                  {"reached", intents - static_cast<std::int64_t>(uncovered.size())},
                                                  {"uncovered", uncovered},
                                                  {"conversations_by_intent", std::move(by_intent)},
                                                  {"outcomes", outcomes_value(outcomes_of(report))}}}};
  if (options.transcript) {
    Value::Array transcripts;
    for (const ConversationResult& conversation : report.conversations) {
      Value::Array lines;
      for (const TranscriptLine& line : conversation.transcript) {
        lines.push_back(Value::Object{{"speaker", line.speaker}, {"text", line.text}});
      }
      transcripts.push_back(
          Value::Object{{"file", conversation.file}, {"conversation", conversation.name}, {"lines", std::move(lines)}});
    }
    answer["transcripts"] = std::move(transcripts);
  }
  fmt::print("{}\n", Value(std::move(answer)).to_json());
}

// Writes the shortest forms of failing conversations to one file. Passing conversations are left out.
int minimise_command(const ReplayCommandOptions& options, const std::shared_ptr<const Catalog>& catalog) {
  MinimiseOptions minimise_options;
  minimise_options.scratch_folder = std::filesystem::temp_directory_path().string();
  std::unique_ptr<Progress> progress;
  minimise_options.on_attempt = [&](std::size_t attempts, std::size_t most) {
    if (!progress) progress = std::make_unique<Progress>("attempt", most);
    progress->at(attempts);
  };
  const Result<Minimised> result = minimise(catalog, options.paths, minimise_options);
  progress.reset();
  if (!result) return report(result.error());
  if (options.json) {
    fmt::print("{}\n", Value(Value::Object{{"conversations", result->conversations},
                                           {"turns_before", result->turns_before},
                                           {"turns_after", result->turns_after},
                                           {"yaml", result->yaml}})
                           .to_json());
    return result->conversations == 0 ? kExitOk : kFailed;
  }
  if (result->conversations == 0) {
    fmt::print(stderr, "Every conversation passes; there is nothing to shorten.\n");
    return kExitOk;
  }
  fmt::print("# Shortened from {} to {} turns; fails as before.\n{}", result->turns_before, result->turns_after,
             result->yaml);
  return kFailed;
}

int replay_command(const ReplayCommandOptions& options) {
  OutputRules rules{options.force, files_of(options.paths)};
  rules.in_use.push_back(options.bot);
  if (!options.junit.empty()) {
    if (auto checked = check_output(options.junit, rules); !checked) return report(checked.error());
  }
  const auto catalog = open_bot(options.bot);
  if (!catalog) return report(catalog.error());
  if (options.minimise) return minimise_command(options, *catalog);

  ReplayOptions replay_options;
  replay_options.restart_every_turn = options.restart_every_turn;
  replay_options.scratch_folder = std::filesystem::temp_directory_path().string();
  std::unique_ptr<Progress> progress;
  replay_options.on_result = [&](const ConversationResult& conversation, std::size_t done, std::size_t total) {
    if (!progress) progress = std::make_unique<Progress>("conversation", total);
    if (!options.json) {
      progress->clear();
      print_conversation(conversation, options.transcript);
    }
    progress->at(done);
  };
  const Result<ReplayReport> result = replay(*catalog, options.paths, replay_options);
  progress.reset();
  if (!result) return report(result.error());
  if (result->conversations.empty()) {
    return report(usage_error("no conversations found; name conversation files or folders with *.yaml files").error);
  }

  if (options.json) {
    print_json(options, **catalog, *result);
  } else {
    print_summary(options, **catalog, *result);
  }
  if (!options.junit.empty()) {
    const auto written = write_file(options.junit, junit_of(*result, checks_coverage(options)), rules);
    if (!written) return report(written.error());
  }
  const bool uncovered = checks_coverage(options) && !result->uncovered.empty();
  return result->failed > 0 || uncovered ? kFailed : kExitOk;
}

}  // namespace

Command add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayCommandOptions>();
  CLI::App* parser = add_command(app, "replay", "Run conversation files against a bot; exit 1 if one fails",
                                 "parley replay tests/conversations\n"
                                 "parley replay --bot bot.yaml refund.yaml --transcript\n"
                                 "parley replay tests/conversations --junit replay.xml --coverage\n"
                                 "parley replay --minimise refund.yaml >shortest.yaml");
  parser
      ->add_option("PATH", options->paths,
                   "Conversation files, or folders with them (a folder must reach every intent)")
      ->required();
  parser->add_option("--bot", options->bot, "The bot file (default: config/intents.yaml)")->type_name("FILE");
  parser->add_option("--junit", options->junit, "Write the results as JUnit XML")->type_name("FILE");
  add_force(*parser, options->force);
  parser->add_flag("--coverage", options->coverage,
                   "Show which outcomes of each intent are reached; fail if an intent is not reached");
  parser->add_flag("--restart-every-turn", options->restart_every_turn,
                   "Reopen the engine and its database after every turn");
  parser->add_flag("--minimise,--minimize", options->minimise,
                   "Print the shortest form of each failing conversation as YAML");
  parser->add_flag("--transcript", options->transcript, "Print the messages of each conversation");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return replay_command(*options); }};
}

}  // namespace parley::cli
