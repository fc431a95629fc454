/** Public API: `openDatabase`, then `migrate`. */
export { askedAlone, askedTogether } from './asked-together.ts';
export type { Question } from './asked-together.ts';
export { DatabaseStartError } from './binaries.ts';
export { children } from './children.ts';
export { endLeftover } from './embedded.ts';
export { runningEmbedded } from './embedded-access.ts';
export type { EmbeddedConnection } from './embedded-access.ts';
export { DataFolderError, troubleOf } from './folder-trouble.ts';
export type { FolderTrouble } from './folder-trouble.ts';
export {
  among,
  bins,
  companyZone,
  daysOf,
  fileItemsOf,
  fileRoleItems,
  hoursOf,
  isActive,
  isAgreed,
  isActiveAs,
  isNamed,
  isOutOfBins,
  itemsOfRole,
  like,
  minutesOf,
  hasSecondFactor,
  roleNeedsFactor,
  mustAgree,
  rolesWith,
  settingOf,
} from './fragments.ts';
export { CopyIn, CopyOut } from './copy-streams.ts';
export { openLastingLocks } from './lasting-locks.ts';
export type { LastingLocks, WithLock } from './lasting-locks.ts';
export { migrate, migrateWithin, readMigrations, requireMigrated } from './migrate.ts';
export { kyselyOn } from './one-client.ts';
export { openDatabase } from './pool.ts';
export type { Database, OpenOptions } from './pool.ts';
export { isReachableByOthers } from './reach.ts';
export { repeated } from './repeat.ts';
export { openServiceConfig } from './service-config.ts';
export type { ReadServiceConfig } from './service-config.ts';
export { openSignals } from './signals.ts';
export type { Signals } from './signals.ts';
export type { StoredConfuse, Tables, TextState } from './tables.ts';
export { afterCommit } from './unit-of-work.ts';
export { inTransaction } from './in-transaction.ts';
