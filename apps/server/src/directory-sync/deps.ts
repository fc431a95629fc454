import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LastingLocks, ReadServiceConfig, Tables } from '../database/index.ts';
import type { ToldDepartment, ToldPerson } from './directory-entries.ts';

/** A directory while it is read. Both end normally only if the directory said that there is no more. Throws OutgoingError. */
export interface Source extends Disposable {
  departments(): AsyncIterable<ToldDepartment[]>;
  /** A page at a time; only those that changed since the marker, if there is one. */
  people(since: string | null): AsyncIterable<ToldPerson[]>;
  /** After everything was read: where a run that reads only changes begins. */
  marker(): string | null;
}

export type OpenSource = (platformId: string, signal: AbortSignal) => Promise<Source>;

export interface SyncDeps {
  database: Kysely<Tables>;
  locks: LastingLocks;
  serviceConfig: ReadServiceConfig;
  logger: Logger;
  openSource: OpenSource;
}

/** A run that is worked on. `check` throws if it was cancelled, or if its platform is not the same any more. */
export interface Working {
  runId: string;
  platformId: string;
  check: () => Promise<void>;
}
