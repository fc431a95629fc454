import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authorise, authoriseEach } from '../permission/index.ts';
import type { Authorised } from '../permission/index.ts';
import { findInRegions } from './find-by-name.ts';
import { inOrder } from './in-order.ts';

export interface SearchBelow {
  folderId: InstanceId;
  keyword: string;
  sortField: 'name' | 'time' | 'size';
  sortOrder: 'asc' | 'desc';
  /** Of the candidates. If there are more, the best are looked at. */
  most: number;
}

export interface FoundBelow {
  found: Authorised[];
  /** There may be more below the folder. */
  more: boolean;
}

/**
 * What the caller may find by name below one folder, whatever else they may see: for those who have no spaces, as the visitors of a link. Each hit is
 * judged by itself. Throws NOT_A_FOLDER, and what `authorise` throws.
 */
export async function findBelow(
  database: Kysely<Tables>,
  caller: Caller,
  { folderId, keyword, sortField, sortOrder, most }: SearchBelow,
): Promise<FoundBelow> {
  const { place } = await authorise(database, caller, folderId, 'search');
  if (place.isFile) throw new Failure('NOT_A_FOLDER');
  const { spaceId } = place;
  const region = { instanceId: folderId, spaceId, isTop: false, self: false, below: true, belowOwn: true };
  const searched = { spaceIds: [spaceId], regions: [region], userId: caller.userId };
  const { rows, cut } = await findInRegions(database, searched, { keyword, filter: {}, most, named: sortField === 'name' });
  const judged = await authoriseEach(
    database,
    caller,
    inOrder(rows, sortField, sortOrder).map(({ id }) => id),
    'search',
  );
  return { found: [...judged.values()].flatMap((verdict) => (verdict instanceof Failure ? [] : [verdict])), more: cut };
}
