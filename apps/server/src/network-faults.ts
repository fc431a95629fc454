/** What is wrong with a text that should be an address or a network. Pure. */
import { addressOf, networkOf } from './networks.ts';

/** `part` is what is wrong in the text: a segment of IPv4, counted from 1, or the length of the prefix. */
export type NetworkFault =
  | { kind: 'segment'; segment: number; part: string }
  | { kind: 'segments' }
  | { kind: 'prefix'; part: string; most: number }
  | { kind: 'address' };

const isWhole = (text: string, most: number): boolean => /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most;

/** Looks like IPv4, whatever its segments are. IPv6 has colons. */
const isDotted = (text: string): boolean => !text.includes(':') && /^[^\s/]+\.[^\s/]*$/.test(text);

/** Specification 2 section 5: four segments, each a whole number from 0 to 255. */
function faultOfDotted(text: string): NetworkFault | null {
  const segments = text.split('.');
  const wrong = segments.findIndex((segment) => !isWhole(segment, 255));
  const isNumber = (segment: string): boolean => /^-?\d+$/.test(segment);
  if (segments.length !== 4) return { kind: segments.some(isNumber) ? 'segments' : 'address' };
  return wrong < 0 ? null : { kind: 'segment', segment: wrong + 1, part: shown(segments[wrong]!) };
}

/** Null if `networkOf` reads it. */
export function faultOfNetwork(given: string): NetworkFault | null {
  const text = given.trim();
  const [address = '', prefix, ...more] = text.split('/');
  if (more.length > 0) return { kind: 'address' };
  const dotted = isDotted(address) ? faultOfDotted(address) : null;
  if (dotted) return dotted;
  if (!addressOf(address)) return { kind: 'address' };
  const most = address.includes(':') ? 128 : 32;
  if (prefix !== undefined && !isWhole(prefix, most)) return { kind: 'prefix', part: shown(prefix), most };
  return networkOf(text) ? null : { kind: 'address' };
}

/** What people type stays readable in a message, however long it is. */
const shownLength = 60;
export const shown = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
