/** A real OpenID provider, and one that lies. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';

const pair = await generateKeyPair('RS256', { extractable: true });
const otherPair = await generateKeyPair('RS256');
/** The same key, for another algorithm. */
const pssKey = (await importJWK({ ...(await exportJWK(pair.privateKey)), alg: 'PS256' })) as CryptoKey;

export interface Provider {
  issuer: string;
  /** Requests that it got, by path. */
  asked: string[];
  close(): Promise<void>;
}

const listen = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ origin: string; close(): Promise<void> }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

interface Listener {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  on(event: string, listen: (...given: unknown[]) => void): void;
}
/** As much of the package as we use; it has no types. */
type ProviderClass = new (issuer: string, options: object) => Listener;
const moduleName = 'oidc-provider';

/** The reference implementation. Anybody signs in with their name and any password; the name is the subject and the account name. */
export async function openRealProvider(client: {
  redirectUris: string[];
  signedOut: string;
  logout?: string;
}): Promise<Provider & { clientId: string; secret: string }> {
  const { default: OidcProvider } = (await import(moduleName)) as { default: ProviderClass };
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const asked: string[] = [];
  const { origin, close } = await listen((request, response) => {
    asked.push(request.url?.split('?')[0] ?? '');
    handle(request, response);
  });
  const [clientId, secret] = ['alcove', 'secret-of-the-client'];
  const provider = new OidcProvider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: client.redirectUris,
        post_logout_redirect_uris: [client.signedOut],
        ...(client.logout !== undefined && { backchannel_logout_uri: client.logout, backchannel_logout_session_required: true }),
      },
    ],
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    claims: { profile: ['preferred_username', 'name'], email: ['email'] },
    jwks: { keys: [{ ...(await exportJWK(pair.privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of the test'] },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, name: `Name of ${id}`, email: `${id}@company.example` }),
    }),
  });
  provider.on('server_error', (_, error) => console.error(error)); // eslint-disable-line no-console -- in a test
  handle = provider.callback();
  return { issuer: origin, asked, close, clientId, secret };
}

/** Signs in there as a browser does, from the address that our page leads to. Returns the address that leads back. */
export async function signInAt(address: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const answer = await fetch(next, {
      method: body ? 'POST' : 'GET',
      body: body ?? null,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    body = undefined;
    const location = answer.headers.get('location');
    if (location !== null) {
      const url = new URL(location, next);
      if (url.pathname.startsWith('/disk/')) return url;
      next = url.href;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`the provider answered ${answer.status}: ${page.slice(0, 300)}`);
    next = new URL(action, next).href;
    body = page.includes('name="login"')
      ? new URLSearchParams({ prompt: 'login', login, password: 'any' })
      : new URLSearchParams({ prompt: 'consent' });
  }
  throw new Error('the provider leads nowhere');
}

/** What the lying provider says; each field is what it should be, unless a test says otherwise. */
export interface Lies {
  issuer?: string;
  claims?: JWTPayload;
  key?: CryptoKey;
  alg?: 'none' | 'HS256' | 'PS256';
  /** The name of the key with which it says that it signed. */
  kid?: string;
  /** What it answers beside the tokens, or instead of some. */
  more?: object;
  /** What it answers instead of tokens. */
  instead?: (response: ServerResponse) => unknown;
  description?: object;
}

/** A provider that says whatever a test wants. Its codes are the subjects that it then tells of. `lies` holds for everything, `liesOf` for the tokens of one. */
export async function openLyingProvider(): Promise<
  Provider & {
    lies: Lies;
    liesOf: Map<string, Lies>;
    nonces: Map<string, string>;
    signs(claims: JWTPayload, key?: CryptoKey): Promise<string>;
  }
> {
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const asked: string[] = [];
  const state = { lies: {} as Lies, liesOf: new Map<string, Lies>(), nonces: new Map<string, string>() };
  const signs = (claims: JWTPayload, key: CryptoKey = pair.privateKey, kid = 'one'): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  const { origin, close } = await listen((request, response) => {
    const path = request.url!.split('?')[0]!;
    asked.push(path);
    void answerTo(path, request, response).then(
      (json) => json && response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
    );
  });
  async function answerTo(path: string, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    let { lies } = state;
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: lies.issuer ?? origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...lies.description,
      };
    if (path === '/keys') return { keys: [publicKey] };
    if (path === '/userinfo') return { sub: 'somebody else', preferred_username: 'somebody_else' };
    const subject = new URLSearchParams(await text(request)).get('code')!;
    lies = state.liesOf.get(subject) ?? lies;
    if (lies.instead) return void lies.instead(response);
    const now = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      ...{
        iss: origin,
        aud: 'alcove',
        sub: subject,
        iat: now,
        exp: now + 300,
        auth_time: now,
        nonce: state.nonces.get(subject)!,
        preferred_username: subject,
      },
      ...lies.claims,
    };
    const token =
      lies.alg === 'none'
        ? new UnsecuredJWT(claims).encode()
        : lies.alg === 'HS256'
          ? await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(publicKey.n!))
          : lies.alg === 'PS256'
            ? await new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid: 'one' }).sign(pssKey)
            : await signs(claims, lies.key, lies.kid);
    return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: token, ...lies.more };
  }
  return Object.assign(state, { issuer: origin, asked, close, signs });
}

export const foreignKey = otherPair.privateKey;
