import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Instance, InstanceDetail, Page, RequestOf , calls} from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authorise, authoriseEach } from '../permission/index.ts';
import type { Authorised } from '../permission/index.ts';
import { countChildren, listChildren, listFilesOfSpace, listFolders, sumUnder } from './list-queries.ts';
import { findPersonalRoot } from './file-queries.ts';
import { aboveChildrenOf, presentInstance, presentPlace } from './present.ts';
import type { InstanceRow } from './present.ts';

/** A folder the caller may list; the personal root when none is named. */
export async function openFolder(database: Kysely<Tables>, { caller }: UserContext, folderId: string | undefined): Promise<Authorised> {
  const folder = await authorise(database, caller, folderId ?? (await findPersonalRoot(database, caller.userId)), 'list');
  if (folder.place.isFile) throw new Failure('NOT_A_FOLDER');
  return folder;
}

/** One page of a folder: folders first, then files, each a range of one index. Throws FILE_NOT_FOUND, NOT_A_FOLDER. */
export async function pageOfFolder(database: Kysely<Tables>, input: RequestOf<typeof calls.instance.page>, context: UserContext): Promise<Page<Instance>> {
  const { place, items } = await openFolder(database, context, input.parentId);
  const order = { field: input.sortField, order: input.sortOrder };
  const filter = { category: input.category, keyword: input.keyword?.normalize('NFC').trim() };
  const offset = (input.page - 1) * input.pageSize;
  if (input.everywhere) {
    const { total, rows } = await listFilesOfSpace(database, place.spaceId, filter, order, offset, input.pageSize);
    const judged = await authoriseEach(database, context.caller, rows.map((row) => row.id), 'list');
    const found = [...judged.values()].flatMap((verdict) => (verdict instanceof Failure ? [] : [presentPlace(verdict)]));
    return { total, page: input.page, pageSize: input.pageSize, items: found };
  }
  const counted = await countChildren(database, place.instanceId, filter);
  const count = { folders: input.classifierId === 'File' ? 0 : counted.folders, files: input.classifierId === 'Folder' ? 0 : counted.files };
  const rows: InstanceRow[] = [];
  if (offset < count.folders) rows.push(...(await listChildren(database, place.instanceId, false, filter, order, offset, input.pageSize)));
  const wanted = input.pageSize - rows.length;
  const skipped = Math.max(0, offset - count.folders);
  if (wanted > 0 && skipped < count.files) rows.push(...(await listChildren(database, place.instanceId, true, filter, order, skipped, wanted)));
  const above = aboveChildrenOf(place);
  return { total: count.folders + count.files, page: input.page, pageSize: input.pageSize, items: rows.map((row) => presentInstance(row, above, items)) };
}

export async function foldersOf(database: Kysely<Tables>, folderId: string | undefined, context: UserContext): Promise<Instance[]> {
  const { place, items } = await openFolder(database, context, folderId);
  const above = aboveChildrenOf(place);
  return (await listFolders(database, place.instanceId, limits.itemsPerCall)).map((row) => presentInstance(row, above, items));
}

/** One instance as answers show it. Throws FILE_NOT_FOUND. */
export async function showInstance(database: Kysely<Tables>, instanceId: string, { caller }: UserContext): Promise<Instance> {
  return presentPlace(await authorise(database, caller, instanceId, 'list'));
}

export async function detailOf(database: Kysely<Tables>, instanceId: string, { caller }: UserContext): Promise<InstanceDetail> {
  const judged = await authorise(database, caller, instanceId, 'attribute');
  return { ...presentPlace(judged), versions: judged.place.versions, links: 0, shares: 0, comments: 0 };
}

export async function folderSize(database: Kysely<Tables>, instanceId: string, { caller }: UserContext): Promise<{ files: number; folders: number; bytes: number }> {
  const { place } = await authorise(database, caller, instanceId, 'attribute');
  return place.isFile ? { files: 1, folders: 0, bytes: place.size } : sumUnder(database, instanceId);
}
