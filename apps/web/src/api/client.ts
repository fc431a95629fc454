import { failures } from '@alcove/contract';
import type { AnswerOf, Call, Envelope, InputOf } from '@alcove/contract';
import { currentLanguage, t } from '../i18n/index.ts';
import { CallFailed } from './call-failed.ts';
import { queryClient } from './query-client.ts';
import { whileUnanswered } from './repeat-change.ts';
import { leaveForSignIn, newTraceId, requestUserName } from './session.ts';

const timeoutMs = 60_000;

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** An expired session rejects the call instead of redirecting to sign-in. */
  staysSignedOut?: boolean;
  /** The request outlives the page; for small requests only. */
  keepalive?: boolean;
}

/**
 * Makes one call of the contract and returns its data. A change carries an idempotency key and is retried with it when the response was
 * lost or the server was temporarily unavailable, so it is done exactly once.
 *
 * Throws `CallFailed` for every refusal, lost network and timeout (60 s); an aborted call rejects with the signal's own reason.
 */
export function call<C extends Call>(to: C, input: InputOf<C>, options: CallOptions = {}): Promise<AnswerOf<C>> {
  if (to.changes !== 'once') return ask(to, input, options, null);
  const key = newTraceId();
  return whileUnanswered(() => ask(to, input, options, key), options.signal);
}

async function ask<C extends Call>(to: C, input: InputOf<C>, options: CallOptions, key: string | null): Promise<AnswerOf<C>> {
  const traceId = newTraceId();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const [address, init] = request(to, input as Fields, { traceId, key }, signal);
    const response = await fetch(address, { ...init, keepalive: options.keepalive ?? false });
    return await unwrap<AnswerOf<C>>(response, traceId, options.staysSignedOut ?? false);
  } catch (error) {
    if (options.signal?.aborted || error instanceof CallFailed) throw error;
    const errmsg = timeout.aborted ? t('errors.timeout') : t('errors.network');
    throw new CallFailed({ errcode: -1, errmsg, status: 0, traceId }, { cause: error });
  }
}

/** For calls that respond with a file instead of an envelope. Returns the file and its name. Throws as `call` does. */
export async function callForFile<C extends Call>(to: C, input: InputOf<C>): Promise<{ file: Blob; name: string }> {
  const traceId = newTraceId();
  try {
    const [address, init] = request(to, input as Fields, { traceId, key: null }, AbortSignal.timeout(timeoutMs));
    const response = await fetch(address, init);
    if (!response.ok || response.headers.get('Content-Disposition') === null) return await unwrap<never>(response, traceId, false);
    return { file: await response.blob(), name: fileNameIn(response.headers.get('Content-Disposition') ?? '') };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new CallFailed({ errcode: -1, errmsg: t('errors.network'), status: 0, traceId }, { cause: error });
  }
}

function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'download') : decodeURIComponent(encoded);
}

type Fields = Record<string, unknown>;

function request(
  to: Call,
  fields: Fields,
  { traceId, key }: { traceId: string; key: string | null },
  signal: AbortSignal,
): [string, RequestInit] {
  const headers: Record<string, string> = {
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Language': currentLanguage(),
    userName: encodeURIComponent(requestUserName()),
    traceId,
    ...(key !== null && { 'Idempotency-Key': key }),
  };
  const query = to.fieldsIn === 'query' ? encoded(fields) : new URLSearchParams();
  if (to.method === 'GET') query.set('t', String(Date.now()));
  const address = query.size > 0 ? `${to.path}?${query}` : to.path;
  const init: RequestInit = { method: to.method, headers, credentials: 'same-origin', redirect: 'manual', signal };
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

async function unwrap<Answer>(response: Response, traceId: string, staysSignedOut: boolean): Promise<Answer> {
  const signedOut = response.status === 401 || response.type === 'opaqueredirect';
  const envelope = envelopeIn<Answer>(await response.text());
  if (envelope?.errcode === 0 && response.ok) return envelope.data as Answer;
  if (signedOut && !staysSignedOut) leaveForSignIn();
  // The frame then leads to the page for it.
  if (envelope?.errcode === failures.PASSWORD_CHANGE_NEEDED.errcode) void queryClient.invalidateQueries({ queryKey: ['user', 'current'] });
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
