import { Failure } from './failure.ts';

/** Twice what the deepest folder tree needs: each level is an object in a list. Schemas that call themselves overflow the stack beyond. */
const deepest = 256;

/**
 * Text that PostgreSQL cannot keep, NUL and halves of a surrogate pair, and fields nested without end: refused by the name of
 * the field before any schema or use case sees them.
 */
export function requireStorable(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new Failure('BAD_REQUEST', { field: path.join('.') || 'body' });
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    if (path.length > deepest) throw new Failure('BAD_REQUEST', { field: path[0]! });
    for (const [name, inner] of Object.entries(value)) requireStorable(inner, [...path, name]);
  }
}
