/** Field schemas shared by the calls for platforms of all kinds. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

/** How the platform signs what it says of a person. Anything else is refused, `none` in any case. */
export const signingAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

const text = (most: number) =>
  z
    .string()
    .transform((given) => normalised(given).trim())
    .pipe(z.string().min(1).max(most));
const claim = z.string().regex(/^[\w.:/-]{1,64}$/);
export const platformContent = {
  name: text(limits.platformNameLength),
  issuer: z.string().max(512),
  clientId: text(256),
  scopes: z.string().regex(/^openid( [\w.:/-]{1,64}){0,16}$/),
  algorithm: z.enum(signingAlgorithms),
  accountNameClaim: claim,
  realNameClaim: claim,
  mailClaim: claim,
  matchesAccounts: z.boolean(),
  createsAccounts: z.boolean(),
  enabled: z.boolean(),
  isTheSignIn: z.boolean(),
  asksSecondFactor: z.boolean(),
};
/** Empty: the platform needs none. */
export const platformSecret = z.string().max(1024);
