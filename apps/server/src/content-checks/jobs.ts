import { randomUUID } from 'node:crypto';
import type { ReadServiceConfig } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { checkSome } from './check-some.ts';
import type { CheckSomeDeps } from './check-some.ts';

export const jobs = (deps: Omit<CheckSomeDeps, 'signal'> & { serviceConfig: ReadServiceConfig }) => {
  const holder = randomUUID();
  return {
    'read stored contents again': {
      everyMs: minute,
      work: async (signal) => {
        const { contentCheckDays, contentCheckSpeed } = await deps.serviceConfig();
        return checkSome({ ...deps, signal }, { days: contentCheckDays, most: contentCheckSpeed, holder });
      },
    },
  } satisfies Jobs;
};
