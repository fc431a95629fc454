import type { DashboardState } from '@alcove/contract';
import { readStanding } from '../content-checks/index.ts';
import type { DashboardDeps } from './deps.ts';
import { partsOf } from './parts.ts';
import { latestDrills, latestRights, readPresent } from './state-queries.ts';

const rightsShown = 8;

export async function readState({ database, parts, serviceConfig }: DashboardDeps): Promise<DashboardState> {
  const [present, drills, contents, { contentCheckDays }] = await Promise.all([
    readPresent(database),
    latestDrills(database),
    readStanding(database),
    serviceConfig(),
  ]);
  const known = { ...present, drills, contents, checksContents: contentCheckDays > 0 };
  const [rights, states] = await Promise.all([latestRights(database, rightsShown), partsOf(parts, known)]);
  return {
    time: present.now.toISOString(),
    reviews: { waiting: present.waiting, oldest: present.oldest?.toISOString() ?? null },
    failedTasks: present.failedTasks,
    activeToday: present.activeToday,
    parts: states,
    rights: rights.map(({ time, ...change }) => ({ ...change, time: time.toISOString() })),
  };
}
