import { Failure } from './failure.ts';

/**
 * Text that PostgreSQL cannot keep: NUL, and halves of a surrogate pair. It is refused before any use case sees it, by the
 * name of its field; deeper than JSON was accepted it does not go.
 */
export function requireStorableText(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new Failure('BAD_REQUEST', { field: path.join('.') || 'body' });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) requireStorableText(inner, [...path, name]);
  }
}
