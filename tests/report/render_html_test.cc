// Tests the HTML page of a report, which is self-contained and valid for any data.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "report/charts.h"
#include "tests/report/telemetry_lines.h"

using namespace parley;
using test::TurnEvents;

namespace {

const std::vector<std::string> kHostile = {
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onload='x",
    "</style></svg><h1>mine</h1>",
    "&lt;b&gt; &amp",
    "\xE2\x80\xAEgnirts\xE2\x80\xAC",
    std::string("nul\0nul", 7),
    "\x1b[2J\r\n\t",
    "]]><!--",
    "javascript:alert(1)",
    std::string(5'000, 'w'),
    "\xF0\x9F\x92\xA9 \xE6\x97\xA5\xE6\x9C\xAC",
    "",
    "(others)",
};

// Returns a report with `word` in every field for a name or a text.
Report report_of(const std::string& word) {
  TurnEvents first;
  first.trace = {"start " + word, "ask " + word + "." + word, "not_understood " + word + "." + word};
  first.status = "waiting";
  first.bot = word;
  first.tools = {{word, word, 12'345}, {"other", "ok", 1}};
  TurnEvents second;
  second.number = 2;
  second.bot = word;
  second.trace = {"handoff: " + word};
  second.status = "handoff";
  TurnEvents third;
  third.number = 3;
  third.bot = word;
  third.status = "error";
  third.code = word;
  TurnEvents fourth;
  fourth.number = 3;
  fourth.bot = word;
  fourth.trace = {"fallback 1"};
  fourth.text = word + " unmatched";
  return test::report_on({first, second, third, fourth});
}

// The tag names of a page in order, and whether each tag was closed correctly.
struct Tags {
  std::vector<std::string> names;
  bool balanced = true;
};
Tags tags_of(const std::string& page) {
  static const std::vector<std::string> kAlone = {"!DOCTYPE", "meta"};
  Tags tags;
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return tags.balanced = false, tags;
    const bool closes = page[at + 1] == '/';
    const std::size_t begin = at + (closes ? 2 : 1);
    const std::string name = page.substr(begin, std::min(page.find_first_of(" \n/>", begin), end) - begin);
    tags.names.push_back((closes ? "/" : "") + name);
    if (page[end - 1] == '/' || std::find(kAlone.begin(), kAlone.end(), name) != kAlone.end()) continue;
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      tags.balanced = false;
    } else {
      open.pop_back();
    }
  }
  tags.balanced = tags.balanced && open.empty();
  return tags;
}

}  // namespace

TEST_CASE("no name or text adds or removes a tag or an attribute of the page") {
  const Tags plain = tags_of(render_html(report_of("plain")));
  CHECK(plain.balanced);
  for (const std::string& word : kHostile) {
    INFO(word);
    const std::string page = render_html(report_of(word));
    const Tags tags = tags_of(page);
    CHECK(tags.balanced);
    // An intent with an empty name is not counted, so the page with empty names has other tags.
    if (!word.empty()) CHECK(tags.names == plain.names);
    for (const char* never : {"<script", "<img", "onerror=alert", "onload='", "<!--", "\x1b", "\xE2\x80\xAE"}) {
      const bool is_escaped = std::string_view(never) == "onerror=alert";  // allowed as text
      if (!is_escaped) CHECK(page.find(never) == std::string::npos);
    }
    CHECK(page.find('\0') == std::string::npos);
    CHECK(std::count(page.begin(), page.end(), '"') % 2 == 0);
  }
}

TEST_CASE("the page loads nothing external") {
  const std::string page = render_html(report_of("https://evil.example/x.js"));
  for (const char* never :
       {"src=", "href=", "url(http", "url(//", "@import", "<link", "<iframe", "<object", "<script"}) {
    INFO(never);
    CHECK(page.find(never) == std::string::npos);
  }
  CHECK(page.find("<meta charset=\"utf-8\">") != std::string::npos);
  CHECK(page.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("a text report and a JSON report of hostile names are harmless and show them") {
  for (const std::string& word : kHostile) {
    INFO(word);
    const Report report = report_of(word);
    const std::string text = render_text(report);
    const bool moves_the_cursor = std::any_of(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
    });
    CHECK_FALSE(moves_the_cursor);
    CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
    const std::string json = render_json(report);
    CHECK(json.find('\n') == std::string::npos);
    const auto value = Value::parse(json);
    REQUIRE(value);
    if (word.empty() || word.size() > 128) continue;
    CHECK(value->at_path("handoffs.0.name")->to_text() == word);
    CHECK(value->at_path("errors.codes.0.name")->to_text() == word);
  }
}

TEST_CASE("a chart has at most 62 columns, however many days it covers") {
  std::vector<TurnEvents> turns;
  for (const TimeMs days : {0, 61, 62, 500, 100'000}) {
    TurnEvents turn;
    turn.session = std::to_string(days);
    turn.at = test::kMonday - days * 86'400'000;
    turns.push_back(turn);
    const std::string page = render_html(test::report_on(turns));
    std::size_t columns = 0;
    const std::size_t begin = page.find("aria-label=\"Messages\"");
    REQUIRE(begin != std::string::npos);
    const std::string chart = page.substr(begin, page.find("</svg>", begin) - begin);
    for (std::size_t at = chart.find("<rect"); at != std::string::npos; at = chart.find("<rect", at + 1)) ++columns;
    INFO(days);
    CHECK(columns >= 1);
    CHECK(columns <= 62);
  }
}

TEST_CASE("the parts of a bar are as wide as their shares, and zero parts are not drawn") {
  using namespace report;
  const std::string drawn = bar({{Ink::kGood, 1, "one"}, {Ink::kOther, 0, "none"}, {Ink::kOpen, 3, "three"}}, 4);
  CHECK(drawn.find("x=\"0.000%\" width=\"25.000%\"") != std::string::npos);
  CHECK(drawn.find("x=\"25.000%\" width=\"75.000%\"") != std::string::npos);
  CHECK(drawn.find("none") == std::string::npos);
  CHECK(drawn.find("aria-label=\"one, three\"") != std::string::npos);
}
