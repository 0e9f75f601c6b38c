// Tests events in files: whole lines, limits on number and size, and full disks.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "telemetry/queue.h"
#include "tests/memory/temp_folder.h"
#include "tests/telemetry/file_lines.h"
#include "tests/telemetry/push_events.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using test::bytes_of;
using test::event_line;
using test::event_lines;
using test::EventLines;
using test::lines_of;
using test::push;
using test::TempFolder;

namespace {

std::shared_ptr<TelemetrySink> sink_at(const std::string& path, std::int64_t max_bytes = 4096, int keep = 5) {
  auto sink = open_jsonl_sink(path, {max_bytes, keep});
  if (!sink) FAIL(sink.error().to_string());
  return *sink;
}

// Limits the size of all files of the process during its lifetime.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : before_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &usual_);
    rlimit limit = usual_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &usual_);
    ::signal(SIGXFSZ, before_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit usual_{};
  void (*before_)(int);
};

}  // namespace

TEST_CASE("events are lines appended to a file that only its owner can read") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  CHECK(*sink_at(path)->write(event_lines(2, "a")) == 2);
  CHECK(*sink_at(path)->write(event_lines(1, "b")) == 1);
  CHECK(lines_of(path) == EventLines{event_lines(2, "a")[0], event_lines(2, "a")[1], event_lines(1, "b")[0]});
  CHECK(test::mode_of(path) == 0600);
  CHECK(*sink_at(path)->write({}) == 0);
}

TEST_CASE("a line break in an event is a blank in the file") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  CHECK(*sink_at(path)->write({"{\n\"v\":2}", "{\"v\":2}\n"}) == 2);
  CHECK(bytes_of(path) == "{ \"v\":2}\n{\"v\":2} \n");
}

TEST_CASE("the number and size of files never exceed their limits, and the newest lines are whole") {
  struct Case {
    int keep;
    std::size_t batch;
  };
  for (const Case& each : {Case{0, 7}, Case{1, 1}, Case{3, 7}, Case{3, 500}, Case{12, 100}}) {
    CAPTURE(each.keep, each.batch);
    const TempFolder folder;
    const std::string path = folder.file("events.jsonl");
    const auto sink = sink_at(path, 4096, each.keep);
    const EventLines all = event_lines(1000);
    for (std::size_t at = 0; at < all.size(); at += each.batch) {
      const std::size_t end = std::min(all.size(), at + each.batch);
      const EventLines batch(all.begin() + static_cast<int>(at), all.begin() + static_cast<int>(end));
      REQUIRE(*sink->write(batch) == batch.size());
    }
    EventLines kept;
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
      CHECK(file.file_size() <= 4096);
      CHECK(test::mode_of(file.path()) == 0600);
      ++files;
    }
    CHECK(files == each.keep + 1);
    for (int which = each.keep; which >= 0; --which) {
      const EventLines lines = lines_of(which == 0 ? path : path + "." + std::to_string(which));
      CHECK(lines.size() > (which == 0 ? 0U : 25U));  // the rotated files were full
      kept.insert(kept.end(), lines.begin(), lines.end());
    }
    CHECK(kept == EventLines(all.end() - static_cast<int>(kept.size()), all.end()));
  }
}

TEST_CASE("a file may be unlimited") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  CHECK(*sink_at(path, 0)->write(event_lines(1000)) == 1000);
  CHECK(lines_of(path) == event_lines(1000));
}

TEST_CASE("a line that fits into no file is lost, and other lines are not") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const auto padded = [](std::size_t bytes) {
    const std::string line = event_line("respond", R"(,"pad":"")");
    return event_line("respond", ",\"pad\":\"" + std::string(bytes - line.size(), 'x') + "\"");
  };
  const EventLines lines = {event_line("planned"), padded(4096), event_line("tool"), padded(4095)};
  CHECK(*sink_at(path)->write(lines) == 3);
  CHECK(lines_of(path + ".1") == EventLines{lines[0], lines[2]});
  CHECK(lines_of(path) == EventLines{lines[3]});
}

TEST_CASE("a moved or removed file is created again") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const auto sink = sink_at(path);
  REQUIRE(sink->write(event_lines(1, "a")));
  std::filesystem::rename(path, folder.file("old"));
  REQUIRE(sink->write(event_lines(1, "b")));
  std::filesystem::remove(path);
  REQUIRE(sink->write(event_lines(1, "c")));
  CHECK(lines_of(folder.file("old")) == event_lines(1, "a"));
  CHECK(lines_of(path) == event_lines(1, "c"));
}

TEST_CASE("a partial line of a killed process is cut off, and a partial line of another program is kept") {
  struct Case {
    const char* what;
    std::string before;
    std::string after;
  };
  const std::string line = event_line("planned") + "\n";
  const std::string other = std::string(2 * 1024 * 1024, 'x');
  const Case cases[] = {
      {"nothing", "", ""},
      {"whole lines", line + line, line + line},
      {"a partial line alone", line.substr(0, 20), ""},
      {"a partial line after a whole line", line + line.substr(0, line.size() - 1), line},
      {"one byte of a line", line + "{", line},
      {"a long partial line", line + line.substr(0, 20) + std::string(9000, 'x'), line},
      {"a text", "Dear diary", "Dear diary\n"},
      {"a text after a line", line + "Dear diary", line + "Dear diary\n"},
      {"a long text", other, other + "\n"},
      {"a very long partial line", line.substr(0, 20) + other, line.substr(0, 20) + other + "\n"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const TempFolder folder;
    const std::string path = folder.file("events.jsonl");
    const auto first = sink_at(path, 0);
    REQUIRE(first->write(event_lines(1)));  // the first sink must notice the other writer
    test::write_bytes(path, each.before);
    for (const auto& sink : {first, sink_at(path, 0)}) {
      test::write_bytes(path, each.before);
      REQUIRE(sink->write({line.substr(0, line.size() - 1)}));
      CHECK(bytes_of(path) == each.after + line);
    }
  }
}

TEST_CASE("a file at its size limit keeps whole lines, and continues when it can grow") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const auto sink = sink_at(path, 0);
  REQUIRE(*sink->write(event_lines(3, "a")) == 3);
  {
    const SmallFiles small(600);
    const auto written = sink->write(event_lines(3, "b"));
    REQUIRE(!written);
    CHECK(written.error().code == ErrorCode::kStoreUnavailable);
    CHECK_THAT(written.error().message, Catch::Contains("events.jsonl") && Catch::Contains("file too large"));
    CHECK(lines_of(path) == event_lines(3, "a"));
  }
  REQUIRE(*sink->write(event_lines(1, "c")) == 1);
  CHECK(lines_of(path).size() == 4);
}

TEST_CASE("a sink that cannot repair a file reports an error") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  test::write_bytes(path, "Dear diary");
  const auto sink = sink_at(path, 0), other = sink_at(path, 0);
  {
    const SmallFiles small(10);
    CHECK(!sink->write(event_lines(1)));
  }
  CHECK(other->write(event_lines(1)));  // the first sink has released the lock
  CHECK(bytes_of(path) == "Dear diary\n" + event_lines(1)[0] + "\n");
}

TEST_CASE("a batch that does not fit into its first file is refused whole") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const auto sink = sink_at(path, 4096, 1);
  const SmallFiles small(2000);
  const EventLines lines = event_lines(200);  // enough for several files; the first file cannot be filled
  CHECK(!sink->write(lines));
  CHECK(bytes_of(path).empty());
}

TEST_CASE("a full device is an error") {
  const auto sink = sink_at("/dev/full", 4096);
  for (int i = 0; i < 2; ++i) {
    const auto written = sink->write(event_lines(3));
    REQUIRE(!written);
    CHECK(written.error().code == ErrorCode::kStoreUnavailable);
    CHECK_THAT(written.error().message, Catch::Contains("no space left"));
  }
}

TEST_CASE("a special file is written directly, and a pipe without a reader loses events but does not end the process") {
  const TempFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  telemetry::Queue queue({sink_at(path, 4096, 0)});
  const auto write = [&] {
    push(queue, event_lines(50));  // more than max_bytes
    REQUIRE(queue.flush(test::kPatience));
  };
  write();
  std::string read(65536, '\0');
  read.resize(static_cast<std::size_t>(::read(reader, read.data(), read.size())));
  CHECK(std::count(read.begin(), read.end(), '\n') == 50);
  ::close(reader);
  write();
  CHECK(queue.counts()[0].written == 50);
  CHECK(queue.counts()[0].errors == 1);
}

TEST_CASE("a pipe without a reader is refused at opening without blocking") {
  const TempFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const auto sink = open_jsonl_sink(path);
  REQUIRE_FALSE(sink);
  CHECK(sink.error().code == ErrorCode::kFileUnreadable);
  CHECK_THAT(sink.error().message, Catch::Contains(path) && Catch::Contains("not a regular file") &&
                                       Catch::Contains("start the reader first"));
}

TEST_CASE("a file behind a symbolic link is rotated in its own folder") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("far"));
  std::filesystem::create_symlink(folder.file("far/events.jsonl"), folder.file("events.jsonl"));
  const auto sink = sink_at(folder.file("events.jsonl"), 4096, 2);
  REQUIRE(*sink->write(event_lines(100)) == 100);
  CHECK(std::filesystem::exists(folder.file("far/events.jsonl.1")));
  CHECK(std::filesystem::is_symlink(folder.file("events.jsonl")));
}

TEST_CASE("a file that cannot be rotated stays within its limit") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  std::filesystem::create_directories(path + ".1/full");
  const auto sink = sink_at(path, 4096, 1);
  const auto written = sink->write(event_lines(100));
  REQUIRE(written);
  CHECK(*written == lines_of(path).size());
  CHECK(*written < 100);
  const auto more = sink->write(event_lines(100));
  REQUIRE(!more);
  CHECK(more.error().code == ErrorCode::kStoreUnavailable);
  CHECK_THAT(more.error().message, Catch::Contains("cannot rename"));
  CHECK(bytes_of(path).size() <= 4096);
}

TEST_CASE("a file that cannot be opened and invalid options are errors") {
  const TempFolder folder;
  struct Case {
    std::string path;
    JsonLinesOptions options;
    ErrorCode code;
  };
  const std::string good = folder.file("events.jsonl");
  const Case cases[] = {
      {folder.file("no/such/folder"), {}, ErrorCode::kFileUnreadable},
      {folder.path().string(), {}, ErrorCode::kFileUnreadable},
      {"", {}, ErrorCode::kFileUnreadable},
      {good, {4095, 5}, ErrorCode::kInvalidRequest},
      {good, {-1, 5}, ErrorCode::kInvalidRequest},
      {good, {4096, -1}, ErrorCode::kInvalidRequest},
      {good, {4096, 100}, ErrorCode::kInvalidRequest},
  };
  for (const Case& each : cases) {
    CAPTURE(each.path);
    const auto sink = open_jsonl_sink(each.path, each.options);
    REQUIRE(!sink);
    CHECK(sink.error().code == each.code);
  }
}
