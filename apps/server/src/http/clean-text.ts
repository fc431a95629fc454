import { Failure } from './failure.ts';

/** Twice what the deepest folder tree needs: each level is an object in a list. Schemas that call themselves overflow the stack beyond. */
const deepest = 256;

/** The way to a field, as far as anybody asks for it: to write it down for each would take longer than all the rest. */
interface Way {
  readonly name: string | number;
  readonly from: Way | null;
  readonly depth: number;
}

/**
 * Text that PostgreSQL cannot keep, NUL and halves of a surrogate pair, names that reach for a prototype, and fields nested
 * without end: refused by the name of the field before any schema or use case sees them.
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
