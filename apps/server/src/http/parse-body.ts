import { isUtf8 } from 'node:buffer';
import { Failure } from './failure.ts';

/** More than any of our calls needs: 2000 folders of a tree have 12,000 structural characters (`{[:,`). */
const most = { marks: 24_000, depth: 600, formFields: 50 };

const quote = 0x22;
const backslash = 0x5c;
const marks = new Uint8Array(256);
for (const mark of '{[:,') marks[mark.charCodeAt(0)] = 1;
for (const mark of '{[') marks[mark.charCodeAt(0)] = 2;
for (const mark of '}]') marks[mark.charCodeAt(0)] = 3;

/**
 * The cost of parsing JSON depends on its shape, not its length: a megabyte of brackets or of names takes a tenth of a second, one of text
 * a few milliseconds. So its structural characters are counted before it is parsed.
 */
function requireModest(body: Buffer): void {
  let count = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!;
    if (byte === quote) {
      at += 1;
      while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
      continue;
    }
    const mark = marks[byte]!;
    if (mark === 0) continue;
    if (mark === 2) depth += 1;
    else if (mark === 3) depth -= 1;
    if (mark !== 3) count += 1;
    if (count > most.marks || depth > most.depth) throw new Failure('BAD_REQUEST', { field: 'body' });
  }
}

/** Undefined for an empty body, which a call without fields may have. Throws BAD_REQUEST. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  requireModest(body);
  if (!isUtf8(body)) throw new Failure('BAD_REQUEST', { field: 'body' });
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    throw new Failure('BAD_REQUEST', { field: 'body' }, error);
  }
}

/** A repeated field becomes a list, which no form call accepts, so it is refused by name. Throws BAD_REQUEST. */
export function parseForm(body: Buffer): Record<string, string | string[]> {
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1))
    if ((fields += 1) > most.formFields) throw new Failure('BAD_REQUEST', { field: 'body' });
  if (!isUtf8(body)) throw new Failure('BAD_REQUEST', { field: 'body' });
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body.toString())) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}
