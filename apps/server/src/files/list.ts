import type { Kysely, RawBuilder } from 'kysely';
import { limits, normalised } from '@alcove/contract';
import type { calls, Instance, InstanceDetail, FolderPage, InstanceId, Page, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure, ReadyJson } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseAlso, authoriseEachAlso, namedChildren, rightsBelow, visibleUnder } from '../permission/index.ts';
import type { AlsoPage, Authorised, AuthorisedContext, ItemContext, RightsBelow, Visible } from '../permission/index.ts';
import { childRows } from './child-rows.ts';
import { bookmarksOf } from './bookmarks.ts';
import type { Range, Walk } from './bookmarks.ts';
import type { FileDeps } from './deps.ts';
import {
  childFolders,
  childrenPage,
  detailFacts,
  isFree,
  isOfWhole,
  noneNamed,
  nothing,
  personalRoot,
  sumUnder,
  wholePage,
} from './list-queries.ts';
import type { Asking, Filter, PageOfListFacts } from './list-queries.ts';
import { marksOfSet, marksOn } from './mark-queries.ts';
import { pageContentOf } from './page-content-queries.ts';
import type { PageContent, PageFacts } from './page-content-queries.ts';
import { besideColumns } from './beside-columns.ts';
import { aboveChildrenOf, childWriter, presentChild, presentItem, tellsLinksOf } from './present.ts';
import { filesOfSpace } from './space-queries.ts';

/**
 * Opens a folder that the caller may list, or the root of the caller's own space if none is named. `also` is read over the instance `i` by
 * the same query.
 */
async function openFolder<Answer>(
  database: Kysely<Tables>,
  { caller }: UserContext,
  folderId: InstanceId | undefined,
  also: RawBuilder<Answer> | AlsoPage<Answer>,
): Promise<Authorised & { also: Answer }> {
  const id = folderId ?? personalRoot(caller.userId);
  const found = await authoriseAlso(database, caller, id, 'list', also);
  if (!found) throw new Failure('FILE_NOT_FOUND');
  const { verdict } = found;
  if (verdict instanceof Failure) throw verdict;
  if (verdict.place.isFile) throw new Failure('NOT_A_FOLDER');
  return { ...verdict, also: found.also };
}

interface Opened<Facts extends PageFacts = PageFacts> {
  place: ItemContext;
  children: PageContent<Facts>;
  rights: RightsBelow;
}

/**
 * Opens a folder with its children, as far as the caller may see them. Most people see everything in a folder, so all children are read
 * together with the permission check. Only if something is hidden are they read again, with a filter.
 */
async function openChildren<Facts extends PageFacts>(
  database: Kysely<Tables>,
  context: UserContext,
  folderId: InstanceId | undefined,
  children: (asking: Asking, visible?: Visible) => RawBuilder<string>,
  all?: AlsoPage<string>,
): Promise<Opened<Facts>> {
  const { caller } = context;
  const { userId } = caller;
  const { place, also } = await openFolder(database, context, folderId, all ?? children({ userId, named: namedChildren(caller) }));
  const content = pageContentOf<Facts>(also);
  const rights = await rightsBelow(database, caller, place, content.facts.named, 'list');
  if (!rights.visible) return { place, children: content, rights };
  const seen = await openFolder(database, context, place.instanceId, children({ userId, named: noneNamed }, rights.visible));
  return { place, children: pageContentOf<Facts>(seen.also), rights };
}

type PageInput = Omit<RequestOf<typeof calls.instance.page>, 'pageSize'> & { pageSize: number };
type ListDeps = Pick<FileDeps, 'database' | 'nameKeys'>;

/** Lists one page of a folder, or of all files in the space. Throws FILE_NOT_FOUND, NOT_A_FOLDER, NOT_ALLOWED. */
export async function pageOfFolder(deps: ListDeps, input: PageInput, context: UserContext): Promise<Page<Instance>> {
  if (input.everywhere) return pageOfSpace(deps, input, context);
  const { page, pageSize } = input;
  const opened = await openPage(deps, input, context);
  return { total: totalOf(opened), page, pageSize, items: presentChildren(opened) };
}

/** The same as JSON. */
export async function writtenPage(
  deps: ListDeps,
  input: PageInput,
  context: UserContext,
): Promise<ReadyJson<Page<Instance>> | Page<Instance>> {
  if (input.everywhere) return pageOfSpace(deps, input, context);
  const { page, pageSize } = input;
  const opened = await openPage(deps, input, context);
  const beginning = JSON.stringify({ total: totalOf(opened), page, pageSize, items: [] }).slice(0, -2);
  return new ReadyJson([beginning, ...writeChildren(opened), ']}']);
}

/** The same with a list for each field, which is passed on as PostgreSQL wrote it. */
export async function narrowPageOfFolder(
  deps: ListDeps,
  input: Omit<PageInput, 'everywhere'>,
  context: UserContext,
): Promise<ReadyJson<FolderPage>> {
  const { page, pageSize } = input;
  const opened = await openPage(deps, input, context);
  const { place, children, rights } = opened;
  const beginning = JSON.stringify({ total: totalOf(opened), page, pageSize, ...besideColumns(children, place, rights) });
  return new ReadyJson([beginning.slice(0, -1), ',"columns":', children.columns, '}']);
}

const filterOf = ({ category, keyword, tag, sizeMin, changedBefore }: PageInput): Filter => ({
  category,
  keyword: keyword && normalised(keyword).trim(),
  tag,
  sizeMin,
  changedBefore,
});

async function pageOfSpace({ database, nameKeys }: ListDeps, input: PageInput, context: UserContext): Promise<Page<Instance>> {
  const { page, pageSize } = input;
  const order = { field: input.sortField, order: input.sortOrder };
  const { place } = await openFolder(database, context, input.parentId, nothing);
  if (!place.effective.owns) throw new Failure('NOT_ALLOWED');
  const { keyword, ...others } = filterOf(input);
  const keys = keyword ? await nameKeys(place.spaceId, keyword) : undefined;
  const offset = (page - 1) * pageSize;
  const { total, ids } =
    keys === null ? { total: 0, ids: [] } : await filesOfSpace(database, place.spaceId, { ...others, keys }, order, offset, pageSize);
  const seen = await authoriseEachAlso(database, context.caller, ids, 'list', marksOfSet);
  const items = seen.map((verdict) => presentItem(verdict, verdict.also));
  return { total, page, pageSize, items };
}

async function openPage({ database, nameKeys }: ListDeps, input: PageInput, context: UserContext): Promise<Opened<PageOfListFacts>> {
  const kinds = input.classifierId === 'File' ? 'files' : input.classifierId === 'Folder' ? 'folders' : 'all';
  const order = { field: input.sortField, order: input.sortOrder };
  const range: Range = { ...order, skipped: (input.page - 1) * input.pageSize, most: input.pageSize };
  const filter = filterOf(input);
  if (filter.keyword) {
    const { place } = await openFolder(database, context, input.parentId, nothing);
    filter.readings = (await nameKeys(place.spaceId, filter.keyword)) ?? undefined;
  }
  // Visitors and looks have other grants.
  if (kinds === 'all' && isFree(filter) && isPerson(context.caller)) return openWholePage(database, context, input.parentId, range);
  return openChildren(database, context, input.parentId, (asking, visible) =>
    childrenPage(asking, { kinds, filter: { ...filter, visible }, order }, range.skipped, range.most),
  );
}

/** A page of a folder without a filter, found from a bookmark if one is near. */
async function openWholePage(
  database: Kysely<Tables>,
  context: UserContext,
  folderId: InstanceId | undefined,
  range: Range,
): Promise<Opened<PageOfListFacts>> {
  const { skipped, most, ...order } = range;
  const open = (walk?: Walk) =>
    openChildren<PageOfListFacts>(
      database,
      context,
      folderId,
      (asking, visible) => childrenPage(asking, { kinds: 'all', filter: { visible }, order }, skipped, most),
      wholePage(order, skipped, most, walk),
    );
  const bookmarks = bookmarksOf(database);
  const walk = folderId && bookmarks.find(folderId, range);
  let opened = await open(walk);
  if (walk && isOfWhole(opened.children.facts) && opened.children.facts.changes !== walk.changes) {
    bookmarks.forget(folderId);
    opened = await open();
  }
  const { facts } = opened.children;
  if (isOfWhole(facts) && facts.firstId) bookmarks.note(opened.place.instanceId, facts, range, facts.firstId);
  return opened;
}

const isPerson = ({ visitor, look }: Caller): boolean => !visitor && !look;

const totalOf = ({ children: { facts } }: Opened<PageOfListFacts>): number => facts.folders + facts.files;

export async function foldersOf(database: Kysely<Tables>, folderId: InstanceId | undefined, context: UserContext): Promise<Instance[]> {
  const opened = await openChildren(database, context, folderId, (asking, visible) => childFolders(asking, limits.itemsPerCall, visible));
  return presentChildren(opened);
}

function presentChildren({ place, children, rights }: Opened): Instance[] {
  const above = aboveChildrenOf(place);
  return childRows(children, place).map((row) => presentChild(row, above, rights.of(row), children.facts.people));
}

function writeChildren({ place, children, rights }: Opened): (string | Buffer)[] {
  const write = childWriter(place.instanceId, aboveChildrenOf(place), children.facts.people);
  return childRows(children, place).flatMap((row, at) => [at === 0 ? '' : ',', ...write(row, rights.of(row))]);
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
