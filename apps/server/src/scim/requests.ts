/** What the requests of a platform have in common, and how one is bound to its answer. */
import type { FastifyRequest } from 'fastify';
import { Failure, requireStorable } from '../http/index.ts';
import type { Pusher } from './deps.ts';
import { mostInPage } from './schemas.ts';

export interface Asked {
  pusher: Pusher;
  /** The address of the platform here. */
  base: string;
  /** Whom it turned out to be about. */
  name: string;
}

/** Null: there is nothing to say. */
export type Bind = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  answer: (request: FastifyRequest, asked: Asked) => Promise<Record<string, unknown> | null>,
) => void;

export interface Page {
  startIndex: number;
  offset: number;
  limit: number;
  filter: string | undefined;
}

/** Throws SCIM_VALUE_WRONG. */
export function pageIn(request: FastifyRequest): Page {
  const query = request.query as Record<string, unknown>;
  const numberIn = (name: string, otherwise: number): number => {
    const text = query[name];
    if (text === undefined) return otherwise;
    if (typeof text !== 'string' || !/^-?\d{1,9}$/.test(text)) throw new Failure('SCIM_VALUE_WRONG', { field: name });
    return Number(text);
  };
  const startIndex = Math.max(1, numberIn('startIndex', 1));
  const limit = Math.min(mostInPage, Math.max(0, numberIn('count', 100)));
  if (query.filter !== undefined && typeof query.filter !== 'string') throw new Failure('SCIM_VALUE_WRONG', { field: 'filter' });
  return { startIndex, offset: startIndex - 1, limit, filter: query.filter };
}

export function choiceIn(request: FastifyRequest): { only: Set<string> | null; without: Set<string> } {
  const query = request.query as Record<string, unknown>;
  const namesIn = (given: unknown): Set<string> =>
    new Set(typeof given === 'string' ? given.split(',').map((name) => name.trim().split('.')[0]!.toLowerCase()) : []);
  return { only: query.attributes === undefined ? null : namesIn(query.attributes), without: namesIn(query.excludedAttributes) };
}

export function bodyOf(request: FastifyRequest): unknown {
  requireStorable(request.body);
  return request.body;
}

export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id.toLowerCase();
