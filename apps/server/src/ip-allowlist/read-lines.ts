/** Addresses as administrators write them, one a line. Pure. */
import type { FailureCode } from '@alcove/contract';
import { faultOfNetwork, shown } from '../network-faults.ts';
import type { NetworkFault } from '../network-faults.ts';
import { cidrOf, nameOf, networkOf } from '../networks.ts';

/** What is wrong with a line: a failure and what its text names. */
export interface LineFault {
  line: number;
  code: FailureCode;
  details: Record<string, string | number>;
}

function faultOf(text: string, line: number, fault: NetworkFault): LineFault {
  switch (fault.kind) {
    case 'segment':
      return { line, code: 'ALLOWLIST_SEGMENT', details: { line, segment: fault.segment, text: fault.part } };
    case 'segments':
      return { line, code: 'ALLOWLIST_SEGMENTS', details: { line, text: shown(text) } };
    case 'prefix':
      return { line, code: 'ALLOWLIST_PREFIX', details: { line, text: fault.part, most: fault.most } };
    case 'address':
      return { line, code: 'ALLOWLIST_ADDRESS', details: { line, text: shown(text) } };
  }
}

/** The networks in CIDR notation, and what is wrong with each line. Empty lines do not count as networks. An address within a network stands for the network. */
export function readLines(lines: readonly string[]): { networks: string[]; faults: LineFault[] } {
  const faults: LineFault[] = [];
  const found = new Map<string, { cidr: string; line: number }>();
  for (const [index, given] of lines.entries()) {
    const [line, text] = [index + 1, given.trim()];
    if (text === '') continue;
    const fault = faultOfNetwork(text);
    if (fault) {
      faults.push(faultOf(text, line, fault));
      continue;
    }
    const network = networkOf(text)!;
    const before = found.get(nameOf(network));
    if (before) faults.push({ line, code: 'ALLOWLIST_TWICE', details: { line, text, other: before.line } });
    else found.set(nameOf(network), { cidr: cidrOf(network), line });
  }
  return { networks: [...found.values()].map(({ cidr }) => cidr), faults };
}
