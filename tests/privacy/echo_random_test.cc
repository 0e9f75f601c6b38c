// Tests KnownValues with random values: each declared form is found in any text, and no masked value remains.
#include <algorithm>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "privacy/echo/known_values.h"
#include "privacy/echo/trigram_filter.h"
#include "privacy/encodings.h"
#include "privacy/mask.h"

using namespace parley;
using privacy::Echo;
using privacy::KnownValues;

namespace {

std::string as_it_is(const std::string& value) { return value; }

std::string as_json(const std::string& value) {
  std::string out;
  base::append_json_string(out, value);
  return out.substr(1, out.size() - 2);
}

std::string as_json_ascii(const std::string& value) {
  std::string out;
  const auto unit = [&](char32_t code) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    out += "\\u";
    for (const int shift : {12, 8, 4, 0}) out += kHex[code >> shift & 0xF];
  };
  for (std::size_t at = 0; at < value.size();) {
    const char32_t c = base::next_code_point(value, at);
    if (c < 0x10000) {
      unit(c);
    } else {
      unit(0xD800 + ((c - 0x10000) >> 10));
      unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  return out;
}

std::string as_url(const std::string& value) {
  std::string out;
  for (const char c : value) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_plain) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      out.append("%").append(privacy::hex_of(std::string(1, c)));
    }
  }
  return out;
}

std::string as_html(const std::string& value) {
  std::string out;
  for (const char c : value) {
    out += c == '&'    ? "&amp;"
           : c == '<'  ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '"'  ? "&quot;"
           : c == '\'' ? "&#39;"
                       : std::string(1, c);
  }
  return out;
}

std::string in_capitals(const std::string& value) {
  std::string out = value;
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

std::string in_full_width(const std::string& value) {
  std::string out;
  for (const char c : value) {
    if (c > ' ' && c < 0x7F) {
      base::append_code_point(out, 0xFEE0 + static_cast<char32_t>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string in_hex(const std::string& value) { return privacy::hex_of(value); }

std::string in_base64(const std::string& value, const std::string& before, const std::string& after) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string all = before + value + after;
  std::string out;
  for (std::size_t i = 0; i < all.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < all.size() ? static_cast<unsigned char>(all[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) out += i + k > all.size() ? '=' : kAlphabet[group >> (18 - 6 * k) & 0x3F];
  }
  return out;
}

rc::Gen<std::string> texts_of(const std::vector<std::string>& pieces) {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                      [](const std::vector<std::string>& all) {
                        std::string text;
                        for (const std::string& piece : all) text += piece;
                        return text;
                      });
}

const std::vector<std::string>& value_pieces() {
  static const std::vector<std::string> all = {"a",
                                               "B",
                                               "7",
                                               "0",
                                               " ",
                                               "\"",
                                               "\\",
                                               "'",
                                               "&",
                                               "<",
                                               "%",
                                               "+",
                                               "/",
                                               "-",
                                               ".",
                                               "{",
                                               "}",
                                               "u0",
                                               "\n",
                                               "\xC3\xBC",
                                               "\xC3\x9F",
                                               "e\xCC\x81",
                                               "\xE6\x9D\x8E",
                                               "\xEF\xBC\x91",
                                               "\xF0\x9F\x98\x80",
                                               "%41",
                                               "&amp;",
                                               "\\u0041",
                                               "\\n"};
  return all;
}

const std::vector<std::string>& text_pieces() {
  static const std::vector<std::string> all = {"x",  "Y",    "9",   " ",     "\"",  "\\",       "&",
                                               "%",  "+",    "-",   "{",     "}",   "\xC3\xA9", "\xE3\x81\x82",
                                               "%4", "&lt;", "\\n", "\\u00", "{it}"};
  return all;
}

std::size_t letters_and_digits_in(const std::string& value) {
  std::size_t count = 0;
  for (const char c : value)
    count += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? 1U : 0U;
  return count;
}

KnownValues known_value(const std::string& value) {
  return KnownValues(std::vector<privacy::KnownValue>{{"it", {value}}});
}

std::string masked(const KnownValues& values, const std::string& text) {
  std::vector<privacy::PrivatePlace> places;
  for (const Echo& echo : values.find(text)) {
    places.push_back({echo.span, std::string(echo.label), config::Masking::kMask, std::string(echo.value)});
  }
  return privacy::masked(text, std::move(places));
}

// Generates a value with enough letters and digits to be found anywhere, plain or followed by `forms`.
std::string some_value() {
  return *rc::gen::suchThat(
      rc::gen::map(texts_of(value_pieces()), [](const std::string& text) { return "q" + text + "w12z"; }),
      [](const std::string& value) { return letters_and_digits_in(value) >= 6; });
}

}  // namespace

TEST_CASE("a value is found in every form and any surroundings") {
  using Form = std::string (*)(const std::string&);
  const std::vector<std::pair<const char*, Form>> forms = {
      {"as it is", as_it_is}, {"as JSON", as_json},         {"as ASCII JSON", as_json_ascii}, {"in a URL", as_url},
      {"in HTML", as_html},   {"in capitals", in_capitals}, {"in full width", in_full_width}, {"in hex", in_hex}};
  for (const auto& [name, form] : forms) {
    INFO(name);
    CHECK(rc::check(name, [form = form] {
      const std::string value = some_value();
      const KnownValues values = known_value(value);
      const std::string before = *texts_of(text_pieces());
      const std::string after = *texts_of(text_pieces());
      // If the surrounding text begins or ends an escape, it is a different escape.
      const std::string text = before + " " + form(value) + " " + after;
      const std::vector<Echo> echoes = values.find(text);
      RC_ASSERT(privacy::TrigramFilter(text).may_hold(value) && privacy::TrigramFilter(form(value)).may_hold(value));
      const std::size_t begin = before.size() + 1;
      // Punctuation at the ends of the value may remain if the form changes the punctuation.
      RC_ASSERT(std::any_of(echoes.begin(), echoes.end(), [&](const Echo& echo) {
        return echo.span.begin <= begin + 6 && echo.span.end + 24 >= text.size() - after.size();
      }));
      const std::string once = masked(values, text);
      RC_ASSERT(values.find(once).empty());
      RC_ASSERT(masked(values, once) == once);
    }));
  }
}

TEST_CASE("any value is found as a separate word") {
  CHECK(rc::check("words", [] {
    const std::string value = *rc::gen::suchThat(texts_of(value_pieces()), [](const std::string& text) {
      return text.find_first_not_of(" \n") != std::string::npos;
    });
    const KnownValues values = known_value(value);
    const auto before = *rc::gen::element<std::string>("", "so ", "\"x\" ", "1 ", "{it} ", "\\ ", "%2 ");
    const auto after = *rc::gen::element<std::string>("", " ha", " \"x\"", " 1", " {it}", " \\", " %");
    const std::string text = before + value + after;
    RC_ASSERT(!values.find(text).empty());
    RC_ASSERT(privacy::TrigramFilter(text).may_hold(value));
    const std::string once = masked(values, text);
    RC_ASSERT(values.find(once).empty());
    RC_ASSERT(masked(values, once) == once);
  }));
}

TEST_CASE("an alphanumeric value is found with any separators, and in base64 at any offset") {
  CHECK(rc::check("separators", [] {
    const auto value = *rc::gen::container<std::string>(8, rc::gen::element('a', 'b', '1', '2'));
    const KnownValues values = known_value(value);
    std::string text;
    for (const char c : value) {
      const auto separator = rc::gen::element<std::string>("", " ", "-", " - ", ".", "\n", "\xC2\xA0", "\xE2\x80\x93");
      if (!text.empty()) text += *separator;
      text += c;
    }
    RC_ASSERT(privacy::TrigramFilter(text).may_hold(value));
    const std::vector<Echo> echoes = values.find("<" + text + ">");
    RC_ASSERT(echoes.size() == 1U);
    RC_ASSERT((echoes[0].span == Span{1, text.size() + 1}));
  }));
  CHECK(rc::check("base64", [] {
    const std::string value = some_value();
    const KnownValues values = known_value(value);
    const auto before = *rc::gen::container<std::string>(*rc::gen::inRange(0, 7), rc::gen::inRange<char>(1, 127));
    const auto after = *rc::gen::container<std::string>(*rc::gen::inRange(0, 7), rc::gen::inRange<char>(1, 127));
    const std::string text = in_base64(value, before, after);
    RC_ASSERT(!values.find(text).empty());
    RC_ASSERT(privacy::TrigramFilter(text).may_hold(value));
    const std::string once = masked(values, text);
    RC_ASSERT(values.find(once).empty());
    // The remaining text contains no part of the value longer than the surroundings.
    RC_ASSERT(once.size() <= 4 + (before.size() + after.size() + 6) * 4 / 3 + 4);
  }));
}

TEST_CASE("text outside the echoes is unchanged, and matches are whole code points in order") {
  CHECK(rc::check("places", [] {
    std::vector<privacy::KnownValue> known_value;
    const auto texts = *rc::gen::container<std::vector<std::string>>(3, texts_of(value_pieces()));
    for (const std::string& text : texts) known_value.push_back({"it", {text}});
    const KnownValues values(known_value);
    std::string text = *texts_of(text_pieces());
    for (const std::string& piece : texts) text += piece + *texts_of(text_pieces());
    std::size_t last = 0;
    for (const Echo& echo : values.find(text)) {
      RC_ASSERT(echo.span.begin >= last);
      last = echo.span.begin;
      RC_ASSERT(echo.span.begin < echo.span.end);
      RC_ASSERT(echo.span.end <= text.size());
      for (const std::size_t at : {echo.span.begin, echo.span.end}) {
        RC_ASSERT((at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80));
      }
    }
  }));
}
