import { limits } from '@alcove/contract';
import type { UploadAuth, UploadPlan } from '@alcove/contract';
import { StoreFailed } from '../ports.ts';
import type { Body, StoreAnswer } from '../ports.ts';
import { withRetries } from '../retry.ts';
import { storeTimeoutMs } from './run.ts';
import type { Run } from './run.ts';
import { resourceUri, sign, signedHeaders } from './signatures.ts';
import { SessionLost, UploadFailed, asError } from './errors.ts';
import type { UploadErrorCode } from './errors.ts';
import { errorCodeOf, parseInitiated, parseListedParts } from './xml.ts';
import type { ListedPart } from './xml.ts';

/** The store answered with a refusal or an error. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly status: number;
  readonly code: string | null;
  constructor({ status, text }: StoreAnswer) {
    const code = errorCodeOf(text);
    super(`storage host: ${status}${code ? ` ${code}` : ''}`);
    this.status = status;
    this.code = code;
  }
}

/** Error codes worth a retry: a part was damaged on the way, or the store is busy. */
const passing = new Set([
  'BadDigest',
  'InvalidDigest',
  'XAmzContentChecksumMismatch',
  'RequestTimeout',
  'SlowDown',
  'IncompleteBody',
  'InternalError',
]);

/** Whether the body is an HTML page: a proxy answered instead of the store, whatever the status. It counts as 502. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype html|html)\b/i.test(text);

/** A 15-minute timeout is not retried; the item shows it, and a person resumes it. */
export const worthSending = (error: unknown): boolean => {
  if (error instanceof StoreFailed) return error.reason === 'network';
  if (!(error instanceof StoreRefused)) return false;
  return error.status >= 500 || error.status === 429 || error.status === 408 || (error.code !== null && passing.has(error.code));
};
export const lost = (error: unknown): boolean => error instanceof StoreRefused && (error.status === 404 || error.code === 'NoSuchUpload');

export interface StoreStep {
  method: 'GET' | 'PUT' | 'POST';
  signature: () => Promise<UploadAuth>;
  /** Called when the store answers 403, before the only retry. */
  onRefusedSignature: () => void;
  body?: Body;
  headers?: Record<string, string>;
  onProgress?: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** Sends a signed request, and renews a refused signature once. Throws StoreRefused unless the answer is 2xx without an error document. */
export async function sendSigned(run: Run, step: StoreStep): Promise<StoreAnswer> {
  const { method, body, onProgress, signal } = step;
  for (let renewed = false; ; renewed = true) {
    const auth = await step.signature();
    const answer = await run.ports.store.send({
      method,
      url: auth.url,
      headers: signedHeaders(auth, step.headers),
      body,
      onProgress,
      signal,
      timeoutMs: storeTimeoutMs,
    });
    signal.throwIfAborted();
    if (answer.status === 403 && !renewed) {
      step.onRefusedSignature();
      continue;
    }
    if (isPage(answer.text)) throw new StoreRefused({ ...answer, status: 502 });
    // A merge may fail after the status line was sent: status 200 with an error document.
    if (answer.status < 200 || answer.status >= 300 || errorCodeOf(answer.text)) throw new StoreRefused(answer);
    return answer;
  }
}

/** The signature of a step that needs only one. */
export function signedOnce(
  run: Run,
  plan: UploadPlan,
  action: 'put' | 'initiate' | 'listParts' | 'merge',
  uri: string,
  otherwise?: UploadErrorCode,
): Pick<StoreStep, 'signature' | 'onRefusedSignature'> {
  // The check already returned the signature of a single put. If it has expired, it is refused and requested again.
  let auth: UploadAuth | undefined = action === 'put' ? plan.putAuth : undefined;
  return {
    async signature() {
      auth ??= (await sign(run, plan, action, [uri], otherwise))[0];
      if (!auth) throw new UploadFailed(otherwise ?? '[201]');
      return auth;
    },
    onRefusedSignature: () => (auth = undefined),
  };
}

/** Opens a multipart upload at the store. */
export async function initiate(run: Run, plan: UploadPlan): Promise<string> {
  const { ports, signal } = run;
  try {
    const step = signedOnce(run, plan, 'initiate', resourceUri(plan, 'initiate', null));
    const answer = await withRetries(() => sendSigned(run, { method: 'POST', ...step, signal }), {
      host: ports.host,
      signal,
      worth: worthSending,
    });
    const uploadId = parseInitiated(answer.text);
    if (!uploadId) throw new UploadFailed('[301]', 'no upload id');
    return uploadId;
  } catch (error) {
    throw asError(error, '[301]');
  }
}

/** All parts that the store has, 1,000 per page. Throws SessionLost when the store does not know the upload. */
export async function listParts(run: Run, plan: UploadPlan, uploadId: string): Promise<ListedPart[]> {
  const { ports, signal } = run;
  const parts: ListedPart[] = [];
  try {
    for (let marker: number | null = 0; marker !== null;) {
      const step = signedOnce(run, plan, 'listParts', resourceUri(plan, 'listParts', uploadId, marker));
      const answer = await withRetries(() => sendSigned(run, { method: 'GET', ...step, signal }), {
        host: ports.host,
        signal,
        worth: worthSending,
      });
      const page = parseListedParts(answer.text);
      if (!page) throw new UploadFailed('[304]', 'not a list of parts');
      parts.push(...page.parts);
      // A marker that does not advance would loop forever.
      marker = page.nextMarker !== null && page.nextMarker > marker && parts.length <= limits.mostParts ? page.nextMarker : null;
    }
    return parts;
  } catch (error) {
    if (lost(error)) throw new SessionLost('the store does not know the upload', { cause: error });
    throw asError(error, '[304]');
  }
}
