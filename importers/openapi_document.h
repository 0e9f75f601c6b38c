// OpenApiDocument reads an OpenAPI document (3.0 or 3.1, JSON or YAML) as one value, and follows its references.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/import.h"
#include "parley/result.h"
#include "parley/value.h"

namespace parley::importers {

// One operation of a document: GET /orders/{id}.
struct OpenApiOperation {
  std::string id;      // the operationId; if the document has none: "get /orders/{id}"
  std::string method;  // upper case
  std::string path;
  const Value* operation = nullptr;
  const Value* path_item = nullptr;
};

class OpenApiDocument {
 public:
  // kInvalidRequest: the file is neither JSON nor YAML, or no OpenAPI document of version 3. kInvalidBot: with the
  // places of errors in YAML.
  static Result<OpenApiDocument> read(const SourceFile& file);

  const Value& root() const { return root_; }
  // In the order of paths and methods. The pointers are valid as long as the document.
  std::vector<OpenApiOperation> operations() const;

  // Returns the value that a reference "#/components/..." names, or the value itself. Follows at most 20 references.
  // Returns a null value for a reference to another file, or to nothing.
  const Value& resolved(const Value& value) const;

 private:
  explicit OpenApiDocument(Value root) : root_(std::move(root)) {}

  Value root_;
};

}  // namespace parley::importers
