import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './context.ts';

export const sessionCookie = 'alcove_session';

/** The cookies of a request and its answer. */
export interface Cookies {
  secure: boolean;
  cookie(name: string): string | undefined;
  /** A null value clears the cookie. Without an age it ends with the browser session. */
  setCookie(name: string, value: string | null, maxAgeSeconds?: number): void;
}

/**
 * Cookies by their plain names. Over https each is sent as `__Host-…`: a browser accepts that only from this very host and only over https,
 * so neither a neighboring host nor plain http can plant one.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secureCookie: boolean | 'auto'): Cookies {
  const secure = secureCookie === 'auto' ? request.protocol === 'https' : secureCookie;
  const sent = (name: string): string => (secure ? `__Host-${name}` : name);
  return {
    secure,
    cookie: (name) => request.cookies[sent(name)],
    setCookie(name, value, maxAgeSeconds) {
      const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
      if (value === null) reply.clearCookie(sent(name), attributes);
      else reply.setCookie(sent(name), value, { ...attributes, ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }) });
    },
  };
}

export interface SessionToken {
  token: string;
  kind: Caller['sessionKind'];
}

/** The session token of the request: the bearer token, or else the cookie. */
export function sessionTokenOf({ headers }: FastifyRequest, { cookie }: Cookies): SessionToken | null {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, kind: 'client' };
  const token = cookie(sessionCookie);
  return token === undefined ? null : { token, kind: 'browser' };
}
