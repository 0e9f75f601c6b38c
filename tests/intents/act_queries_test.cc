// Tests parley/act_queries.h.
#include "parley/act_queries.h"

#include <string>

#include <catch2/catch.hpp>

using namespace parley;

namespace {

using Acts = std::vector<DialogAct>;
using AsRole = acts::Request::Role;

ParamValue named(std::string param, std::string intent = {}) {
  ParamValue value;
  value.param = std::move(param);
  value.intent = std::move(intent);
  return value;
}

acts::Request request(std::string intent, AsRole role) {
  acts::Request out;
  out.role = role;
  out.wanted.candidate.intent = std::move(intent);
  return out;
}

std::string values_of(const DialogAct& act) {
  std::string out;
  visit_values(act, [&](const ParamValue& value) { out += value.param + " "; });
  return out;
}

}  // namespace

TEST_CASE("act queries: one word for a message") {
  using Command = acts::Command;
  using Courtesy = acts::Courtesy;
  const struct {
    Acts acts;
    const char* word;
  } kRows[] = {
      {{}, "inform"},
      {{{acts::Inform{named("size")}}, {acts::Remark{}}}, "inform"},
      {{{acts::Affirm{}}}, "affirm"},
      {{{acts::Deny{}}}, "deny"},
      {{{Command{Command::Kind::kCancel}}}, "cancel"},
      {{{Command{Command::Kind::kCancelAll}}}, "cancel_all"},
      {{{Command{Command::Kind::kStartOver}}}, "reset"},
      {{{Command{Command::Kind::kRepeat}}}, "repeat"},
      {{{Command{Command::Kind::kWhy}}}, "why"},
      {{{Command{Command::Kind::kSkip}}}, "skip"},
      {{{Command{Command::Kind::kDontKnow}}}, "dont_know"},
      {{{Command{Command::Kind::kPerson}}}, "human"},
      {{{Courtesy{Courtesy::Kind::kThanks}}}, "thank"},
      {{{Courtesy{Courtesy::Kind::kGreeting}}}, "greet"},
      {{{Courtesy{Courtesy::Kind::kPresence}}}, "greet"},
      {{{Courtesy{Courtesy::Kind::kReaction}}}, "react"},
      {{{acts::Closing{}}}, "goodbye"},
      // The one that counts most, and of two equals the first.
      {{{acts::Closing{}}, {Courtesy{Courtesy::Kind::kThanks}}}, "thank"},
      {{{Courtesy{Courtesy::Kind::kThanks}}, {acts::Affirm{}}}, "affirm"},
      {{{acts::Affirm{}}, {acts::Deny{}}}, "deny"},
      {{{acts::Deny{}}, {Command{Command::Kind::kSkip}}, {acts::Closing{}}}, "skip"},
      {{{Command{Command::Kind::kSkip}}, {Command{Command::Kind::kCancel}}}, "skip"},
  };
  for (const auto& row : kRows) {
    INFO(row.word);
    CHECK(to_string(main_act(row.acts)) == std::string(row.word));
  }
}

TEST_CASE("act queries: the request with a role, the passage, the first act of a kind") {
  const Acts acts = {{acts::Ask{}},
                     {request("a", AsRole::kNext)},
                     {request("b", AsRole::kNow)},
                     {request("c", AsRole::kNext)},
                     {acts::Ask{Passage{"title", "text", "page", 1}}}};
  REQUIRE(find_request(acts));
  CHECK(find_request(acts)->wanted.candidate.intent == "b");
  CHECK(find_request(acts, AsRole::kNext)->wanted.candidate.intent == "a");
  CHECK_FALSE(find_request(acts, AsRole::kDoubtful));
  REQUIRE(find_passage(acts));
  CHECK(find_passage(acts)->source == "page");
  CHECK_FALSE(find_passage({{acts::Ask{}}}));
  CHECK(find_act<acts::Request>(acts)->wanted.candidate.intent == "a");
  CHECK_FALSE(has_act<acts::Choose>(acts));
  std::string intents;
  visit_acts<acts::Request>(acts, [&](const acts::Request& one) { intents += one.wanted.candidate.intent; });
  CHECK(intents == "abc");
}

TEST_CASE("act queries: the values of an act, and which of them answers the open intent") {
  acts::Request wanted = request("a", AsRole::kNow);
  wanted.wanted.params = {named("p")};
  wanted.wanted.ambiguous = {{named("q"), named("r")}};
  wanted.wanted.others = {named("o")};
  const struct {
    DialogAct::What what;
    const char* values;
    const char* answer;
  } kRows[] = {
      {acts::Inform{named("size")}, "size ", "size"},
      {acts::Inform{named("size"), {named("count")}}, "size count ", ""},
      {acts::Inform{named("city", "trip")}, "city ", ""},
      {acts::Correct{"size", named("size")}, "size ", "size"},
      {acts::Correct{"size"}, "", ""},
      {acts::Retract{named("size")}, "size ", "size"},
      {wanted, "p q r o ", ""},
      {acts::FollowUp{"done", {named("date")}, {}, {}}, "date ", ""},
      {acts::Deny{}, "", ""},
  };
  for (const auto& row : kRows) {
    const DialogAct act{row.what};
    CHECK(values_of(act) == row.values);
    const ParamValue* answer = answer_in(act);
    CHECK((answer ? answer->param : std::string()) == row.answer);
  }
}

TEST_CASE("act queries: a correction by words") {
  CHECK(corrects_by_words({{acts::Deny{}}, {acts::Correct{{}, {}, true}}}));
  CHECK_FALSE(corrects_by_words({{acts::Correct{"size", named("size"), false}}}));
  CHECK_FALSE(corrects_by_words({}));
}
