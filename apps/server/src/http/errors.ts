import { failures } from '@alcove/contract';
import type { FailureCode, Language, Refusal } from '@alcove/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { refused } from './answer.ts';
import { languageOf } from './context.ts';
import { Failure, refusal } from './failure.ts';

/**
 * SQLSTATE classes that mean "not now": connection, resources, operator intervention and statement timeout; also the errors of pg when it
 * has no connection.
 */
const notNow = /^(08|53|57P0|57014)/;
/** Another transaction, such as a large move to another space, has held the lock for longer than a call waits. */
const lockNotAvailable = '55P03';
/** Deadlock or serialization failure, after database/ has repeated the transaction several times. */
const deadlockOrSerialization = /^40(P01|001)$/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

const isUnavailable = (error: { code?: string; message: string; syscall?: string }): boolean =>
  (error.code !== undefined && notNow.test(error.code)) ||
  (error.syscall === 'connect' && networkCodes.has(error.code ?? '')) ||
  /timeout exceeded when trying to connect|Connection terminated/.test(error.message);

/** The failure that an error stands for. An unexpected error is SERVER_ERROR. */
export function classify(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof z.ZodError) return badField(error);
  const { statusCode, code, message = '' } = error as FastifyError;
  if (statusCode === 413) return new Failure('TOO_LARGE');
  if (statusCode === 415) return new Failure('UNSUPPORTED_CONTENT');
  if (statusCode === 429) return new Failure('TOO_MANY_REQUESTS');
  if (code === 'FST_ERR_BAD_URL') return new Failure('BAD_REQUEST', { field: 'address' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Failure('BAD_REQUEST', { field: 'body' });
  if (isUnavailable({ code, message, syscall: (error as NodeJS.ErrnoException).syscall ?? '' }))
    return new Failure('UNAVAILABLE', {}, error);
  if (code !== undefined && deadlockOrSerialization.test(code)) return new Failure('CONTENDED', {}, error);
  if (code === lockNotAvailable) return new Failure('CHANGING_HERE');
  return new Failure('SERVER_ERROR', {}, error);
}

/** Whether the same request may succeed a moment later: nothing of it was done, and no rule refused it. */
export const isNotNow = (error: unknown): boolean => ['UNAVAILABLE', 'CONTENDED'].includes(classify(error).code);

function badField(error: z.ZodError): Failure {
  const issue = error.issues[0];
  // Specification 2 section 8 has its own text for more items than a call accepts.
  if (issue?.code === 'too_big' && issue.origin === 'array') return new Failure('TOO_MANY_ITEMS', { limit: Number(issue.maximum) });
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  return new Failure('BAD_REQUEST', { field: [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.') || 'body' });
}

export const isServersFault = (code: FailureCode): boolean => failures[code].status >= 500;

/** The refusal of one item of a call that goes on with its other items. Throws the error again if it is the server's fault. */
export function refusalOf(error: unknown, language: Language): Refusal {
  const { code, details } = classify(error);
  if (isServersFault(code)) throw error;
  return refusal(code, language, details);
}

/** The one place where an error becomes an answer. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = classify(error);
  if (isServersFault(failure.code)) request.log.error({ err: failure.cause ?? error }, 'request failed');
  else request.log.info({ failure: failure.code }, 'request refused');
  if (failures[failure.code].status === 503) reply.header('retry-after', '2');
  if (failures[failure.code].status === 429) reply.header('retry-after', String(failure.details.seconds ?? 1));
  return reply
    .code(failures[failure.code].status)
    .send(refused(failure.code, languageOf(request.headers['accept-language']), request.id, failure.details));
}

/**
 * A request that cannot be parsed, for example with 20 kB of headers, has no reply object. It gets an envelope all the same. A connection on which
 * nothing came for too long is closed without a word: a browser opened it in advance, and would take an answer for that to its next request.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (isUnused || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'TOO_LARGE' : 'BAD_REQUEST';
  const body = JSON.stringify(refused(code, languageOf(undefined), randomBytes(16).toString('hex'), { field: 'header' }));
  socket.end(
    `HTTP/1.1 ${failures[code].status} Refused\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
