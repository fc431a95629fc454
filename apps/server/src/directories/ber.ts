import { OutgoingError } from '../outgoing/index.ts';

/** One element of BER, the encoding of LDAP (RFC 4511, section 5.1): what it is, and its content. */
export interface Element {
  tag: number;
  content: Buffer;
}

/** The length of a whole element at the beginning of the bytes; null if they are too few to say. Throws OutgoingError if they are not BER. */
export function elementLength(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  const first = bytes[1]!;
  if (first < 0x80) return 2 + first;
  const size = first & 0x7f;
  if (size === 0 || size > 4) throw new OutgoingError('the answer is not LDAP');
  return bytes.length < 2 + size ? null : 2 + size + bytes.readUIntBE(2, size);
}

/** The elements that follow each other and fill the bytes. Nothing is read beyond an end, whatever a length says. Throws OutgoingError. */
export function elementsIn(bytes: Buffer, most: number = Infinity): Element[] {
  const found: Element[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const length = elementLength(rest);
    if (length === null || length > rest.length || found.length === most) throw new OutgoingError('the answer is not LDAP');
    found.push({ tag: rest[0]!, content: rest.subarray(rest[1]! < 0x80 ? 2 : 2 + (rest[1]! & 0x7f), length) });
    rest = rest.subarray(length);
  }
  return found;
}
