import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { turns } from '../in-turns.ts';
import { Failure } from './failure.ts';

/** How long the rest of a body is read and discarded, so that the sender reads the answer before the connection closes. */
const leftMs = 5000;

export interface BodyLimits {
  mostBytes: number;
  /** After this time the body is refused. Contents of files take longer, but they go to the storage host. */
  withinMs: number;
  signal?: AbortSignal | undefined;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Passes on a body as it arrives. Aborting `signal` rejects with its reason. The connection stays open in every case, so that the refusal
 * can be sent.
 * Throws TOO_LARGE, TOO_SLOW, and BAD_REQUEST for a body that ends too early.
 */
export function takeBody(raw: IncomingMessage, { mostBytes, withinMs, signal }: BodyLimits, take: (chunk: Buffer) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  const turn = turns();
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > mostBytes) return reject(new Failure('TOO_LARGE'));
    take(chunk);
    // Without a pause, everything that has already arrived would be handled without yielding to others.
    const later = turn();
    if (!later) return;
    raw.pause();
    void later.then(() => raw.resume());
  };
  const onEnd = (): void => resolve();
  const onCut = (): void => reject(new Failure('BAD_REQUEST', { field: 'body' }));
  const onGivenUp = (): void => reject(signal?.reason as Error);
  const late = setTimeout(() => reject(new Failure('TOO_SLOW')), withinMs);
  if (Number(raw.headers['content-length'] ?? 0) > mostBytes) reject(new Failure('TOO_LARGE'));
  else if (raw.readableEnded) resolve();
  else {
    raw.on('data', onData).once('end', onEnd).once('error', onCut).once('close', onCut);
    signal?.addEventListener('abort', onGivenUp, { once: true });
  }
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener('abort', onGivenUp);
    raw.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
  });
}

/** If the answer was sent before the whole body arrived, the connection cannot be reused. The storage host has its own rule. */
export function endAbandonedBodies(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw, url }, _reply, next) => {
    next();
    if (raw.complete || !hasBody(raw) || url.startsWith('/storage/')) return;
    raw.on('error', () => {}).resume();
    const timer = setTimeout(() => raw.socket.destroy(), leftMs);
    raw.once('close', () => clearTimeout(timer));
  });
}
