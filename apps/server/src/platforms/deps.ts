import type { Logger } from 'pino';
import type { IdentityDeps } from '../identity/index.ts';
import type { Outgoing } from '../outgoing/index.ts';
import type { Sealer } from '../sealed-secrets/index.ts';
import type { Descriptions } from './descriptions.ts';

export interface PlatformDeps extends IdentityDeps {
  outgoing: Outgoing;
  sealer: Sealer;
  descriptions: Descriptions;
  logger: Logger;
}
