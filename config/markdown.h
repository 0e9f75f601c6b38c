// Reads a Markdown page into sections of plain text: the blocks under each heading.
//
// The reader knows headings, paragraphs, lists, quotes, tables, code and the inline markup of CommonMark, as far as
// they matter for plain text. It is not a renderer: it reads any text, and drops only markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::config {

struct MarkdownSection {
  std::vector<std::string> headings;  // from the title of the page to the heading of the section; empty: no heading yet
  std::vector<std::string> blocks;    // paragraphs, items of lists, rows of tables and lines of code, not empty
  std::size_t offset = 0;             // of the heading, in bytes
};

// Returns the sections in the order of the page, also those without blocks. Leaves out the text before the first
// heading if it is empty. Takes linear time.
std::vector<MarkdownSection> read_markdown(std::string_view page);

}  // namespace parley::config
