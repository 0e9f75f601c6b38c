// size.mjs: fails if the chat is over its budget.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../packages.mjs';

const kBudget = 15_000;
const size = gzipSync(readFileSync(path.join(root, 'server/widget/parley.js')), { level: 9 }).length;
console.log(`server/widget/parley.js: ${size} of ${kBudget} bytes with gzip -9`);
process.exit(size > kBudget ? 1 : 0);
