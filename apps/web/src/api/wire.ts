import type { Call, Envelope } from '@alcove/contract';
import { currentLanguage, t } from '../i18n/index.ts';
import { CallFailed } from './call-failed.ts';

/** What the wire needs to know of a call. */
export type Wired = Pick<Call, 'method' | 'path' | 'fieldsIn'>;
export type Fields = Record<string, unknown>;

/** The address and the request of one call. `extra`: headers beside those that every call has. */
export function requestOf(to: Wired, fields: Fields, traceId: string, extra: Record<string, string>): [string, RequestInit] {
  const headers: Record<string, string> = {
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Language': currentLanguage(),
    traceId,
    ...extra,
  };
  const query = to.fieldsIn === 'query' ? encoded(fields) : new URLSearchParams();
  if (to.method === 'GET') query.set('t', String(Date.now()));
  const address = query.size > 0 ? `${to.path}?${query}` : to.path;
  const init: RequestInit = { method: to.method, headers, credentials: 'same-origin', redirect: 'manual' };
  if (to.fieldsIn === 'multipart') return [address, { ...init, body: formOf(fields) }];
  if (to.fieldsIn === 'form') return [address, { ...init, body: encoded(fields) }];
  if (to.fieldsIn === 'json')
    return [address, { ...init, body: JSON.stringify(fields), headers: { ...headers, 'Content-Type': 'application/json' } }];
  return [address, init];
}

/** The single file field is a `File`; the browser sets the form's content type itself. */
function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  return form;
}

/** A list becomes a repeated field; undefined and null are left out. */
function encoded(fields: Fields): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) parameters.append(name, String(one));
  }
  return parameters;
}

/** The data of a response. Throws `CallFailed` for every refusal; a redirect to a sign-in counts as 401. */
export async function dataOf<Answer>(response: Response, traceId: string): Promise<Answer> {
  const signedOut = response.status === 401 || response.type === 'opaqueredirect';
  const envelope = envelopeIn<Answer>(await response.text());
  if (envelope?.errcode === 0 && response.ok) return envelope.data as Answer;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  throw new CallFailed({
    errcode: envelope?.errcode ?? -1,
    errmsg: envelope?.errmsg || (response.status >= 500 ? t('errors.server') : response.ok ? t('errors.network') : t('errors.unknown')),
    // A success status without an envelope is a proxy's page: the server's own answer is unknown.
    status: signedOut ? 401 : envelope || !response.ok ? response.status : 0,
    traceId: envelope?.traceId ?? traceId,
    field: envelope?.field,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Null when the text is not an envelope. */
function envelopeIn<Answer>(text: string): Envelope<Answer> | null {
  try {
    const found = JSON.parse(text) as Partial<Envelope<Answer>> | null;
    return typeof found?.errcode === 'number' ? (found as Envelope<Answer>) : null;
  } catch {
    return null;
  }
}

/** The failure of a request that got no response. */
export const unanswered = (timedOut: boolean, traceId: string, cause: unknown): CallFailed =>
  new CallFailed({ errcode: -1, errmsg: timedOut ? t('errors.timeout') : t('errors.network'), status: 0, traceId }, { cause });
