import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import { shareLockContents } from '../contents/index.ts';
import { chunks } from './chunks.ts';
import type { Ledger } from './deps.ts';
import type { Entry } from './merge-plan.ts';

export interface SourceRow extends Entry {
  depth: number;
}

type Top = Pick<ItemContext, 'instanceId' | 'spaceId'>;

/**
 * New rows over the same content, a folder before what it holds. The `tops`, each with the folder that it comes into, are deleted at
 * first, so that no list and no count knows of them. Answers each one's copy, and the bytes.
 */
export async function insertCopies(
  transaction: Transaction<Tables>,
  rows: readonly SourceRow[],
  tops: ReadonlyMap<string, Top>,
  caller: Caller,
  ledger: Ledger,
): Promise<{ ids: ReadonlyMap<string, string>; bytes: number }> {
  const ids = new Map(rows.map((row) => [row.id, newId()]));
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
  copies: ReadonlyMap<string, string>,
  tops: ReadonlyMap<string, Top>,
  caller: Caller,
): Promise<number> {
  const sources = rows.map((row) => row.id);
  const [anyTop] = tops.values();
  const shared = await shareLockContents(transaction, sources);
  const { rows: made } = await sql<{ bytes: number; count: number; contents: string[] }>`
    with made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id, deleted_at, sensitivity, sensitivity_from)
      select n.id, ${anyTop!.spaceId}, n.parent_id, i.is_file, n.name, n.folded_name, i.category, i.blob_id, i.size,
        ${caller.userId}, ${caller.userId}, case when n.top then now() end, i.sensitivity,
        case when i.sensitivity <> 'normal' then coalesce(i.sensitivity_from, i.id) end
      from unnest(${sources}::uuid[], ${rows.map((row) => copies.get(row.id)!)}::uuid[], ${rows.map((row) => tops.get(row.id)?.instanceId ?? copies.get(row.parent_id)!)}::uuid[],
        ${rows.map((row) => tops.has(row.id))}::boolean[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => foldName(row.name))}::text[]) as n (source, id, parent_id, top, name, folded_name)
      join instance i on i.id = n.source
      returning id, is_file, blob_id, size
    ), first as (insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, ${caller.userId} from made where is_file)
    select coalesce(sum(size) filter (where is_file), 0)::bigint as bytes, count(*) as count,
      coalesce(array_agg(distinct blob_id) filter (where is_file), '{}') as contents from made`.execute(transaction);
  if (made[0]!.count < rows.length) throw new Failure('FILE_NOT_FOUND'); // removed for good meanwhile
  if (!made[0]!.contents.every((id) => shared.has(id))) throw new ChangedMeanwhile();
  return made[0]!.bytes;
}
