#include "engine/turn_report.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/time.h"
#include "engine/event_record.h"
#include "parley/sessions.h"
#include "parley/trace.h"

namespace parley::engine {
namespace {

// Characters that end a line for some readers, move the cursor or change the direction of text: C1, U+2028 and similar.
bool is_disruptive(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

// Escapes disruptive characters of a message: U+202E becomes \u202e.
void append_message(std::string& line, std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  if (base::is_ascii(text)) return base::append_json_string(line, text);
  std::string json;
  base::append_json_string(json, text);
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    const char32_t c = base::next_code_point(json, at);
    if (!is_disruptive(c)) {
      line.append(json, begin, at - begin);
      continue;
    }
    line += "\\u";
    for (const int shift : {12, 8, 4, 0}) line += kHex[c >> shift & 15];
  }
}

// Makes the lines of a record, in one pass.
class LineMaker {
 public:
  LineMaker(const ReportContext& context, std::string_view record, std::span<const Redactor::KnownValue> values)
      : context_(context), record_(record), values_(values) {
    const std::string_view session = record_.text();
    if (!session.empty()) session_hash_ = telemetry_hash(session, context.telemetry_key);
  }

  void append_lines(std::vector<std::string>& lines) {
    while (!record_.is_at_end()) {
      switch (record_.tag()) {
        case Tag::kMoment: read_moment(); break;
        case Tag::kState: read_state(); break;
        case Tag::kTraceParent: common_.append(",\"traceparent\":\"").append(record_.text()).append("\""); break;
        case Tag::kEvent: begin_event(); break;
        case Tag::kEndEvent: lines.push_back(line_ + '}'); break;
        case Tag::kTrace: append_trace(); break;
        case Tag::kWord: begin_member(), base::append_json_string(line_, record_.text()); break;
        case Tag::kName: begin_member(), context_.names.append(line_, record_.text()); break;
        case Tag::kNames: begin_member(), append_names(line_); break;
        case Tag::kWords: begin_member(), append_words(); break;
        case Tag::kCount: begin_member(), line_ += std::to_string(record_.number<std::int64_t>()); break;
        case Tag::kMessage: append_masked(); break;
      }
    }
  }

 private:
  void read_moment() {
    common_ = ",\"ts\":\"" + base::format_iso8601(record_.number<std::int64_t>()) + "\"";
    if (!session_hash_.empty()) common_.append(",\"session\":\"").append(session_hash_).append("\"");
    common_ += ",\"bot\":";
    base::append_json_string(common_, record_.text());
  }

  // Appends `user`, `turn` and `memory`: {"history_count", "params_keys", "waiting_for_param"} (seed F130).
  void read_state() {
    const std::string_view user = record_.text();
    if (user_ != user) {
      user_ = user;
      user_hash_ = user.empty() ? std::string() : telemetry_hash(user, context_.telemetry_key);
    }
    if (!user_hash_.empty()) common_.append(",\"user\":\"").append(user_hash_).append("\"");
    common_.append(",\"turn\":").append(std::to_string(record_.number<std::int64_t>()));
    common_.append(",\"memory\":{\"history_count\":").append(std::to_string(record_.number<std::int64_t>()));
    common_ += ",\"params_keys\":";
    append_names(common_);
    common_ += ",\"waiting_for_param\":";
    const bool waits = record_.number<bool>();
    const std::string_view param = record_.text();
    if (waits) {
      context_.names.append(common_, param);
    } else {
      common_ += "null";
    }
    common_ += '}';
  }

  void begin_event() {
    line_ = "{\"v\":2,\"stage\":\"";
    line_.append(record_.literal()).append("\"").append(common_);
    line_.append(",\"us\":").append(std::to_string(record_.number<std::int64_t>()));
  }

  void begin_member() { begin_member(record_.literal()); }
  void begin_member(std::string_view key) { line_.append(",\"").append(key).append("\":"); }

  template <class AppendItem>
  void append_array(std::string& out, const AppendItem& append_item) {
    out += '[';
    const std::uint32_t count = record_.count();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      append_item(out);
    }
    out += ']';
  }
  void append_names(std::string& out) {
    append_array(out, [&](std::string& names) { context_.names.append(names, record_.text()); });
  }
  void append_words() {
    append_array(line_, [&](std::string& words) { base::append_json_string(words, record_.text()); });
  }

  // Adds `trace`, the texts of the events, and `events`.
  void append_trace() {
    std::string decisions;
    begin_member("trace");
    append_array(line_, [&](std::string& out) {
      TraceEvent event;
      event.rule = record_.number<Rule>();
      event.intent = record_.text();
      event.subject = record_.text();
      event.detail = record_.text();
      base::append_json_string(out, to_string(event));
      if (!decisions.empty()) decisions += ',';
      append_decision(decisions, event);
    });
    begin_member("events");
    line_.append("[").append(decisions).append("]");
  }

  // Appends {"rule", "intent", "subject", "detail"} without empty members, in the form of to_value(TraceEvent).
  static void append_decision(std::string& out, const TraceEvent& event) {
    out.append("{\"rule\":\"").append(to_string(event.rule)).append("\"");
    const auto append = [&](std::string_view key, const std::string& text) {
      if (text.empty()) return;
      out.append(",\"").append(key).append("\":");
      base::append_json_string(out, text);
    };
    append("intent", event.intent);
    append("subject", event.subject);
    append("detail", event.detail);
    out += '}';
  }

  void append_masked() {
    Redactor::UserMessage message;
    message.shows_text = record_.number<bool>();
    message.withheld_param = record_.text();
    message.text = record_.text();
    const auto first = record_.number<std::uint32_t>();
    const auto end = record_.number<std::uint32_t>();
    message.values = values_.subspan(first, end - first);
    const Redactor::Shown shown = context_.redactor->for_telemetry(message);
    begin_member("masked");
    context_.names.append_list(line_, shown.masked);
    if (!message.shows_text) return;
    begin_member("text");
    append_message(line_, shown.text);
  }

  const ReportContext& context_;
  RecordReader record_;
  const std::span<const Redactor::KnownValue> values_;
  std::string session_hash_;
  std::string_view user_;
  std::string user_hash_;
  std::string common_;  // the members that the last kMoment and kState give to the following events
  std::string line_;
};

// Reads the members of each event that are texts or whole numbers, except those with a hash or a time.
class MemberReader {
 public:
  MemberReader(const TelemetryNames& names, std::string_view record) : names_(names), record_(record) {
    record_.text();  // the session
  }

  void read_events(const TurnReport::TakeMembers& take) {
    while (!record_.is_at_end()) {
      switch (record_.tag()) {
        case Tag::kMoment: record_.number<std::int64_t>(), bot_ = record_.text(); break;
        case Tag::kState: skip_state(); break;
        case Tag::kTraceParent: record_.text(); break;
        case Tag::kEvent: begin_event(); break;
        case Tag::kEndEvent: take(members_); break;
        case Tag::kTrace: skip_trace(); break;
        case Tag::kWord: key_ = record_.literal(), members_.add(key_, record_.text()); break;
        case Tag::kName: key_ = record_.literal(), members_.add(key_, names_.shown(record_.text())); break;
        case Tag::kNames: record_.literal(), skip_texts(record_.count()); break;
        case Tag::kWords: add_words(); break;
        case Tag::kCount: key_ = record_.literal(), members_.add(key_, record_.number<std::int64_t>()); break;
        case Tag::kMessage: skip_message(); break;
      }
    }
  }

 private:
  void begin_event() {
    members_.clear();
    members_.add("stage", record_.literal());
    members_.add("bot", bot_);
    members_.add("us", record_.number<std::int64_t>());
  }

  void add_words() {
    key_ = record_.literal();
    for (std::uint32_t count = record_.count(); count > 0; --count) members_.add(key_, record_.text());
  }

  void skip_texts(std::size_t count) {
    for (; count > 0; --count) record_.text();
  }
  void skip_state() {
    record_.text();
    record_.number<std::int64_t>(), record_.number<std::int64_t>();
    skip_texts(record_.count());
    record_.number<bool>(), record_.text();
  }
  void skip_trace() {
    for (std::uint32_t count = record_.count(); count > 0; --count) record_.number<Rule>(), skip_texts(3);
  }
  void skip_message() {
    record_.number<bool>(), skip_texts(2);
    record_.number<std::uint32_t>(), record_.number<std::uint32_t>();
  }

  const TelemetryNames& names_;
  RecordReader record_;
  std::string_view bot_, key_;
  telemetry::EventMembers members_;
};

}  // namespace

TurnReport::TurnReport(std::shared_ptr<const ReportContext> context, std::string_view record, std::size_t count,
                       std::vector<Redactor::KnownValue> values)
    : TurnEvents(count, record.size()), context_(std::move(context)), record_(record), values_(std::move(values)) {}

const std::vector<std::string>& TurnReport::lines() const {
  std::call_once(is_made_, [this] {
    std::vector<std::string> lines;
    lines.reserve(count());
    LineMaker(*context_, record_, values_).append_lines(lines);
    lines_ = std::move(lines);
  });
  return lines_;
}

void TurnReport::for_each_event(const TakeMembers& take) const {
  MemberReader(context_->names, record_).read_events(take);
}

}  // namespace parley::engine
