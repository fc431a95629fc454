import type { Kysely, RawBuilder } from 'kysely';
import { limits, normalised } from '@alcove/contract';
import type { calls, Instance, InstanceDetail, InstanceId, Page, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authoriseAlso, authoriseEach, rightsBelow, visibleUnder } from '../permission/index.ts';
import type { Authorised, AuthorisedContext, ItemContext, RightsBelow, Visible } from '../permission/index.ts';
import { childRows } from './child-rows.ts';
import type { FileDeps } from './deps.ts';
import { childFolders, childrenAndNamed, childrenPage, detailFacts, nothing, personalRoot, sumUnder } from './list-queries.ts';
import { marksOf, marksOn } from './mark-queries.ts';
import type { PageContent } from './page-content-queries.ts';
import { aboveChildrenOf, presentChild, presentItem, tellsLinksOf } from './present.ts';
import { filesOfSpace } from './space-queries.ts';

/**
 * Opens a folder that the caller may list, or the root of the caller's own space if none is named. `also`: an expression of type json over
 * the instance `i`, read by the same query.
 */
async function openFolder<Also>(
  database: Kysely<Tables>,
  { caller }: UserContext,
  folderId: InstanceId | undefined,
  also: RawBuilder<Also>,
): Promise<Authorised & { also: Also }> {
  const id = folderId ?? personalRoot(caller.userId);
  const found = await authoriseAlso(database, caller, id, 'list', also);
  if (!found) throw new Failure('FILE_NOT_FOUND');
  const { verdict } = found;
  if (verdict instanceof Failure) throw verdict;
  if (verdict.place.isFile) throw new Failure('NOT_A_FOLDER');
  return { ...verdict, also: found.also };
}

/**
 * Opens a folder with its children, as far as the caller may see them. Most people see everything in a folder, so all children are read
 * together with the permission check. Only if something is hidden are they read again, with a filter.
 */
async function openChildren<Children>(
  database: Kysely<Tables>,
  context: UserContext,
  folderId: InstanceId | undefined,
  children: (visible?: Visible) => RawBuilder<Children>,
): Promise<Authorised & { children: Children; rights: RightsBelow }> {
  const { place, items, also } = await openFolder(database, context, folderId, childrenAndNamed(children(), context.caller));
  const rights = await rightsBelow(database, context.caller, place, also.named, 'list');
  if (!rights.visible) return { place, items, children: also.children, rights };
  const { also: seen } = await openFolder(database, context, place.instanceId, children(rights.visible));
  return { place, items, children: seen, rights };
}

/** Lists one page of a folder, or of all files in the space. Throws FILE_NOT_FOUND, NOT_A_FOLDER, NOT_ALLOWED. */
export async function pageOfFolder(
  { database, nameKeys }: Pick<FileDeps, 'database' | 'nameKeys'>,
  input: Omit<RequestOf<typeof calls.instance.page>, 'pageSize'> & { pageSize: number },
  context: UserContext,
): Promise<Page<Instance>> {
  const { page, pageSize } = input;
  const order = { field: input.sortField, order: input.sortOrder };
  const filter = {
    category: input.category,
    keyword: input.keyword && normalised(input.keyword).trim(),
    tag: input.tag,
    sizeMin: input.sizeMin,
    changedBefore: input.changedBefore,
  };
  const offset = (page - 1) * pageSize;
  const readingsOf = async (keyword: string) => {
    const { place } = await openFolder(database, context, input.parentId, nothing);
    return (await nameKeys(place.spaceId, keyword)) ?? undefined;
  };
  if (input.everywhere) {
    const { place } = await openFolder(database, context, input.parentId, nothing);
    if (!place.effective.owns) throw new Failure('NOT_ALLOWED');
    const { keyword, ...others } = filter;
    const keys = keyword ? await nameKeys(place.spaceId, keyword) : undefined;
    const { total, ids } =
      keys === null ? { total: 0, ids: [] } : await filesOfSpace(database, place.spaceId, { ...others, keys }, order, offset, pageSize);
    const judged = await authoriseEach(database, context.caller, ids, 'list');
    const marks = await marksOf(database, context.caller.userId, ids);
    const found = [...judged].flatMap(([id, verdict]) => (verdict instanceof Failure ? [] : [presentItem(verdict, marks.get(id))]));
    return { total, page, pageSize, items: found };
  }
  const kinds = input.classifierId === 'File' ? 'files' : input.classifierId === 'Folder' ? 'folders' : 'all';
  const readings = filter.keyword ? await readingsOf(filter.keyword) : undefined;
  const { place, children, rights } = await openChildren(database, context, input.parentId, (visible) =>
    childrenPage({ userId: context.caller.userId, kinds, filter: { ...filter, readings, visible }, order, offset, limit: pageSize }),
  );
  return { total: children.folders + children.files, page, pageSize, items: presentChildren(place, children, rights) };
}

export async function foldersOf(database: Kysely<Tables>, folderId: InstanceId | undefined, context: UserContext): Promise<Instance[]> {
  const { place, children, rights } = await openChildren(database, context, folderId, (visible) =>
    childFolders(context.caller.userId, limits.itemsPerCall, visible),
  );
  return presentChildren(place, children, rights);
}

function presentChildren(folder: ItemContext, children: PageContent, rights: RightsBelow): Instance[] {
  const above = aboveChildrenOf(folder);
  return childRows(children, folder.instanceId).map((row) => presentChild(row, above, rights.of(row), children.people));
}

/** One instance as answers present it. Throws FILE_NOT_FOUND. */
export async function showInstance(database: Kysely<Tables>, instanceId: InstanceId, { caller }: UserContext): Promise<Instance> {
  const found = await authoriseAlso(database, caller, instanceId, 'list', marksOn);
  if (!found) throw new Failure('FILE_NOT_FOUND');
  if (found.verdict instanceof Failure) throw found.verdict;
  return presentItem(found.verdict, found.also);
}

/** Everybody may request the explanation of their own permissions. Explanations about others need `personnelManagement`. */
export async function detailOf(
  { database, explain }: FileDeps,
  { instanceId, explain: userId }: RequestOf<typeof calls.instance.queryInstanceDetail>,
  { caller }: UserContext,
): Promise<InstanceDetail> {
  const found = await authoriseAlso(database, caller, instanceId, 'attribute', detailFacts);
  if (!found) throw new Failure('FILE_NOT_FOUND');
  const {
    verdict,
    also: { shares, links, comments, marks },
  } = found;
  if (verdict instanceof Failure) throw verdict;
  if (userId !== undefined && userId !== caller.userId && !verdict.items.includes('personnelManagement')) throw new Failure('NOT_ALLOWED');
  const shown = presentItem(verdict, marks, shares > 0);
  const explanation = userId === undefined ? {} : { explanation: await explain(userId, verdict.place) };
  return {
    ...shown,
    versions: verdict.place.versions,
    links: tellsLinksOf(verdict) ? links.all : links.own,
    shares: shown.shared ? shares : 0,
    comments: verdict.items.includes('preview') ? comments : 0,
    sensitivityOf: verdict.place.sensitivity,
    ...explanation,
  };
}

export async function folderSize(
  database: Kysely<Tables>,
  { caller, place }: Pick<AuthorisedContext, 'caller' | 'place'>,
): Promise<{ files: number; folders: number; bytes: number }> {
  if (place.isFile) return { files: 1, folders: 0, bytes: place.size };
  return sumUnder(database, place.instanceId, await visibleUnder(database, caller, [place], 'list'));
}
