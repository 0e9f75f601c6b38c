#include "knowledge/passage_gate.h"

#include <thread>

#include <catch2/catch.hpp>

#include "knowledge_harness.h"

namespace parley::knowledge {
namespace {

std::string answer_to(const PassageGate& gate, const std::string& question) {
  const auto rated = gate.rate(question, 3);
  if (rated.empty()) return "nothing";
  const RatedPassage& best = rated.front();
  return best.lacked.empty() ? best.passage->source : "no: " + best.lacked;
}

TEST_CASE("A passage answers a question, or has a reason not to") {
  struct Case {
    const char* question;
    const char* answer;
  };
  const Case cases[] = {
      {"do you give refunds?", "Refunds"},
      {"how long does the delivery take?", "no: another passage is as near"},
      {"do you deliver to France?", "Delivery abroad"},
      {"do you deliver to Norway?", "no: its score is below 0.55"},
      {"how long is the warrenty?", "Warranty"},
      {"when are you open?", "Opening hours"},
      {"is there a newsletter", "Do you have a newsletter?"},
      {"how do I hear about sales?", "Do you have a newsletter?"},
      {"can I pay with bitcoin?", "no: its score is below 0.65"},
      {"what is it?", "nothing"},
      {"", "nothing"},
  };
  const config::Knowledge knowledge = shop();
  const auto gate = PassageGate::make(knowledge, "en");
  REQUIRE(gate);
  for (const Case& one : cases) {
    INFO(one.question);
    CHECK(answer_to(**gate, one.question) == one.answer);
  }
}

TEST_CASE("A higher bound refuses more") {
  config::Knowledge knowledge = shop();
  knowledge.score = 1;
  const auto gate = PassageGate::make(knowledge, "en-GB");
  REQUIRE(gate);
  CHECK(answer_to(**gate, "do you deliver to Norway?") == "no: its score is below 1.00");
}

TEST_CASE("Only the first passage may answer") {
  const config::Knowledge knowledge = shop();
  const auto gate = PassageGate::make(knowledge, "en");
  REQUIRE(gate);
  const auto rated = (*gate)->rate("delivery to Spain in three days", 2);
  REQUIRE(rated.size() == 2);
  CHECK(rated[0].score >= rated[1].score);
  CHECK(rated[1].lacked == "another passage is nearer");
}

TEST_CASE("Threads search at the same time, with the same results") {
  const config::Knowledge knowledge = shop();
  const auto gate = PassageGate::make(knowledge, "en");
  REQUIRE(gate);
  std::vector<std::string> answers(4);
  std::vector<std::thread> threads;
  for (std::string& answer : answers) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) answer = answer_to(**gate, "do you deliver to France?");
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(answers == std::vector<std::string>(4, "Delivery abroad"));
}

}  // namespace
}  // namespace parley::knowledge
