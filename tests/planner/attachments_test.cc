// Tests the attachments of texts (docs/dialog.md, rule 13.4).
#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

using Kind = Attachment::Kind;

config::BotDefinition bot_that_shows(const std::string& attachments) {
  return read(R"(
parley: 1
bot: {id: shop}
tools: {find: {kind: host}}
intents:
  - id: show
    match: [{regex: show}]
    params:
      card: {type: credit_card, sensitive: true}
      size: {type: number}
    steps:
      - {tool: find, with: {}, save: {page: result.page, name: result.name}}
      - say:
          any: Here.
          attachments: )" +
              attachments + R"(
          channels:
            voice: Listen.
            app: {any: See., attachments: [{link: {url: "https://a.example/app"}}]}
)");
}

// The attachments of the text after the tool returned `page` and `name`.
std::vector<Attachment> shown(const std::string& attachments, Value page, Value name, const char* channel = "web") {
  Talk talk(bot_that_shows(attachments));
  talk.context = Value(Value::Object{{"channel", channel}});
  talk(wants("show", {good("size", 42)}));
  talk(ok({{"page", std::move(page)}, {"name", std::move(name)}}));
  return std::get<Say>(talk.last().steps.front()).attachments;
}

}  // namespace

TEST_CASE("13.4 attachments have the values of their placeholders, percent-encoded in URLs") {
  const std::string link =
      "[{link: {url: 'https://a.example/?q={name}&s={size}', title: '{name}{size, if, {, {size}}}'}}]";
  CHECK(shown(link, {}, "A & B/C") ==
        std::vector<Attachment>{
            {.kind = Kind::kLink, .url = "https://a.example/?q=A%20%26%20B%2FC&s=42", .title = "A & B/C, 42"}});
  const std::string card =
      "[{card: {title: '{name}', text: New, image: {url: 'https://a.example/i.png', alt: Photo},"
      " buttons: [{label: Buy, message: 'buy {name}'}, {label: More, url: '{page}'}]}}]";
  CHECK(shown(card, "https://b.example/x", "Skate") ==
        std::vector<Attachment>{{.kind = Kind::kCard,
                                 .title = "Skate",
                                 .text = "New",
                                 .image = "https://a.example/i.png",
                                 .alt = "Photo",
                                 .buttons = {{"Buy", "buy Skate", ""}, {"More", "", "https://b.example/x"}}}});
}

TEST_CASE("13.4 what has no valid URL is left out") {
  const struct {
    const char* attachments;
    Value page;
    std::size_t shown;
  } table[] = {
      {"[{link: {url: '{page}'}}]", "https://b.example/x", 1},
      {"[{link: {url: '{page}'}}]", "javascript:alert(1)", 0},
      {"[{link: {url: '{page}'}}]", "b.example", 0},
      {"[{link: {url: '{page}'}}]", "https://bank.example@evil.example/", 0},
      {"[{link: {url: 'https://a.example/{page}'}}]", "@evil.example", 1},
      {"[{link: {url: '{page}'}}]", {}, 0},
      {"[{link: {url: 'https://a.example/{page}'}}]", {}, 0},
      {"[{link: {url: 'https://a.example/{page}'}}]", "..//evil", 1},
      {"[{image: {url: '{page}', alt: Photo}}]", "x", 0},
      {"[{buttons: [{label: a, url: '{page}'}]}]", "x", 0},
      {"[{buttons: [{label: a, url: '{page}'}, {label: b, message: b}]}]", "x", 1},
      {"[{card: {title: a, image: {url: '{page}', alt: Photo}}}]", "x", 1},
  };
  for (const auto& [attachments, page, count] : table) {
    INFO(attachments << ' ' << page.to_text());
    CHECK(shown(attachments, page, "Skate").size() == count);
  }
  CHECK(shown("[{card: {title: a, image: {url: '{page}', alt: Photo}}}]", "x", {}).front().alt.empty());
}

TEST_CASE("13.4 a channel with its own texts has its own attachments") {
  const std::string link = "[{link: {url: 'https://a.example/web'}}]";
  CHECK(shown(link, {}, {}, "web").front().url == "https://a.example/web");
  CHECK(shown(link, {}, {}, "app").front().url == "https://a.example/app");
  CHECK(shown(link, {}, {}, "voice").empty());
}

TEST_CASE("13.4 questions and confirmations have attachments, also when they are repeated") {
  Talk talk(read(R"(
parley: 1
bot: {id: shop}
intents:
  - id: buy
    match: [{regex: buy}]
    params:
      size: {type: number, required: true, ask: {any: "Which size?", attachments: [{link: {url: "https://a.example/sizes", title: Sizes}}]}}
      card: {type: credit_card, sensitive: true}
    confirm: {ask: {any: "Buy {size}?", attachments: [{link: {url: "https://a.example/pay?card={card}"}}]}}
    steps: [{say: Bought.}]
replies: {not_understood: Pardon?}
)"));
  for (const Sent& event : {Sent(wants("buy")), Sent(nonsense())}) {
    talk(event);
    CHECK(std::get<AskUser>(talk.last().steps.back()).attachments.front().title == "Sizes");
  }
  talk(answers({good("size", 42), good("card", "4111 1111")}));
  const auto& confirm = std::get<Confirm>(talk.last().steps.back());
  CHECK(confirm.attachments.front().url == "https://a.example/pay?card=4111%201111");
  CHECK(talk.last().disclosed == DisclosedValues{{"card", "4111%201111"}});
}
