import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { isKnown, isOwnKey } from '../removal/index.ts';

const rowsAtOnce = 500;

/** What the store should hold for a row. `id` orders the rows. */
export interface Expected<Key extends string = string> {
  id: Key;
  object_key: string;
  size: number;
}

/** The rows after an id, at most one page; '' begins with the first. Empty at the end. */
export type Page<Key extends string = string> = (database: Kysely<Tables>, bucket: string, after: string) => Promise<Expected<Key>[]>;

export const contentsAfter: Page<BlobId> = async (database, bucket, after) =>
  (
    await sql<Expected<BlobId>>`
      select r.blob_id::text as id, r.object_key, b.size from replica r join blob b on b.id = r.blob_id
      where r.bucket = ${bucket} and r.blob_id > ${after === '' ? '00000000-0000-0000-0000-000000000000' : after}::uuid
      order by r.blob_id limit ${rowsAtOnce}`.execute(database)
  ).rows;

export const renditionsAfter: Page = async (database, _bucket, after) =>
  (
    await sql<Expected>`
      select object_key as id, object_key, size from rendition where object_key > ${after} and state = 'ready' order by object_key limit ${rowsAtOnce}`.execute(
      database,
    )
  ).rows;

/** Describes what refers to the row now. Null if nothing does, or if the row is gone. */
export type Describe = (database: Kysely<Tables>, row: Expected) => Promise<string | null>;

export const describeContent: Describe = async (database, { id, object_key: key }) => {
  const { rows } = await sql<{ instance_id: InstanceId; number: number }>`
    select v.instance_id, v.number from version v join replica r on r.blob_id = v.blob_id where v.blob_id = ${id} and r.object_key = ${key} limit 1`.execute(
    database,
  );
  return rows[0] ? `${key} of ${rows[0].instance_id} version ${rows[0].number}` : null;
};

export const describeRendition: Describe = async (database, { object_key: key }) => {
  const { rows } = await sql<{ blob_id: BlobId; kind: string }>`
    select blob_id, kind from rendition where object_key = ${key} and state = 'ready'`.execute(database);
  return rows[0] ? `${key} of ${rows[0].blob_id} as ${rows[0].kind}` : null;
};

/** Returns those of these objects that have no row. The store's own marker and the seals of the audit log need none. */
export async function unknownOf(database: Kysely<Tables>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys.filter((key) => !isOwnKey(key))}::text[]) as k (key) where not ${isKnown(sql`k.key`)}`.execute(database);
  return rows.map(({ key }) => key);
}

/** The size of all contents together, in bytes. */
export async function sumContents(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes from blob`.execute(database);
  return rows[0]!.bytes;
}
