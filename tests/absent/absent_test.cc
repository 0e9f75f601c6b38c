// Tests a build that has only the core. A call that needs a left-out component returns an error that names the CMake
// option.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "parley/parley.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;

namespace {

template <class T>
void require_absent(const Result<T>& result, const std::string& option) {
  REQUIRE_FALSE(result);
  INFO(result.error().to_string());
  CHECK(result.error().to_string().find("-D" + option + "=ON") != std::string::npos);
}

std::string bot_with(const std::string& identity, const std::string& more = {}) {
  return "parley: 1\nbot: {id: b" + identity + "}\n" + more +
         "intents:\n  - id: greet\n    match: [{regex: hello}]\n    steps: [{say: Hello}]\n";
}

TEST_CASE("a store on PostgreSQL is refused") {
  require_absent(open_postgres_store("postgresql:///parley"), "PARLEY_POSTGRES");
  require_absent(postgres_migrations("postgresql:///parley"), "PARLEY_POSTGRES");
  require_absent(migrate_postgres("postgresql:///parley"), "PARLEY_POSTGRES");
}

TEST_CASE("master keys are refused, and an encrypted database is recognised and left as it is") {
  const test::TempFolder folder;
  const std::string path = folder.file("s.db");
  SqliteOptions options;
  options.encryption = std::make_shared<Encryption>();
  require_absent(open_sqlite_store(path, options), "PARLEY_ENCRYPTION");
  REQUIRE(open_sqlite_store(path));
  test::RawSqlite(path).run("PRAGMA application_id = 1885434483");  // the mark of an encrypted database
  const auto opened = open_sqlite_store(path);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message.find("is encrypted") != std::string::npos);
}

TEST_CASE("an HTTP endpoint is refused") {
  OtlpOptions otlp;
  otlp.url = "https://collector.example:4318";
  require_absent(create_otlp_sink(otlp), "PARLEY_HTTP");
  HttpSummarizerOptions summarizer;
  summarizer.url = "https://models.example/v1";
  summarizer.model = "m";
  summarizer.api_key = "k";
  require_absent(create_http_summarizer(summarizer), "PARLEY_HTTP");
}

TEST_CASE("metrics and exact token counts are refused") {
  require_absent(create_metrics_sink()->write({"{}"}), "PARLEY_METRICS");
  CHECK(create_metrics_sink()->metrics().find("-DPARLEY_METRICS=ON") != std::string::npos);
  require_absent(create_token_counter(Encoding::kCl100kBase), "PARLEY_TOKENS");
  CHECK(estimate_tokens("four words of English") > 0);
}

TEST_CASE("an engine for a bot that keeps topics is refused") {
  const auto catalog = Catalog::parse(bot_with("", "memory: {topics: {}}\n"), "bot.yaml");
  REQUIRE(catalog);
  require_absent(Engine::create(*catalog, create_memory_store()), "PARLEY_TOPICS");
  CHECK(Engine::create(*Catalog::parse(bot_with(""), "bot.yaml"), create_memory_store()));
}

TEST_CASE("a bot with another language or time zone is refused at the position of its key") {
  require_absent(Catalog::parse(bot_with(", locale: de"), "bot.yaml"), "PARLEY_LOCALES");
  require_absent(Catalog::parse(bot_with(", locale: en-GB"), "bot.yaml"), "PARLEY_LOCALES");
  require_absent(Catalog::parse(bot_with(", languages: [fr]"), "bot.yaml"), "PARLEY_LOCALES");
  require_absent(Catalog::parse(bot_with(", time_zone: Europe/Berlin"), "bot.yaml"), "PARLEY_TIME_ZONES");
  CHECK(Catalog::parse(bot_with(", locale: en-US, time_zone: UTC"), "bot.yaml"));
}

}  // namespace
