// Tested by tests/config/examples_file_test.cc.
#include "config/examples_file.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "config/document.h"
#include "config/raw_text.h"
#include "config/source.h"
#include "parley/value.h"

namespace parley::config {
namespace {

constexpr std::string_view kCsvHint = "for example a file with the line: text,intent";

bool is_control_byte(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == '\x7F'; }

struct Cell {
  std::string value;
  std::size_t offset = 0;  // of the value, after an opening quote
};

// Splits CSV into records. A quoted cell may contain commas, line ends, and quotes written twice.
class CsvRecords {
 public:
  CsvRecords(const Source& source, Diagnostics& findings) : source_(source), findings_(findings), at_(source.begin()) {}

  // Reads the next record that is not an empty line. Nullopt: at the end, or after an error from which reading cannot
  // continue.
  std::optional<std::vector<Cell>> next() {
    while (at_ < source_.size() && take_line_end()) {
    }
    if (at_ >= source_.size()) return std::nullopt;
    std::vector<Cell> cells;
    do {
      auto cell = source_.at(at_) == '"' ? quoted_cell() : plain_cell();
      if (!cell) {
        at_ = source_.size();
        return std::nullopt;
      }
      cells.push_back(std::move(*cell));
    } while (take(','));
    take_line_end();
    return cells;
  }

 private:
  bool take(char c) {
    if (source_.at(at_) != c || at_ >= source_.size()) return false;
    ++at_;
    return true;
  }
  // A carriage return stands before a line feed; check_characters() refuses any other.
  bool take_line_end() {
    take('\r');
    return take('\n');
  }
  bool ends_cell() const {
    const char c = source_.at(at_);
    return at_ >= source_.size() || c == ',' || c == '\n' || c == '\r';
  }

  std::optional<Cell> plain_cell() {
    const std::size_t begin = at_;
    while (!ends_cell()) {
      if (source_.at(at_) == '"') {
        findings_.error("E316", source_.mark(at_), "\"", "a quote in a cell without quotes",
                        "put the whole cell in quotes, and write the quote twice");
        return std::nullopt;
      }
      ++at_;
    }
    return Cell{std::string(source_.bytes().substr(begin, at_ - begin)), begin};
  }

  std::optional<Cell> quoted_cell() {
    const std::size_t open = at_++;
    Cell cell{{}, at_};
    for (; at_ < source_.size(); ++at_) {
      const char c = source_.at(at_);
      if (c == '"' && source_.at(++at_) != '"') {
        if (ends_cell()) return cell;
        findings_.error("E316", source_.mark(at_), source_.word(at_), "text after the quote that closes a cell",
                        "write a quote inside of a cell twice");
        return std::nullopt;
      }
      if (c != '\r') cell.value += c;
    }
    findings_.error("E316", source_.mark(open), "\"", "this quote is not closed", "close it at the end of the cell");
    return std::nullopt;
  }

  const Source& source_;
  Diagnostics& findings_;
  std::size_t at_;
};

class ExampleReader {
 public:
  ExampleReader(const Source& source, bool needs_intents, Diagnostics& findings)
      : source_(source), needs_intents_(needs_intents), findings_(findings) {}

  void read_csv() {
    CsvRecords records(source_, findings_);
    const auto header = records.next();
    if (!header) return;
    const auto text = column(*header, "text");
    const auto intent = column(*header, "intent");
    if (!text || (needs_intents_ && !intent)) return report_header(*header, text ? "intent" : "text");
    while (const auto record = records.next()) {
      if (findings_.full()) return;
      if (record->size() != header->size()) {
        fail(record->front().offset, {},
             std::to_string(record->size()) + (record->size() == 1 ? " cell" : " cells") + ", but the header has " +
                 std::to_string(header->size()),
             "put a text with a comma in quotes");
      } else {
        add((*record)[*text], intent ? &(*record)[*intent] : nullptr);
      }
    }
  }

  void read_json_lines() {
    for (std::size_t begin = source_.begin(); begin < source_.size() && !findings_.full();) {
      const std::size_t end = std::min(source_.bytes().find('\n', begin), source_.size());
      const std::string_view line = source_.bytes().substr(begin, end - begin);
      if (!base::trim(line).empty()) read_json(line, begin);
      begin = end + 1;
    }
  }

  std::vector<ExampleRow> take() { return std::move(rows_); }

 private:
  static std::optional<std::size_t> column(const std::vector<Cell>& header, std::string_view name) {
    const auto found =
        std::find_if(header.begin(), header.end(), [&](const Cell& cell) { return base::trim(cell.value) == name; });
    return found == header.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.begin()));
  }

  void report_header(const std::vector<Cell>& header, const std::string& missing) {
    std::vector<std::string> names;
    for (const Cell& cell : header) names.push_back(cell.value);
    std::string hint = did_you_mean(missing, names);
    if (names.size() == 1 && names.front().find_first_of(";\t") != std::string::npos) {
      hint = "separate the cells with commas";
    }
    fail(header.front().offset, {}, "the header has no column " + quoted(missing),
         hint.empty() ? std::string(kCsvHint) : hint);
  }

  void read_json(std::string_view line, std::size_t begin) {
    const auto value = Value::parse(line);
    const Value::Object* row = value ? value->if_object() : nullptr;
    const Value* text = row ? value->find("text") : nullptr;
    const Value* intent = row ? value->find("intent") : nullptr;
    const auto refuse = [&](const std::string& message) {
      fail(begin, {}, message, R"(for example {"text": "where is it?", "intent": "track_order"})");
    };
    if (!value) return refuse(value.error().message);
    if (!row) return refuse("this line is not a JSON object");
    if (!text || !text->if_string()) return refuse("'text' is " + std::string(text ? "not a string" : "missing"));
    if (intent && !intent->is_null() && !intent->if_string()) return refuse("'intent' is not a string or null");
    if (!intent && needs_intents_) {
      return fail(begin, {}, "'intent' is missing", "write null for a message that means no intent");
    }
    const Cell text_cell{*text->if_string(), begin + offset_of(line, "\"text\"")};
    Cell intent_cell{{}, begin + offset_of(line, "\"intent\"")};
    if (intent && intent->if_string()) intent_cell.value = *intent->if_string();
    add(text_cell, intent ? &intent_cell : nullptr);
  }

  // Returns the offset of a member's value in a line. 0 if the key is not written as usual.
  static std::size_t offset_of(std::string_view line, std::string_view key) {
    for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
      const std::size_t colon = line.find_first_not_of(" \t", at + key.size());
      if (colon == std::string_view::npos || line[colon] != ':') continue;
      return line.find_first_not_of(" \t", colon + 1);  // there is a value, because the line is valid JSON
    }
    return 0;
  }

  void add(const Cell& text, const Cell* intent) {
    ExampleRow row{{std::string(base::trim(text.value)), source_.mark(text.offset)}, intent != nullptr, {}};
    if (row.text.value.empty()) {
      return fail(text.offset, {}, "a row without a text", "write the message, or remove the row");
    }
    if (std::any_of(row.text.value.begin(), row.text.value.end(), is_control_byte)) {
      return fail(text.offset, {}, "a text with a control character", "remove it");  // from an escape in JSON
    }
    if (intent) row.intent = {std::string(base::trim(intent->value)), source_.mark(intent->offset)};
    rows_.push_back(std::move(row));
  }

  void fail(std::size_t offset, std::string_view word, const std::string& message, const std::string& hint) {
    findings_.error("E316", source_.mark(offset), word, message, hint);
  }

  const Source& source_;
  const bool needs_intents_;
  Diagnostics& findings_;
  std::vector<ExampleRow> rows_;
};

}  // namespace

bool is_examples_file(std::string_view name) {
  return name.ends_with(".csv") || name.ends_with(".jsonl") || name.ends_with(".ndjson");
}

std::vector<ExampleRow> read_examples(int file, bool needs_intents, Diagnostics& findings) {
  const BotDefinition::File& named = findings.files()[static_cast<std::size_t>(file)];
  const std::size_t most = DocumentLimits{}.max_bytes;
  const bool is_csv = named.name.ends_with(".csv");
  const std::shared_ptr<const std::string> bytes = named.bytes;
  if (bytes->size() > most) {
    findings.error("E109", Mark{file, 1, 1, 0}, {}, "the file is larger than " + std::to_string(most) + " bytes",
                   "divide it");
    return {};
  }
  const Source source(file, *bytes);
  if (!check_characters(source, findings)) return {};
  ExampleReader reader(source, needs_intents, findings);
  if (is_csv) {
    reader.read_csv();
  } else {
    reader.read_json_lines();
  }
  std::vector<ExampleRow> rows = reader.take();
  if (rows.empty() && !findings.has_errors()) {
    findings.error("E316", Mark{file, 1, 1, 0}, {}, "the file has no examples", is_csv ? std::string(kCsvHint) : "");
  }
  return rows;
}

}  // namespace parley::config
