/** The first file of the build (scripts/build-server.ts): runs main.ts, with all that it imports, as `server.js` beside this one. */
import { join } from 'node:path';
import { runWithKeptCode } from './kept-code.ts';

const here = import.meta.dirname;
const until = process.argv[2] === 'compile' ? 'loaded' : 'answered';
runWithKeptCode(join(here, 'server.js'), process.env['NODE_COMPILE_CACHE'] ?? join(here, '.compiled'), until);
