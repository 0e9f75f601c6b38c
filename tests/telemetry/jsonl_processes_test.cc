// Tests several processes and threads that append to one file: no line is torn, and only the oldest lines are lost.
#include <filesystem>
#include <map>
#include <thread>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "tests/telemetry/file_lines.h"
#include "tests/torture/processes.h"

using namespace parley;
using test::EventLines;
using test::lines_of;
using test::TempFolder;
using torture::Child;

namespace {

constexpr int kWriters = 3;  // processes, each with two threads
constexpr int kBatches = 300;

// Returns line number `n` of a writer. Lines have many lengths.
EventLines batch_of(const std::string& writer, int batch) {
  EventLines lines;
  for (int i = 0; i < 5; ++i) {
    const int n = 5 * batch + i;
    const std::string pad(static_cast<std::size_t>(n * 37 % 400), 'x');
    lines.push_back(test::event_line(
        "respond", R"(,"of":")" + writer + R"(","n":)" + std::to_string(n) + R"(,"pad":")" + pad + "\""));
  }
  return lines;
}

bool write_all(const std::string& path, const std::string& writer, const JsonLinesOptions& options) {
  auto sink = open_jsonl_sink(path, options);
  if (!sink) return false;
  for (int batch = 0; batch < kBatches; ++batch) {
    const auto written = (*sink)->write(batch_of(writer, batch));
    if (!written || *written != 5) return false;
  }
  return true;
}

// Returns the files, oldest first.
std::vector<std::string> files_of(const std::string& path, int keep) {
  std::vector<std::string> files;
  for (int which = keep; which > 0; --which) {
    const std::string older = path + "." + std::to_string(which);
    if (std::filesystem::exists(older)) files.push_back(older);
  }
  files.push_back(path);
  return files;
}

// Returns the number of lines of each writer. Checks that each line is whole and that its number follows the previous
// one.
std::map<std::string, int> count_lines(const std::vector<std::string>& files) {
  std::map<std::string, int> next, count;
  for (const std::string& file : files) {
    for (const std::string& line : lines_of(file)) {
      const auto event = Value::parse(line);
      if (!event) FAIL(file + " has a torn line: " + line);
      const std::string writer = *event->find("of")->if_string();
      const auto n = static_cast<int>(*event->find("n")->if_int());
      if (count[writer]++ > 0) REQUIRE(n == next[writer]);
      next[writer] = n + 1;
    }
  }
  return count;
}

void write_from_all_sides(const std::string& path, const JsonLinesOptions& options) {
  std::vector<Child> children;
  for (int process = 0; process < kWriters; ++process) {
    children.emplace_back([&path, process, options] {
      const std::string name = std::to_string(process);
      bool good = true;
      std::thread other([&] { good = write_all(path, name + "b", options); });
      const bool own = write_all(path, name + "a", options);
      other.join();
      return own && good;
    });
  }
  for (Child& child : children) CHECK(child.wait());
}

}  // namespace

TEST_CASE("a file does not reuse a closed standard output to which the caller prints") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  Child host([&] {
    ::close(STDOUT_FILENO);
    const auto sink = open_jsonl_sink(path);
    return sink && (*sink)->write({test::event_line("respond")}) && ::write(STDOUT_FILENO, "said", 4) == -1;
  });
  CHECK(host.wait());
  CHECK(lines_of(path) == EventLines{test::event_line("respond")});
}

TEST_CASE("several processes rotate a shared file without losing or tearing lines") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const JsonLinesOptions options{60'000, 99};
  write_from_all_sides(path, options);
  const auto files = files_of(path, options.keep);
  CHECK(files.size() > 20);
  const auto count = count_lines(files);
  CHECK(count.size() == 2 * kWriters);
  for (const auto& [writer, lines] : count) CHECK(lines == 5 * kBatches);
}

TEST_CASE("several processes keep the limits on number and size of files, and lose only the oldest lines") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const JsonLinesOptions options{20'000, 2};
  write_from_all_sides(path, options);
  const auto files = files_of(path, 10);
  CHECK(files.size() == 3);
  for (const std::string& file : files) CHECK(std::filesystem::file_size(file) <= 20'000);
  CHECK(std::filesystem::file_size(files[0]) > 15'000);
  count_lines(files);
}

TEST_CASE("a killed process leaves no torn line after the next write") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  const JsonLinesOptions options{60'000, 99};
  for (int round = 0; round < 10; ++round) {
    torture::Pipe<int> batches;
    Child child([&] {
      auto sink = open_jsonl_sink(path, options);
      for (int batch = 0; sink; ++batch) {
        const auto written = (*sink)->write(batch_of(std::to_string(round), batch));
        if (!written || !batches.put(batch)) return false;
      }
      return false;
    });
    while (batches.take().value_or(1'000'000) < 20 * round) continue;
    child.kill();
    child.wait();
  }
  REQUIRE(*(*open_jsonl_sink(path, options))->write(batch_of("last", 0)) == 5);
  const auto count = count_lines(files_of(path, options.keep));
  CHECK(count.size() == 11);
  CHECK(count.at("9") >= 5 * 180);
}
