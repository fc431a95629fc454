/** Which test files share a process. Loading the server and opening it for the first time costs more than the tests of most files. */
import { join } from 'node:path';

/** Files that need a process of their own, each with the reason. All others run with others in one process. */
export const alone: Readonly<Record<string, string>> = {
  'apps/server/src/renditions/media/media.test.ts': 'changes PATH, and looks for programs anew',
  'apps/server/src/sheets/sheets.test.ts': 'counts the processes that it started',
};

/** Files that also need most of a processor, the longest first, each with the reason. Two other groups at most run beside them. */
export const quiet: Readonly<Record<string, string>> = {
  'apps/server/src/testing/loop/worst-cases.test.ts': 'measures how long the event loop is held',
  'apps/server/src/download/folder-download.store.test.ts': 'measures the memory of its process, and cuts downloads that are under way',
  'apps/server/src/renditions/archive/archives.test.ts': 'measures how long the event loop is held',
  'apps/server/src/sharing/import-users.test.ts': 'measures the memory of its process',
  'apps/server/src/renditions/documents/documents.test.ts': 'converts at low priority, which starves beside three others',
  'apps/server/src/http/order.test.ts': 'measures the memory of its process',
  'apps/server/src/sandbox/hostile.test.ts': 'plants a secret in the environment, and counts what is left open',
  'apps/server/src/sheets/large-sheets.test.ts': 'measures how long the event loop is held, and the memory of its process',
  'apps/server/src/search/plans.test.ts': 'measures processor time',
  'apps/server/src/search/extract-text.test.ts': 'measures how long the event loop is held',
  'apps/server/src/sandbox/sandbox.test.ts': 'measures the memory of its process, and how long programs may take',
  'apps/server/src/storage/disk-store.test.ts': 'measures how long the event loop is held',
  'apps/server/src/favourites/favourites.test.ts': 'measures how long the event loop is held',
  'apps/server/src/search/name-keys.test.ts': 'measures how long the event loop is held, and loads a large dictionary once',
};

/** Files in which every test needs a real S3 engine. They run only with one, because a file without tests counts as failed. */
export const onlyOverS3: readonly string[] = [
  'apps/server/src/storage/s3-store.store.test.ts',
  'apps/server/src/testing/several-processes.store.test.ts',
];

/**
 * What runs over S3 this time. The other run has all but `onlyOverS3` too, over a disk, so one in two of those runs, and the others with another
 * `turn`. Null: all.
 */
export function overS3(files: readonly string[], turn: number | null): string[] {
  const both = files.filter((file) => !onlyOverS3.includes(file));
  return files.filter((file) => turn === null || onlyOverS3.includes(file) || (both.indexOf(file) + turn) % 2 === 0);
}

/**
 * What also runs with the oldest PostgreSQL, all in one process, because of what it costs to load the server. These files send many different statements
 * for the time they take: together six of ten of those that pg_stat_statements counted with 70 files.
 */
export const withOldest: readonly string[] = [
  'apps/server/src/access-requests/revoke-granted.test.ts',
  'apps/server/src/audit/same-transaction.test.ts',
  'apps/server/src/database/pool.test.ts',
  'apps/server/src/demo/demo.test.ts',
  'apps/server/src/departments/ended.test.ts',
  'apps/server/src/files/list.test.ts',
  'apps/server/src/link-sharing/link-sharing.test.ts',
  'apps/server/src/link-visits/counted-once.test.ts',
  'apps/server/src/link-visits/gate.test.ts',
  'apps/server/src/move-copy/merging.test.ts',
  'apps/server/src/recycle/recycle.test.ts',
  'apps/server/src/relocation/changes-held.test.ts',
  'apps/server/src/search/search.test.ts',
  'apps/server/src/second-bin/dissolved-groups.test.ts',
  'apps/server/src/upload/instant-upload.store.test.ts',
  'apps/server/src/versions/versions.test.ts',
];

/** The longest of the others, the longest first (./test prints them). They are dealt out first, so that no group gets several of them. */
export const longest: readonly string[] = [
  'apps/server/src/testing/several-processes.store.test.ts',
  'apps/server/src/outbound/verification.test.ts',
  'apps/server/src/tasks/kinds.test.ts',
  'apps/server/src/link-visits/what-ends.test.ts',
  'apps/server/src/operating/backup.test.ts',
  'apps/server/src/operating/move-database.test.ts',
  'apps/server/src/tasks/killed.test.ts',
  'apps/server/src/directory-sync/real-directory.test.ts',
  'apps/server/src/platforms/directory-sign-in.test.ts',
  'apps/server/src/offboarding/stream.test.ts',
  'apps/server/src/repeats/killed.test.ts',
  'apps/server/src/outbound/killed.test.ts',
  'apps/server/src/people-sheets/people-sheets.test.ts',
  'apps/server/src/http/hostile-inputs.test.ts',
  'apps/server/src/platforms/platforms.test.ts',
  'apps/server/src/access-report/what-ends.test.ts',
  'apps/server/src/offboarding/killed.test.ts',
  'apps/server/src/identity/sessions.test.ts',
  'apps/server/src/permission/random-changes.test.ts',
  'apps/server/src/link-visits/approved-only.test.ts',
  'apps/server/src/permission/matrix.test.ts',
  'apps/server/src/contents/collect-content.store.test.ts',
  'apps/server/src/configuration/configuration.test.ts',
  'apps/server/src/repeats/answer-once.test.ts',
  'apps/server/src/file-management/file-management.test.ts',
  'apps/server/src/platforms/what-ends.test.ts',
  'apps/server/src/preview/thumbnails.test.ts',
];

const sharedGroups = 9;

export interface Group {
  files: string[];
  isQuiet: boolean;
  /** Those with a smaller one begin first: the quiet ones last, so that they fill the time of the last of the others. */
  rank: number;
}

export function groupsOf(files: readonly string[]): Group[] {
  const rank = (file: string): number => (longest.includes(file) ? longest.indexOf(file) : longest.length);
  const shared = files.filter((file) => !(file in alone) && !(file in quiet)).sort((a, b) => rank(a) - rank(b));
  const count = Math.min(sharedGroups, Math.ceil(shared.length / 3));
  const groups: string[][] = Array.from({ length: count }, () => []);
  // Back and forth: the group that got the longest file of one round gets the shortest of the next.
  for (const [index, file] of shared.entries()) {
    const round = Math.floor(index / count);
    groups[round % 2 === 0 ? index % count : count - 1 - (index % count)]!.push(file);
  }
  // Some of the longest mostly wait: in every other group they come last, so that not all wait at the same time.
  const inTurns = groups.map((some, index) => (index % 2 === 0 ? some : some.toReversed()));
  const present = (of: typeof alone): string[] => Object.keys(of).filter((file) => files.includes(file));
  return [
    ...[...present(alone).map((file) => [file]), ...inTurns].map((some) => ({ files: some, isQuiet: false, rank: 0 })),
    ...present(quiet).map((file) => ({ files: [file], isQuiet: true, rank: 1 + Object.keys(quiet).indexOf(file) })),
  ];
}

/** V8 collects a quarter as often then. A file that runs alone may measure its memory. */
const roomForTheYoung = '--max-semi-space-size=64';

/** Node's, to run a group. `count-reporter.ts` writes to `report`. */
export function argumentsOf({ files, report }: Pick<Group, 'files'> & { report: string }): string[] {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const counting = [`--test-reporter=${join(import.meta.dirname, 'count-reporter.ts')}`, `--test-reporter-destination=${report}`];
  const memory = files.length > 1 ? [roomForTheYoung] : [];
  return ['--test-timeout=300000', ...memory, ...reporters, ...counting, join(import.meta.dirname, 'test-group.ts'), ...files];
}
