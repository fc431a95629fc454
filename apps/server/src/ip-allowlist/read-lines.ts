/** Addresses as administrators write them, one a line. Pure. */
import type { FailureCode } from '@alcove/contract';
import { addressOf, cidrOf, nameOf, networkOf } from '../networks.ts';

/** What is wrong with a line: a failure and what its text names. */
export interface LineFault {
  line: number;
  code: FailureCode;
  details: Record<string, string | number>;
}

type Fault = Omit<LineFault, 'line'>;

const isWhole = (text: string, most: number): boolean => /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most;

/** Looks like IPv4, whatever its segments are. IPv6 has colons. */
const isDotted = (text: string): boolean => !text.includes(':') && /^[^\s/]+\.[^\s/]*$/.test(text);

/** Specification 2 section 5: four segments, each a whole number from 0 to 255. */
function faultOfDotted(text: string): Fault | null {
  const segments = text.split('.');
  const wrong = segments.findIndex((segment) => !isWhole(segment, 255));
  const isNumber = (segment: string): boolean => /^-?\d+$/.test(segment);
  if (segments.length !== 4) return { code: segments.some(isNumber) ? 'ALLOWLIST_SEGMENTS' : 'ALLOWLIST_ADDRESS', details: { text } };
  if (wrong < 0) return null;
  return { code: 'ALLOWLIST_SEGMENT', details: { segment: wrong + 1, text: segments[wrong]! } };
}

function faultOf(text: string): Fault | null {
  const [address = '', prefix, ...more] = text.split('/');
  const wrong: Fault = { code: 'ALLOWLIST_ADDRESS', details: { text } };
  if (more.length > 0) return wrong;
  const dotted = isDotted(address) ? faultOfDotted(address) : null;
  if (dotted) return dotted;
  if (!addressOf(address)) return wrong;
  const most = address.includes(':') ? 128 : 32;
  if (prefix !== undefined && !isWhole(prefix, most)) return { code: 'ALLOWLIST_PREFIX', details: { text: prefix, most } };
  return networkOf(text) ? null : wrong;
}

/** What people type stays readable in a message, however long it is. */
const shownLength = 60;
const shown = ({ code, details }: Fault): Fault => ({
  code,
  details: Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > shownLength ? `${value.slice(0, shownLength)}…` : value,
    ]),
  ),
});

/** The networks in CIDR notation, and what is wrong with each line. Empty lines do not count as networks. An address within a network stands for the network. */
export function readLines(lines: readonly string[]): { networks: string[]; faults: LineFault[] } {
  const faults: LineFault[] = [];
  const found = new Map<string, { cidr: string; line: number }>();
  for (const [index, given] of lines.entries()) {
    const [line, text] = [index + 1, given.trim()];
    if (text === '') continue;
    const fault = faultOf(text);
    if (fault) {
      const { code, details } = shown(fault);
      faults.push({ line, code, details: { ...details, line } });
      continue;
    }
    const network = networkOf(text)!;
    const before = found.get(nameOf(network));
    if (before) faults.push({ line, code: 'ALLOWLIST_TWICE', details: { line, text, other: before.line } });
    else found.set(nameOf(network), { cidr: cidrOf(network), line });
  }
  return { networks: [...found.values()].map(({ cidr }) => cidr), faults };
}
