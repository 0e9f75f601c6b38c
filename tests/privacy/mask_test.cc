// Tests masks, which replace private values.
#include "privacy/mask.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "privacy/detectors.h"
#include "tests/privacy/marked_text.h"

using namespace parley;
using config::Masking;
using privacy::masked;
using privacy::PrivatePlace;

namespace {

std::string one_masked(std::string_view marked, Masking left, std::string_view key = "key") {
  const test::MarkedText text = test::marked_text(marked);
  std::vector<PrivatePlace> places;
  for (const Span& span : text.places) places.push_back({span, "card", left});
  return masked(text.text, places, key);
}

// Returns the text with detected values masked.
std::string detected_and_masked(std::string_view text, Masking left) {
  std::vector<PrivatePlace> places;
  for (const privacy::Detected& one : privacy::detect(text, privacy::PrivateTypes::all())) {
    places.push_back({one.span, privacy::to_string(one.type), left});
  }
  return masked(text, std::move(places), "key");
}

}  // namespace

TEST_CASE("each policy keeps the documented part of a value") {
  struct Row {
    Masking left;
    const char* text;
    const char* expected;
  };
  for (const Row& row : std::vector<Row>{
           {Masking::kMask, "pay [[4111 1111]] now", "pay {card} now"},
           {Masking::kMask, "[[a]][[b]]", "{card}{card}"},
           {Masking::kMask, "nothing", "nothing"},
           {Masking::kKeep, "pay [[4111 1111]] now", "pay 4111 1111 now"},
           {Masking::kPartial, "[[4111-1111-1111-1234]]", "{card:...1234}"},
           {Masking::kPartial, "[[4111 1111 1111 12-3 4]]", "{card:...1234}"},
           {Masking::kPartial, "[[12-34-56 78]]", "{card:...5678}"},
           {Masking::kPartial, "[[1-2-3-4-5-6-7]]", "{card}"},
           {Masking::kPartial, "[[J\u00fcrgenss\u00fc\u00e9\uff11]]", "{card:...s\u00fc\u00e9\uff11}"},
           {Masking::kDrop, "pay [[4111]] now", "pay now"},
           {Masking::kDrop, "[[4111]] now", "now"},
           {Masking::kDrop, "pay [[4111]]", "pay "},
           {Masking::kDrop, "pay ([[4111]]) now", "pay () now"},
           {Masking::kDrop, "pay [[4111]][[1111]] now", "pay now"},
       }) {
    CHECK(one_masked(row.text, row.left) == row.expected);
  }
}

TEST_CASE("a hash is the same for the same value in any format, and depends on its key") {
  const std::string plain = one_masked("[[4111 1111]]", Masking::kHash);
  CHECK(plain.size() == std::string("{card#1a2b3c4d5e6f}").size());
  CHECK(plain.substr(0, 6) == "{card#");
  CHECK(one_masked("[[4111-1111]]", Masking::kHash) == plain);
  CHECK(one_masked("[[\uff14111 1111]]", Masking::kHash) == plain);
  CHECK(one_masked("[[4111 1112]]", Masking::kHash) != plain);
  CHECK(one_masked("[[4111 1111]]", Masking::kHash, "other key") != plain);
  CHECK(one_masked("[[4111 1111]]", Masking::kHash, "") == "{card}");
  // The value in base64, which the finder decodes.
  CHECK(masked("NDExMTExMTE=", {{{0, 12}, "card", Masking::kHash, "41111111"}}, "key") == plain);
}

TEST_CASE("the longest of overlapping matches is masked, and no part of the others remains") {
  const auto two = [](Span a, Span b) { return masked("0123456789", {{a, "a"}, {b, "b"}}); };
  CHECK(two({2, 5}, {2, 5}) == "01{a}56789");
  CHECK(two({2, 5}, {2, 6}) == "01{b}6789");
  CHECK(two({2, 5}, {3, 5}) == "01{a}56789");
  CHECK(two({2, 5}, {4, 8}) == "01{b}89");
  CHECK(two({2, 6}, {4, 7}) == "01{a}789");
  CHECK(two({2, 4}, {4, 6}) == "01{a}{b}6789");
  CHECK(masked("0123456789", {{{0, 4}, "a"}, {{3, 7}, "b"}, {{6, 9}, "c"}}) == "{a}{c}9");
  // Invalid spans: empty, beyond the text, or inside a character.
  CHECK(two({3, 3}, {9, 20}) == "012345678{b}");
  CHECK(masked("a\u00fcb", {{{2, 3}, "x"}}) == "a{x}b");
  // The last four digits of one value may be another whole value.
  CHECK(masked("order 12345678", {{{6, 14}, "order", Masking::kPartial}, {{10, 14}, "pin"}}) == "order {order}");
}

TEST_CASE("a private value inside a kept match is masked, unless it is the same value") {
  const std::string text = "see O-1234 5678 there";
  const Span whole{4, 15}, part{11, 15};
  CHECK(masked(text, {{whole, "order", Masking::kKeep}, {part, "pin"}}) == "see O-1234 {pin} there");
  CHECK(masked(text, {{whole, "order", Masking::kKeep}, {whole, "phone"}}) == text);
  CHECK(masked("tel. 12-34", {{{0, 10}, "x", Masking::kKeep, "1234"}, {{5, 10}, "phone"}}) == "tel. 12-34");
  CHECK(masked(text, {{part, "pin", Masking::kKeep}, {whole, "order"}}) == "see {order} there");
}

TEST_CASE("an existing mask of a given label is left unchanged") {
  const std::string text = "{card} {card:...1234} {card#0123456789ab}";
  CHECK(masked(text, {{{1, 5}, "card"}, {{12, 16}, "card"}, {{28, 40}, "card"}}) == text);
  CHECK(masked("{card}12", {{{3, 8}, "card"}}) == "{card}{card}");
  CHECK(masked("12{card}", {{{0, 5}, "card"}}) == "{card}{card}");
  CHECK(masked("1{card}2", {{{0, 8}, "card"}}) == "{card}");
  // A text that only looks like a mask.
  for (const char* none :
       {"{hunter2}", "{card:..1234}", "{card:...123}", "{card#0123}", "{card#0123456789aX}", "{card"}) {
    INFO(none);
    CHECK(masked(none, {{{1, std::string(none).size()}, "card"}}) == "{{card}");
    CHECK(privacy::end_of_mask(none, 0, {"card"}) == std::string::npos);
  }
  CHECK(privacy::end_of_any_mask("{date_of_birth:...1985}", 0) == 23);
  CHECK(privacy::end_of_any_mask("{hunter2}", 0) == std::string::npos);
  CHECK(privacy::end_of_any_mask("{}", 0) == std::string::npos);
  CHECK(privacy::end_of_any_mask("x{card}", 0) == std::string::npos);
}

TEST_CASE("text outside the matches is unchanged, nothing inside is left, and masking is idempotent") {
  CHECK(rc::check("masks", [] {
    // Private text has digits and other text has letters; neither contains a mask.
    const auto word = rc::gen::container<std::string>(rc::gen::element('a', 'b', ' ', '-'));
    const auto secret = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::element('1', '2')));
    const auto pairs =
        *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(word, secret));
    const auto left = *rc::gen::element(Masking::kMask, Masking::kHash, Masking::kPartial);
    std::string text, expected;
    std::vector<PrivatePlace> places;
    for (const auto& [open, closed] : pairs) {
      text += open;
      expected += open;
      const std::size_t begin = text.size();
      text += closed;
      const std::size_t half = closed.size() / 2;
      places.push_back({{begin, text.size()}, "x", left});
      if (half > 0) places.push_back({{begin, begin + half}, "y", left});
      if (half > 0) places.push_back({{begin + half, text.size()}, "y", left});
      expected += "{x}";
    }
    const std::string once = masked(text, places, "key");
    std::string without;  // the visible part of the values
    for (std::size_t at = 0; at < once.size(); ++at) {
      if (once[at] == ':' || once[at] == '#') at = once.find('}', at);
      without += once[at];
    }
    RC_ASSERT(without == expected);

    std::vector<PrivatePlace> again = {{{0, 0}, "x"}, {{0, 0}, "y"}};
    for (std::size_t at = once.find('{'); at != std::string::npos; at = once.find('{', at + 1)) {
      again.push_back({{at + 1, once.find('}', at)}, "x", left});
    }
    RC_ASSERT(masked(once, again, "key") == once);
  }));
}

TEST_CASE("a masked value is not detected again") {
  CHECK(rc::check("detecting twice", [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "jo@example.com", "+44 20 7946 0958", "4111111111111111", "192.168.0.1", "born", "1985-05-12",
        "password:", "hunter2", "https://a:b@c.de/?token=1", "DE89370400440532013000", "bearer", "pin 4711", "SW1A 1AA",
        "078-05-1123", "call me on", "5551234", ",", ".", "and", "\xC3\xBC", "order"));
    const auto left = *rc::gen::element(Masking::kMask, Masking::kPartial, Masking::kHash);
    std::string text;
    for (const std::string& piece : pieces) text.append(piece).append(" ");
    const std::string once = detected_and_masked(text, left);
    RC_ASSERT(detected_and_masked(once, left) == once);
  }));
}
