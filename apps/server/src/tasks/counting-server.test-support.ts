/** A server as `main.ts` starts it, which also works on the tests' kind of task. */
import { readConfig } from '../config.ts';
import { openCounting } from './open-counting.test-support.ts';

const alcove = await openCounting(readConfig());
process.once('SIGTERM', () => void alcove.close().then(() => process.exit(0)));
process.stderr.write('Alcove is ready\n');
