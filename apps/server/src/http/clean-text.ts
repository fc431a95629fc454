import { Failure } from './failure.ts';

/** Twice what the deepest folder tree needs: each level is an object in a list. Beyond it, recursive schemas would overflow the stack. */
const deepest = 256;

/** The path to a field as a linked list. Building a string for each field would take longer than all the rest. */
interface Way {
  readonly name: string | number;
  readonly from: Way | null;
  readonly depth: number;
}

/**
 * Refuses, before any schema or use case sees the fields: text that PostgreSQL cannot store (NUL and lone surrogates), names that reach for
 * a prototype, and nesting that is too deep.
 * Throws BAD_REQUEST with the name of the field.
 */
export function requireStorable(value: unknown, way: Way | null = null): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw refusedAt(way);
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) requireStorable(inner, below(way, index));
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const name of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[name];
      if (name === '__proto__' || (name === 'constructor' && typeof inner === 'object'))
        throw new Failure('BAD_REQUEST', { field: 'body' });
      requireStorable(inner, below(way, name));
    }
  }
}

function below(from: Way | null, name: string | number): Way {
  const depth = (from?.depth ?? 0) + 1;
  if (depth > deepest + 1) throw new Failure('BAD_REQUEST', { field: String(namesOf(from)[0] ?? name) });
  return { name, from, depth };
}

const refusedAt = (way: Way | null): Failure => new Failure('BAD_REQUEST', { field: namesOf(way).join('.') || 'body' });

function namesOf(way: Way | null): (string | number)[] {
  const names = [];
  for (let at = way; at; at = at.from) names.push(at.name);
  return names.reverse();
}
