// Tests which messages tell the value of a param with `from_opening`.
#include "intents/opening_text.h"

#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

const char* const kTownHall = R"(
entities:
  street: {patterns: ['\bstreet (?P<value>[A-Z]\d)\b']}
intents:
  - id: report
    match: [{regex: '\breport (a|some) (problem|damage)s?\b'}, {regex: '\b(terrible|awful) (service|state)\b.*'}]
    examples: [Something in my street is broken]
    params:
      street: {type: street}
      text: {type: free_text, required: true, ask: What happened?, from_opening: true}
      email: {type: email, ask: Your email?}
    steps: [{say: Noted.}]
  - id: lamp
    match: [{regex: '\blamps?\b.*\b(dark|out)\b'}]
    params: {pole: {type: number, required: true, ask: Which pole?}}
    steps: [{say: Noted.}]
  - id: praise
    match: [{regex: '\bpraise\b'}]
    params:
      text: {type: free_text, required: true, ask: What for?, from_opening: 2, param_mapping: ['\bpraise: (?P<value>.+)']}
    steps: [{say: Noted.}]
  - id: hours
    match: [{regex: '\bopening hours\b'}]
    steps: [{say: From eight to four.}]
)";

std::string params_of(const FlatMessage& understood) { return joined(brief(understood.params), " "); }

}  // namespace

TEST_CASE("6.15 a message that tells enough is the text of the intent that it begins") {
  const Bot hall = bot(kTownHall);
  const std::vector<UnderstandingRow> rows = {
      {"I want to report a problem", ""},
      {"I want to report some damage, please, thank you", ""},
      {"report a problem: a tree fell across the road", R"(text="report a problem: a tree fell across the road")"},
      {"  report a problem, bench broken, wood everywhere ",
       R"(text="report a problem, bench broken, wood everywhere")"},
      {"awful state of the playground, broken glass, rusty nails",
       R"(text="awful state of the playground, broken glass, rusty nails")"},
      {"report a problem in street B7", R"(street="B7")"},
      {"report a problem to jane.doe@post.example.com", R"(email="jane.doe@post.example.com")"},
      {"how do I report a problem with a broken bench at the old station?", ""},
      {"praise: the gardeners", R"(text="the gardeners")"},
      {"praise for the gardeners", ""},
      {"praise for those friendly gardeners", R"(text="praise for those friendly gardeners")"},
  };
  for (const UnderstandingRow& row : rows) {
    INFO(row.text);
    CHECK(params_of(hall->understand(row.text, {})) == row.expected);
  }
}

TEST_CASE("6.15 of several wishes, each clause belongs to its own intent") {
  const Bot hall = bot(kTownHall);
  struct Row {
    std::string text, intent, params, further;
  };
  const std::vector<Row> rows = {
      {"what are your opening hours, and I want to report a problem with a tree across the main road", "report",
       R"(text="I want to report a problem with a tree across the main road")", "hours"},
      {"I want to report a problem. My lamp is dark and nobody came last night", "report",
       R"(text="I want to report a problem. My lamp is dark and nobody came last night")", ""},
      {"I want to report a problem, and are the lamps dark tonight?", "report", "", "lamp"},
      {"I want to report a problem, and I want the lamp out", "report", "", "lamp"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const FlatMessage understood = hall->understand(row.text, {});
    REQUIRE(!understood.candidates.empty());
    CHECK(understood.candidates.front().intent == row.intent);
    CHECK(params_of(understood) == row.params);
    CHECK((understood.further.empty() ? "" : understood.further.front().candidate.intent) == row.further);
  }
}

TEST_CASE("A clause reports something if it has a subject and no wish") {
  const std::vector<std::pair<std::string, bool>> rows = {
      {"my lamp is dark", true},
      {"and the box was torn", true},
      {"it came too late", true},
      {"i got only one", true},
      {"i want a refund", false},
      {"track my order", false},
      {"you should call me", true},
      {"can you track my order", false},
      {"my order please", false},
      {"where is my order", false},
      {"and", false},
      {"", false},
      {"i would like my money", false},
      {"because nobody answered me", true},
  };
  for (const auto& [text, expected] : rows) {
    INFO(text);
    CHECK(is_report(Words(text)) == expected);
  }
}

TEST_CASE("6.15 a report beside an answer begins no other intent while the text is missing") {
  const Bot hall = bot(kTownHall);
  NluContext asked;
  asked.intent = "report";
  asked.waiting_for_param = "email";
  CHECK(flat(hall->understand("jane@example.com, the lamp is dark", asked)).further.empty());
  asked.filled = {"text"};
  CHECK(flat(hall->understand("jane@example.com, the lamp is dark", asked)).further.size() == 1);
}

TEST_CASE("Words of the request and of other values tell nothing") {
  Prefilter none;
  none.compile();
  const TopicWords topics;
  const std::vector<std::pair<std::string, std::size_t>> rows = {
      {"I am complaining", 0}, {"complaints about a driver", 1}, {"12345 O-1", 0}, {"a driver, the driver", 1}};
  for (const auto& [text, expected] : rows) {
    INFO(text);
    CHECK(told_words(Message(text, none), R"(\bcomplain\w*)", {}, topics) == expected);
  }
}

}  // namespace parley::intents
