/** Calls to sign in with the company's own sign-in server (OpenID Connect). */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { CurrentUser } from './identity.ts';

/** A platform that people can sign in with. */
export interface SignInPlatform {
  platformId: string;
  name: string;
}

/** The page to which a platform sends the browser back after a sign-in, with its id below, and after a sign-out. */
export const signInBackPath = '/disk/signIn/back';
export const signedOutPath = '/disk/signIn/out';

/** What the platform sends with the browser; our page passes it on as it came. */
const sent = z.string().min(1).max(4096);

export const startSignIn = call<{ address: string }>()({
  name: 'pub.startSignIn',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/platform/start',
  fieldsIn: 'json',
  caller: 'anyone',
  area: 'signIn',
  perMinute: 60,
  limit: { times: 600, seconds: 600, per: 'address' },
  request: z.strictObject({
    platformId: fields.id,
    /** The page to come back to, a path of this site. Anything else leads to the first page. */
    returnTo: z.string().max(4096).optional(),
  }),
  log: 'none',
  summary: 'Starts a sign-in with a platform, bound to this browser, and returns the address to go to.',
});

export const finishSignIn = call<{ user: CurrentUser; returnTo: string }>()({
  name: 'pub.finishSignIn',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/platform/finish',
  fieldsIn: 'json',
  caller: 'anyone',
  area: 'signIn',
  perMinute: 120,
  countsFailures: true,
  limit: { times: 600, seconds: 600, per: 'address' },
  request: z.strictObject({ platformId: fields.id, state: sent, code: sent.optional(), iss: sent.optional(), error: sent.optional() }),
  log: { deed: 'session' },
  summary: 'Finishes a sign-in with a platform, once and in the browser that started it, and sets the session cookie.',
});

/** The platform's server makes it (OpenID Connect Back-Channel Logout 1.0), so the field has the protocol's name. */
export const backchannelLogout = call<null>()({
  name: 'pub.backchannelLogout',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/pub/platform/logout',
  fieldsIn: 'form',
  caller: 'anyone',
  area: 'any',
  fromServers: true,
  limit: { times: 600, seconds: 60, per: 'address' },
  request: z.object({ logout_token: z.string().min(1).max(8192) }),
  log: { deed: 'session' },
  summary: 'A platform reports that somebody signed out there. Their sessions that it opened end.',
});
