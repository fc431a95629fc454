/** The operations of a PATCH (RFC 7644, 3.5.2), as providers send them. */
import { Failure } from '../http/index.ts';

export interface Operation {
  op: 'add' | 'replace' | 'remove';
  /** Null: `value` has attributes, or paths, with their values. */
  path: Path | null;
  value: unknown;
}

/** `emails[type eq "work"].value` is the attribute `emails`, of the type `work`, and its part `value`. Names are in lower case. */
export interface Path {
  attribute: string;
  /** What the elements must have; null: all of them. */
  where: { name: string; value: string } | null;
  part: string | null;
}

const written =
  /^(?:urn:[\w:.-]+:)?([a-z$][\w$-]{0,63})(?:\[\s*([a-z$][\w$-]{0,63})\s+eq\s+("(?:[^"\\]|\\.){0,256}"|true|false)\s*\])?(?:\.([a-z$][\w$-]{0,63}))?$/i;

/** Throws SCIM_PATH_WRONG. */
export function readPath(text: unknown): Path {
  const found = typeof text === 'string' && text.length <= 512 ? written.exec(text.trim()) : null;
  if (!found) throw new Failure('SCIM_PATH_WRONG', { field: String(text).slice(0, 64) });
  const [, attribute = '', name, value, part] = found;
  return {
    attribute: attribute.toLowerCase(),
    where: name === undefined ? null : { name: name.toLowerCase(), value: unquoted(value!) },
    part: part?.toLowerCase() ?? null,
  };
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new Failure('SCIM_PATH_WRONG', { field: text.slice(0, 64) });
  }
}

const mostOperations = 1000;

/** Throws SCIM_BODY_WRONG, SCIM_PATH_WRONG. */
export function readOperations(body: unknown): Operation[] {
  const given = isRecord(body) ? fieldOf(body, 'operations') : undefined;
  if (!Array.isArray(given) || given.length === 0 || given.length > mostOperations) throw new Failure('SCIM_BODY_WRONG');
  return given.map((one: unknown) => {
    const op = isRecord(one) ? String(fieldOf(one, 'op')).toLowerCase() : '';
    if (!isRecord(one) || (op !== 'add' && op !== 'replace' && op !== 'remove')) throw new Failure('SCIM_BODY_WRONG');
    const path = fieldOf(one, 'path');
    if (path === undefined && op === 'remove') throw new Failure('SCIM_PATH_WRONG', { field: 'path' });
    return { op, path: path === undefined ? null : readPath(path), value: fieldOf(one, 'value') };
  });
}

/** An operation without a path is one for each attribute in its value. Throws SCIM_BODY_WRONG, SCIM_PATH_WRONG. */
export function withPaths({ op, path, value }: Operation): { op: Operation['op']; path: Path; value: unknown }[] {
  if (path) return [{ op, path, value }];
  if (!isRecord(value)) throw new Failure('SCIM_BODY_WRONG');
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('urn:') || /:[a-z]\w*$/i.test(name))
    .map(([name, inner]) => ({ op, path: readPath(name), value: inner }));
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of attributes are the same in upper and lower case. `name` is in lower case. */
export function fieldOf(record: Record<string, unknown>, name: string): unknown {
  for (const [key, value] of Object.entries(record)) if (key.toLowerCase() === name) return value ?? undefined;
  return undefined;
}
