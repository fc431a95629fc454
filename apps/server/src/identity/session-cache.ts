import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { findCaller } from './sessions.ts';
import type { SessionTimes } from './sessions.ts';

/** How long an answer of the database is remembered, and for how many sessions. */
const rememberedMs = 15_000;
const most = 20_000;
const reconnectMs = 1000;

export interface SessionCache {
  find(token: string, kind: Caller['sessionKind']): Promise<Caller | null>;
  /** Everything known of a person is asked anew. */
  forget(userId: string): void;
  stop(): Promise<void>;
}

/**
 * Who is behind a token, remembered for seconds. The database signals every end of a session and every freeze to all processes;
 * while that signal cannot be heard, nothing is remembered. An answer that was on its way when a signal came is not kept.
 */
export async function openSessionCache(
  database: Kysely<Tables>,
  pool: pg.Pool,
  times: SessionTimes,
  logger: Logger,
): Promise<SessionCache> {
  const known = new Map<string, { caller: Caller; until: number }>();
  let signals = 0;
  let listener: pg.PoolClient | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const forget = (userId: string): void => {
    signals += 1;
    for (const [key, { caller }] of known) if (caller.userId === userId) known.delete(key);
  };
  const lose = (client: pg.PoolClient, error?: Error): void => {
    if (listener !== client) return;
    listener = null;
    signals += 1;
    known.clear();
    client.release(error ?? true);
    if (!stopped) retry = setTimeout(() => void listen(), reconnectMs);
  };
  const listen = async (): Promise<void> => {
    try {
      const client = await pool.connect();
      client.on('notification', ({ payload }) => forget(payload ?? ''));
      client.on('error', (error) => lose(client, error));
      client.on('end', () => lose(client));
      await client.query('listen alcove_session');
      listener = client;
    } catch (error) {
      logger.warn({ err: error }, 'session signals cannot be heard');
      if (!stopped) retry = setTimeout(() => void listen(), reconnectMs);
    }
  };
  await listen();

  return {
    async find(token, kind) {
      const key = `${kind} ${createHash('sha256').update(token).digest('base64')}`;
      const entry = known.get(key);
      if (entry && entry.until > Date.now()) return entry.caller;
      const before = signals;
      const caller = await findCaller(database, token, kind, times);
      if (caller && listener && signals === before) {
        if (known.size >= most) known.clear();
        known.set(key, { caller, until: Date.now() + rememberedMs });
      } else known.delete(key);
      return caller;
    },
    forget,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      if (listener) lose(listener);
    },
  };
}
