// Fuzz target: matches sentence templates. The first line is a template, the second a rule for it, the third a template
// of an entity, and the others are messages.
#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

// A JSON text is also valid YAML.
std::string quoted(const std::string& text) { return Value(text).to_json(); }

void fuzz_templates(std::string_view input) {
  const std::vector<std::string> lines = lines_of(input, 4);
  const auto bot = Catalog::parse("parley: 1\nbot: {id: t}\nrules: {r: " + quoted(lines[1]) +
                                      "}\nskip_words: [please]\nentities:\n  e: {template: " + quoted(lines[2]) +
                                      "}\n  l: {values: {one: [two, 'th.ee'], four: []}}\nintents:\n"
                                      "  - {id: a, match: [{template: " +
                                      quoted(lines[0]) +
                                      "}], params: {l: {type: l}, e: {type: e}, number: {type: number}, "
                                      "free_text: {type: free_text}}, steps: [{say: ok}]}\n",
                                  "t.yaml");
  if (!bot) return;
  for (std::size_t i = 3; i < lines.size(); ++i) {
    (void)(*bot)->understand(lines[i]);
    (void)(*bot)->explain(lines[i]);
  }
  (void)(*bot)->sample("a", 3);
  (void)(*bot)->warnings();
}

std::vector<std::string> template_seeds() {
  return {"turn (on|off) [the] {l} <r>\nnow;then\n{number} of {l}\nturn on the one now\nturn off four then",
          "<r> [(a;b;c)] {l:e}|{free_text}\n[please] [x] {number}\n({number:a};{l:b})\nx 5 a b c one",
          "light(s|ing) \\( <r>\n(a|b|)\nfloor {number}\nlights ( a",
          "((((((a|b)|c)|[d])|e)|f)|g)\n{e}\n[the] {l}\nthe one"};
}

}  // namespace

const Target kTemplates{"templates", fuzz_templates, template_seeds};

}  // namespace parley::fuzz
