/** How the parts of the drive are. What a part does is asked of it; none may keep the others waiting. */
import { statfs } from 'node:fs/promises';
import type { DashboardPart, DrillSeen, PartState } from '@alcove/contract';
import type { Standing } from '../content-checks/index.ts';
import type { BackupsConfig } from '../config.ts';
import { newestBackup } from '../operating/index.ts';
import { inTime } from '../http/index.ts';

export interface PartChecks {
  /** Rejects if the store does not answer, or is not the database's. */
  store: () => Promise<unknown>;
  programs: () => Promise<{ missing: readonly string[]; confined: boolean }>;
  /** Folders that this server writes to. */
  folders: readonly string[];
  jobs: () => { all: number; failing: number };
  backups: BackupsConfig | null;
}

/** Asks once in so long: finding out what programs there are starts some. A failure is not remembered. */
export function remembered<Answer>(forMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (last !== null && performance.now() - last.at < forMs) return last.answer;
    const asked = { at: performance.now(), answer: ask() };
    last = asked;
    asked.answer.catch(() => {
      if (last === asked) last = null;
    });
    return asked.answer;
  };
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

const hourMs = 3_600_000;

/** One a day is expected; a day is left for one that failed. */
async function backup(backups: BackupsConfig | null, now: Date): Promise<DashboardPart> {
  if (backups === null) return { part: 'backup', state: 'warning', known: false, takenAt: null };
  const found = await inTime(newestBackup(backups.folder), patienceMs).catch(() => null);
  const ageMs = found && now.getTime() - Date.parse(found.takenAt);
  const state = ageMs === null ? 'failed' : ageMs > 48 * hourMs ? 'warning' : 'well';
  return { part: 'backup', state, known: true, takenAt: found?.takenAt ?? null };
}

export interface Drills {
  last: DrillSeen | null;
  passedAt: Date | null;
}

/** What the last drill says holds until the next, but not for ever. */
function drill(everyDays: number | null, { last, passedAt }: Drills, now: Date): DashboardPart {
  const isLate = everyDays !== null && passedAt !== null && now.getTime() - passedAt.getTime() > 2 * everyDays * 24 * hourMs;
  const state = last?.outcome === 'failed' ? 'failed' : everyDays === null || passedAt === null || isLate ? 'warning' : 'well';
  return { part: 'drill', state, everyDays, passedAt: passedAt?.toISOString() ?? null, last };
}

/** What the database says of it; it answers, or nobody asks. */
export interface Known {
  now: Date;
  sealedAt: Date | null;
  sealsFail: boolean;
  drills: Drills;
  contents: Standing;
  /** All contents are read again from time to time. */
  checksContents: boolean;
}

export async function partsOf(checks: PartChecks, known: Known): Promise<DashboardPart[]> {
  const { now, sealedAt, sealsFail, drills, contents, checksContents } = known;
  const fails = async (check: () => Promise<unknown>): Promise<boolean> =>
    inTime(check(), patienceMs).then(
      () => false,
      () => true,
    );
  const { all, failing } = checks.jobs();
  return Promise.all([
    { part: 'database', state: 'well' },
    fails(checks.store).then((bad): DashboardPart => ({ part: 'store', state: bad ? 'failed' : 'well' })),
    {
      part: 'contents',
      state: contents.damaged > 0 ? 'failed' : 'well',
      damaged: contents.damaged,
      readSecondsAgo: contents.finishedSecondsAgo,
      off: !checksContents,
    },
    disk(checks.folders),
    programs(checks.programs),
    { part: 'log', state: sealsFail ? 'failed' : 'well', sealedAt: sealedAt?.toISOString() ?? null },
    { part: 'jobs', state: failing > 0 ? 'warning' : 'well', failing, all },
    backup(checks.backups, now),
    drill(checks.backups?.drillDays ?? null, drills, now),
  ]);
}
