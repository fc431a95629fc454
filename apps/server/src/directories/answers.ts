/** What a directory answers, read strictly (RFC 4511, section 4). Pure. The library's own reader never ends on a length that is too large. */
import { OutgoingError } from '../outgoing/index.ts';
import { elementsIn } from './ber.ts';
import type { Element } from './ber.ts';

/** An entry as it came: its name, and the values of each attribute by its name in lower case. */
export interface RawEntry {
  dn: string;
  attributes: Map<string, Buffer[]>;
}

export interface Result {
  code: number;
  /** Where the next page begins; empty: there is none. */
  cookie: Buffer;
}

export type Answer = { id: number } & (
  | { is: 'entry'; entry: RawEntry }
  | { is: 'reference' }
  | { is: 'bind' | 'search' | 'extended'; result: Result }
);

const [sequence, set, integer, octets, enumerated, controls] = [0x30, 0x31, 0x02, 0x04, 0x0a, 0xa0];
const kinds: Readonly<Record<number, 'bind' | 'search' | 'extended'>> = { 0x61: 'bind', 0x65: 'search', 0x78: 'extended' };
const [entryTag, referenceTag] = [0x64, 0x73];
const pagedResults = '1.2.840.113556.1.4.319';
/** An entry with more is not one of a person or a department. */
const [mostAttributes, mostValues] = [64, 5000];

/** Throws OutgoingError. */
const content = (element: Element | undefined, tag: number): Buffer => {
  if (element?.tag !== tag) throw new OutgoingError('the answer is not LDAP');
  return element.content;
};
const numberIn = (element: Element | undefined, tag: number): number => {
  const bytes = content(element, tag);
  if (bytes.length < 1 || bytes.length > 4) throw new OutgoingError('the answer is not LDAP');
  return bytes.readIntBE(0, bytes.length);
};

/** Reads one whole message. Throws OutgoingError. */
export function readAnswer(message: Buffer): Answer {
  const [whole, ...more] = elementsIn(message, 2);
  const [id, operation, given] = elementsIn(content(whole, sequence), 3);
  if (more.length > 0 || !operation) throw new OutgoingError('the answer is not LDAP');
  const answer = { id: numberIn(id, integer) };
  if (operation.tag === referenceTag) return { ...answer, is: 'reference' };
  if (operation.tag === entryTag) return { ...answer, is: 'entry', entry: entryIn(operation.content) };
  const is = kinds[operation.tag];
  if (is === undefined) throw new OutgoingError('the answer is not LDAP');
  const [code] = elementsIn(operation.content, 16);
  const cookie = given ? cookieIn(content(given, controls)) : Buffer.alloc(0);
  return { ...answer, is, result: { code: numberIn(code, enumerated), cookie } };
}

function entryIn(bytes: Buffer): RawEntry {
  const [dn, list] = elementsIn(bytes, 2);
  const attributes = new Map<string, Buffer[]>();
  for (const attribute of elementsIn(content(list, sequence), mostAttributes)) {
    const [type, values] = elementsIn(content(attribute, sequence), 2);
    const name = content(type, octets).toString('latin1').toLowerCase();
    attributes.set(
      name,
      elementsIn(content(values, set), mostValues).map((value) => content(value, octets)),
    );
  }
  return { dn: content(dn, octets).toString(), attributes };
}

function cookieIn(bytes: Buffer): Buffer {
  for (const control of elementsIn(bytes, 16)) {
    const [type, ...rest] = elementsIn(content(control, sequence), 3);
    if (content(type, octets).toString('latin1') !== pagedResults) continue;
    const [value] = elementsIn(content(rest.at(-1), octets), 1);
    const [, cookie] = elementsIn(content(value, sequence), 2);
    return content(cookie, octets);
  }
  return Buffer.alloc(0);
}
