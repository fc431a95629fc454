import { CallFailed } from '../../api/call-failed.ts';
import { newTraceId } from '../../api/trace-id.ts';
import { dataOf, requestOf, unanswered } from '../../api/wire.ts';
import { whileUnanswered } from '../../api/repeat-change.ts';
import type { VisitorCall } from './calls.ts';
import { linkPath } from './link-path.ts';
import { token } from './token.ts';

const timeoutMs = 60_000;

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Sent as a header: an address is kept in histories and logs. */
  password?: string | undefined;
  keepalive?: boolean;
}

/** Makes one call of the open link, with the token of this visit if there is one. Throws `CallFailed` for refusals, lost network and timeouts. */
export function ask<Input, Answer>(to: VisitorCall<Input, Answer>, input: Input, options: AskOptions = {}): Promise<Answer> {
  if (!to.once) return send(to, input, options, null);
  const key = newTraceId();
  return whileUnanswered(() => send(to, input, options, key), options.signal);
}

async function send<Input, Answer>(
  to: VisitorCall<Input, Answer>,
  input: Input,
  { signal, password, keepalive = false }: AskOptions,
  key: string | null,
): Promise<Answer> {
  const traceId = newTraceId();
  const timeout = AbortSignal.timeout(timeoutMs);
  const known = token.read();
  const headers = {
    ...(known !== null && { 'X-Share-Token': known }),
    ...(password !== undefined && { 'X-Link-Password': encodeURIComponent(password) }),
    ...(key !== null && { 'Idempotency-Key': key }),
  };
  try {
    const [address, init] = requestOf(to, { linkPath, ...input }, traceId, headers);
    const response = await fetch(address, { ...init, keepalive, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    return await dataOf<Answer>(response, traceId);
  } catch (error) {
    if (signal?.aborted || error instanceof CallFailed) throw error;
    throw unanswered(timeout.aborted, traceId, error);
  }
}
