/** Filters of lists (RFC 7644, 3.4.2.2): only those that say whom a provider looks for. */
import { Failure } from '../http/index.ts';

/** What is compared, by the attribute in lower case. */
export type Wanted = ReadonlyMap<string, string>;

const comparison =
  /^ {0,8}(?:urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):)?([a-z]\w{0,63}) {1,8}eq {1,8}("(?:[^"\\]|\\.){0,1024}") {0,8}/i;
const conjunction = /^and(?= )/i;

/** `userName eq "a" and externalId eq "b"`. `names` may be compared. Throws SCIM_FILTER_WRONG. */
export function readFilter(text: string, names: readonly string[]): Wanted {
  const wrong = () => new Failure('SCIM_FILTER_WRONG', { names: names.join(', ') });
  const wanted = new Map<string, string>();
  for (let rest = text; ;) {
    const found = comparison.exec(rest);
    const name = names.find((one) => one.toLowerCase() === found?.[1]?.toLowerCase());
    const value = found ? textIn(found[2]!) : null;
    if (!found || name === undefined || value === null || wanted.has(name)) throw wrong();
    wanted.set(name, value);
    rest = rest.slice(found[0].length);
    if (rest === '') return wanted;
    if (!conjunction.test(rest)) throw wrong();
    rest = rest.slice('and'.length);
  }
}

/** A text in quotation marks as JSON writes it. Null if it is none, or none that can be stored. */
function textIn(quoted: string): string | null {
  try {
    const text = JSON.parse(quoted) as string;
    return text.includes('\0') || !text.isWellFormed() ? null : text;
  } catch {
    return null;
  }
}
