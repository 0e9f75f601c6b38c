// Tests files of examples: what they mean, and the place of each mistake.
#include "config/examples_file.h"

#include <map>

#include <rapidcheck.h>

#include "reader_harness.h"

namespace parley::config {
namespace {

struct Reading {
  Strings rows;  // "TEXT > INTENT @LINE:COL", "TEXT @LINE:COL" without an intent
  Strings findings;
};

Reading read_rows(const std::string& name, const std::string& text, bool needs_intents) {
  Diagnostics findings({{name, std::make_shared<const std::string>(text)}});
  Reading reading;
  for (const ExampleRow& row : read_examples(0, needs_intents, findings)) {
    reading.rows.push_back(row.text.value + (row.names_intent ? " > " + row.intent.value : "") + " @" +
                           std::to_string(row.text.mark.line) + ":" + std::to_string(row.text.mark.column));
  }
  for (const Diagnostic& d : findings.take()) reading.findings.push_back(d.to_string());
  return reading;
}

TEST_CASE("CSV rows are read with their places") {
  const std::pair<const char*, Strings> table[] = {
      {"text,intent\nhello,greet\nbye,\n", {"hello > greet @2:1", "bye >  @3:1"}},
      {"intent,text\r\ngreet,hello\r\n\r\ngreet,hi", {"hello > greet @2:7", "hi > greet @4:7"}},
      {"\xEF\xBB\xBFtext,intent\n\"hi, you\",greet\n", {"hi, you > greet @2:2"}},
      {"text,intent\n\"say \"\"hi\"\"\",greet\n\"two\r\nlines\",greet\nx,greet\n",
       {"say \"hi\" > greet @2:2", "two\nlines > greet @3:2", "x > greet @5:1"}},
      {"id, text ,note,intent\n1, hello ,\"a,b\", greet \n", {"hello > greet @2:3"}},
      {"text,intent\nGr\u00fc\u00dfe,greet\n\twith a tab,greet\n",
       {"Gr\u00fc\u00dfe > greet @2:1", "with a tab > greet @3:1"}},
  };
  for (const auto& [text, rows] : table) {
    INFO(text);
    const Reading reading = read_rows("e.csv", text, true);
    CHECK(reading.rows == rows);
    CHECK(reading.findings.empty());
  }
  CHECK(read_rows("e.csv", "text\nhello\n", false).rows == Strings{"hello @2:1"});
}

TEST_CASE("JSON Lines are read with their places") {
  const std::string text =
      "{\"text\": \"hello\", \"intent\": \"greet\"}\n"
      "\n"
      R"({"intent":null,"note":["text"],"text":"bye \"then\""})"
      "\r\n"
      R"({"id": 7, "text" : "f\u00fcnf", "intent": "greet"})";
  const Reading reading = read_rows("e.jsonl", text, true);
  CHECK(reading.rows == Strings{"hello > greet @1:10", "bye \"then\" >  @3:39", "f\u00fcnf > greet @4:20"});
  CHECK(reading.findings.empty());
  CHECK(read_rows("e.ndjson", R"({"text": "hello"})", false).rows == Strings{"hello @1:10"});
}

TEST_CASE("Each mistake in a file of examples has its place") {
  struct Row {
    const char* name;
    std::string text;
    Strings findings;
  };
  const std::string json_hint = R"(; for example {"text": "where is it?", "intent": "track_order"})";
  const Row table[] = {
      {"e.csv",
       "",
       {"e.csv:1:1: error[E316]: the file has no examples; for example a file with the line: text,intent"}},
      {"e.csv",
       "text,intnet\nhello,greet\n",
       {"e.csv:1:1: error[E316]: the header has no column 'intent'; did you mean 'intnet'?"}},
      {"e.csv",
       "hello,greet\n",
       {"e.csv:1:1: error[E316]: the header has no column 'text'; for example a file with the line: text,intent"}},
      {"e.csv",
       "text;intent\nhello;greet\n",
       {"e.csv:1:1: error[E316]: the header has no column 'text'; separate the cells with commas"}},
      {"e.csv",
       "text,intent\nhi, you,greet\nhello\n,greet\n",
       {"e.csv:2:1: error[E316]: 3 cells, but the header has 2; put a text with a comma in quotes",
        "e.csv:3:1: error[E316]: 1 cell, but the header has 2; put a text with a comma in quotes",
        "e.csv:4:1: error[E316]: a row without a text; write the message, or remove the row"}},
      {"e.csv",
       "text,intent\nsay \"hi\",greet\n",
       {"e.csv:2:5: error[E316]: a quote in a cell without quotes; put the whole cell in quotes, and write the quote "
        "twice"}},
      {"e.csv",
       "text,intent\n\"hi\" you,greet\n",
       {"e.csv:2:5: error[E316]: text after the quote that closes a cell; write a quote inside of a cell twice"}},
      {"e.csv",
       "text,intent\nx,greet\n\"hello,greet\nbye,\n",
       {"e.csv:3:1: error[E316]: this quote is not closed; close it at the end of the cell"}},
      {"e.csv", "text,intent\n\xFF,greet\n", {"e.csv:2:1: error[E101]: invalid UTF-8; save the file as UTF-8"}},
      {"e.csv", "text,intent\nbell\a,greet\n", {"e.csv:2:5: error[E102]: control character U+0007; remove it"}},
      {"e.jsonl", "\n \n", {"e.jsonl:1:1: error[E316]: the file has no examples"}},
      {"e.jsonl",
       "{\"text\": \"a\", \"intent\": \"b\"}\n[1]\n{\"intent\": \"b\"}\n{\"text\": 5, \"intent\": \"b\"}\n",
       {"e.jsonl:2:1: error[E316]: this line is not a JSON object" + json_hint,
        "e.jsonl:3:1: error[E316]: 'text' is missing" + json_hint,
        "e.jsonl:4:1: error[E316]: 'text' is not a string" + json_hint}},
      {"e.jsonl",
       "{\"text\": \"a\"}\n{\"text\": \"a\", \"intent\": 5}\n{\"text\": \"a\\u0007\", \"intent\": null}\n",
       {"e.jsonl:1:1: error[E316]: 'intent' is missing; write null for a message that means no intent",
        "e.jsonl:2:1: error[E316]: 'intent' is not a string or null" + json_hint,
        "e.jsonl:3:10: error[E316]: a text with a control character; remove it"}},
  };
  for (const Row& row : table) {
    INFO(row.text);
    CHECK(read_rows(row.name, row.text, true).findings == row.findings);
  }
  const Reading invalid = read_rows("e.jsonl", "{\"text\": \"a\", \"intent\": \"b\"}\n{\"text\": \n", true);
  REQUIRE(invalid.findings.size() == 1);
  CHECK(invalid.findings.front().find("e.jsonl:2:1: error[E316]: ") == 0);
}

TEST_CASE("Any texts survive CSV and JSON Lines") {
  const auto text = rc::gen::map(
      rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::element('a', 'b', ',', '"', '\'', '\n', '\\', '{'))),
      [](const std::string& value) { return "x" + value + "x"; });
  CHECK(rc::check("the texts that were written", [&] {
    const auto texts = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(text));
    std::string csv = "text,intent\n", json;
    for (const std::string& one : texts) {
      std::string cell;
      for (const char c : one) cell.append(c == '"' ? 2 : 1, c);
      csv += "\"" + cell + "\",a\n";
      json += Value(Value::Object{{"text", one}, {"intent", "a"}}).to_json() + "\n";
    }
    for (const auto& [name, bytes] : {std::pair("e.csv", csv), std::pair("e.jsonl", json)}) {
      Diagnostics findings({{name, std::make_shared<const std::string>(bytes)}});
      const auto rows = read_examples(0, true, findings);
      RC_ASSERT(rows.size() == texts.size());
      for (std::size_t i = 0; i < rows.size(); ++i) RC_ASSERT(rows[i].text.value == texts[i]);
    }
  }));
}

TEST_CASE("Any bytes are read or refused, each finding inside of the file") {
  CHECK(rc::check("places", [] {
    const auto bytes = *rc::gen::container<std::string>(
        rc::gen::element('a', ',', '"', '\n', '\r', '{', '}', ':', '[', ' ', '\xC3', '\xBC'));
    for (const char* name : {"e.csv", "e.jsonl"}) {
      const std::string whole = (std::string_view(name) == "e.csv" ? "text,intent\n" : "") + bytes;
      Diagnostics findings({{name, std::make_shared<const std::string>(whole)}});
      for (const ExampleRow& row : read_examples(0, true, findings)) RC_ASSERT(row.text.mark.offset <= whole.size());
      for (const Diagnostic& d : findings.take()) RC_ASSERT(d.line >= 1 && d.column >= 1);
    }
  }));
}

// ---- `examples_from` of a bot and of an intent

BotReading read_with(const std::string& main, const std::map<std::string, std::string>& folder) {
  Diagnostics findings({{"bot.yaml", std::make_shared<const std::string>(main)}});
  DocumentSource documents;
  BotReading reading;
  reading.bot = read_bot(findings, documents, [&](const std::string& path) -> Result<std::string> {
    const auto found = folder.find(path);
    if (found != folder.end()) return found->second;
    return Unexpected(ErrorCode::kFileUnreadable, "no file '" + path + "'");
  });
  reading.diagnostics = findings.take();
  return reading;
}

TEST_CASE("Files add examples to intents and to none") {
  const auto read = read_with(R"(parley: 1
bot: {id: shop}
include: part/orders.yaml
examples_from: all.csv
none: [nice tie]
intents:
  - {id: hours, examples: [when do you open], examples_from: [a.csv, b.jsonl], steps: [{say: At nine.}]}
)",
                              {{"all.csv", "text,intent\nwhere is it,order\ngood weather,\nopen today,hours\n"},
                               {"a.csv", "text\nare you open\n"},
                               {"b.jsonl", R"({"text": "hours please", "intent": "hours"})"},
                               {"part/orders.yaml", R"(parley: 1
examples_from: more.jsonl
intents: [{id: order, steps: [{say: Soon.}]}]
)"},
                               {"part/more.jsonl", R"({"text": "my parcel", "intent": "order"})"}});
  CHECK(read.diagnostics.empty());
  const auto texts = [](const std::vector<Text>& all) {
    Strings values;
    for (const Text& text : all) values.push_back(text.value);
    return values;
  };
  CHECK(texts(read.bot.intents[0].examples) ==
        Strings{"when do you open", "are you open", "hours please", "open today"});
  CHECK(texts(read.bot.intents[1].examples) == Strings{"where is it", "my parcel"});
  CHECK(texts(read.bot.none) == Strings{"nice tie", "good weather"});
  CHECK(read.bot.files.size() == 6);
}

TEST_CASE("Examples of unknown intents are errors in their file") {
  const std::string bot = "parley: 1\nbot: {id: shop}\nexamples_from: all.csv\nintents:\n";
  const std::string hours = "  - {id: hours, examples_from: hours.csv, steps: [{say: At nine.}]}\n";
  const auto findings = [&](const std::string& main, const std::map<std::string, std::string>& folder) {
    Strings lines;
    for (const Diagnostic& d : read_with(main, folder).diagnostics) lines.push_back(d.to_string());
    return lines;
  };
  CHECK(findings(bot + hours, {{"all.csv", "text,intent\nopen,hour\n"}, {"hours.csv", "text,intent\nbye,goodbye\n"}}) ==
        Strings{"hours.csv:2:5: error[E316]: this example is not of the intent 'hours', which names the file; to hold "
                "examples of several intents, a file must be named by 'examples_from' of the bot",
                "all.csv:2:6: error[E206]: unknown intent 'hour'; did you mean 'hours'?"});
  CHECK(
      findings("parley: 1\nbot: {id: shop}\nexamples_from: [all.txt, none.csv, ../x.csv]\nintents:\n"
               "  - {id: hours, steps: [{say: At nine.}]}\n",
               {}) ==
      Strings{"bot.yaml:3:17: error[E315]: 'all.txt' is not a CSV or JSON Lines file; the name of the file must end in "
              ".csv, .jsonl or .ndjson",
              "bot.yaml:3:26: error[E315]: no file 'none.csv'; a path is relative to the file that contains it",
              "bot.yaml:3:36: error[E315]: the file '../x.csv' is outside of the bot's folder; move the file into the "
              "folder of the main file, and write its path relative to this file"});
}

}  // namespace
}  // namespace parley::config
