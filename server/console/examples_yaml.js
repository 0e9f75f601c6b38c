// Phrases as YAML that one can paste under an intent of a bot file.

/**
 * Quotes a text for YAML, in single quotes and one line. White space and control characters become spaces.
 * @param {string} text
 */
export const quoted = (text) => `'${text.replace(/[\s\p{Cc}]+/gu, ' ').replaceAll("'", "''")}'`;

/**
 * @param {string} intent
 * @param {string[]} phrases
 */
export function examplesYaml(intent, phrases) {
  return [`  - id: ${intent}`, '    examples:', ...phrases.map((phrase) => `      - ${quoted(phrase)}`), ''].join('\n');
}
