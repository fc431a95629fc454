import type { FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';

/** A change with its sender's key, so that it is done once however often it arrives. */
export interface MarkedChange {
  userId: string;
  /** The header `Idempotency-Key`. */
  key: string;
  call: string;
  fields: unknown;
}

/** Runs `work`, or returns its answer from the first time. */
export type Once = (change: MarkedChange, work: () => Promise<unknown>) => Promise<unknown>;

/** Null without the header. Throws BAD_REQUEST for an invalid key. */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(key)) throw new Failure('BAD_REQUEST', { field: 'Idempotency-Key' });
  return key;
}
