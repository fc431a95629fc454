import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { AddressUse } from '../http/index.ts';
import type { ReadSessionTimes } from './session-times.ts';

export interface IdentityDeps {
  database: Kysely<Tables>;
  sessionTimes: ReadSessionTimes;
  /** Seals the cookie that identifies a known browser. */
  browserSecret: KeyObject;
  /** Drops what this process has cached about the person's sessions. */
  forgetSessions: (userId: string) => void;
  serviceConfig: ReadServiceConfig;
  /** No change is made at the moment, because the system is being moved. */
  isHeld: () => boolean;
  /** Whether somebody may do this from the address. */
  letsIn: (address: string, use: AddressUse) => boolean | Promise<boolean>;
}
