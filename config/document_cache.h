// Keeps the trees of a bot's files as bytes, so that the next start need not parse YAML.
//
//   RecordedDocuments recorded;                  // the first start: parses the files
//   read_bot(findings, recorded);
//   save(recorded.bytes());
//   KnownDocuments known(saved());               // the next start
//   read_bot(findings, known);                   // fails if a file has changed
//
// A file that is not YAML, such as a file of examples, has no tree. Only its fingerprint is kept.
//
// The bytes belong to one version of parley and to files of exactly the same content, in the same order. They contain
// nothing that these files do not contain. Only the bytes of a bot that loaded without errors may be kept. If all files
// of a bot are known, the bot therefore has no errors, and the next start need not look for them
// (Diagnostics::is_known_valid()).
//
// The bytes may come from anywhere. Damaged bytes, and bytes of other files, make no file known. The trees keep the
// limits of a document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_codec.h"
#include "config/document.h"

namespace parley::config {

// The number of the form. Change it when the form of a tree changes, and when a check that a known bot skips begins to
// find more errors.
inline constexpr std::uint8_t kCacheForm = 1;

// Takes trees from bytes that RecordedDocuments made. Read the files in the order of their numbers.
class KnownDocuments : public DocumentSource {
 public:
  // Borrows `bytes`.
  explicit KnownDocuments(std::string_view bytes);

  // Returns false, and adds an error that is meant for no person, if the file is not known.
  bool read(int file, Diagnostics& findings, Node& root) override;
  bool note(int file, Diagnostics& findings) override;

 private:
  void report_unknown_file(int file, Diagnostics& findings);

  base::ByteReader in_;
};

// Parses files like read_document(), and keeps their trees.
class RecordedDocuments : public DocumentSource {
 public:
  RecordedDocuments();
  RecordedDocuments(const RecordedDocuments&) = delete;
  RecordedDocuments& operator=(const RecordedDocuments&) = delete;

  bool read(int file, Diagnostics& findings, Node& root) override;
  bool note(int file, Diagnostics& findings) override;

  // Empty if reading a file reported something, which its tree does not show.
  std::string bytes() const;

 private:
  std::string kept_;
  base::ByteWriter out_;
  bool has_findings_ = false;
};

}  // namespace parley::config
