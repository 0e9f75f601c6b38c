// `parley api-keys` makes, lists and revokes the keys of `parley serve`.
#include "server/api_keys.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/time_args.h"
#include "parley/clock.h"
#include "parley/value.h"

namespace parley::cli {
namespace {

struct ApiKeysOptions {
  std::string file;
  std::vector<std::string> scopes;
  std::string bot;
  std::string expires;
  double per_second = 0;
  std::string id;
  bool json = false;
};

int add(const ApiKeysOptions& options) {
  server::ApiKey key;
  for (const std::string& name : options.scopes) {
    const auto scope = server::scope_named(name);
    if (!scope) {
      return report(usage_error(fmt::format("unknown scope '{}'; one of: {}", printable(name),
                                            fmt::join(server::scope_names(server::kAllScopes), ", ")))
                        .error);
    }
    key.scopes |= static_cast<unsigned>(*scope);
  }
  key.bot = options.bot;
  key.per_second = options.per_second;
  key.created_at = create_system_clock()->now();
  if (!options.expires.empty()) {
    const auto at = parse_time(options.expires);
    if (!at) return report(at.error());
    key.expires_at = *at;
  }
  const auto secret = server::add_api_key(options.file, key);
  if (!secret) return report(secret.error());
  if (options.json) {
    fmt::print("{}\n", Value(Value::Object{{"key", *secret}}).to_json());
  } else {
    fmt::print("{}\n", *secret);
    fmt::print(stderr, "Store this key now: the file keeps only its hash.\n");
  }
  return kExitOk;
}

std::string standing_of(const server::ApiKey& key, TimeMs now) {
  if (key.revoked_at != 0) return "revoked";
  if (key.expires_at != 0 && key.expires_at <= now) return "expired";
  return "valid";
}

int list(const ApiKeysOptions& options) {
  const auto file = server::read_key_file(options.file);
  if (!file) return report(file.error());
  const TimeMs now = create_system_clock()->now();
  Value::Array rows;
  Table table({{"id"}, {"scopes"}, {"bot"}, {"created"}, {"expires"}, {"standing"}});
  for (const server::ApiKey& key : file->keys) {
    const std::string expires = key.expires_at == 0 ? "" : show_time(key.expires_at);
    const auto scopes = server::scope_names(key.scopes);
    table.add({key.id, fmt::format("{}", fmt::join(scopes, ", ")), key.bot, show_time(key.created_at), expires,
               standing_of(key, now)});
    rows.push_back(Value::Object{{"id", key.id},
                                 {"scopes", Value::Array(scopes.begin(), scopes.end())},
                                 {"bot", key.bot},
                                 {"created_at", format_time(key.created_at)},
                                 {"expires_at", key.expires_at == 0 ? Value() : Value(format_time(key.expires_at))},
                                 {"standing", standing_of(key, now)}});
  }
  if (options.json) {
    fmt::print("{}\n", Value(Value::Object{{"keys", std::move(rows)}}).to_json());
  } else {
    table.print();
  }
  return kExitOk;
}

int revoke(const ApiKeysOptions& options) {
  const auto revoked = server::revoke_api_key(options.file, options.id, create_system_clock()->now());
  if (!revoked) return report(revoked.error());
  fmt::print("{}\n", options.json ? Value(Value::Object{{"revoked", options.id}}).to_json()
                                  : fmt::format("Revoked {}. Running servers refuse it within a second.", options.id));
  return kExitOk;
}

}  // namespace

Command add_api_keys(CLI::App& app) {
  auto options = std::make_shared<ApiKeysOptions>();
  CLI::App* keys = add_command(app, "api-keys", "Make, list and revoke the keys of parley serve",
                               "parley api-keys add --keys keys.json --scope turn --scope read\n"
                               "parley api-keys list --keys keys.json\n"
                               "parley api-keys revoke --keys keys.json k3f9a1c2\n"
                               "parley serve bot.yaml --api-keys keys.json");
  keys->require_subcommand(1);
  CLI::App* adding = add_command(*keys, "add", "Make a key and print it; the file keeps only its hash",
                                 "parley api-keys add --keys keys.json --scope turn --bot acme-support");
  adding
      ->add_option(
          "--scope", options->scopes,
          "What the key allows: turn, read, clear, write, agent, admin, mint, metrics or tools; may be repeated")
      ->required()
      ->delimiter(',')
      ->type_name("NAME");
  adding->add_option("--bot", options->bot, "The only bot that the key is for, by its id")->type_name("ID");
  adding->add_option("--expires", options->expires, "When the key ends (default: never)")->type_name("ISO8601");
  adding
      ->add_option("--per-second", options->per_second,
                   "How many turns or other requests a second the key allows (default: any)")
      ->check(CLI::Range(0.001, 1e6))
      ->option_text("N");
  CLI::App* listing = add_command(*keys, "list", "List the keys of a file", "parley api-keys list --keys keys.json");
  CLI::App* revoking = add_command(*keys, "revoke", "Make a key invalid", "parley api-keys revoke --keys keys.json ID");
  revoking->add_option("ID", options->id, "The id of the key: k3f9a1c2 of pk_k3f9a1c2_...")->required();
  for (CLI::App* parser : {adding, listing, revoking}) {
    parser->add_option("--keys", options->file, "The file of the keys; add creates it")->required()->type_name("FILE");
    parser->add_flag("--json", options->json, "Print the result as JSON");
  }
  return {keys, [options, adding, listing] {
            if (adding->parsed()) return add(*options);
            return listing->parsed() ? list(*options) : revoke(*options);
          }};
}

}  // namespace parley::cli
