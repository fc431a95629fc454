/** Alcove as `main.ts` opens it, and listening, which also works on the tests' kind of task. */
import { pino } from 'pino';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import type { Config } from '../config.ts';
import { logOptions } from '../log.ts';
import { countingTask } from './counting.test-support.ts';

export async function openCounting(config: Config): Promise<Alcove> {
  const alcove = await openAlcove(config, pino(logOptions(config.logLevel)), {
    administratorMade: () => {},
    firstJobsMs: 0,
    moreTaskKinds: ({ database }) => [countingTask(database)],
  });
  await alcove.app.listen({ host: config.host, port: config.port });
  return alcove;
}
