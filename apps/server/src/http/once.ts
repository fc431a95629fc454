import type { FastifyRequest } from 'fastify';
import type { Call } from '@alcove/contract';
import type { CallContext } from './context.ts';
import { Failure } from './failure.ts';

/** A change that is one transaction. With its sender's key, it is done once however often it arrives. */
export interface MarkedChange {
  userId: string;
  /** The header `Idempotency-Key`; null without it. */
  key: string | null;
  call: string;
  fields: unknown;
}

/** Runs `work`, or returns its answer from the first time. */
export type Once = (change: MarkedChange, work: () => Promise<unknown>) => Promise<unknown>;

/** A call as it was received. */
export interface Received {
  call: Call;
  fields: unknown;
  context: CallContext;
  /** Of a change that is done once; null without a key. */
  key: string | null;
}

/** Runs `work`, which answers the call, and records that. */
export type CarryOut = (received: Received, work: () => Promise<unknown>) => Promise<unknown>;
/** Records that a call was refused before its fields were read. */
export type RecordRefusal = (of: Pick<Received, 'call' | 'context'>, error: unknown) => Promise<void>;

/** Null without the header. Throws BAD_REQUEST for an invalid key. */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(key)) throw new Failure('BAD_REQUEST', { field: 'Idempotency-Key' });
  return key;
}
