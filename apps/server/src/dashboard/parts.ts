/** How the parts of the drive are. What a part does is asked of it; none may keep the others waiting. */
import { statfs } from 'node:fs/promises';
import type { DashboardPart, PartState } from '@alcove/contract';
import { inTime } from '../http/index.ts';

export interface PartChecks {
  /** Rejects if the store does not answer, or is not the database's. */
  store: () => Promise<unknown>;
  programs: () => Promise<{ missing: readonly string[]; confined: boolean }>;
  /** Folders that this server writes to. */
  folders: readonly string[];
  jobs: () => { all: number; failing: number };
}

const patienceMs = 3000;
const GiB = 2 ** 30;

/** Uploads are refused when the disk is full, and a database that cannot write stops. */
export function stateOfDisk({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): PartState {
  if (freeBytes < Math.min(GiB, totalBytes / 50)) return 'failed';
  return freeBytes < Math.min(20 * GiB, totalBytes / 10) ? 'warning' : 'well';
}

async function disk(folders: readonly string[]): Promise<DashboardPart> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    }),
  );
  const least = found.reduce((one, other) => (other.freeBytes < one.freeBytes ? other : one));
  return { part: 'disk', state: stateOfDisk(least), ...least };
}

async function programs(check: PartChecks['programs']): Promise<DashboardPart> {
  const { missing, confined } = await check();
  return { part: 'programs', state: confined && missing.length === 0 ? 'well' : 'warning', missing: [...missing], confined };
}

/** `log`: as the database has it. The database answers, or nobody asks. */
export async function partsOf(checks: PartChecks, log: { sealedAt: Date | null; fails: boolean }): Promise<DashboardPart[]> {
  const fails = async (check: () => Promise<unknown>): Promise<boolean> =>
    inTime(check(), patienceMs).then(
      () => false,
      () => true,
    );
  const { all, failing } = checks.jobs();
  return Promise.all([
    { part: 'database', state: 'well' },
    fails(checks.store).then((bad): DashboardPart => ({ part: 'store', state: bad ? 'failed' : 'well' })),
    disk(checks.folders),
    programs(checks.programs),
    { part: 'log', state: log.fails ? 'failed' : 'well', sealedAt: log.sealedAt?.toISOString() ?? null },
    { part: 'jobs', state: failing > 0 ? 'warning' : 'well', failing, all },
  ]);
}
