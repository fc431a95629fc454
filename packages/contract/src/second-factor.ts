/** Calls on second factors: what people have beside their password, and give when they sign in. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { CurrentUser } from './identity.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

/** What WebAuthn defines; our pages and the server only pass it on. */
export interface PasskeyQuestion {
  challenge: string;
}
export interface NewPasskeyQuestion {
  challenge: string;
}

export type SecondFactorKind = 'totp' | 'passkey';
/** What somebody can give as their second factor. */
export type FactorKind = SecondFactorKind | 'recoveryCode';

/** What somebody can prove with. */
export interface FactorsToGive {
  totp: boolean;
  passkeys: boolean;
  /** Unused recovery codes. */
  recoveryCodes: number;
}

/** A sign-in that waits for the second factor. */
export interface SignInStep {
  accountName: string;
  realName: string;
  factors: FactorsToGive;
  expireTime: string;
  /** Where the person was going, if the server knows it. */
  returnTo: string | null;
}

/** The six digits of an authenticator app. Spaces, which some apps show, do not count. */
const totpCode = z.string().max(32);
const recoveryCode = z.string().max(64);

/** Binary, as WebAuthn's JSON writes it. */
const bytes = (most: number) => z.string().max(most);
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).optional(),
  clientExtensionResults: z.object({}).default({}),
};
/** What a browser answers when it has made a key. Fields that nobody needs are dropped. */
const madeKey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(32_768),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
/** What it answers when a key has signed. */
const signedByKey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: bytes(256).optional(),
  }),
});

const onStep = { caller: 'anyone', area: 'signIn', limit: { times: 600, seconds: 600, per: 'address' } } as const;

export const signInStep = call<SignInStep>()({
  name: 'pub.signInStep',
  method: 'GET',
  path: '/disk/api/pub/signInStep',
  fieldsIn: 'query',
  ...onStep,
  perMinute: 120,
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'Returns whose sign-in in this browser waits for the second factor, and what they can give.',
});

export const giveSecondFactor = call<{ user: CurrentUser; returnTo: string | null }>()({
  name: 'pub.giveSecondFactor',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/giveSecondFactor',
  fieldsIn: 'json',
  ...onStep,
  perMinute: 120,
  countsFailures: true,
  /** One of them. */
  request: z
    .strictObject({ code: totpCode.optional(), recoveryCode: recoveryCode.optional(), passkey: signedByKey.optional() })
    .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1),
  log: { deed: 'session' },
  summary: 'Gives the second factor of a sign-in that this browser began, and sets the session cookie. A client gets its bearer token.',
});

export const leaveSignInStep = call<null>()({
  name: 'pub.leaveSignInStep',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/leaveSignInStep',
  fieldsIn: 'json',
  ...onStep,
  perMinute: 120,
  request: z.strictObject({}),
  log: 'none',
  summary: 'Gives up the sign-in that waits for the second factor in this browser.',
});

/** What somebody has set up for themselves. */
export interface SecondFactors {
  totp: { createTime: string } | null;
  /** Oldest first. */
  passkeys: { passkeyId: string; name: string; createTime: string; lastTime: string | null }[];
  /** Unused ones. */
  recoveryCodes: number;
  /** Whether the person has a password to prove with. */
  hasPassword: boolean;
  /** Whether the company or a role of the person asks for a second factor, so that the last one has to be followed by another. */
  isRequired: boolean;
}

export const secondFactors = call<SecondFactors>()({
  name: 'user.secondFactors',
  method: 'GET',
  path: '/disk/api/user/secondFactors',
  fieldsIn: 'query',
  caller: 'user',
  beforeEnrolling: true,
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: "Returns the caller's second factors.",
});

const sixtyAnHour = { times: 60, seconds: 3600, per: 'caller' } as const;

export const beginTotp = call<{ secret: string; address: string }>()({
  name: 'user.beginTotp',
  method: 'POST',
  changes: 'repeatable', // an answer with a secret is never kept to be given again
  path: '/disk/api/user/beginTotp',
  fieldsIn: 'json',
  caller: 'user',
  beforeEnrolling: true,
  freshProof: true,
  limit: sixtyAnHour,
  request: z.strictObject({}),
  log: 'none',
  summary: 'Draws a secret for an authenticator app. It counts once a code of it is given within ten minutes.',
});

export const confirmTotp = call<null>()({
  name: 'user.confirmTotp',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/confirmTotp',
  fieldsIn: 'json',
  caller: 'user',
  beforeEnrolling: true,
  request: z.strictObject({ code: totpCode }),
  log: { deed: 'change' },
  summary: 'Takes the app into use. The first factor of a person ends their other sessions.',
});

export const removeTotp = call<null>()({
  name: 'user.removeTotp',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/removeTotp',
  fieldsIn: 'json',
  caller: 'user',
  freshProof: true,
  request: z.strictObject({}),
  log: { deed: 'change' },
  summary: 'Removes the authenticator app. With the last factor, the recovery codes go.',
});

export const drawRecoveryCodes = call<{ codes: string[] }>()({
  name: 'user.drawRecoveryCodes',
  method: 'POST',
  changes: 'repeatable', // as above
  path: '/disk/api/user/drawRecoveryCodes',
  fieldsIn: 'json',
  caller: 'user',
  beforeEnrolling: true,
  freshProof: true,
  limit: sixtyAnHour,
  request: z.strictObject({}),
  log: { deed: 'change' },
  summary: 'Draws ten recovery codes, shown once. Those before are no longer valid.',
});

export const proveAgain = call<null>()({
  name: 'user.proveAgain',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/user/proveAgain',
  fieldsIn: 'json',
  caller: 'user',
  beforeEnrolling: true,
  limit: { times: 120, seconds: 3600, per: 'caller' },
  /** One of them. The password counts only for somebody without a second factor. */
  request: z
    .strictObject({
      code: totpCode.optional(),
      recoveryCode: recoveryCode.optional(),
      passkey: signedByKey.optional(),
      password: z.string().min(1).max(1024).optional(),
    })
    .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1),
  log: { deed: 'session' },
  summary: 'Proves again who the caller is, before a dangerous act.',
});

export const askPasskey = call<{ options: PasskeyQuestion }>()({
  name: 'pub.askPasskey',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/askPasskey',
  fieldsIn: 'json',
  ...onStep,
  perMinute: 120,
  /** For the sign-in that waits in this browser, to prove again who the caller is, or to sign in with nothing else. */
  request: z.strictObject({ purpose: z.enum(['step', 'proof', 'signIn']) }),
  log: 'none',
  summary: 'Returns what the browser has a passkey sign, once and in this browser.',
});

export const signInWithPasskey = call<CurrentUser>()({
  name: 'pub.signInWithPasskey',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/signInWithPasskey',
  fieldsIn: 'json',
  ...onStep,
  perMinute: 120,
  countsFailures: true,
  request: z.strictObject({ passkey: signedByKey }),
  log: { deed: 'session' },
  summary: 'Signs in with a passkey alone, where the company allows it, and sets the session cookie.',
});

const passkeyName = z
  .string()
  .max(200)
  .transform((given) => normalised(given).trim())
  .pipe(z.string().min(1).max(limits.passkeyNameLength));

export const beginPasskey = call<{ options: NewPasskeyQuestion }>()({
  name: 'user.beginPasskey',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/user/beginPasskey',
  fieldsIn: 'json',
  caller: 'user',
  beforeEnrolling: true,
  freshProof: true,
  limit: sixtyAnHour,
  request: z.strictObject({}),
  log: 'none',
  summary: 'Returns what the browser makes a passkey of.',
});

export const addPasskey = call<null>()({
  name: 'user.addPasskey',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/addPasskey',
  fieldsIn: 'json',
  mostBytes: 65_536,
  caller: 'user',
  beforeEnrolling: true,
  request: z.strictObject({
    name: passkeyName,
    answer: madeKey,
  }),
  log: { deed: 'change', details: ['name'] },
  summary: 'Adds the passkey that the browser made. The first factor of a person ends their other sessions.',
});

export const renamePasskey = call<null>()({
  name: 'user.renamePasskey',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/renamePasskey',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ passkeyId: fields.id, name: passkeyName }),
  log: { deed: 'change', details: ['name'] },
  summary: 'Renames a passkey. It signs as before.',
});

export const removePasskey = call<null>()({
  name: 'user.removePasskey',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/user/removePasskey',
  fieldsIn: 'json',
  caller: 'user',
  freshProof: true,
  request: z.strictObject({ passkeyId: fields.id }),
  log: { deed: 'change' },
  summary: 'Removes a passkey, which opens nothing from then on. With the last factor, the recovery codes go.',
});
