import { instanceTypeOf, limits, sensitivities } from '@alcove/contract';
import type { AnswerOf, calls, Category, ManagedFile, ManagedFiles } from '@alcove/contract';
import { keysOfKeyword } from '../search/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { allFacts, findBetween, findByKeys, momentBefore, nameOnly, personalSpaceOf } from './found-queries.ts';
import type { Facts, FileFilter, FoundFile, Moment, NamedFile, Walk } from './found-queries.ts';

/** How many items are walked through at a time, from the latest on. */
const windows = [2000, 8000, 30_000, 60_000, 100_000, 100_000];
/** After which time no further window begins. */
const mostMs = 3000;
/** Of a name that more items have, the latest are found by walking: so many are soon met. */
const candidates = 50_000;

interface Found<Row> {
  files: Row[];
  /** Everything that changed since then was looked at; null: everything was. */
  since: string | null;
}

/**
 * The items that a filter finds, the latest first. A word that is rare is found by the keys of names; what is frequent, and what other filters ask for, by walking
 * from the latest change on, in windows that grow. A walk that has become too long ends, and the answer says from when on it is complete.
 */
export async function pageOfFiles(
  { database }: Pick<FileManagementDeps, 'database'>,
  filter: FileFilter,
): Promise<Omit<ManagedFiles, 'looks'>> {
  const { files, since } = await findAll(database, filter, allFacts, limits.filesManaged + 1);
  return { items: files.slice(0, limits.filesManaged).map(toManaged), more: files.length > limits.filesManaged, since };
}

/** What is asked of who looks into one of them. */
export async function termsOfLooks({ serviceConfig }: Pick<FileManagementDeps, 'serviceConfig'>): Promise<ManagedFiles['looks']> {
  const { lookMinutes: minutes, lookGroundsLength: least } = await serviceConfig();
  return { minutes, least };
}

/** How many a filter finds, as far as one task may change them. */
export async function countFiles(
  { database }: Pick<FileManagementDeps, 'database'>,
  filter: FileFilter,
): Promise<AnswerOf<typeof calls.adminFile.count>> {
  const most = limits.filesChangedByTask;
  const { files, since } = await findAll(database, filter, nameOnly, most + 1);
  return { n: Math.min(files.length, most), more: files.length > most || since !== null };
}

/** At most `most`, the latest first. */
export async function findAll<Row extends NamedFile>(
  database: FileManagementDeps['database'],
  filter: FileFilter,
  facts: Facts<Row>,
  most: number,
): Promise<Found<Row>> {
  const search: Search<Row> = { database, filter, facts, most };
  if (filter.ownerId !== undefined)
    return merged(await Promise.all((await walksOf(database, filter.ownerId)).map((way) => walk(search, way))), most);
  const keys = filter.keyword ? keysOfKeyword(filter.keyword) : [];
  if (keys.length === 0) return walk(search, 'everywhere');
  const latest = await walk(search, 'everywhere', 1);
  if (latest.since === null || latest.files.length === most) return latest;
  const { few, found } = await findByKeys(database, keys, filter, facts, { candidates, most });
  return few ? { files: found, since: null } : walk(search, 'everywhere');
}

interface Search<Row> {
  database: FileManagementDeps['database'];
  filter: FileFilter;
  facts: Facts<Row>;
  most: number;
}

async function walksOf(database: FileManagementDeps['database'], ownerId: string): Promise<Walk[]> {
  const spaceId = await personalSpaceOf(database, ownerId);
  return [{ madeBy: ownerId }, ...(spaceId === null ? [] : [{ filesOf: spaceId }])];
}

async function walk<Row>({ database, filter, facts, most }: Search<Row>, way: Walk, atMost = windows.length): Promise<Found<Row>> {
  const files: Row[] = [];
  const began = performance.now();
  let after: Moment | null = null;
  for (const rows of windows.slice(0, atMost)) {
    if (performance.now() - began > mostMs) break;
    const until: Moment | null = await momentBefore(database, way, { after, to: filter.to, rows });
    files.push(...(await findBetween(database, way, filter, facts, { after, until, most: most - files.length })));
    if (until === null || files.length === most || (filter.from && Date.parse(until.at) < Date.parse(filter.from)))
      return { files, since: null };
    after = until;
  }
  return { files, since: after?.at ?? null };
}

/** What was found on several ways, each item once. */
function merged<Row extends NamedFile>(found: readonly Found<Row>[], most: number): Found<Row> {
  const files = new Map(found.flatMap((one) => one.files).map((file) => [file.id, file]));
  const latest = [...files.values()].sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime() || (a.id < b.id ? 1 : -1));
  const since =
    found
      .flatMap((one) => one.since ?? [])
      .sort()
      .at(-1) ?? null;
  return { files: latest.slice(0, most), since };
}

const toManaged = (row: FoundFile): ManagedFile => ({
  instanceId: row.id,
  instanceName: row.name,
  classifierId: row.is_file ? 'File' : 'Folder',
  category: row.category as Category,
  fileSize: row.size,
  instanceType: instanceTypeOf(row.space_kind),
  spaceName: row.space_name,
  folders: row.folders,
  owner: { userId: row.owner_id, name: row.owner },
  updateTime: row.updated_at.toISOString(),
  sensitivity: sensitivities[row.level]!,
  sharedWith: row.shared_with,
  links: row.links,
});
