// Loads the npm packages of the server's tests. scripts/check_server installs them into build/server_tests; the variable
// PARLEY_NODE_MODULES names another folder that contains node_modules.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const modules = path.resolve(process.env.PARLEY_NODE_MODULES ?? path.join(root, 'build/server_tests'));
const require = createRequire(path.join(modules, 'package.json'));

/** Returns the path of a file of a package, such as "axe-core/axe.min.js". */
export const resolve = (name) => require.resolve(name);
/** Imports a package. */
export const load = async (name) => import(pathToFileURL(resolve(name)).href);
/** Returns the path of a program of a package. */
export const program = (name) => path.join(modules, 'node_modules/.bin', name);
