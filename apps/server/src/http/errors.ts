import { failures } from '@alcove/contract';
import type { FailureCode } from '@alcove/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusal } from './answer.ts';
import { languageOf } from './context.ts';
import { Failure } from './failure.ts';

/** SQLSTATE classes that mean "not now": connection, resources, operator intervention; and what pg itself throws when it has no connection. */
const notNow = /^(08|53|57P0)/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

const isUnavailable = (error: { code?: string; message: string; syscall?: string }): boolean =>
  (error.code !== undefined && notNow.test(error.code)) ||
  (error.syscall === 'connect' && networkCodes.has(error.code ?? '')) ||
  /timeout exceeded when trying to connect|Connection terminated/.test(error.message);

/** What kind of failure an error is; an error nobody expected is SERVER_ERROR. */
export function classify(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof z.ZodError) return badField(error);
  const { statusCode, code, message = '' } = error as FastifyError;
  if (statusCode === 413) return new Failure('TOO_LARGE');
  if (statusCode === 415) return new Failure('UNSUPPORTED_CONTENT');
  if (statusCode === 429) return new Failure('TOO_MANY_REQUESTS');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Failure('BAD_REQUEST', { field: 'body' });
  if (isUnavailable({ code, message, syscall: (error as NodeJS.ErrnoException).syscall ?? '' })) return new Failure('UNAVAILABLE', {}, error);
  return new Failure('SERVER_ERROR', {}, error);
}

function badField(error: z.ZodError): Failure {
  const issue = error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  return new Failure('BAD_REQUEST', { field: [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.') || 'body' });
}

export const isServersFault = (code: FailureCode): boolean => failures[code].status >= 500;

/** The one place where an error becomes an answer. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = classify(error);
  if (isServersFault(failure.code)) request.log.error({ err: failure.cause ?? error }, 'request failed');
  else request.log.info({ failure: failure.code }, 'request refused');
  if (failure.code === 'UNAVAILABLE') reply.header('retry-after', '2');
  if (failure.code === 'SIGN_IN_SLOWED') reply.header('retry-after', String(failure.details.seconds ?? 1));
  return reply.code(failures[failure.code].status).send(refusal(failure.code, languageOf(request.headers['accept-language']), request.id, failure.details));
}
