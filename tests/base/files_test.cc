// Tests opening files by name. A file that is not regular is refused or read within limits, and no read blocks forever.
#include "parley/files.h"

#include <filesystem>
#include <iterator>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/memory/temp_folder.h"

using namespace parley;
using test::TempFolder;

namespace {

constexpr std::size_t kMaxBytes = 1000;
constexpr Input kBoth[] = {Input::kFile, Input::kStream};

void require_refused(const std::string& path, Input input, const std::string& says) {
  for (const auto& error : {read_input(path, kMaxBytes, input).error(), open_input(path, input).error()}) {
    INFO(error.message);
    CHECK(error.code == ErrorCode::kFileUnreadable);
    CHECK(error.message.find("cannot read '" + path + "'") == 0);
    CHECK(error.message.find(says) != std::string::npos);
  }
}

void make_socket(const std::string& path) {
  struct sockaddr_un address {};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(::bind(made, reinterpret_cast<const struct sockaddr*>(&address), sizeof address) == 0);
  ::close(made);
}

std::string rest_of(std::istream& in) { return std::string(std::istreambuf_iterator<char>(in), {}); }

}  // namespace

TEST_CASE("files: a folder, a socket, an endless device and a missing file are refused") {
  const TempFolder folder;
  make_socket(folder.file("socket"));
  for (const Input input : kBoth) {
    require_refused(folder.file("nothing"), input, "no such file or directory");
    require_refused(std::filesystem::path(folder.file("x")).parent_path().string(), input,
                    "not a regular file but a folder");
    require_refused(folder.file("socket"), input, "not a regular file but a socket");
    require_refused("/dev/zero", input, "not a regular file but a device");
  }
}

TEST_CASE("files: a pipe without a writer is refused") {
  const TempFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  require_refused(path, Input::kFile, "not a regular file but a pipe");
  require_refused(path, Input::kStream, "not a regular file but a pipe that no program writes to");
}

TEST_CASE("files: a pipe with a writer is read to its end, even if the writer pauses") {
  const TempFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int keeper = ::open(path.c_str(), O_RDWR);  // the writer can open the pipe only while a reader has it open
  const int writer = ::open(path.c_str(), O_WRONLY);
  ::close(keeper);
  const auto in = open_input(path, Input::kStream);  // blocks until a writer opens the pipe
  REQUIRE(in);
  REQUIRE(::write(writer, "hello", 5) == 5);
  ::close(writer);
  CHECK(rest_of(**in) == "hello");
  CHECK_FALSE((*in)->bad());
}

TEST_CASE("files: a file that the process has already opened can be read, and an empty file is read as an empty text") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string name = "/dev/fd/" + std::to_string(ends[0]);
  REQUIRE(::write(ends[1], "text", 4) == 4);
  ::close(ends[1]);
  CHECK(*read_input(name, kMaxBytes, Input::kStream) == "text");
  CHECK(read_input(name, kMaxBytes, Input::kStream)->empty());
  require_refused(name, Input::kFile, "a pipe");
  ::close(ends[0]);
  CHECK(read_input("/dev/null", kMaxBytes, Input::kStream)->empty());
}

TEST_CASE("files: a file is read completely, and a file that is too large is refused") {
  const TempFolder folder;
  const std::string path = folder.file("file"), link = folder.file("link");
  test::write_bytes(path, std::string(kMaxBytes, 'x'));
  std::filesystem::create_symlink(path, link);
  for (const Input input : kBoth) {
    CHECK(read_input(path, kMaxBytes, input)->size() == kMaxBytes);
    CHECK(rest_of(**open_input(link, input)).size() == kMaxBytes);
    CHECK(read_input(path, kMaxBytes - 1, input).error().message.find("larger than 999 bytes") != std::string::npos);
  }
}
