// Phrases as YAML that one can paste under an intent of a bot file.

/**
 * Quotes a text for YAML, in single quotes.
 * @param {string} text
 */
export const quoted = (text) => `'${text.replace(/\s+/g, ' ').replaceAll("'", "''")}'`;

/**
 * @param {string} intent
 * @param {string[]} phrases
 */
export function examplesYaml(intent, phrases) {
  return [`  - id: ${intent}`, '    examples:', ...phrases.map((phrase) => `      - ${quoted(phrase)}`), ''].join('\n');
}
