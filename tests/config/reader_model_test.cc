// Tests `llm` and `understanding` of a bot file.
#include <catch2/catch.hpp>

#include "config/reader.h"

using namespace parley;
using namespace parley::config;

namespace {

struct ReadModel {
  BotDefinition bot;
  std::string errors;
};

ReadModel read_model(const std::string& keys) {
  const std::string yaml = "parley: 1\nbot: {id: b}\n" + keys +
                           "\nintents:\n  - {id: hello, match: [{regex: hello}], steps: [{say: Hi.}]}\n";
  Diagnostics findings({{"b.yaml", std::make_shared<const std::string>(yaml)}});
  ReadModel read{read_bot(findings), {}};
  for (const Diagnostic& one : findings.take()) read.errors += one.code + " " + one.message + "\n";
  return read;
}

}  // namespace

TEST_CASE("a bot without a language model asks none") {
  const auto read = read_model("");
  CHECK(read.errors.empty());
  CHECK_FALSE(read.bot.llm);
  CHECK(read.bot.model_reads == ModelReads::kOff);
}

TEST_CASE("the keys of the language model have defaults") {
  const auto read = read_model("llm: {model: small}\nunderstanding: {llm: fallback}");
  CHECK(read.errors.empty());
  REQUIRE(read.bot.llm);
  CHECK(read.bot.llm->model.value == "small");
  CHECK(read.bot.llm->timeout == 4000);
  CHECK(read.bot.llm->answer_tokens == 400);
  CHECK(read.bot.llm->history_tokens == 800);
  CHECK(read.bot.llm->limits.day == 0);
  CHECK(read.bot.model_reads == ModelReads::kFallback);
}

TEST_CASE("all keys of the language model are read") {
  const auto read = read_model(
      "llm: {model: m, timeout: 2s, answer_tokens: 100, history_tokens: 0, limits: {turn: 1, session: 2, day: 3}}\n"
      "understanding: {llm: first}");
  CHECK(read.errors.empty());
  REQUIRE(read.bot.llm);
  CHECK(read.bot.llm->timeout == 2000);
  CHECK(read.bot.llm->answer_tokens == 100);
  CHECK(read.bot.llm->history_tokens == 0);
  CHECK(read.bot.llm->limits.turn == 1);
  CHECK(read.bot.llm->limits.session == 2);
  CHECK(read.bot.llm->limits.day == 3);
  CHECK(read.bot.model_reads == ModelReads::kFirst);
}

TEST_CASE("mistakes in the keys of the language model are reported") {
  struct Case {
    const char* keys;
    const char* code;
  };
  const Case cases[] = {
      {"understanding: {llm: fallback}", "E313"},
      {"llm: {timeout: 2s}", "E306"},
      {"llm: {model: m, timeout: 10m}", "E3"},
      {"llm: {model: m, limits: {week: 3}}", "E201"},
      {"llm: {model: m, url: 'https://models.example'}", "E201"},
      {"llm: {model: m}\nunderstanding: {llm: always}", "E3"},
  };
  for (const Case& one : cases) {
    INFO(one.keys);
    const auto read = read_model(one.keys);
    INFO(read.errors);
    CHECK_FALSE(read.errors.empty());
    CHECK(read.errors.find(one.code) != std::string::npos);
  }
}
