// Tests which messages take back an earlier yes.
#include "intents/retraction.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

Bot permits() {
  return bot(R"(entities:
  trailer: {values: {horse trailer: [], boat trailer: [boat], caravan: []}}
intents:
  - id: permit
    match: [{regex: '\bpermit\b'}]
    params:
      has_trailer: {type: boolean, required: true, ask: Do you have a trailer?}
      trailer: {type: trailer, required: true, when: {has_trailer: true}, ask: Which kind of trailer?}
      urgent: {type: boolean, required: true, ask: Is it urgent?}
      months: {type: number, required: true, ask: For how many months?}
    confirm: 'All right?'
    steps: [{say: Done.}]
)");
}

// Returns "false" if the message takes back the yes to the trailer, and "-" if it does not.
std::string trailer_after(const Bot& catalog, const char* message, const NluContext& nlu_context) {
  const FlatMessage heard = catalog->understand(message, nlu_context);
  for (const ParamValue& value : heard.answers) {
    if (value.param == "has_trailer") return value.value.to_text();
  }
  return "-";
}

NluContext asking(const char* param) {
  NluContext nlu_context;
  nlu_context.intent = "permit";
  nlu_context.waiting_for_param = param;
  nlu_context.filled = {"has_trailer"};
  nlu_context.values = Value(Value::Object{{"has_trailer", Value(true)}});
  return nlu_context;
}

}  // namespace

TEST_CASE("7.3 a no at the question that a yes made necessary takes back the yes") {
  const std::pair<const char*, const char*> rows[] = {
      {"no", "false"},
      {"nope", "false"},
      {"actually no", "false"},
      {"none at all", "false"},
      {"I don't have one", "false"},
      {"I have no trailer, that was a mistake", "false"},
      {"oh wait, I don't have a trailer any more", "false"},
      {"i dont have a trialer", "false"},
      {"no trailers after all", "false"},
      {"a caravan", "-"},
      {"not a caravan", "-"},
      {"I don't have a caravan, it's a boat", "-"},
      {"I don't have the papers here", "-"},
      {"I don't have the trailer here", "-"},
      {"I don't have a big trailer", "-"},
      {"my trailer is not registered", "-"},
      {"don't you know my trailer?", "-"},
      {"I don't know", "-"},
      {"no idea", "-"},
  };
  const Bot catalog = permits();
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(trailer_after(catalog, message, asking("trailer")) == expected);
  }
  CHECK(trailer_after(catalog, "no", asking("months")) == "-");
}

TEST_CASE("7.3 a confirmation is answered with the yes that the user takes back") {
  const Bot catalog = permits();
  NluContext confirming = asking("");
  confirming.confirming = true;
  CHECK(trailer_after(catalog, "No, I don't have a trailer.", confirming) == "false");
  CHECK(trailer_after(catalog, "no", confirming) == "-");
  CHECK(trailer_after(catalog, "no, not a caravan", confirming) == "-");
}

}  // namespace parley::intents
