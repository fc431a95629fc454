import type { IdentityDeps } from '../identity/index.ts';
import type { Sealer } from '../sealed-secrets/index.ts';

export interface SecondFactorDeps extends IdentityDeps {
  sealer: Sealer;
  /** The address of the site in browsers, if the operator said it; null: that of each request. */
  publicOrigin: string | null;
}
