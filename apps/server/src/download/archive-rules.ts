/** Decides what a ZIP of chosen items contains, and under which paths. Pure. */
import { crc32 } from 'node:zlib';
import { failureText, foldName, numberedName } from '@alcove/contract';
import type { FailureCode, InstanceId, Language } from '@alcove/contract';
import type { StoredConfuse } from '../database/index.ts';
import { archiveTexts } from './archive-texts.ts';
import type { SelectedRow } from './selection-queries.ts';
import type { ZipEntry } from './zip/zip-records.ts';

/** Content from the store, or a text that is generated for the archive. */
export type ArchiveContent = { objectKey: string; confuse: StoredConfuse | null } | { text: Buffer };

export interface ArchiveEntry extends ZipEntry {
  instanceId: InstanceId | null;
  version: number;
  /** Null for a folder. */
  content: ArchiveContent | null;
}

export interface Archive {
  /** Sorted by path. */
  entries: ArchiveEntry[];
  files: number;
  folders: number;
  /** Total size of the files' contents. */
  bytes: number;
  skipped: { path: string; reason: FailureCode }[];
}

/**
 * Names for the chosen items at the top of the archive, in their order. If several share a name, all but the first get a number. As in a
 * folder, names that differ only in case are the same.
 */
export function topNames(items: readonly { id: string; name: string }[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  for (const { id, name } of items) {
    let [free, n] = [name, numbers.get(foldName(name)) ?? 0];
    while (taken.has(foldName(free))) free = numberedName(name, (n += 1));
    numbers.set(foldName(name), n);
    taken.add(foldName(free));
    names.set(id, free);
  }
  return names;
}

/**
 * Lists the entries of the archive. `names` come from `topNames`. Files that cannot be read, and those `held` back from visitors, are left out and listed in
 * `skipped`.
 */
export function archiveOf(
  rows: readonly SelectedRow[],
  names: ReadonlyMap<string, string>,
  held: ReadonlyMap<InstanceId, unknown> = new Map(),
): Archive {
  const pathOf = folderPaths(rows, names);
  const archive: Archive = { entries: [], files: 0, folders: 0, bytes: 0, skipped: [] };
  for (const row of rows) {
    const path = pathOf(row);
    const modified = new Date(row.updated * 1000);
    if (!row.is_file) {
      archive.folders += 1;
      archive.entries.push({ path: `${path}/`, size: 0, modified, crc32: 0, instanceId: row.id, version: row.version, content: null });
      continue;
    }
    const reason = held.has(row.id) ? 'LINK_CONTENT_VERIFYING' : whyUnreadable(row);
    if (reason) {
      archive.skipped.push({ path, reason });
      continue;
    }
    const [size, objectKey] = [row.size!, row.object_key!];
    archive.files += 1;
    archive.bytes += size;
    archive.entries.push({
      path,
      size,
      modified,
      crc32: size === 0 ? 0 : row.crc32,
      instanceId: row.id,
      version: row.version,
      content: { objectKey, confuse: row.confuse },
    });
  }
  archive.entries.sort(byPath);
  archive.skipped.sort(byPath);
  return archive;
}

function whyUnreadable({ quarantined, object_key: objectKey, size }: SelectedRow): FailureCode | null {
  if (quarantined) return 'UPLOAD_MISMATCH';
  return objectKey === null || size === null ? 'CONTENT_MISSING' : null;
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** Each folder's path is built only once. */
function folderPaths(rows: readonly SelectedRow[], names: ReadonlyMap<string, string>): (row: SelectedRow) => string {
  const key = (topId: string, id: string | null): string => `${topId} ${id}`;
  const folders = new Map(rows.filter((row) => !row.is_file).map((row) => [key(row.top_id, row.id), row]));
  const known = new Map<string, string>();
  const pathOf = (row: SelectedRow): string => {
    if (row.id === row.top_id) return names.get(row.top_id)!;
    const parentKey = key(row.top_id, row.parent_id);
    let parent = known.get(parentKey);
    if (parent === undefined) {
      parent = pathOf(folders.get(parentKey)!);
      known.set(parentKey, parent);
    }
    return `${parent}/${row.name}`;
  };
  return pathOf;
}

/** Adds a text file that lists the skipped files. Its byte order mark lets every editor recognize UTF-8. */
export function withSkippedList(archive: Archive, language: Language, modified: Date): Archive {
  if (archive.skipped.length === 0) return archive;
  const taken = new Set(archive.entries.map(({ path }) => foldName(path.split('/', 1)[0]!)));
  let path = '_skipped.txt';
  for (let n = 1; taken.has(path); n += 1) path = numberedName('_skipped.txt', n);
  const lines = archive.skipped.map((one) => `${one.path}\t${failureText(one.reason, language)}`);
  const text = Buffer.from(`\uFEFF${[archiveTexts[language].skipped, ...lines, ''].join('\r\n')}`);
  const entry = { path, size: text.length, modified, crc32: crc32(text), instanceId: null, version: 0, content: { text } };
  return { ...archive, entries: [...archive.entries, entry].sort(byPath) };
}
