// The static files of the console and of the chat for web pages.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "server/http.h"

namespace parley::server {

// A file that is part of the program (made by cmake/EmbedFiles.cmake).
struct EmbeddedFile {
  const char* path;  // "console/index.html"
  const unsigned char* bytes;
  std::size_t size;
};
// Ends with a file whose path is null.
extern const EmbeddedFile kEmbeddedFiles[];

class Assets {
 public:
  // `console_dir`: a folder with the files of the console. Empty: the embedded ones.
  explicit Assets(std::string console_dir);

  // Answers a GET or HEAD of a path under /console or /widget. Returns false if the path is not there.
  bool answer(const HttpRequest& request, HttpResponse& response) const;

 private:
  struct File {
    std::string type;
    std::string etag;
    std::string_view bytes;
  };
  std::map<std::string, File, std::less<>> files_;
  const std::string console_dir_;
};

}  // namespace parley::server
