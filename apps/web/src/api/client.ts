import { failures } from '@alcove/contract';
import type { AnswerOf, Call, InputOf } from '@alcove/contract';
import { CallFailed } from './call-failed.ts';
import { queryClient } from './query-client.ts';
import { whileUnanswered } from './repeat-change.ts';
import { leaveForAddress, leaveForSignIn, requestUserName } from './session.ts';
import { newTraceId } from './trace-id.ts';
import { dataOf, requestOf, unanswered, type Fields } from './wire.ts';

const timeoutMs = 60_000;

/** Something else has to be done first. */
const heldBack: ReadonlySet<number> = new Set([
  failures.PASSWORD_CHANGE_NEEDED.errcode,
  failures.AGREEMENT_NEEDED.errcode,
  failures.SECOND_FACTOR_REQUIRED.errcode,
]);

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
export async function call<C extends Call>(to: C, input: InputOf<C>, options: CallOptions = {}): Promise<AnswerOf<C>> {
  const key = to.changes === 'once' ? newTraceId() : null;
  const send = () => (key === null ? ask(to, input, options, null) : whileUnanswered(() => ask(to, input, options, key), options.signal));
  return orProved(send);
}

/** Sends it again once the person has proved who they are, if it needs that. */
async function orProved<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const needsProof = error instanceof CallFailed && error.errcode === failures.PROOF_NEEDED.errcode;
    if (needsProof && (await askForProof?.())) return send();
    throw error;
  }
}

let askForProof: (() => Promise<boolean>) | null = null;

/** Sets who asks the person again who they are, when a call needs it. The call goes on if `ask` resolves to true. */
export function whenProofNeeded(ask: () => Promise<boolean>): void {
  askForProof = ask;
}

async function ask<C extends Call>(to: C, input: InputOf<C>, options: CallOptions, key: string | null): Promise<AnswerOf<C>> {
  const traceId = newTraceId();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const [address, init] = request(to, input as Fields, { traceId, key }, signal);
    const response = await fetch(address, { ...init, keepalive: options.keepalive ?? false });
    return await unwrap<AnswerOf<C>>(response, traceId, options.staysSignedOut ?? false).catch((error: unknown) =>
      leaveIfRefused(to, error),
    );
  } catch (error) {
    if (options.signal?.aborted || error instanceof CallFailed) throw error;
    throw unanswered(timeout.aborted, traceId, error);
  }
}

/** For calls that respond with a file instead of an envelope. Returns the file and its name. Throws as `call` does. */
export async function callForFile<C extends Call>(to: C, input: InputOf<C>): Promise<{ file: Blob; name: string }> {
  return orProved(() => askForFile(to, input));
}

async function askForFile<C extends Call>(to: C, input: InputOf<C>): Promise<{ file: Blob; name: string }> {
  const traceId = newTraceId();
  try {
    const [address, init] = request(to, input as Fields, { traceId, key: null }, AbortSignal.timeout(timeoutMs));
    const response = await fetch(address, init);
    if (!response.ok || response.headers.get('Content-Disposition') === null) return await unwrap<never>(response, traceId, false);
    return { file: await response.blob(), name: fileNameIn(response.headers.get('Content-Disposition') ?? '') };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw unanswered(false, traceId, error);
  }
}

function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'download') : decodeURIComponent(encoded);
}

type Made = { traceId: string; key: string | null };

function request(to: Call, fields: Fields, { traceId, key }: Made, signal: AbortSignal): [string, RequestInit] {
  const headers = { userName: encodeURIComponent(requestUserName()), ...(key !== null && { 'Idempotency-Key': key }) };
  const [address, init] = requestOf(to, fields, traceId, headers);
  return [address, { ...init, signal }];
}

/** A page of its own says that the address is not allowed. Signing in says it in its form, and the drive stays open where only the administration is refused. */
function leaveIfRefused({ caller, area }: Call, error: unknown): never {
  if (error instanceof CallFailed && error.errcode === failures.ADDRESS_NOT_ALLOWED.errcode && area === undefined)
    leaveForAddress(error.message, caller === 'administrator');
  throw error;
}

async function unwrap<Answer>(response: Response, traceId: string, staysSignedOut: boolean): Promise<Answer> {
  try {
    return await dataOf<Answer>(response, traceId);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 401 && !staysSignedOut) leaveForSignIn();
    // The frame then leads to the page for it, or shows what is to be accepted.
    if (heldBack.has(error.errcode)) void queryClient.invalidateQueries({ queryKey: ['user', 'current'] });
    throw error;
  }
}
