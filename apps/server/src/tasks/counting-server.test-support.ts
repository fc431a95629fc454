/** A server as `main.ts` starts it, which also works on the tests' kind of task. */
import { pino } from 'pino';
import { openAlcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { logOptions } from '../log.ts';
import { countingTask } from './counting.test-support.ts';

const config = readConfig();
const alcove = await openAlcove(config, pino(logOptions(config.logLevel)), {
  administratorMade: () => {},
  firstJobsMs: 0,
  moreTaskKinds: ({ database }) => [countingTask(database)],
});
process.once('SIGTERM', () => void alcove.close().then(() => process.exit(0)));
await alcove.app.listen({ host: config.host, port: config.port });
process.stderr.write('Alcove is ready\n');
