// policy.mjs [PARLEY]: evaluates the Content-Security-Policy of the console with csp_evaluator.
//
// The evaluator has one remark: 'self' is a risk if the server also sends scripts that others wrote. So the test checks
// that only the files of the console and of the chat are scripts, and that no browser takes another answer for one.
import assert from 'node:assert/strict';
import { document } from './document.mjs';
import { load } from './packages.mjs';
import { Parley, shippedBot } from './parley.mjs';

const { CspParser } = await load('csp_evaluator/dist/parser.js');
const { CspEvaluator } = await load('csp_evaluator/dist/evaluator.js');
const evaluate = (policy) => new CspEvaluator(new CspParser(policy).csp).evaluate();
const remark = /^'self' can be problematic if you host JSONP/;

assert.ok(evaluate("script-src 'unsafe-inline' *").length >= 3, 'the evaluator finds nothing in a bad policy');

const parley = new Parley(process.argv[2]);
try {
  const url = await parley.serve([shippedBot]);
  const console_ = await fetch(`${url}/console/`);
  const findings = evaluate(console_.headers.get('content-security-policy'));
  assert.deepEqual(findings.filter(({ description }) => !remark.test(description)), []);

  // The document has no operation of the console's and the chat's files.
  for (const [path, operations] of Object.entries(document.paths)) {
    const types = JSON.stringify(operations).match(/"[a-z]+\/[a-z0-9.+-]+"(?=:)/g) ?? [];
    assert.doesNotMatch(types.join(), /script/, `${path} sends a script`);
  }
  for (const path of ['/healthz', '/v1/bot', '/v1/sessions', '/openapi.json', '/no/such/path', '/console/', '/console/main.js']) {
    const answer = await fetch(url + path);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path);
  }
  console.log(`policy: ${findings.length} remark about 'self', no other finding`);
} finally {
  await parley.stop();
}
