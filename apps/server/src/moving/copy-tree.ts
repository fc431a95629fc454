import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { lockTrees, requireFits, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { countsBelow, ownOnlyAtFirst, ownOnlyBelow, sensitivityAt, sensitivityCarried, visibleUnder } from '../permission/index.ts';
import type { Place } from '../permission/index.ts';
import { addVersion } from '../upload/index.ts';
import type { Ledger, Placing } from './deps.ts';
import { land } from './land.ts';
import { raiseSensitivity } from './raise-sensitivity.ts';

const rowsAtOnce = 1000;

/**
 * Copies what the person may copy of a tree: new rows over the same content, the newest version only, theirs from now on. In one
 * transaction: until its end the copy is hidden and holds nothing that others wait for. `source` is who reads, `placing.caller` who
 * writes. Answers the copy. Throws FILE_NOT_FOUND, EMPTY_FOLDER, INSIDE_ITSELF, TOO_DEEP, NAME_TAKEN, SPACE_NOT_ENOUGH.
 */
export const copyTree = (database: Kysely<Tables>, source: Caller, placing: Placing, ledger: Ledger): Promise<string> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const { place, target, caller } = placing;
      const rows = await readTree(transaction, source, place);
      const [top] = rows;
      if (!top) throw new Failure('FILE_NOT_FOUND');
      // Specification 2 section 5: copying an empty folder fails.
      if (!top.is_file && rows.length === 1) throw new Failure('EMPTY_FOLDER');
      const height = top.is_file ? 0 : 1 + Math.max(...rows.map((row) => (row.is_file ? 0 : row.depth)));

      const copies = new Map(rows.map((row) => [row.id, newId()]));
      let bytes = 0;
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        const some = rows.slice(at, at + rowsAtOnce);
        bytes += await insertCopies(transaction, some, copies, placing);
        await ledger.advance(some.length);
      }
      await lockTrees(transaction, [target.spaceId]);
      await requireFits(transaction, target, { itemId: place.isFile ? null : place.instanceId, height });
      const landing = await land(transaction, placing, { name: top.name, isFile: top.is_file });
      // The space before the folder's count: everyone who needs both locks takes them in this order.
      if (!(await ledger.charge(transaction, target.spaceId, bytes))) throw new Failure('SPACE_NOT_ENOUGH');
      const copyId = copies.get(top.id)!;
      await ledger.finish(transaction);
      if ('versionOf' in landing) {
        await raiseSensitivity(transaction, landing.versionOf, sensitivityAt(place));
        return turnIntoVersion(transaction, copyId, landing.versionOf, caller);
      }
      await transaction
        .updateTable('instance')
        .set({
          deleted_at: null,
          name: landing.name,
          folded_name: foldName(landing.name),
          sensitivity: sensitivityCarried(place, target),
        })
        .where('id', '=', copyId)
        .execute();
      await recordActivity(transaction, caller.userId, [copyId], { kind: 'copied', data: { fromId: top.parent_id } });
      return copyId;
    }),
  );

interface SourceRow {
  id: string;
  parent_id: string;
  is_file: boolean;
  name: string;
  depth: number;
}

/** The item and what of it may be copied, a folder before what it holds; as it is at one moment. */
async function readTree(transaction: Transaction<Tables>, caller: Caller, place: Place): Promise<SourceRow[]> {
  const visible = await visibleUnder(transaction, caller, place.isFile ? [] : [place], 'copy');
  const { rows } = await sql<SourceRow>`
    with recursive under as (
      select i.id, i.parent_id, i.is_file, i.name, 0 as depth, ${ownOnlyAtFirst(visible)} as own_only from instance i
      where i.id = ${place.instanceId} and i.deleted_at is null
      union all
      select c.id, c.parent_id, c.is_file, c.name, under.depth + 1, ${ownOnlyBelow(visible)} from under join instance c on c.parent_id = under.id
      where c.deleted_at is null and not under.is_file and ${countsBelow(visible)}
    ) select id, parent_id, is_file, name, depth from under order by depth`.execute(transaction);
  return rows;
}

/** The top is deleted at first, so that no list and no count knows of it. Answers the bytes. */
async function insertCopies(
  transaction: Transaction<Tables>,
  rows: readonly SourceRow[],
  copies: ReadonlyMap<string, string>,
  { target, caller }: Placing,
): Promise<number> {
  const sources = rows.map((row) => row.id);
  // Content that is just being put together with the same content of others waits until our rows can be seen.
  await sql`select from blob where id in (select blob_id from instance where id = any(${sources}::uuid[])) order by id for share`.execute(
    transaction,
  );
  const { rows: made } = await sql<{ bytes: number; count: number }>`
    with made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id, deleted_at, sensitivity)
      select n.id, ${target.spaceId}, coalesce(n.parent_id, ${target.instanceId}), i.is_file, n.name, n.folded_name, i.category, i.blob_id, i.size,
        ${caller.userId}, ${caller.userId}, case when n.parent_id is null then now() end, i.sensitivity
      from unnest(${sources}::uuid[], ${rows.map((row) => copies.get(row.id)!)}::uuid[], ${rows.map((row) => (row.depth === 0 ? null : copies.get(row.parent_id)!))}::uuid[],
        ${rows.map((row) => row.name)}::text[], ${rows.map((row) => foldName(row.name))}::text[]) as n (source, id, parent_id, name, folded_name)
      join instance i on i.id = n.source
      returning id, is_file, blob_id, size
    ), first as (insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, ${caller.userId} from made where is_file)
    select coalesce(sum(size) filter (where is_file), 0)::bigint as bytes, count(*) as count from made`.execute(transaction);
  if (made[0]!.count < rows.length) throw new Failure('FILE_NOT_FOUND'); // removed for good meanwhile
  return made[0]!.bytes;
}

/** A single file that takes another's name as its newest version was not needed as a file of its own. */
async function turnIntoVersion(transaction: Transaction<Tables>, copyId: string, fileId: string, caller: Caller): Promise<string> {
  const { blob_id, size } = await transaction
    .selectFrom('instance')
    .select(['blob_id', 'size'])
    .where('id', '=', copyId)
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom('instance').where('id', '=', copyId).execute();
  await addVersion(transaction, fileId, { blobId: blob_id!, size, caller });
  return fileId;
}
