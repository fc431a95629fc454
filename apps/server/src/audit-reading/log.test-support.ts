import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { keepKeys } from './keep-keys.ts';
import { readState } from './key-queries.ts';

export interface Given {
  id?: number;
  at: Date;
  deed: string;
  action: string;
  result: number;
  actor_kind: string;
  person_id: string | null;
  actor_name: string | null;
  object_kind: string | null;
  object_id: string | null;
  object_name: string | null;
  space_id: string | null;
  space_name: string | null;
  folder_id: string | null;
  folder_name: string | null;
  address: string | null;
  device: string | null;
  trace_id: string | null;
}

/** Inserts entries as they are given, with their ids if they have some. */
export async function insertEntries(database: Kysely<Tables>, entries: readonly Given[]): Promise<void> {
  const id = entries[0]?.id === undefined ? sql`` : sql`id, `;
  const columns = sql`at, deed, action, result, actor_kind, person_id, actor_name, object_kind, object_id, object_name, space_id, space_name, folder_id, folder_name, address, device, trace_id`;
  await sql`
    insert into audit_log (${id}${columns}) overriding system value
    select ${id}${columns} from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(entries)}::jsonb)`.execute(database);
}

/** Until every entry that is there has keys. */
export async function keyAll(database: Kysely<Tables>): Promise<void> {
  const { newest } = await readState(database);
  while ((await readState(database)).readTo < newest) {
    await keepKeys(database);
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

/** Empties the log, as only whoever owns the database can. The next entry gets the id `next`. */
export async function restartLog(database: Kysely<Tables>, next: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`delete from audit_log`.execute(transaction);
    await sql`delete from audit_log_key`.execute(transaction);
    await sql`delete from audit_log_quarter`.execute(transaction);
    await sql`update audit_log_read set read_to = 0, seen_to = 0, seen_by = null`.execute(transaction);
    await sql`alter table audit_log alter column id restart with ${sql.lit(next)}`.execute(transaction);
  });
}

/** Nobody writes keys until the returned function is called. */
export async function holdKeys(database: Kysely<Tables>): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = Promise.withResolvers<void>();
  const holding = database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('audit log keys', 0))`.execute(transaction);
    held.resolve();
    await released;
  });
  await held.promise;
  return async () => {
    release();
    await holding;
  };
}
