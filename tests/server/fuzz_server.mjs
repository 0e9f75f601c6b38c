// fuzz_server.mjs PARLEY [OPTION...]: starts `parley serve` with the shipped bot and runs fuzz.mjs against it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Parley, shippedBot } from './parley.mjs';

const [command, ...options] = process.argv.slice(2);
const parley = new Parley(command);
let status = 1;
try {
  const url = await parley.serve([shippedBot], '--db', parley.file('fuzz.db'));
  ({ status } = spawnSync(process.execPath, [fileURLToPath(new URL('fuzz.mjs', import.meta.url)), url, ...options], { stdio: 'inherit' }));
} finally {
  await parley.stop();
}
process.exit(status ?? 1);
