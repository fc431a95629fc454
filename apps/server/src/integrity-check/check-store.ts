/**
 * Whether rows and objects go together: each content and preview has its object, of its size, and each object has a row. People work
 * meanwhile: what seems wrong is looked at again, row and object, before it counts.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { isKnown, keysOf, markKey, storeFault } from '../removal/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import type { Findings } from './findings.ts';
import { inLanes } from './lanes.ts';

export interface CheckDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  findings: Findings;
  /** Told how far it is. */
  tell: (progress: string) => void;
  signal?: AbortSignal;
}

const pageSize = 500;
const lookAtOnce = 16;

export async function checkStore(deps: CheckDeps): Promise<void> {
  const fault = await storeFault(deps.database, deps.store);
  if (fault !== null) deps.findings.add('a store that does not belong to the database', `'${deps.store.bucket}' ${fault}`);
  await checkPages(deps, 'contents', contentsAfter, describeContent);
  await checkPages(deps, 'previews', renditionsAfter, describeRendition);
  await checkObjects(deps);
}

/** What the store should hold for a row. `id` orders the rows. */
interface Expected {
  id: string;
  object_key: string;
  size: number;
}

type Page = (database: Kysely<Tables>, bucket: string, after: string) => Promise<Expected[]>;

export const contentsAfter: Page = async (database, bucket, after) =>
  (
    await sql<Expected>`
      select r.blob_id::text as id, r.object_key, b.size from replica r join blob b on b.id = r.blob_id
      where r.bucket = ${bucket} and r.blob_id > ${after === '' ? '00000000-0000-0000-0000-000000000000' : after}::uuid
      order by r.blob_id limit ${pageSize}`.execute(database)
  ).rows;

const renditionsAfter: Page = async (database, _bucket, after) =>
  (
    await sql<Expected>`
      select object_key as id, object_key, size from rendition where object_key > ${after} and state = 'ready' order by object_key limit ${pageSize}`.execute(
      database,
    )
  ).rows;

/** Who needs the row now; null when nobody does, or it is gone. */
type Describe = (database: Kysely<Tables>, row: Expected) => Promise<string | null>;

export const describeContent: Describe = async (database, { id, object_key: key }) => {
  const { rows } = await sql<{ instance_id: string; number: number }>`
    select v.instance_id, v.number from version v join replica r on r.blob_id = v.blob_id where v.blob_id = ${id} and r.object_key = ${key} limit 1`.execute(
    database,
  );
  return rows[0] ? `${key} of ${rows[0].instance_id} version ${rows[0].number}` : null;
};

const describeRendition: Describe = async (database, { object_key: key }) => {
  const { rows } = await sql<{ blob_id: string; kind: string }>`
    select blob_id, kind from rendition where object_key = ${key} and state = 'ready'`.execute(database);
  return rows[0] ? `${key} of ${rows[0].blob_id} as ${rows[0].kind}` : null;
};

async function checkPages(deps: CheckDeps, name: string, page: Page, describe: Describe): Promise<void> {
  const { database, store, tell, signal } = deps;
  let [after, seen] = ['', 0];
  for (let rows = await page(database, store.bucket, after); rows.length > 0; rows = await page(database, store.bucket, after)) {
    signal?.throwIfAborted();
    await inLanes(rows, lookAtOnce, (row) => checkOne(deps, name, row, describe));
    after = rows.at(-1)!.id;
    seen += rows.length;
    tell(`${seen} ${name} looked for in the store`);
  }
}

async function checkOne({ database, store, findings }: CheckDeps, name: string, row: Expected, describe: Describe): Promise<void> {
  const sizeNow = async () => (await store.head(row.object_key, { fresh: true }))?.size ?? null;
  if ((await sizeNow()) === row.size) return;
  const needed = await describe(database, row);
  const size = needed === null ? row.size : await sizeNow();
  if (needed === null || size === row.size) return;
  if (size === null) findings.add(`${name} whose object is missing or damaged`, needed);
  else findings.add(`${name} whose object has another size`, `${needed}: ${size} instead of ${row.size}`);
}

async function checkObjects({ database, store, findings, tell, signal }: CheckDeps): Promise<void> {
  let after: string | null = null;
  let seen = 0;
  do {
    signal?.throwIfAborted();
    const { objects, next } = await store.listObjects(after, pageSize);
    for (const { key, name } of objects) if (key === null) findings.add('objects that cannot be read', name);
    for (const key of await unknownOf(database, keysOf(objects)))
      if (await store.head(key, { fresh: true }))
        for (const still of await unknownOf(database, [key])) findings.add('objects without a row', still);
    after = next;
    seen += objects.length;
    tell(`${seen} objects looked at`);
  } while (after !== null);
}

async function unknownOf(database: Kysely<Tables>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as k (key) where key <> ${markKey} and not ${isKnown(sql`k.key`)}`.execute(database);
  return rows.map(({ key }) => key);
}
