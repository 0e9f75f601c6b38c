// Tests person_name, first_name and last_name: names in answers, names after an introduction, and texts that are not
// names.
#include "intents/entities/built_in.h"
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

TEST_CASE("person_name: an answer is a name") {
  check(*make_person_name(),
        {
            {"[Jane Doe]", {q("Jane Doe")}},
            {"[jane doe]", {q("jane doe")}},
            {"my name is [Jane]", {q("Jane")}},
            {"My name is [Jane Smith].", {q("Jane Smith")}},
            {"[Smith, Jane]", {q("Jane Smith")}},
            {"it's for [Jane]", {q("Jane")}},
            {"Last name is [Smith].", {q("Smith")}},
            {"it's [Anne-Marie O'Neil] here.", {q("Anne-Marie O'Neil")}},
            {"hi, I'm [jane]!", {q("jane")}},
            {"you can call me [Jane Doe]", {q("Jane Doe")}},
            {"Mr. [Doe]", {q("Doe")}},
            {"Dr [Ludwig van Beethoven]", {q("Ludwig van Beethoven")}},
            {"[J\u00fcrgen M\u00fcller]", {q("J\u00fcrgen M\u00fcller")}},
            {"[\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432]",
             {q("\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432")}},
            {"I think it is under [Jane Doe] at 8 tomorrow", {q("Jane Doe")}},
            {"none of your business"},
            {"why do you need that"},
            {"I don't want to say"},
            {"yes"},
            {"no"},
            {"no thanks"},
            {"no idea"},
            {"that's strange"},
            {"it's for Friday"},
            {"I want a table"},
            {"12345"},
            {""},
        },
        true);
}

TEST_CASE("person_name: without a question, a name is found only after an introduction") {
  check(*make_person_name(), {
                                 {"my name is [Jane Doe] and I need a table", {q("Jane Doe")}},
                                 {"my name is [jane doe] and i need a table", {q("jane doe")}},
                                 {"This is [Jane Doe], I'm late", {q("Jane Doe")}},
                                 {"cancel the table under [Jane Doe] at 7", {q("Jane Doe")}},
                                 {"a table for [Jane van der Berg] please", {q("Jane van der Berg")}},
                                 {"[Jane Doe] is my name", {q("Jane Doe")}},
                                 {"[Jane Doe] here, we are late", {q("Jane Doe")}},
                                 {"MY NAME IS [JANE DOE]", {q("JANE DOE")}},
                                 {"Jane Doe"},
                                 {"this is important"},
                                 {"This Is For Sunday Lunch"},
                                 {"I'm not sure"},
                                 {"I AM LOST"},
                                 {"for Friday March 6"},
                                 {"I am looking for Notting Hill"},
                                 {"what was the restaurant's name again?"},
                             });
}

TEST_CASE("first_name and last_name: each type takes its part of a name") {
  check(*make_first_name(),
        {{"[Jane] Doe", {q("Jane")}},
         {"[Jane]", {q("Jane")}},
         {"Doe, [Jane]", {q("Jane")}},
         {"[Mary Jane] Watson", {q("Mary Jane")}},
         {"first name [Jane]", {q("Jane")}},
         {"Mr Doe"},
         {"my surname is Doe"}},
        true);
  check(*make_last_name(),
        {{"Jane [Doe]", {q("Doe")}},
         {"[Doe]", {q("Doe")}},
         {"[Doe], Jane", {q("Doe")}},
         {"[van der Berg]", {q("van der Berg")}},
         {"Ludwig [van Beethoven]", {q("van Beethoven")}},
         {"Mr [Doe]", {q("Doe")}},
         {"[Doe] is my surname", {q("Doe")}},
         {"first name Jane"}},
        true);
}

TEST_CASE("first and last name: one answer fills both params") {
  const Bot read = bot("intents:\n" + intent("a",
                                             "match: [{regex: go}], params: {first_name: {type: person_name}, "
                                             "surname: {type: person_name}, day: {type: date}}"));
  check_answer_rows(read, {
                              {"Jane Doe", {"first_name=\"Jane\"", "surname=\"Doe\""}, "first_name"},
                              {"Jane Doe", {"first_name=\"Jane\"", "surname=\"Doe\""}, "surname"},
                              {"Doe, Jane", {"surname=\"Doe\"", "first_name=\"Jane\""}, "first_name"},
                              {"my name is Jane Smith", {"first_name=\"Jane\"", "surname=\"Smith\""}},
                              {"first name Jane, last name Smith", {"first_name=\"Jane\"", "surname=\"Smith\""}},
                              {"Jane", {"first_name=\"Jane\""}, "first_name"},
                              {"Smith", {"surname=\"Smith\""}, "surname"},
                              {"Mr Smith", {"surname=\"Smith\""}, "first_name"},
                              {"Last name is Smith.", {"surname=\"Smith\""}, "first_name"},
                              {"none of your business", {}, "first_name"},
                              {"tomorrow", {"day=\"2026-03-03\""}, "first_name"},
                              {"Jane Doe", {}, "day"},
                              {"tomorrow, under the name Jane Doe",
                               {"day=\"2026-03-03\"", "first_name=\"Jane\"", "surname=\"Doe\""},
                               "day"},
                          });
}

TEST_CASE("first_name: a free_text param with the id `first_name` takes the whole text, not only the first name") {
  const Bot read = bot("intents:\n" + intent("a", "match: [{regex: go}], params: {first_name: {type: free_text}}"));
  NluContext nlu_context;
  nlu_context.intent = "a";
  nlu_context.waiting_for_param = "first_name";
  CHECK(brief(flat(read->understand("Jane Doe", nlu_context)).answers) ==
        std::vector<std::string>{"first_name=\"Jane Doe\""});
}

}  // namespace
}  // namespace parley::intents
