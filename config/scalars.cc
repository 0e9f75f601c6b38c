#include "config/scalars.h"

#include <charconv>
#include <cstdio>

#include "base/text.h"
#include "base/time.h"
#include "config/fields.h"
#include "config/reader_attachments.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr std::string_view kDigits = "0123456789";

const char* kind_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull: return "null";
    case Node::Kind::kScalar: return "a text";
    case Node::Kind::kList: return "a list";
    case Node::Kind::kMap: return "a map";
    case Node::Kind::kRefused: break;
  }
  return "nothing";
}

char first_byte(const Node& node, const Diagnostics& findings) {
  const std::string& bytes = *findings.files()[static_cast<std::size_t>(node.mark.file)].bytes;
  return node.mark.offset < bytes.size() ? bytes[node.mark.offset] : '\0';
}

// Returns the word at `mark`, for a diagnostic: for a null its key, for a collection the sign with which it begins.
std::string_view word_at(const Mark& mark, const Diagnostics& findings) {
  const std::string_view bytes = *findings.files()[static_cast<std::size_t>(mark.file)].bytes;
  if (mark.offset >= bytes.size()) return {};
  const std::size_t end = bytes.find_first_of(" \t\r\n:,[]{}", mark.offset + 1);
  return bytes.substr(mark.offset, end - mark.offset);
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos;
}

std::string_view without_minus(std::string_view text) { return text.substr(0, 1) == "-" ? text.substr(1) : text; }

// Accepts 0, 42 and -7, but not 007, +1, 1e3 or 1_000.
bool is_whole(std::string_view text) {
  text = without_minus(text);
  return is_digits(text) && (text.size() == 1 || text.front() != '0');
}

// Accepts 0.5 and -12.30, but not .5, 5. or 1.5e3.
bool is_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  return point != std::string_view::npos && is_whole(text.substr(0, point)) && is_digits(text.substr(point + 1));
}

std::optional<std::int64_t> parse_whole(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::size_t find_control(std::string_view text, std::string_view allowed) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 || c == 0x7F) && allowed.find(text[i]) == std::string_view::npos) return i;
  }
  return std::string_view::npos;
}

// Returns the escape sequence of double quotes: \b, \x01.
std::string escape_of(char c) {
  constexpr std::string_view kControls = "\a\b\t\n\v\f\r\x1B", kLetters = "abtnvfre";
  const std::size_t known = kControls.find(c);
  if (known != std::string_view::npos) return std::string("\\") + kLetters[known];
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return escape;
}

std::string range(const std::string& least, const std::string& most) { return "allowed: " + least + " to " + most; }

std::string duration_text(TimeMs duration) {
  constexpr std::pair<TimeMs, const char*> kUnits[] = {{86'400'000, "d"}, {3'600'000, "h"}, {60'000, "m"}, {1000, "s"}};
  for (const auto& [size, name] : kUnits) {
    if (duration > 0 && duration % size == 0) return std::to_string(duration / size) + name;
  }
  return std::to_string(duration) + "ms";
}

// Reads a text without control characters, which could affect a screen or a log. The text may be empty.
std::optional<Text> readable_text(const Node& node, Diagnostics& findings) {
  if (!expect(Node::Kind::kScalar, "a text", node, findings)) return std::nullopt;
  Text text{node.text, node.mark};
  const std::size_t control = find_control(text.value, "\t\n");
  if (control == std::string_view::npos) return text;
  const std::string escape = escape_of(text.value[control]);
  findings.error("E102", findings.inside(text, control), escape, "control character " + escape + " in a text",
                 "'\\' starts an escape in double quotes; use single quotes");
  return std::nullopt;
}

}  // namespace

bool expect(Node::Kind kind, const char* expected, const Node& node, Diagnostics& findings) {
  if (node.kind == kind) return true;
  if (node.kind == Node::Kind::kRefused) return false;
  const std::string_view word = word_at(node.mark, findings);
  if (node.kind == Node::Kind::kNull && node.text.empty()) {
    findings.error("E309", node.mark, word, word == "-" ? "the item has no value" : "no value after " + quoted(word),
                   std::string("write ") + expected + ", or remove " + (word == "-" ? "the item" : "the key"));
    return false;
  }
  std::string hint;
  const char sign = first_byte(node, findings);
  if (kind == Node::Kind::kScalar && (sign == '{' || sign == '[')) {
    hint = std::string("put a text that starts with '") + sign + "' in quotes";
  } else if (kind == Node::Kind::kScalar && node.kind == Node::Kind::kNull) {
    hint = "put it in quotes if it is a text";
  } else if (kind == Node::Kind::kList) {
    hint = node.kind == Node::Kind::kMap ? "begin each item with '- '" : "write a list of one item as [item]";
  } else if (kind == Node::Kind::kMap) {
    hint = "write a map as lines of 'key: value'";
  }
  findings.error("E301", node.mark, word, std::string("expected ") + expected + ", found " + kind_of(node), hint);
  return false;
}

std::optional<Text> as_text(const Node& node, Diagnostics& findings) {
  auto text = readable_text(node, findings);
  if (!text || !base::trim(text->value).empty()) return text;
  report_empty(node, findings);
  return std::nullopt;
}

std::optional<Text> as_regex(const Node& node, Diagnostics& findings) {
  if (!expect(Node::Kind::kScalar, "a regex", node, findings)) return std::nullopt;
  Text regex{node.text, node.mark};
  if (regex.value.empty()) {
    report_empty(node, findings);
    return std::nullopt;
  }
  const std::size_t control = find_control(regex.value, {});
  if (control == std::string_view::npos) return regex;
  const std::string escape = escape_of(regex.value[control]);
  const bool block = first_byte(node, findings) == '|' || first_byte(node, findings) == '>';
  findings.error("E402", findings.inside(regex, control), escape, "control character " + escape + " in a regex",
                 block ? "write the regex on one line, in single quotes"
                       : "YAML reads '" + escape + "' in double quotes as one character; use single quotes");
  return std::nullopt;
}

namespace {

void check_placeholders(const Template& text, std::string_view known, Diagnostics& findings) {
  for_each_placeholder(text.pieces, [&](const Template::Piece& piece) {
    if (piece.placeholder == known) return;
    findings.error("E203", findings.inside({text.source, text.mark}, piece.index), piece.placeholder,
                   "unknown placeholder " + quoted(piece.placeholder),
                   known.empty() ? "this text takes no placeholders; write '{{' for a brace"
                                 : "the only placeholder here is {" + std::string(known) + "}");
  });
}

}  // namespace

std::optional<Template> as_template(const Node& node, Diagnostics& findings) {
  const auto text = as_text(node, findings);
  return text ? std::optional(parse_template(*text, Formats::kNone, findings)) : std::nullopt;
}

namespace {

enum class Attachments { kForbidden, kAllowed };

std::optional<Template> as_way(const Node& node, Diagnostics& findings) {
  const auto text = as_text(node, findings);
  return text ? std::optional(parse_template(*text, Formats::kAllowed, findings)) : std::nullopt;
}

// Reads the attachments of a channel, or of all other channels if `channel` is empty.
void read_attachments(Fields& fields, const std::string& channel, TextVariants& wording) {
  std::vector<AttachmentText> attachments;
  fields.optional("attachments", as_attachments, attachments);
  for (AttachmentText& attachment : attachments) {
    attachment.channel = channel;
    wording.attachments.push_back(std::move(attachment));
  }
}

void read_channel(const Text& name, const Node& node, Attachments allowed, TextVariants& wording,
                  Diagnostics& findings) {
  auto& ways = wording.channels.emplace_back(name.value, TextVariants::Ways()).second;
  if (allowed == Attachments::kForbidden || node.kind != Node::Kind::kMap) {
    ways = one_or_some(as_way)(node, findings).value_or(TextVariants::Ways());
    return;
  }
  Fields fields(node, "the text of a channel", findings);
  fields.required("any", one_or_some(as_way), ways);
  read_attachments(fields, name.value, wording);
}

std::optional<TextVariants> read_wording(const Node& node, Attachments allowed, Diagnostics& findings) {
  TextVariants wording;
  if (node.kind == Node::Kind::kList) {
    findings.error("E301", node.mark, "[", "expected one text, found a list",
                   "write {any: [...]} for several variants of a text");
    return std::nullopt;
  }
  const bool has_attachments = allowed == Attachments::kAllowed && node.find("attachments");
  if (!node.find("any") && !node.find("channels") && !has_attachments) {
    auto way = as_way(node, findings);
    if (!way) return std::nullopt;
    wording.any.push_back(std::move(*way));
    return wording;
  }
  Fields fields(node, "a text", findings);
  const auto as_channel = [&](const Text& name, const Node& ways, Diagnostics& sink) {
    read_channel(name, ways, allowed, wording, sink);
    return name;
  };
  std::vector<Text> channels;
  fields.optional("channels", named(IdentifierKind::kIdentifier, "a map from channels to texts", as_channel), channels);
  if (allowed == Attachments::kAllowed) read_attachments(fields, {}, wording);
  if (!fields.required("any", one_or_some(as_way), wording.any) || wording.any.empty()) return std::nullopt;
  return wording;
}

}  // namespace

std::optional<TextVariants> as_text_variants(const Node& node, Diagnostics& findings) {
  return read_wording(node, Attachments::kForbidden, findings);
}

std::optional<TextVariants> as_text_with_attachments(const Node& node, Diagnostics& findings) {
  return read_wording(node, Attachments::kAllowed, findings);
}

std::optional<TextVariants> read_text_variants(const Node& node, std::string_view known, Diagnostics& findings) {
  auto wording = as_text_variants(node, findings);
  if (!wording) return std::nullopt;
  for_each_variant(*wording, [&](const Template& way) { check_placeholders(way, known, findings); });
  return wording;
}

std::optional<Template> as_fixed_text(const Node& node, Diagnostics& findings) {
  auto text = as_template(node, findings);
  if (text) check_placeholders(*text, {}, findings);
  return text;
}

std::optional<bool> as_flag(const Node& node, Diagnostics& findings) {
  if (!expect(Node::Kind::kScalar, "true or false", node, findings)) return std::nullopt;
  if (!node.quoted && (node.text == "true" || node.text == "false")) return node.text == "true";
  const std::string lowered = base::lower_ascii(node.text);
  const bool yes = lowered == "yes" || lowered == "on" || lowered == "true" || lowered == "1" || lowered == "y";
  const bool no = lowered == "no" || lowered == "off" || lowered == "false" || lowered == "0" || lowered == "n";
  const bool is_text = node.quoted && (node.text == "true" || node.text == "false");
  findings.error("E303", node.mark, node.text,
                 quoted(node.text) + (is_text ? " is a text, not true or false" : " is not true or false"),
                 is_text ? "remove the quotes"
                 : yes   ? "write true"
                 : no    ? "write false"
                         : "write true or false");
  return std::nullopt;
}

std::optional<Value> as_scalar(const Node& node, Diagnostics& findings) {
  if (node.kind == Node::Kind::kNull && !node.text.empty()) return Value();
  const auto text = readable_text(node, findings);
  if (!text) return std::nullopt;
  if (node.quoted) return Value(text->value);
  if (text->value == "true" || text->value == "false") return Value(text->value == "true");
  if (is_decimal(text->value)) {
    double number = 0;
    std::from_chars(text->value.data(), text->value.data() + text->value.size(), number);
    return Value(number);
  }
  if (!is_whole(text->value)) return Value(text->value);
  const auto number = parse_whole(text->value);
  if (number) return Value(*number);
  findings.error("E308", node.mark, text->value, "the number does not fit in 64 bits",
                 "put it in quotes if it is a text");
  return std::nullopt;
}

std::optional<Value> as_value(const Node& node, Diagnostics& findings) {
  if (node.kind == Node::Kind::kList) {
    Value::Array items;
    for (const Node& item : node.items) items.push_back(as_value(item, findings).value_or(Value()));
    return Value(std::move(items));
  }
  if (node.kind == Node::Kind::kMap) {
    Value::Object members;
    for (const auto& [key, value] : node.members) {
      members.emplace(key.value, as_value(value, findings).value_or(Value()));
    }
    return Value(std::move(members));
  }
  if (node.kind == Node::Kind::kNull) return Value();
  return as_scalar(node, findings);
}

std::optional<double> as_number(const Node& node, Diagnostics& findings) {
  const auto value = as_scalar(node, findings);
  double number = 0;
  if (!value) return std::nullopt;
  if (value->get_number(number)) return number;
  findings.error("E302", node.mark, node.text, quoted(node.text) + " is not a number", "for example 3 or 0.5");
  return std::nullopt;
}

std::optional<double> as_share(const Node& node, Diagnostics& findings) {
  const auto share = as_number(node, findings);
  if (!share || (*share >= 0 && *share <= 1)) return share;
  findings.error("E308", node.mark, node.text, quoted(node.text) + " is out of range", range("0", "1"));
  return std::nullopt;
}

std::optional<std::int64_t> read_whole(const Node& node, std::int64_t least, std::int64_t most, Diagnostics& findings) {
  if (!expect(Node::Kind::kScalar, "a whole number", node, findings)) return std::nullopt;
  if (node.quoted || !is_whole(node.text)) {
    findings.error("E302", node.mark, node.text, quoted(node.text) + " is not a whole number",
                   node.quoted && is_whole(node.text) ? "remove the quotes" : "for example 3");
    return std::nullopt;
  }
  const auto number = parse_whole(node.text);
  if (number && *number >= least && *number <= most) return number;
  findings.error("E308", node.mark, node.text, quoted(node.text) + " is out of range",
                 range(std::to_string(least), std::to_string(most)));
  return std::nullopt;
}

std::optional<TimeMs> read_duration(const Node& node, TimeMs least, TimeMs most, Diagnostics& findings) {
  if (!expect(Node::Kind::kScalar, "a duration", node, findings)) return std::nullopt;
  const auto duration = base::parse_duration(node.text);
  if (!duration) {
    findings.error("E304", node.mark, node.text, quoted(node.text) + " is not a duration",
                   is_digits(node.text) ? "did you mean '" + node.text + "s'?" : "for example 250ms, 5s, 90m or 1h30m");
    return std::nullopt;
  }
  if (*duration >= least && *duration <= most) return duration;
  findings.error("E308", node.mark, node.text, quoted(node.text) + " is out of range",
                 range(duration_text(least), duration_text(most)));
  return std::nullopt;
}

void report_unknown_word(const Text& word, const std::vector<std::string>& known, Diagnostics& findings) {
  findings.error("E307", word.mark, word.value, "unknown word " + quoted(word.value),
                 did_you_mean_or_list(word.value, known));
}

void report_empty(const Node& node, Diagnostics& findings) {
  const char* what = node.kind == Node::Kind::kList  ? "empty list"
                     : node.kind == Node::Kind::kMap ? "empty map"
                                                     : "empty text";
  findings.error("E309", node.mark, word_at(node.mark, findings), what, "add a value, or remove it");
}

}  // namespace parley::config
