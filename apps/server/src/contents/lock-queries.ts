/** Locks on contents. They come before the files that hold them, and by id (docs/decisions/0004). */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/**
 * Locks what all versions of these files hold, before versions are removed: content that is just being merged with the same content of
 * others is locked by the merge, which then points these versions elsewhere.
 */
export async function lockContents(transaction: Transaction<Tables>, fileIds: readonly string[]): Promise<void> {
  await sql`
    select from blob where id in (select blob_id from version where instance_id = any(${fileIds}::uuid[])) order by id for no key update`.execute(
    transaction,
  );
}

/**
 * Locks what these files hold now: a merge with the same content of others waits until our new rows, which refer to it too, can be seen.
 * Answers which contents these are.
 */
export async function shareLockContents(transaction: Transaction<Tables>, fileIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from blob where id in (select blob_id from instance where id = any(${fileIds}::uuid[])) order by id for share`.execute(
    transaction,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The same for what one version of a file holds. */
export async function shareLockVersion(transaction: Transaction<Tables>, instanceId: string, number: number): Promise<void> {
  await sql`
    select from blob where id = (select blob_id from version where instance_id = ${instanceId} and number = ${number}) for share`.execute(
    transaction,
  );
}

/**
 * `select id … for key share`, as a part of a statement: content that a new row may refer to. It is not collected before that statement's
 * transaction ends; what is being collected is waited for and then not found. `from`: the part of the statement that must have a row.
 */
export const lockUsable = (
  blobId: string,
  { from, needed = false }: { from?: RawBuilder<unknown>; needed?: boolean } = {},
): RawBuilder<unknown> => sql`
  select b.id from blob b ${from ? sql`, ${from}` : sql``} where b.id = ${blobId} and b.verified_at is not null and b.quarantined_at is null
    ${needed ? sql`and b.unneeded_since is null` : sql``} for key share of b`;

/** The same for those of many contents that are not quarantined, by id: two who lock the same ones never wait for each other. */
export const lockServable = (blobIds: readonly string[]): RawBuilder<unknown> =>
  sql`select id from blob where id = any(${blobIds}::uuid[]) and quarantined_at is null order by id for key share`;

/** Keeps content from being collected while a new row refers to it (I6), also where it was unneeded. False: it is gone or quarantined. */
export async function reviveContent(transaction: Transaction<Tables>, blobId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('blob')
    .select(['id', 'unneeded_since'])
    .where('id', '=', blobId)
    .where('verified_at', 'is not', null)
    .where('quarantined_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (row?.unneeded_since) await transaction.updateTable('blob').set({ unneeded_since: null }).where('id', '=', blobId).execute();
  return row !== undefined;
}
