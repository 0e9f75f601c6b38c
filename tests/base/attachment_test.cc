#include "parley/attachment.h"

#include <catch2/catch.hpp>

#include "parley/turn.h"

namespace parley {
namespace {

using Kind = Attachment::Kind;

TEST_CASE("Attachments as plain text have a line for each part that has a value") {
  const Attachment link{.kind = Kind::kLink, .url = "https://a.example/1", .title = "Order 1"};
  const Attachment bare{.kind = Kind::kLink, .url = "https://a.example/1"};
  const Attachment image{.kind = Kind::kImage, .url = "https://a.example/1.png", .alt = "A skate"};
  const Attachment buttons{.kind = Kind::kButtons,
                           .buttons = {{"Track", "where is it"}, {"yes", "yes"}, {"Shop", "", "https://a.example/"}}};
  const Attachment card{.kind = Kind::kCard,
                        .title = "Skates",
                        .text = "Size 42",
                        .image = "https://a.example/1.png",
                        .alt = "A skate",
                        .buttons = {{"Buy", "buy skates"}}};
  const Attachment small_card{.kind = Kind::kCard, .title = "Skates", .alt = "unused"};
  const struct {
    const char* text;
    std::vector<Attachment> attachments;
    const char* plain;
  } table[] = {
      {"Here.", {}, "Here."},
      {"Here.", {link}, "Here.\nOrder 1: https://a.example/1"},
      {"", {bare}, "https://a.example/1"},
      {"Look:", {image, bare}, "Look:\nA skate: https://a.example/1.png\nhttps://a.example/1"},
      {"And now?", {buttons}, "And now?\n- Track: where is it\n- yes\n- Shop: https://a.example/"},
      {"These?", {card}, "These?\nSkates\nSize 42\nA skate: https://a.example/1.png\n- Buy: buy skates"},
      {"These?", {small_card}, "These?\nSkates"},
  };
  for (const auto& [text, attachments, plain] : table) CHECK(with_attachments(text, attachments) == plain);
}

TEST_CASE("Questions, confirmations and texts have attachments, other steps have none") {
  for (const Step& step : {Step(AskUser{"p", "?", 1, {}}), Step(Confirm{"?", {}, 1}), Step(Say{"."})}) {
    REQUIRE(attachments_of(step));
    CHECK(attachments_of(step)->empty());
  }
  CHECK(!attachments_of(Step(Handoff{})));
  CHECK(!attachments_of(Step(ToolCall{})));
}

}  // namespace
}  // namespace parley
