// Tests messages that change earlier values while the bot asks for a text, and names beside other values.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

Bot florist() {
  return bot(R"(entities:
  flower: {values: {roses: ['roses?'], tulips: ['tulips?'], lilies: [lily]}}
  size: {values: {small: [], large: []}}
intents:
  - id: a
    match: [{regex: go}]
    params:
      size: {type: size, required: true, ask: Which size?}
      flowers: {type: flower, list: true, required: true, ask: Which flowers?}
      card: {type: free_text, required: true, ask: What shall the card say?}
    steps: [{say: Done.}]
)");
}

NluContext asking_for_card() {
  NluContext nlu_context;
  nlu_context.intent = "a";
  nlu_context.waiting_for_param = "card";
  nlu_context.filled = {"size", "flowers"};
  nlu_context.filled_last = "flowers";
  nlu_context.values = Value(Value::Object{{"size", Value("small")}, {"flowers", Value(Value::Array{Value("roses")})}});
  return nlu_context;
}

}  // namespace

TEST_CASE("6.4 a message of values and words of change is no text") {
  const std::pair<const char*, bool> rows[] = {
      {"leave out the roses", false},
      {"oh, I forgot the tulips", false},
      {"could you please add tulips too", false},
      {"no, not roses, tulips instead", false},
      {"no not roses, tulips after all", false},
      {"take the roses out agian", false},
      {"no wait, it's the large size", false},
      {"swap the roses for lilies", false},
      {"large", true},
      {"no roses", true},
      {"leave out the tulips", true},  // there are none
      {"I forgot the roses", true},    // they are there
      {"Roses are red, violets are blue", true},
      {"no tulips and no light there at night", true},
      {"without you I am lost", true},
      {"add love", true},
  };
  const Bot catalog = florist();
  for (const auto& [message, is_text] : rows) {
    INFO(message);
    const std::vector<ParamValue> answers = flat(catalog->understand(message, asking_for_card())).answers;
    REQUIRE_FALSE(answers.empty());
    CHECK((answers.front().param == "card") == is_text);
  }
}

TEST_CASE("6.1 a name is a clause beside other values") {
  const Bot catalog = bot(R"(entities:
  zip: {patterns: ['\b(?P<value>\d{5})\b']}
intents:
  - id: a
    match: [{regex: go}]
    params:
      email: {type: email, required: true, ask: Your email?, if_unknown: {say: Look.}}
      first_name: {type: first_name, ask: Your first name?}
      last_name: {type: last_name, ask: Your last name?}
      zip: {type: zip, ask: Your zip code?}
    steps: [{say: Done.}]
)");
  const struct {
    const char* asked;
    const char* message;
    const char* names;
  } rows[] = {
      {"first_name", "Lena Moor, zip code 70173", "Lena Moor "},
      {"first_name", "Omar, my last name is Haddad, and the zip is 10115", "Omar Haddad "},
      {"last_name", "Haddad, and the zip code is 10115", "Haddad "},
      {"first_name", "no, 70173", ""},
      {"first_name", "later, 70173", ""},
      {"email", "I lost the email address. Lena Moor. Zip 70173.", "Lena Moor "},
      {"email", "I forgot my email, but my name is Lena Moor", "Lena Moor "},
      {"email", "I don't know it. Good Morning. 70173", ""},
      {"email", "I don't know it. Thanks. 70173", ""},
  };
  for (const auto& row : rows) {
    INFO(row.message);
    NluContext nlu_context;
    nlu_context.intent = "a";
    nlu_context.waiting_for_param = row.asked;
    std::string names;
    const FlatMessage heard = catalog->understand(row.message, nlu_context);
    for (const ParamValue& value : heard.answers) {
      if (value.param != "zip") names += value.value.to_text() + " ";
    }
    CHECK(names == row.names);
  }
}

}  // namespace parley::intents
