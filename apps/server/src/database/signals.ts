import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const reconnectMs = 1000;
const caughtUpMs = 1000;

/** What the database notifies all processes of (NOTIFY), received on one connection of this process. */
export interface Signals {
  /** While false, signals are missed. */
  isHeard(): boolean;
  /** Adds a listener; a channel can have several. */
  hear(channel: Channel, listener: (payload: string) => void): void;
  /** Resolves once all signals of what was committed before were heard, or when they cannot be: after a second at most. */
  caughtUp(): Promise<void>;
  /** Called when the connection is lost: signals may be missed until it is back. */
  whenLost(listener: () => void): void;
  stop(): void;
}

const channels = [
  'alcove_session',
  'alcove_event',
  'alcove_service_config',
  'alcove_roles',
  'alcove_agreement',
  'alcove_allowlist',
  'alcove_hold',
] as const;
export type Channel = (typeof channels)[number];

/** Listens to every channel. Reconnects one second after the connection was lost. */
export async function openSignals(pool: pg.Pool, logger: Logger): Promise<Signals> {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const losses: (() => void)[] = [];
  let listening: pg.PoolClient | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const lose = (client: pg.PoolClient, error?: Error): void => {
    if (listening !== client) return;
    listening = null;
    client.release(error ?? true);
    for (const lost of losses) lost();
    if (!stopped) retry = setTimeout(() => void listen(), reconnectMs);
  };
  const listenOn = async (client: pg.PoolClient): Promise<void> => {
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '');
    });
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client));
    try {
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    } catch (error) {
      client.release(true);
      throw error;
    }
    listening = client;
    if (stopped) lose(client);
  };
  const listen = async (): Promise<void> => {
    try {
      await listenOn(await pool.connect());
    } catch (error) {
      logger.warn({ err: error }, "cannot listen to the database's signals");
      if (!stopped) retry = setTimeout(() => void listen(), reconnectMs);
    }
  };
  await listen();

  return {
    isHeard: () => listening !== null,
    hear: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    async caughtUp() {
      // PostgreSQL sends a connection what it is notified of before it answers the next statement. A line that was lost is noticed by its own listener.
      const answered = listening?.query('select').catch(() => {});
      await Promise.race([answered, sleep(caughtUpMs, undefined, { ref: false })]);
    },
    whenLost: (listener) => void losses.push(listener),
    stop() {
      stopped = true;
      clearTimeout(retry);
      if (listening) lose(listening);
    },
  };
}
