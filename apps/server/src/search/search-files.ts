import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { FoundInstance, Match, NarrowInstance, NarrowPage, Page, QuickResult, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { searchUsers } from '../departments/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { readRegions } from '../permission/index.ts';
import { findByContent, textsWith } from './find-by-content.ts';
import { findByName } from './find-by-name.ts';
import { inOrder } from './in-order.ts';
import type { FoundRow } from './instance-queries.ts';
import { narrowFound, presentFound } from './present-found.ts';

type Search = typeof calls.search;

/** The number of candidates that are ranked while somebody types: after one letter, the next one follows soon. */
const mostWhileTyping = 300;

/** A few of each kind. */
export async function quick(
  database: Kysely<Tables>,
  { keyword, limit }: RequestOf<Search['quick']>,
  context: UserContext,
): Promise<QuickResult> {
  const { caller } = context;
  const [people, found] = await Promise.all([
    searchUsers(database, { keyword, limit, parentId: undefined }, context),
    findByName(database, caller, { keyword, scope: 'all', filter: {}, most: mostWhileTyping, named: false }),
  ]);
  const some = (isFile: boolean) => found.filter((row) => row.is_file === isFile).slice(0, limit);
  const shown = await presentFound(database, caller, [...some(true), ...some(false)], keyword);
  return {
    files: shown.filter((item) => item.classifierId === 'File'),
    folders: shown.filter((item) => item.classifierId === 'Folder'),
    people,
  };
}

type PageInput = RequestOf<Search['searchInstancePage']>;

export async function searchPage(database: Kysely<Tables>, input: PageInput, { caller }: UserContext): Promise<Page<FoundInstance>> {
  const { total, rows, inText } = await pageOf(database, input, caller);
  const items = await presentFound(database, caller, rows, input.keyword, inText);
  return { total, page: input.page, pageSize: input.pageSize, items };
}

/** The same, each item with only what is not as with most of them. */
export async function narrowSearchPage(
  database: Kysely<Tables>,
  input: PageInput,
  { caller }: UserContext,
): Promise<NarrowPage<NarrowInstance & Match>> {
  const { total, rows, inText } = await pageOf(database, input, caller);
  const shown = await narrowFound(database, caller, rows, input.keyword, inText);
  return { total, page: input.page, pageSize: input.pageSize, ...shown };
}

interface FoundPage {
  total: number;
  rows: readonly FoundRow[];
  /** Those that were found by their text. */
  inText: ReadonlySet<string>;
}

async function pageOf(
  database: Kysely<Tables>,
  { page, pageSize, sortField, sortOrder, keyword, scope, classifierId, owner, ...filter }: PageInput,
  caller: Caller,
): Promise<FoundPage> {
  const isFile = classifierId === undefined ? undefined : classifierId === 'File';
  const search = {
    keyword,
    scope,
    filter: { ...filter, isFile, creatorId: owner },
    most: limits.foundInstances,
    named: sortField === 'name',
  };
  const regionsFor = await readRegions(database, caller);
  const [named, texts] = await Promise.all([findByName(database, caller, search, regionsFor), textsWith(database, search)]);
  // Matches by name come first: if they fill all pages, no file is looked for by its text.
  const isFull = named.length >= limits.foundInstances;
  const containing = texts && !isFull ? await findByContent(database, caller, search, texts, regionsFor) : [];
  const found = [...new Map([...named, ...containing].map((row) => [row.id, row])).values()].slice(0, limits.foundInstances);
  const rows = inOrder(found, sortField, sortOrder).slice((page - 1) * pageSize, page * pageSize);
  return { total: found.length, rows, inText: new Set(containing.map(({ id }) => id)) };
}
