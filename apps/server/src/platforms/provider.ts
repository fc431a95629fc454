/** The platform's server, asked by OpenID Connect through the one way out. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import * as client from 'openid-client';
import { OutgoingError } from '../outgoing/index.ts';
import type { Ask } from '../outgoing/index.ts';
import type { PlatformDeps } from './deps.ts';
import type { Description } from './descriptions.ts';
import type { StoredPlatform } from './platform-queries.ts';
import { faultOf } from './token-rules.ts';

export type Described = Pick<StoredPlatform, 'issuer' | 'algorithm'>;

/** Seconds by which the clocks of two servers may differ. */
const clockTolerance = 30;

const through =
  (ask: Ask): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await ask(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body == null ? undefined : String(body as URLSearchParams | string),
    });
    const type = answer.headers['content-type'] ?? '';
    return new Response([101, 204, 205, 304].includes(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: { 'content-type': type },
    });
  };

/** Each platform has its own way to be told the secret. */
const authentication = (secret: string | null): client.ClientAuth => {
  if (secret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    return (ways === undefined || ways.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
};

/**
 * Reads the platform's description, whose issuer must be the one that was typed in, unless it is known. Which addresses may be called, and whether
 * without TLS, is for `ask` to say. The signature of what it says of a person is checked, by the one algorithm that is set.
 */
export async function openProvider(
  { issuer, algorithm, clientId = '-' }: Described & { clientId?: string },
  secret: string | null,
  ask: Ask,
  known: Description | null = null,
): Promise<client.Configuration> {
  const metadata = { id_token_signed_response_alg: algorithm, [client.clockTolerance]: clockTolerance };
  const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks];
  if (known === null)
    return client.discovery(new URL(issuer), clientId, metadata, authentication(secret), { [client.customFetch]: through(ask), execute });
  const provider = new client.Configuration(known, clientId, metadata, authentication(secret));
  provider[client.customFetch] = through(ask);
  for (const set of execute) set(provider);
  return provider;
}

/** Works with the platform's server, by what it said of itself within the last hour. Whatever goes wrong, that is read again the next time. */
export const withProvider = <Answer>(
  { outgoing, descriptions }: Pick<PlatformDeps, 'outgoing' | 'descriptions'>,
  platform: Described & { clientId: string },
  secret: string | null,
  work: (provider: client.Configuration, ask: Ask) => Promise<Answer>,
): Promise<Answer> =>
  outgoing.inTime(async (ask) => {
    const { issuer } = platform;
    try {
      const provider = await openProvider(platform, secret, ask, descriptions.find(issuer));
      const answer = await work(provider, ask);
      const description = provider.serverMetadata();
      // One for any tenant says another issuer, which the library knows only of what it read itself.
      if (description.issuer === issuer && !descriptions.find(issuer)) descriptions.keep(issuer, description);
      return answer;
    } catch (error) {
      descriptions.forget(issuer);
      throw error;
    }
  });

/** Whether the platform says that it can do what we ask of it. What it says nothing about is taken for granted. */
export function fits(provider: client.Configuration, { algorithm }: Described): boolean {
  const server = provider.serverMetadata();
  const has = (list: string[] | undefined, value: string): boolean => list === undefined || list.includes(value);
  return (
    [server.authorization_endpoint, server.token_endpoint, server.jwks_uri].every((address) => address !== undefined) &&
    has(server.response_types_supported, 'code') &&
    has(server.code_challenge_methods_supported, 'S256') &&
    has(server.id_token_signing_alg_values_supported as string[] | undefined, algorithm)
  );
}

/** The platform's public keys. */
export async function keysOf(provider: client.Configuration, ask: Ask): Promise<JSONWebKeySet> {
  const { status, body } = await ask(provider.serverMetadata().jwks_uri ?? '');
  const keys = status === 200 ? (JSON.parse(String(body)) as JSONWebKeySet) : { keys: [] };
  if (!Array.isArray(keys.keys) || keys.keys.length === 0) throw new OutgoingError('there are no keys');
  return keys;
}

/** What the platform says of a person; of whom it must be the same in each part. */
export interface Told {
  subject: string;
  providerSession: string | null;
  /** In seconds: when they last showed who they are. Null: it does not say. */
  authTime: number | null;
  claims: Record<string, unknown>;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 255 && value.isWellFormed() && !value.includes('\0') ? value : null;

const timeOf = (value: unknown): number | null => (typeof value === 'number' && value >= 0 && value < 2 ** 33 ? Math.floor(value) : null);

/** Exchanges the code. `whole`: also asks for the claims that are not in the token. Throws if anything is not as it must be. */
export async function exchange(
  provider: client.Configuration,
  answer: URL,
  { clientId, algorithm }: Pick<StoredPlatform, 'clientId' | 'algorithm'>,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<Told> {
  const tokens = await client.authorizationCodeGrant(provider, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const facts = { clientId, algorithm, accessToken: tokens.access_token, now: Date.now() / 1000, tolerance: clockTolerance };
  const fault = faultOf({ ...claims }, facts);
  if (fault !== null) throw new OutgoingError(fault);
  const subject = textOf(claims.sub);
  if (subject === null) throw new OutgoingError('the subject is not usable');
  const more = provider.serverMetadata().userinfo_endpoint ? await client.fetchUserInfo(provider, tokens.access_token, subject) : {};
  return { subject, providerSession: textOf(claims.sid), authTime: timeOf(claims.auth_time), claims: { ...more, ...claims } };
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Whose session ended at the platform, by its token, which must be no older than five minutes. Throws if anything is not as it must be. */
export async function readLogout(
  token: string,
  keys: JSONWebKeySet,
  { issuer, clientId, algorithm }: StoredPlatform,
): Promise<{ subject: string | null; providerSession: string | null }> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    audience: clientId,
    algorithms: [algorithm],
    maxTokenAge: '5 minutes',
    clockTolerance,
    requiredClaims: ['jti', 'events'],
  });
  const { events, nonce, sub, sid } = payload as JWTPayload & { events?: Record<string, unknown>; nonce?: unknown };
  const told = { subject: textOf(sub), providerSession: textOf(sid) };
  if (typeof events?.[logoutEvent] !== 'object' || nonce !== undefined) throw new OutgoingError('not a sign-out');
  if (told.subject === null && told.providerSession === null) throw new OutgoingError('nobody signed out');
  return told;
}
