import type { FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';

/** A change as its sender marked it, so that it is done once however often it arrives. */
export interface MarkedChange {
  userId: string;
  /** Of the header `Idempotency-Key`. */
  key: string;
  call: string;
  fields: unknown;
}

/** Answers what `work` answers, or did the first time. */
export type Once = (change: MarkedChange, work: () => Promise<unknown>) => Promise<unknown>;

/** Null without one. Throws BAD_REQUEST for a key that is none. */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(key)) throw new Failure('BAD_REQUEST', { field: 'Idempotency-Key' });
  return key;
}
