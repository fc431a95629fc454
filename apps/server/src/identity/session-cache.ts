import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterCommit } from '../database/index.ts';
import type { ReadServiceConfig, Signals, Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import type { ReadSessionTimes } from './session-times.ts';
import { findCaller } from './sessions.ts';

/** How long an answer of the database is cached, and for how many sessions. */
const rememberedMs = 15_000;
const most = 20_000;

export interface SessionCache {
  find(token: string, kind: Caller['sessionKind']): Promise<Caller | null>;
  /** Drops everything cached about a person, once what is being changed is committed. */
  forget(userId: string): void;
  /**
   * `listener` is called with the person whose sessions ended or whose account changed, in any process, after the cache has dropped them.
   */
  whenChanged(listener: (userId: string) => void): void;
}

interface Entry {
  caller: Caller;
  /** On the clock of `performance.now()`. */
  until: number;
}

interface SessionCacheDeps {
  database: Kysely<Tables>;
  signals: Signals;
  times: ReadSessionTimes;
  /** It has the speed limit of people without one of their own. */
  serviceConfig: ReadServiceConfig;
}

/**
 * Caches for seconds which caller a token belongs to. The database notifies all processes when a session ends, or an account, a role or the
 * service configuration changes. While such signals cannot be received, nothing is cached. An answer that was on its way when a signal came is not cached.
 */
export function openSessionCache({ database, signals, times, serviceConfig }: SessionCacheDeps): SessionCache {
  const known = new Map<string, Entry>();
  // Of each person, so that nobody is looked for among all when a thousand are frozen at once.
  const keysOf = new Map<string, Set<string>>();
  const listeners: ((userId: string) => void)[] = [];
  let changes = 0;

  const keep = (key: string, entry: Entry): void => {
    if (known.size >= most) clear();
    known.set(key, entry);
    const { userId } = entry.caller;
    const keys = keysOf.get(userId);
    if (keys) keys.add(key);
    else keysOf.set(userId, new Set([key]));
  };
  const remove = (key: string): void => {
    const entry = known.get(key);
    if (!entry) return;
    known.delete(key);
    keysOf.get(entry.caller.userId)?.delete(key);
  };
  const clear = (): void => {
    known.clear();
    keysOf.clear();
  };
  const drop = (userId: string): void => {
    changes += 1;
    for (const key of keysOf.get(userId) ?? []) known.delete(key);
    keysOf.delete(userId);
  };
  signals.hear('alcove_session', (userId) => {
    drop(userId);
    for (const listener of listeners) listener(userId);
  });
  const forgetAll = (): void => {
    changes += 1;
    clear();
  };
  signals.hear('alcove_roles', forgetAll);
  signals.hear('alcove_service_config', forgetAll);
  signals.hear('alcove_agreement', forgetAll);
  signals.whenLost(forgetAll);

  return {
    async find(token, kind) {
      const key = `${kind} ${hash('sha256', token, 'base64')}`;
      const entry = known.get(key);
      if (entry && entry.until > performance.now()) return entry.caller;
      const before = changes;
      const found = await findCaller(database, token, kind, { times: await times(), serviceConfig });
      if (found && signals.isHeard() && changes === before) {
        keep(key, { caller: found.caller, until: performance.now() + Math.min(rememberedMs, found.endsInMs) });
      } else remove(key);
      return found?.caller ?? null;
    },
    forget: (userId) => afterCommit(() => drop(userId)),
    whenChanged: (listener) => void listeners.push(listener),
  };
}
