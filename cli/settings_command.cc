// `parley settings` shows the effective settings and the source of each.
// Tested by tests/cli/settings_test.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/settings.h"
#include "cli/table.h"

namespace parley::cli {
namespace {

// Hides keys of endpoints.
Value shown(const Setting& setting) {
  const std::string* text = setting.value.if_string();
  return setting.name.ends_with(".key") && text && !text->empty() ? Value("(set)") : setting.value;
}

int show(bool json) {
  const auto settings = Settings::read();
  if (!settings) return report(settings.error());
  Table table({{"setting"}, {"value"}, {"from"}, {"variable"}});
  Value::Object all;
  for (const Setting& each : settings->all()) {
    const Value value = shown(each);
    all[each.name] = Value::Object{{"value", value}, {"from", each.from}, {"variable", each.variable}};
    table.add({each.name, value.is_null() ? "" : value.to_json(), each.from, each.variable});
  }
  if (json) {
    fmt::print("{}\n", Value(std::move(all)).to_json());
  } else {
    table.print();
  }
  return kExitOk;
}

}  // namespace

Command add_settings(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* parser = add_command(app, "settings", "Show the effective settings and the source of each",
                                 "parley settings\n"
                                 "PARLEY_MEMORY_TOKENS=o200k_base parley settings --json | jq");
  parser->add_flag("--json", *json, "Print the result as JSON");
  return {parser, [json] { return show(*json); }};
}

}  // namespace parley::cli
