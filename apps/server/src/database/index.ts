/** The door: `openDatabase`, then `migrate`. */
export { DatabaseStartError } from './binaries.ts';
export { children } from './children.ts';
export { runningEmbedded } from './embedded-access.ts';
export type { EmbeddedConnection } from './embedded-access.ts';
export { holdSpaces } from './hold-spaces.ts';
export { insertSpace } from './insert-space.ts';
export { migrate, requireMigrated } from './migrate.ts';
export { openDatabase } from './pool.ts';
export type { Database, OpenOptions } from './pool.ts';
export { isReachableByOthers } from './reach.ts';
export { hasRoom } from './room.ts';
export { openServiceConfig } from './service-config.ts';
export type { ReadServiceConfig } from './service-config.ts';
export { openSignals } from './signals.ts';
export type { Signals } from './signals.ts';
export type { StoredConfuse, Tables } from './tables.ts';
export { afterCommit } from './unit-of-work.ts';
export { within } from './within.ts';
