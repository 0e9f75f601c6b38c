// A bot with one tool, `t`, which the intent `go` calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/catalog.h"

namespace parley::test {

// `tool` has the keys of the tool, as in a map on one line. The step passes the arguments of these names.
inline std::shared_ptr<const Catalog> bot_with_tool(const std::string& tool,
                                                    const std::vector<std::string>& arguments) {
  std::string with;
  for (const std::string& name : arguments) with += (with.empty() ? "" : ", ") + name + ": 1";
  const auto catalog = Catalog::parse(
      "parley: 1\nbot: {id: shop}\nintents:\n  - id: go\n    match: [{regex: go}]\n    steps: [{tool: t, with: {" +
          with + "}}]\ntools:\n  t: {" + tool + "}\n",
      "bot.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

}  // namespace parley::test
