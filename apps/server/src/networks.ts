/** Addresses and networks of both families. IPv4 written as IPv6 is IPv4. Pure. */
import { isIPv4, isIPv6 } from 'node:net';

export interface Network {
  family: 4 | 6;
  /** The address as a number; of a network its first one. */
  bits: bigint;
  prefix: number;
}

const width = { 4: 32, 6: 128 } as const;

function groupsOf(address: string): string[] {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const [head = '', tail] = (dotted ? dotted[1]! + hexOf(dotted[2]!) : address).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

function hexOf(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

const bitsOf = (parts: readonly number[], each: bigint): bigint => parts.reduce((bits, part) => (bits << each) | BigInt(part), 0n);
const mappedHead = 0xffffn;

/** Null if the text is no address. */
export function addressOf(text: string): Network | null {
  if (isIPv4(text)) return { family: 4, bits: bitsOf(text.split('.').map(Number), 8n), prefix: 32 };
  if (!isIPv6(text) || text.includes('%')) return null;
  const bits = bitsOf(
    groupsOf(text).map((group) => parseInt(group, 16)),
    16n,
  );
  if (bits >> 32n === mappedHead) return { family: 4, bits: bits & 0xffffffffn, prefix: 32 };
  return { family: 6, bits, prefix: 128 };
}

/** An address, or one and the length of a prefix. Null if the text is neither. What comes after the prefix does not count. */
export function networkOf(text: string): Network | null {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const found = addressOf(address);
  if (!found || length === undefined) return found;
  // The prefix of IPv4 written as IPv6 counts the 96 bits before it.
  const prefix = Number(length) - (found.family === 4 && address.includes(':') ? 96 : 0);
  return prefix < 0 || prefix > width[found.family] ? null : wider(found, prefix);
}

export function wider({ family, bits }: Network, prefix: number): Network {
  const rest = BigInt(width[family] - prefix);
  return { family, bits: (bits >> rest) << rest, prefix };
}

/** A name of the network that no other has. */
export const nameOf = ({ family, bits, prefix }: Network): string => `${family}:${bits.toString(16)}/${prefix}`;

/** As PostgreSQL reads it. */
export function cidrOf({ family, bits, prefix }: Network): string {
  const each = family === 4 ? 8 : 16;
  const parts = Array.from({ length: width[family] / each }, (_, index) =>
    Number((bits >> BigInt(width[family] - each * (index + 1))) & ((1n << BigInt(each)) - 1n)),
  );
  return `${family === 4 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':')}/${prefix}`;
}

/** Lengths of the prefixes by which addresses are found, the longest first. */
const levels = { 4: [32, 24, 16, 8], 6: [128, 64, 48, 32] } as const;

/** The networks by which an address is found. */
export const networksAround = (address: Network): Network[] => levels[address.family].map((prefix) => wider(address, prefix));

/** The narrowest of these that contains the whole network. Null if it is wider than all. */
export function levelAbove(network: Network): Network | null {
  const prefix = levels[network.family].find((level) => level <= network.prefix);
  return prefix === undefined ? null : wider(network, prefix);
}

/** So many networks are looked for one by one, rather than the one around them. */
const mostBelow = 32;

/** Levels that together contain the network: the few that it consists of, else the one above it. Null if it is wider than all. */
export function levelsOf(network: Network): Network[] | null {
  const above = levelAbove(network);
  if (above === null || above.prefix === network.prefix) return above && [above];
  const below = levels[network.family].findLast((level) => level > network.prefix);
  const count = below === undefined ? Infinity : 2 ** (below - network.prefix);
  if (below === undefined || count > mostBelow) return [above];
  const step = 1n << BigInt(width[network.family] - below);
  return Array.from({ length: count }, (_, n) => ({ ...network, bits: network.bits + BigInt(n) * step, prefix: below }));
}
