import { limits } from '@alcove/contract';
import type { InstanceId, Language } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import type { Release } from '../outbound/index.ts';
import { authoriseEach, isRoot, visibleUnder } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { archiveOf, topNames, withSkippedList } from './archive-rules.ts';
import type { Archive } from './archive-rules.ts';
import { archiveTexts } from './archive-texts.ts';
import type { DownloadDeps } from './download.ts';
import { selectUnder } from './selection-queries.ts';
import type { SelectedRow } from './selection-queries.ts';

export interface Selection {
  instanceIds: readonly InstanceId[];
  /** Language of the texts within the archive. */
  language: Language;
  /** When the archive was requested. */
  moment: Date;
}

export interface Gathered {
  archive: Archive;
  /** The name of the chosen folder, if a single folder was chosen. */
  folderName: string | null;
}

/**
 * Gathers what the caller gets when they download these items, according to their current permissions: once when the link is requested and
 * again when it is used. Throws FILE_NOT_FOUND, NOT_ALLOWED, TOO_MANY_ITEMS, FOLDER_DOWNLOAD_REFUSED, DOWNLOAD_TOO_MANY_FILES,
 * DOWNLOAD_TOO_LARGE.
 */
export async function gatherArchive(
  { database, store, serviceConfig, releases }: Pick<DownloadDeps, 'database' | 'store' | 'serviceConfig' | 'releases'>,
  caller: Caller,
  { instanceIds, language, moment }: Selection,
): Promise<Gathered> {
  const ids = [...new Set(instanceIds)];
  if (ids.length > limits.downloadItems) throw new Failure('TOO_MANY_ITEMS', { limit: limits.downloadItems });
  const places = await authorisedPlaces(database, caller, ids);
  const inBrowser = caller.sessionKind === 'browser';
  // Specification 1 section 5: the browser downloads no folders, unless the company's settings allow it.
  if (inBrowser && places.some((place) => !place.isFile) && !(await serviceConfig()).folderDownload)
    throw new Failure('FOLDER_DOWNLOAD_REFUSED');

  const visible = await visibleUnder(
    database,
    caller,
    places.filter((place) => !place.isFile),
    'download',
  );
  const found = await selectUnder(database, ids, store.bucket, visible);
  const held = caller.visitor ? await heldBack({ database, releases }, caller.visitor.linkId, found) : new Map<InstanceId, Release>();
  // What was refused does not exist for visitors, and what is hidden is told to nobody who does not know it.
  if (ids.some((id) => held.get(id) === 'refused')) throw new Failure('FILE_NOT_FOUND');
  if (ids.some((id) => held.get(id) === 'hidden')) throw new Failure('LINK_CONTENT_VERIFYING');
  const rows = found.filter(({ id }) => held.get(id) !== 'refused' && held.get(id) !== 'hidden');
  const files = rows.filter((row) => row.is_file).length;
  if (Math.max(files, rows.length - files) > limits.filesPerArchive)
    throw new Failure('DOWNLOAD_TOO_MANY_FILES', { limit: limits.filesPerArchive });
  const nameOf = (place: ItemContext): string => (isRoot(place) ? archiveTexts[language].topFolder : place.name);
  const archive = archiveOf(rows, topNames(places.map((place) => ({ id: place.instanceId, name: nameOf(place) }))), held);
  if (inBrowser && archive.bytes > limits.fileBytes) throw new Failure('DOWNLOAD_TOO_LARGE');
  const [only] = places;
  return {
    archive: withSkippedList(archive, language, moment),
    folderName: only && places.length === 1 && !only.isFile ? nameOf(only) : null,
  };
}

/** In the order in which they were chosen. If the caller may not download one of them, all are refused. */
export async function authorisedPlaces(
  database: DownloadDeps['database'],
  caller: Caller,
  ids: readonly InstanceId[],
): Promise<ItemContext[]> {
  const judged = await authoriseEach(database, caller, ids, 'download');
  return ids.map((id) => {
    const verdict = judged.get(id);
    if (verdict === undefined || verdict instanceof Failure) throw verdict ?? new Failure('FILE_NOT_FOUND');
    return verdict.place;
  });
}

/** The files and folders that may not be given to the visitors of the link, and why. */
async function heldBack(
  { database, releases }: Pick<DownloadDeps, 'database' | 'releases'>,
  linkId: string,
  rows: readonly SelectedRow[],
): Promise<Map<InstanceId, Release>> {
  const all = rows.map((row) => ({ instanceId: row.id, ...(row.is_file && { version: row.version }) }));
  return new Map([...(await releases(database, linkId, all))].filter(([, release]) => release !== 'released'));
}
