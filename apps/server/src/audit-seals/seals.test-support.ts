/** A log, a store and the steps of sealing, without a server: each step runs when the test says so. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { openObjectStore } from '../storage/index.ts';
import type { ObjectStore, ObjectStoreConfig } from '../storage/index.ts';
import { extendChain, newHorizon } from './extend-chain.ts';
import { sealDue } from './write-seals.ts';
import type { SealOptions, SealOutcome } from './write-seals.ts';
import { verifyLog } from './verify.ts';

export const region = 'local';
export const noCredentials = { accessKey: '', secretKey: '' };

export interface SealedLog {
  database: TestDatabase['kysely'];
  url: string;
  folder: string;
  store: ObjectStore;
  logger: Logger;
  /** Adds so many entries, and returns their ids. */
  enters(count: number, at?: string): Promise<number[]>;
  chains(): Promise<void>;
  /** Chains and seals everything; small seals, so that a few entries make several. */
  seals(options?: SealOptions & { setBackMs?: number }): Promise<SealOutcome>;
  /** What a verification says: the kind of fault and the entry; null: nothing is wrong. */
  fault(): Promise<[string, number | null] | null>;
  /** As the superuser, whom no trigger stops. */
  tampers(...statements: string[]): Promise<void>;
  close(): Promise<void>;
}

/** With seals in a folder of its own, or in another store. */
export async function openSealedLog(elsewhere: ObjectStoreConfig | null = null): Promise<SealedLog> {
  const opened = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'alcove-seals-'));
  const store = await openObjectStore(elsewhere ?? { kind: 'disk', folder, bucket: 'alcove', region, credentials: noCredentials });
  const { kysely: database, url } = opened;
  const logger = pino({ level: 'silent' }) as Logger;
  const horizon = newHorizon();
  const chains = async (): Promise<void> => {
    while ((await extendChain(database, horizon)) > 0);
  };
  return {
    database,
    url,
    folder,
    store,
    logger,
    async enters(count, at = 'clock_timestamp()') {
      const { rows } = await sql<{ id: number }>`
        insert into audit_log (at, deed, action, result, actor_kind, object_kind, object_name, detail)
        select ${sql.raw(at)}, 'change', 'instance.rename', 0, 'system', 'item', '名称 ' || n, jsonb_build_object('newName', 'n' || n)
        from generate_series(1, ${count}::int) n returning id`.execute(database);
      return rows.map(({ id }) => id);
    },
    chains,
    async seals({ setBackMs, ...options } = {}) {
      await chains();
      let outcome: SealOutcome;
      do outcome = await sealDue({ database, store, logger, setBackMs }, { leastAgeMs: -60_000, ofPiece: 4, ofSeal: 10, ...options });
      while (outcome.kind === 'sealed');
      return outcome;
    },
    async fault() {
      const { fault } = await verifyLog({ database, store });
      return fault && [fault.kind, fault.entry];
    },
    async tampers(...statements) {
      await database.transaction().execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction);
        for (const statement of statements) await sql.raw(statement).execute(transaction);
      });
    },
    async close() {
      await store.close();
      await opened.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
