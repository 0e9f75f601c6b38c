// Tests messages similar to an intent's examples: they start the intent only if nothing else matches.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const std::string kParcels =
    "examples: [where is my parcel, track my parcel, my parcel has not arrived, has my parcel left]";

std::string parcel_yaml(const std::string& more = {}) {
  return "intents:\n" + intent("track", kParcels) +
         intent("login",
                "examples: [I forgot my password, reset my password, the password is wrong, "
                "log in without a password]") +
         intent("hours",
                "examples: [when do you open, opening hours, are you open on Sunday, until when are you open]") +
         intent("refund", "examples: [I want a refund, refund my purchase, when is the refund paid, a refund please]") +
         intent("invoice",
                "examples: [send me the invoice, a copy of my invoice, where is the invoice, print my "
                "invoice]") +
         more;
}

TEST_CASE("examples: a message whose words come from several examples finds its intent") {
  struct Row {
    std::string message;
    std::vector<std::string> intents;
  };
  const std::vector<Row> rows = {
      {"please track the parcel", {"track"}},
      {"my password is forgotten", {"login"}},
      {"copy the invoice for me", {"invoice"}},
      {"where is my parcel", {"track"}},  // equal to an example
      {"where is the nearest museum", {}},
      {"what is it", {}},
      {"when is my", {}},
      {"tell me a joke about penguins", {}},
      {"", {}},
  };
  const Bot parcels = bot(parcel_yaml());
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(ids(parcels->understand(row.message)) == row.intents);
  }
}

// The intents track and refund have ten examples or more, enough to match messages with unseen words.
std::string wordy_parcel_yaml(const std::string& thanks) {
  const std::string call = "tools: {t: {}}\n";
  return call + "intents:\n" +
         intent("track",
                "examples: [where is my parcel, track my parcel, my parcel has not arrived, has my parcel left, "
                "no parcel has come, ok where is the parcel, when will it come, is it on its way, follow my parcel, "
                "thanks but where is the parcel, tell me where it is]") +
         intent("refund",
                "examples: [I want a refund, refund my purchase, when is the refund paid, a refund please, "
                "give me my money back, no I want my money, I do not want it, money back please, pay me back, "
                "return my payment, refund me]") +
         intent("hours",
                "examples: [when do you open, opening hours, are you open on Sunday, until when are you open]") +
         intent("invoice", "examples: [send me the invoice, a copy of my invoice, where is the invoice, my invoice]") +
         thanks;
}

TEST_CASE(
    "examples: a message with a yes, a no or a thank-you starts an intent only if it shares a content word with the "
    "examples") {
  const Bot plain = bot("likeness: {threshold: 0.01}\n" + wordy_parcel_yaml(""));
  for (const char* text : {"no", "thanks", "ok", "yes", "no thanks", "ok thank you", "sure", "great", "that's right",
                           "I do", "hello there", "can you help me", "what is it", "I want it"}) {
    INFO(text);
    CHECK(ids(plain->understand(text)).empty());
  }
  CHECK(ids(plain->understand("has the parcel been sent")) == std::vector<std::string>{"track"});
  CHECK(ids(plain->understand("where is my parcl")) == std::vector<std::string>{"track"});
  const Bot polite =
      bot("likeness: {threshold: 0.01}\n" +
          wordy_parcel_yaml(intent("thank", "examples: [thanks, thank you, many thanks, thanks a lot]")));
  CHECK(ids(polite->understand("ok thank you very much")) == std::vector<std::string>{"thank"});
}

TEST_CASE(
    "examples: in other languages than English, words in the examples of most intents count as words without meaning",
    "[locales]") {
  const Bot german = *Catalog::parse(
      "parley: 1\nbot: {id: test, locale: de}\nlikeness: {threshold: 0.01}\ncommands: {deny: [nein]}\nintents:\n" +
          intent("paket", "examples: [wo ist mein Paket, ich suche mein Paket, ich will das Paket, Paket verfolgen]") +
          intent("geld", "examples: [ich will mein Geld, mein Geld bitte, ich will Geld, nein ich will das Geld]") +
          intent("zeit", "examples: [wann ist offen, ich will die Zeiten, ist mein Laden offen, Zeiten bitte]") +
          intent("brief", "examples: [ich will den Brief, wo ist mein Brief, das ist mein Brief, Brief bitte]"),
      "bot.yaml");
  CHECK(ids(german->understand("das Paket bitte")) == std::vector<std::string>{"paket"});
  for (const char* text : {"nein", "ich will", "danke"}) {
    INFO(text);
    CHECK(ids(german->understand(text)).empty());
  }
}

TEST_CASE("examples: while a question is open, an intent that calls a tool does not start by similarity alone") {
  const std::string tool =
      "  - {id: buy, examples: [order skates please, I like to order skates, skates to order, "
      "some skates for me], steps: [{tool: t}]}\n"
      "  - {id: gift, examples: [wrap a present, a present for my wife, wrap it as a present, "
      "presents to wrap], steps: [{start: buy}]}\n";
  const Bot busy =
      bot("likeness: {threshold: 0.01}\n" +
          wordy_parcel_yaml(tool + intent("a", "match: [{regex: aaa}], params: {n: {type: number}}, confirm: 'ok?'")));
  for (const bool confirming : {true, false}) {
    NluContext open;
    open.intent = "a";
    open.confirming = confirming;
    open.waiting_for_param = confirming ? "" : "n";
    CHECK(ids(busy->understand("some order of skates", open)).empty());
    CHECK(ids(busy->understand("wrap up the present", open)).empty());
    CHECK(ids(busy->understand("please track the parcel", open)) == std::vector<std::string>{"track"});
  }
  CHECK(ids(busy->understand("some order of skates")) == std::vector<std::string>{"buy"});
}

// One code type; only `track` and `stop` take it.
std::string coded_parcel_yaml() {
  return "entities: {order: {patterns: ['\\bO-\\d{5}\\b']}}\nintents:\n" +
         intent("track",
                "params: {order: {type: order}}, examples: [where is my parcel, track my parcel, my parcel has not "
                "come, when does it come]") +
         intent("stop",
                "params: {order: {type: order}}, examples: [stop my order, cancel what I ordered, undo my order]") +
         intent("hours",
                "examples: [when do you open, opening hours, are you open on Sunday, until when are you open]") +
         intent("login", "examples: [I forgot my password, reset my password, log in without a password]");
}

std::vector<std::string> offered(const FlatMessage& understood) {
  std::vector<std::string> all = ids(understood);
  for (const FurtherIntent& one : understood.doubtful) all.push_back(one.candidate.intent);
  return all;
}

TEST_CASE("examples: a code of the bot speaks for the intents that take it") {
  const Bot coded = bot(coded_parcel_yaml());
  const auto confidence = [&](const std::string& message, const std::string& intent) {
    const FlatMessage understood = coded->understand(message);
    for (const Candidate& one : understood.candidates) {
      if (one.intent == intent) return one.confidence;
    }
    for (const FurtherIntent& one : understood.doubtful) {
      if (one.candidate.intent == intent) return one.candidate.confidence;
    }
    return 0.0;
  };
  CHECK(confidence("has it come today, O-12345", "track") > confidence("has it come today, thanks", "track"));
  CHECK(confidence("is O-12345 open", "hours") < confidence("is the shop open", "hours"));
}

TEST_CASE("examples: the clause of a story that resembles an intent counts") {
  struct Row {
    std::string message;
    std::vector<std::string> offered;
  };
  const std::vector<Row> rows = {
      {"Good morning dear, my late wife always bought our seed, and my neighbour is 81, but my parcel has not come",
       {"track"}},
      {"Hi! We moved to Leeds because of my new job. I forgot my password", {"login"}},
      {"We moved to Leeds because of my new job, it rains so much here", {}},
  };
  const Bot coded = bot(coded_parcel_yaml());
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(offered(coded->understand(row.message)) == row.offered);
  }
}

TEST_CASE("examples: any value of a list resembles an example with another value") {
  const Bot shop = bot("entities: {tool: {values: {hammer: [], saw: [], chisel: [], drill: []}}}\nintents:\n" +
                       intent("broken",
                              "params: {tool: {type: tool}}, examples: [my hammer broke, the hammer is bent, "
                              "a hammer without a handle]") +
                       intent("hours", "examples: [when do you open, opening hours, are you open on Sunday]"));
  CHECK(offered(shop->understand("a chisel without a handle")) == std::vector<std::string>{"broken"});
  CHECK(offered(shop->understand("my drill is bent")) == std::vector<std::string>{"broken"});
}

TEST_CASE("examples: a rule takes precedence over all examples") {
  const Bot with_rule = bot(parcel_yaml(intent("lost", "match: [{regex: '\\bplease track\\b'}]")));
  CHECK(ids(with_rule->understand("please track the parcel")) == std::vector<std::string>{"lost"});
}

TEST_CASE("examples: a command or the answer to an open question starts no intent") {
  const Bot parcels = bot(parcel_yaml());
  NluContext asked;
  asked.intent = "refund";
  CHECK(flat(parcels->understand("please track the parcel", asked)).candidates.empty());
  CHECK(flat(parcels->understand("cancel")).candidates.empty());
}

TEST_CASE("examples: if a bot has too few examples to train, only messages equal to an example match") {
  const Bot small = bot("intents:\n" + intent("track", kParcels) + intent("bye", "examples: [see you]"));
  CHECK(ids(small->understand("where is my parcel?")) == std::vector<std::string>{"track"});
  CHECK(flat(small->understand("please track the parcel")).candidates.empty());
  CHECK(small->explain("please track the parcel").notes ==
        std::vector<std::string>{
            "examples match only word for word: fewer than two intents have at least three examples"});
  CHECK(small->learned().why_not == "fewer than two intents have at least three examples");
  CHECK(small->model().empty());
}

TEST_CASE("examples: explain shows the confidence and the bounds of the bands") {
  const Bot parcels = bot(parcel_yaml());
  const std::vector<std::string> notes = parcels->explain("please track the parcel").notes;
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].find("most similar to the examples of track, confidence 0.") == 0);
  CHECK(notes[0].find("it starts from 0.75 on, the bot asks from 0.35 on") != std::string::npos);
  CHECK(parcels->explain("please track the parcel")
            .verdicts[0]
            .reason.find("is similar to the example 'track my parcel' at 0..23 (bot.yaml:") == 0);
}

TEST_CASE("examples: the bot's own threshold replaces the computed one, and 1 disables matching") {
  const auto threshold = [](const char* number) {
    return bot(std::string("likeness: {threshold: ") + number + "}\n" + parcel_yaml());
  };
  CHECK(threshold("0.01")->learned().act == 0.01);
  CHECK(threshold("0.01")->learned().ask == 0.01);
  CHECK(ids(threshold("0.01")->understand("please track the parcel")) == std::vector<std::string>{"track"});
  CHECK(flat(threshold("0.99")->understand("please track the parcel")).candidates.empty());
  CHECK(threshold("1")->learned().why_not == "the bot's 'likeness' is 1");
}

// Assigns each message that contains "track", "bare" or "nowhere" to the intent of that name, and throws at the message
// "throw".
class ByName : public Scorer {
 public:
  std::vector<IntentScore> score(std::string_view message) const override {
    for (const char* intent : {"track", "bare", "nowhere"}) {
      if (message.find(intent) != std::string_view::npos) return {{intent, 0.7}};
    }
    if (message == "throw") throw 1;
    return {};
  }
  double threshold() const override { return 0.7; }
};

TEST_CASE("examples: a caller's scorer replaces the scorer that is trained from the bot's examples") {
  CatalogOptions options;
  options.scorer = std::make_shared<ByName>();
  const auto parsed = Catalog::parse(
      kHead + parcel_yaml(intent("bare", "match: [{regex: zzz}]") + intent("ruled", "match: [{regex: rule}]")),
      "bot.yaml", options);
  REQUIRE(parsed);
  const Bot with_scorer = *parsed;
  struct Row {
    std::string message;
    std::vector<std::string> intents;
    std::string note;
  };
  const std::vector<Row> rows = {
      {"so track it", {"track"}, "most similar to the examples of track, confidence 0.70; it starts from 0.70 on"},
      {"something bare", {"bare"}, "most similar to"},
      {"track the rule", {"ruled"}, ""},
      {"go nowhere", {}, "the scorer's best intent is 'nowhere', which this bot does not have"},
      {"my password is forgotten", {}, "the scorer finds no similar intent"},
      {"throw", {}, "the scorer failed"},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(ids(with_scorer->understand(row.message)) == row.intents);
    const Explanation explanation = with_scorer->explain(row.message);
    CHECK((row.note.empty() ? explanation.notes.empty() : explanation.notes.at(0).find(row.note) == 0));
  }
  CHECK(flat(with_scorer->understand("something bare")).candidates.front().rule == "bare");
  CHECK(with_scorer->learned().examples == 0);
}

TEST_CASE("examples: a saved model gives the same results as training, and is used only for the same examples") {
  const Bot trained = bot(parcel_yaml());
  CatalogOptions options;
  options.model = trained->model();
  REQUIRE(!options.model.empty());

  const auto same = Catalog::parse(kHead + std::string("# a comment\n") + parcel_yaml(), "bot.yaml", options);
  REQUIRE(same);
  CHECK((*same)->warnings().empty());
  CHECK((*same)->model() == options.model);
  CHECK((*same)->explain("please track the parcel").notes == trained->explain("please track the parcel").notes);

  const auto other = Catalog::parse(kHead + parcel_yaml(intent("more", "examples: [one more, another, a third]")),
                                    "bot.yaml", options);
  REQUIRE(other);
  REQUIRE((*other)->warnings().size() == 1);
  CHECK((*other)->warnings()[0].code == "W511");
  CHECK((*other)->learned().intents == 6);

  options.model.back() ^= 1;
  const auto damaged = Catalog::parse(kHead + parcel_yaml(), "bot.yaml", options);
  REQUIRE(damaged);
  REQUIRE((*damaged)->warnings().size() == 1);
  CHECK((*damaged)->warnings()[0].code == "W511");
  CHECK((*damaged)->model() == trained->model());
}

}  // namespace
TEST_CASE("1.11 a courtesy does not resemble a longer example that begins with it") {
  const Bot shop = bot(
      "intents:\n" + intent("skills", "examples: [hello what can you do for me, what can you do, what can i ask you]") +
      intent("hours", "examples: [when do you open, your opening hours, are you open on sunday]"));
  for (const char* message : {"hello", "hi", "hello there", "thanks"}) {
    INFO(message);
    CHECK_FALSE(flat(shop->understand(message)).names_intent());
  }
}

TEST_CASE("words that pick an offered intent do not request it as well") {
  const Bot catalog = bot(R"(intents:
  - id: return_items
    name: return items
    examples: [I want to return the lamp, I want to send back the chair, can I give back the table]
    steps: [{say: Returned.}]
  - id: product
    name: tell you about a product
    examples: [how much is the lamp, which chairs do you have, what does the table cost]
    steps: [{say: It is nice.}]
)");
  REQUIRE(flat(catalog->understand("return items")).candidates.size() == 1);
  NluContext offering;
  offering.offered = {"product", "return_items"};
  offering.choices = {"tell you about a product", "return items", "something else"};
  const FlatMessage heard = catalog->understand("return items", offering);
  CHECK(heard.choice == 1);
  CHECK(heard.candidates.empty());
}

}  // namespace parley::intents
