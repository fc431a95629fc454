import type { IdentityDeps } from '../identity/index.ts';
import type { Sealer } from '../sealed-secrets/index.ts';

export interface SecondFactorDeps extends IdentityDeps {
  sealer: Sealer;
}
