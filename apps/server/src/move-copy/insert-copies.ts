import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import { shareLockContents } from '../contents/index.ts';
import { chunks } from './chunks.ts';
import { insertCopiesWithVersions } from './copy-queries.ts';
import type { SourceRow } from './copy-queries.ts';
import type { Ledger } from './deps.ts';

type Top = Pick<ItemContext, 'instanceId' | 'spaceId'>;

/**
 * Inserts new rows over the same contents, parents first. The `tops`, each mapped to the folder it is inserted into, are inserted as
 * deleted, so that no list and no count includes them yet. Returns the copy's id for each item, and the bytes.
 */
export async function insertCopies(
  transaction: Transaction<Tables>,
  rows: readonly SourceRow[],
  tops: ReadonlyMap<InstanceId, Top>,
  caller: Caller,
  ledger: Ledger,
): Promise<{ ids: ReadonlyMap<InstanceId, InstanceId>; bytes: number }> {
  const ids = new Map(rows.map((row) => [row.id, newId<InstanceId>()]));
  let bytes = 0;
  for (const some of chunks(rows)) {
    bytes += await insertSome(transaction, some, ids, tops, caller);
    await ledger.advance(some.length);
  }
  return { ids, bytes };
}

async function insertSome(
  transaction: Transaction<Tables>,
  rows: readonly SourceRow[],
  copies: ReadonlyMap<InstanceId, InstanceId>,
  tops: ReadonlyMap<InstanceId, Top>,
  caller: Caller,
): Promise<number> {
  const [anyTop] = tops.values();
  const shared = await shareLockContents(
    transaction,
    rows.map((row) => row.id),
  );
  const made = await insertCopiesWithVersions(
    transaction,
    rows.map((row) => ({
      sourceId: row.id,
      id: copies.get(row.id)!,
      parentId: tops.get(row.id)?.instanceId ?? copies.get(row.parent_id)!,
      name: row.name,
      hidden: tops.has(row.id),
    })),
    { spaceId: anyTop!.spaceId, userId: caller.userId },
  );
  if (made.count < rows.length) throw new Failure('FILE_NOT_FOUND'); // deleted forever meanwhile
  if (!made.contents.every((id) => shared.has(id))) throw new ChangedMeanwhile();
  return made.bytes;
}
